//! The situations in which a request gets no result: their words, what a text may name there, and what each is.

use crate::model::Situation::{self, *};

/// A situation of the language.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) word: &'static str,
    pub(crate) situation: Situation,
    /// What a text may name in braces.
    pub(crate) facts: &'static [&'static str],
    pub(crate) doc: &'static str,
}

const fn known(word: &'static str, situation: Situation, facts: &'static [&'static str], doc: &'static str) -> Known {
    Known { word, situation, facts, doc }
}

const METHOD: &[&str] = &["method", "namespace", "name", "Name"];

pub(crate) const SITUATIONS: [Known; 24] = [
    known("unknownPath", UnknownPath, &["path", "verb"], "A path that no service has."),
    known("unknownHost", UnknownHost, &["host"], "A header `Host` that names another server."),
    known("starting", Starting, &[], "A service that has not started yet."),
    known("otherVerb", OtherVerb, &["path", "verb"], "An HTTP method that is not served at the path."),
    known("get", Get, &[], "A GET request of a JSON-RPC service; without this key, `otherVerb`."),
    known("otherMediaType", OtherMediaType, &["mediaType"], "A media type of the body that is not accepted."),
    known("notJson", NotJson, &["reason"], "A body that is not JSON."),
    known("batch", Batch, &[], "An array of calls, where batches are not supported."),
    known("emptyBatch", EmptyBatch, &[], "An array without calls."),
    known("largeBatch", LargeBatch, &["max"], "More calls than a batch may hold."),
    known("notRequest", NotRequest, &[], "JSON that is not a call."),
    known("otherVersion", OtherVersion, &[], "A `jsonrpc` other than `2.0`."),
    known("notification", Notification, &[], "A call without an `id`."),
    known("unknownMethod", UnknownMethod, METHOD, "A name that no method has."),
    known("unknownNamespace", UnknownNamespace, METHOD, "A name whose part before `separator` no method has."),
    known("methodForm", MethodForm, &["method"], "A name without exactly one `separator`."),
    known("methodCase", MethodCase, METHOD, "A name with an upper-case letter behind `separator`."),
    known("invalidParams", InvalidParams, &["index", "reason"], "Parameters that do not fit the method."),
    known("missingArgument", MissingArgument, &["index"], "An array that lacks a required parameter."),
    known("extraArguments", ExtraArguments, &["max"], "An array with more values than the method has parameters."),
    known("notArray", NotArray, &[], "An object as `params`, where the method takes an array."),
    known("overHttp", OverHttp, &[], "A subscription that is requested over HTTP."),
    known("unknownKind", UnknownKind, &["kind", "namespace"], "A subscription of an unknown kind."),
    known("unknownSubscription", UnknownSubscription, &[], "The end of a subscription that does not exist."),
];
