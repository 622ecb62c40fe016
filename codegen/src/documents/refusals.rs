//! Refusals: the responses to requests that get no result, as extensions in the words of the spec.

use serde_json::Value as Json;

use super::extensions::{Members, put, source};
use crate::language::situations::SITUATIONS;
use crate::model::{Dialect, Refusal, RefusalBody, Refusals, to_json};

/// `{ unknownPath: { … } }`; nothing where nothing is described.
pub(super) fn refusals(all: &Refusals) -> Option<Json> {
    let word = |known| SITUATIONS.iter().find(|one| one.situation == known).map(|one| one.word);
    let members = all.0.iter().filter_map(|(situation, one)| Some((word(*situation)?.to_owned(), refusal(one))));
    let members: Members = members.collect();
    (!members.is_empty()).then_some(Json::Object(members))
}

fn refusal(refusal: &Refusal) -> Json {
    let mut out = Members::new();
    put(&mut out, "status", refusal.status.map(Json::from));
    match &refusal.body {
        RefusalBody::Text(text) => put(&mut out, "text", Some(text.as_str().into())),
        RefusalBody::Error { code, message, data } => {
            put(&mut out, "code", code.map(Json::from));
            put(&mut out, "message", Some(message.as_str().into()));
            put(&mut out, "data", data.as_ref().map(to_json));
        }
    }
    put(&mut out, "mediaType", refusal.media_type.as_deref().map(Json::from));
    Json::Object(out)
}

pub(super) fn dialect(dialect: &Dialect) -> Json {
    let headers = dialect.headers.iter().map(|(name, value)| (name.clone(), value.as_str().into()));
    let headers: Members = headers.collect();
    let mut out = Members::new();
    put(&mut out, "doc", (!dialect.doc.is_empty()).then(|| dialect.doc.as_str().into()));
    put(&mut out, "source", dialect.source.as_ref().map(source));
    put(
        &mut out,
        "accepts",
        match dialect.accepts.as_slice() {
            [] => None,
            [one] => Some(one.as_str().into()),
            several => Some(several.into()),
        },
    );
    put(&mut out, "mediaType", dialect.media_type.as_deref().map(Json::from));
    put(&mut out, "headers", (!headers.is_empty()).then_some(Json::Object(headers)));
    put(&mut out, "idFirst", dialect.id_first.then_some(Json::Bool(true)));
    put(&mut out, "nullIdIsNone", dialect.null_id_is_none.then_some(Json::Bool(true)));
    put(&mut out, "numbersAsText", dialect.numbers_as_text.then_some(Json::Bool(true)));
    put(&mut out, "separator", dialect.separator.as_deref().map(Json::from));
    put(&mut out, "errorData", dialect.error_data.as_ref().map(to_json));
    put(&mut out, "refusals", refusals(&dialect.refusals));
    put(&mut out, "seen", dialect.seen.then_some(Json::Bool(true)));
    Json::Object(out)
}
