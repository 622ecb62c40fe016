//! Converts parts of the model to JSON, as the values of facts.
//!
//! Input: parts of the model. Output: JSON, which is equal if the parts have the same meaning:
//! without source places, and with names instead of indices. For people, the member `text` or
//! `value` of an object is printed.

use std::sync::LazyLock;

use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{
    Availability, Backfill, CallId, ClientId, Counts, Field, Limit, MemberPath, Paging, RpcRetry, ServiceId, Subscribe,
    Template, Type, TypeId, Value, Wait, WebhookId, to_json,
};
use chainloom_codegen::{sentences, snake};
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{Facts, SENT};
use crate::item::Kind;

/// Examples of a source place and of a template, by whose members their JSON is recognized.
static SPAN: LazyLock<Json> = LazyLock::new(|| json!(Span::default()));
static TEMPLATE: LazyLock<Json> = LazyLock::new(|| json!(Template::default()));

/// Removes source places from data, and replaces templates by their texts.
fn plain(data: Json) -> Json {
    let is_like = |example: &Json| {
        let members = data.as_object().zip(example.as_object());
        members.is_some_and(|(members, example)| members.keys().eq(example.keys()))
    };
    if is_like(&SPAN) {
        return Json::Null;
    }
    if is_like(&TEMPLATE) {
        return data.get("text").cloned().unwrap_or_default();
    }
    match data {
        Json::Array(items) => items.into_iter().map(plain).collect(),
        Json::Object(members) => {
            members.into_iter().map(|(key, value)| (key, plain(value))).filter(|(_, value)| !value.is_null()).collect()
        }
        other => other,
    }
}

/// Returns the order of parameters or members, and whether a list without names holds their values.
pub(super) fn order<'f>(fields: impl Iterator<Item = &'f Field>, is_positional: bool) -> Json {
    json!({ "names": fields.map(|field| &field.name).collect::<Vec<_>>(), "positional": is_positional })
}

/// Functions that convert members of the model to the values of facts. `members` names them after a
/// colon.
impl Facts<'_> {
    /// Returns a part of the model as JSON. The part must not contain indices.
    pub(super) fn data(&self, part: impl Serialize) -> Json {
        serde_json::to_value(part).map_or_else(|error| json!(error.to_string()), plain)
    }

    /// Returns a variant of an enumeration in kebab case, such as `object-in-array`.
    pub(super) fn word(&self, part: impl Serialize) -> Json {
        match self.data(part) {
            Json::String(variant) => json!(snake(&variant).replace('_', "-")),
            other => other,
        }
    }

    /// Returns a part of the model as data that is compared but not printed.
    pub(super) fn unshown(&self, part: impl Serialize) -> Json {
        json!({ "data": self.data(part) })
    }

    pub(super) fn text(&self, text: &str) -> Json {
        if text.is_empty() { Json::Null } else { json!(text) }
    }

    pub(super) fn value(&self, value: &Option<Value>) -> Json {
        value.as_ref().map_or(Json::Null, |value| json!({ "value": to_json(value) }))
    }

    pub(super) fn member(&self, path: &Option<MemberPath>) -> Json {
        json!(path.as_ref().map(MemberPath::dotted))
    }

    pub(super) fn counted(&self, of: &Option<Counts>) -> Json {
        json!(of.as_ref().map(|counts| format!("{}.{}", counts.call, counts.list.dotted())))
    }

    pub(super) fn methods(&self, names: &Option<Subscribe>) -> Json {
        json!(names.as_ref().map(|names| [&names.call, &names.cancel, &names.notify].map(Template::as_str)))
    }

    pub(super) fn delivery_id(&self, id: &Option<WebhookId>) -> Json {
        match id {
            Some(WebhookId::Member(path)) => json!(path.dotted()),
            other => self.data(other),
        }
    }

    pub(super) fn retry(&self, retry: &Option<RpcRetry>) -> Json {
        json!(retry.map(|retry| sentences::retry(retry).trim_end_matches('.')))
    }

    /// Returns an optional part of the model as data, with the words that are printed for it.
    pub(super) fn worded<T: Serialize>(&self, part: &Option<T>, words: fn(&T) -> String) -> Json {
        part.as_ref().map_or(Json::Null, |part| self.in_words(part, &words(part)))
    }

    pub(super) fn limits(&self, limits: &[Limit]) -> Json {
        let sentence = |limit: &Limit| sentences::limit(&Limit { doc: String::new(), ..limit.clone() });
        limits.iter().map(|limit| self.in_words(limit, &sentence(limit))).collect()
    }

    pub(super) fn available(&self, conditions: &[Availability]) -> Json {
        let sentence =
            |one: &Availability| sentences::availability(&Availability { doc: String::new(), ..one.clone() });
        conditions.iter().map(|one| self.in_words(one, &sentence(one))).collect()
    }

    /// Returns a part of the model as data, with a sentence that is printed for it.
    fn in_words(&self, part: impl Serialize, sentence: &str) -> Json {
        let mut data = self.data(part);
        data["text"] = json!(sentence.trim_end_matches('.'));
        data
    }

    pub(super) fn name_of_client(&self, id: &ClientId) -> Json {
        json!(self.model.clients[id.0].name)
    }

    pub(super) fn name_of_type(&self, ty: &Type) -> Json {
        json!(self.labels.text(ty))
    }

    pub(super) fn name_of_headers(&self, id: &Option<TypeId>) -> Json {
        json!(id.and_then(|id| self.labels.types.get(id.0)))
    }

    pub(super) fn name_of_scalar(&self, scalar: &Option<(String, Span)>) -> Json {
        json!(scalar.as_ref().map(|(name, _)| name))
    }

    pub(super) fn whole_urls(&self, urls: &[(ServiceId, Template)]) -> Json {
        urls.iter().map(|(service, url)| json!([self.model.services[service.0].name, url.as_str()])).collect()
    }

    pub(super) fn paging(&self, paging: &Option<Paging>) -> Json {
        let Some(paging) = paging else { return Json::Null };
        let query = paging.query.iter().map(|field| {
            let facts = self.field(Kind::Parameter, field, SENT, Vec::new()).facts.into_iter();
            json!([field.name, facts.map(|(_, fact)| fact).collect::<Vec<_>>()])
        });
        let mut data = self.data(Paging { query: Vec::new(), ..paging.clone() });
        data["query"] = query.collect();
        data
    }

    pub(super) fn backfill(&self, backfill: &Option<Backfill>) -> Json {
        let Some(backfill) = backfill else { return Json::Null };
        let name = |id: CallId| json!(self.model.typed_calls().nth(id.0).map(|call| call.name()));
        let mut data = self.data(backfill);
        (data["latest"], data["call"]) = (name(backfill.latest), name(backfill.call));
        data
    }

    /// Returns the data of a wait. The indices of calls are set to 0, because the data contains the
    /// names of the calls, too.
    pub(super) fn wait(&self, wait: &Option<Wait>) -> Json {
        let mut wait = wait.clone();
        if let Some(confirmations) = wait.as_mut().and_then(|wait| wait.confirmations.as_mut()) {
            confirmations.latest = CallId(0);
        }
        if let Some(replaced) = wait.as_mut().and_then(|wait| wait.replaced.as_mut()) {
            (replaced.pending, replaced.next) = (CallId(0), CallId(0));
        }
        self.data(wait)
    }
}
