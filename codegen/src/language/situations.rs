//! Situations in which a request gets no result: their words, descriptions, and the facts that the
//! text of a refusal may name.

use self::Situation::*;

/// Situation in which a request gets no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Situation {
    /// No service has the path.
    UnknownPath,
    /// The header `Host` names another server.
    UnknownHost,
    /// The service has not started yet.
    Starting,
    /// The HTTP method is not served at this path.
    OtherVerb,
    /// A GET request of a JSON-RPC service.
    Get,
    /// The media type of the body is not accepted.
    OtherMediaType,
    /// The body is larger than the service takes.
    TooLarge,
    /// The body is empty.
    EmptyBody,
    /// The body is not JSON.
    NotJson,
    /// A message over a websocket is not JSON.
    BrokenMessage,
    /// An array of calls where batches are not supported.
    Batch,
    /// An array without calls.
    EmptyBatch,
    /// More calls than a batch may hold.
    LargeBatch,
    /// JSON that is not a call.
    NotRequest,
    /// Another version of JSON-RPC.
    OtherVersion,
    /// A call without an ID.
    Notification,
    /// No method has the name.
    UnknownMethod,
    /// No method has the first part of the name.
    UnknownNamespace,
    /// The name of the method does not contain the separator exactly once.
    MethodForm,
    /// The second part of the name begins with an upper-case letter.
    MethodCase,
    /// The parameters do not fit the method.
    InvalidParams,
    /// A required parameter of an array is missing.
    MissingArgument,
    /// The array holds more values than the method has parameters.
    ExtraArguments,
    /// The parameters are an object, and the method takes an array.
    NotArray,
    /// A request at the path of a websocket does not begin one.
    NoWebsocket,
    /// A subscription over HTTP.
    OverHttp,
    /// A subscription names no kind.
    MissingKind,
    /// No subscription has the kind.
    UnknownKind,
    /// No subscription has the ID.
    UnknownSubscription,
}

/// Situation with its key under `refusals`.
#[derive(Debug)]
pub(crate) struct SituationWord {
    pub(crate) word: &'static str,
    pub(crate) situation: Situation,
    /// Names of the facts that the text of a refusal may contain in braces.
    pub(crate) facts: &'static [&'static str],
    pub(crate) doc: &'static str,
}

/// Builds a row of the table of situations.
const fn situation_word(
    word: &'static str,
    situation: Situation,
    facts: &'static [&'static str],
    doc: &'static str,
) -> SituationWord {
    SituationWord { word, situation, facts, doc }
}

/// Facts about the name of a called method.
const METHOD: &[&str] = &["method", "namespace", "name", "Name"];

/// All situations in which a server refuses a request, each with its key.
pub(crate) const SITUATIONS: [SituationWord; 29] = [
    situation_word("unknownPath", UnknownPath, &["path", "verb"], "A path that no service has."),
    situation_word("unknownHost", UnknownHost, &["host"], "A header `Host` that names another server."),
    situation_word("starting", Starting, &[], "A service that has not started yet."),
    situation_word("otherVerb", OtherVerb, &["path", "verb"], "An HTTP method that is not served at the path."),
    situation_word("get", Get, &[], "A GET request of a JSON-RPC service; without this key, `otherVerb`."),
    situation_word("otherMediaType", OtherMediaType, &["mediaType"], "A media type of the body that is not accepted."),
    situation_word("tooLarge", TooLarge, &["bytes", "max"], "A body over the limit of `bytes` under `limits`."),
    situation_word("emptyBody", EmptyBody, &[], "An empty body; without this key, `notJson`."),
    situation_word("notJson", NotJson, &["reason"], "A body that is not JSON."),
    situation_word(
        "brokenMessage",
        BrokenMessage,
        &["reason"],
        "A message over a websocket that is not JSON, after which the connection ends; without this key, `notJson`.",
    ),
    situation_word("batch", Batch, &[], "An array of calls, where batches are not supported."),
    situation_word("emptyBatch", EmptyBatch, &[], "An array without calls."),
    situation_word("largeBatch", LargeBatch, &["max"], "More calls than a batch may hold."),
    situation_word("notRequest", NotRequest, &[], "JSON that is not a call."),
    situation_word("otherVersion", OtherVersion, &[], "A `jsonrpc` other than `2.0`."),
    situation_word("notification", Notification, &[], "A call without an `id`."),
    situation_word("unknownMethod", UnknownMethod, METHOD, "A name that no method has."),
    situation_word("unknownNamespace", UnknownNamespace, METHOD, "A name whose part before `separator` no method has."),
    situation_word("methodForm", MethodForm, &["method"], "A name without exactly one `separator`."),
    situation_word("methodCase", MethodCase, METHOD, "A name with an upper-case letter behind `separator`."),
    situation_word("invalidParams", InvalidParams, &["index", "reason"], "Parameters that do not fit the method."),
    situation_word("missingArgument", MissingArgument, &["index"], "An array that lacks a required parameter."),
    situation_word(
        "extraArguments",
        ExtraArguments,
        &["max"],
        "An array with more values than the method has parameters.",
    ),
    situation_word("notArray", NotArray, &[], "An object as `params`, where the method takes an array."),
    situation_word("noWebsocket", NoWebsocket, &[], "A request at the path of a websocket that does not begin one."),
    situation_word("overHttp", OverHttp, &[], "A subscription that is requested over HTTP."),
    situation_word(
        "missingKind",
        MissingKind,
        &[],
        "A subscription that names no kind; without this key, `invalidParams`.",
    ),
    situation_word("unknownKind", UnknownKind, &["kind", "namespace"], "A subscription of an unknown kind."),
    situation_word("unknownSubscription", UnknownSubscription, &[], "The end of a subscription that does not exist."),
];
