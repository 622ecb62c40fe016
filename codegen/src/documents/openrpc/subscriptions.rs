//! Subscriptions: the methods that begin and end a subscription, and the events between.
//!
//! Input: the subscriptions of a service. Output: methods, with the kinds of events as extensions.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use super::methods::{method_name, tag};
use super::params::of_fields;
use super::servers;
use crate::documents::members::{Members, distinct, put, put_all};
use crate::model::{Field, ParamStyle, Subscribe, Subscription, Template};
use crate::sentences;

/// Returns the methods of subscriptions; none for a service without them.
pub(super) fn methods(context: &OpenRpc<'_>) -> Vec<Json> {
    let mut methods: Vec<Members> = Vec::new();
    for (names, kinds) in groups(context) {
        for method in [subscribe_method(context, names, kinds), unsubscribe_method(context, names)] {
            // Several subscriptions may end with the same method.
            if !methods.iter().any(|known| known.get("name") == method.get("name")) {
                methods.push(method);
            }
        }
    }
    methods.into_iter().map(Json::Object).collect()
}

/// Groups the subscriptions by their method names: the names of the service, or their own.
fn groups<'m>(context: &OpenRpc<'m>) -> Vec<(&'m Subscribe, Vec<&'m Subscription>)> {
    let shared = context.service.subscribe.as_ref();
    let mut groups: Vec<(&Subscribe, Vec<&Subscription>)> =
        shared.map(|names| (names, Vec::new())).into_iter().collect();
    for one in context.subscriptions() {
        let Some(names) = one.subscribe.as_ref().or(shared) else { continue };
        match groups.iter_mut().find(|(known, _)| *known == names) {
            Some((_, kinds)) => kinds.push(one),
            None => groups.push((names, vec![one])),
        }
    }
    groups.retain(|(names, kinds)| {
        !kinds.is_empty() || Some(*names) == shared && context.subscriptions().next().is_none()
    });
    groups
}

/// Returns the name of a kind: on the wire, or else in the spec.
fn label(kind: &Subscription) -> &str {
    kind.kind.as_deref().unwrap_or(&kind.name)
}

fn subscribe_method(context: &OpenRpc<'_>, names: &Subscribe, kinds: Vec<&Subscription>) -> Members {
    let notify = context.model.shown(&names.notify);
    let told = format!(
        "Each message is a notification with the method `{notify}`; its `params` holds the id as `subscription` and \
         the item as `result`."
    );
    let about = sentences::list("Kinds:", kinds.iter().map(|kind| kind_text(context, kind)));
    let texts = ["Begins a subscription, over the websocket.".to_owned(), told, about];
    let mut out = method_head(context, names, &names.call, "Begins a subscription", sentences::paragraphs(texts));
    let modules = distinct(kinds.iter().map(|kind| kind.module));
    put_all(&mut out, "tags", modules.into_iter().map(|module| tag(context, module)));
    out.insert("params".to_owned(), Json::Array(parameters(context, &kinds)));
    let id = json!({ "type": ["string", "integer"] });
    let id =
        json!({ "name": "subscription", "description": "The id of the subscription.", "required": true, "schema": id });
    out.insert("result".to_owned(), id);
    put_all(&mut out, "x-subscriptions", kinds.iter().map(|kind| of_kind(context, kind)));
    out
}

fn unsubscribe_method(context: &OpenRpc<'_>, names: &Subscribe) -> Members {
    let text = "Ends a subscription. The form of the result is not specified.";
    let mut out = method_head(context, names, &names.cancel, "Ends a subscription", text.to_owned());
    let id = json!({ "type": ["string", "integer"] });
    let id =
        json!({ "name": "subscription", "description": "The id of the subscription.", "required": true, "schema": id });
    out.insert("params".to_owned(), Json::Array(vec![id]));
    let result = json!({ "name": "result", "description": "Not specified.", "required": true, "schema": {} });
    out.insert("result".to_owned(), result);
    out
}

/// Returns the members that the methods to begin and to end a subscription share.
fn method_head(context: &OpenRpc<'_>, names: &Subscribe, template: &Template, summary: &str, text: String) -> Members {
    let mut out = method_name(context, template);
    out.insert("summary".to_owned(), summary.into());
    out.insert("description".to_owned(), text.into());
    put_all(&mut out, "servers", servers::websocket(context).into_iter());
    // The parameters for the methods of the service are always an array that begins with the kind.
    let is_shared = context.service.subscribe.as_ref() == Some(names);
    let is_named = context.service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Named);
    let structure = if is_named && !is_shared { "by-name" } else { "by-position" };
    out.insert("paramStructure".to_owned(), structure.into());
    out
}

/// Returns the parameter for the kind, then one parameter per further position, merged over all
/// kinds.
fn parameters(context: &OpenRpc<'_>, kinds: &[&Subscription]) -> Vec<Json> {
    let sent = || kinds.iter().filter_map(|kind| Some((kind.kind.as_deref()?, kind.doc.trim())));
    let names: Vec<&str> = sent().map(|(name, _)| name).collect();
    let arms: Vec<Json> = sent().map(|(name, doc)| json!({ "const": name, "description": doc })).collect();
    let owned: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
    let kind = (!names.is_empty()).then(|| {
        json!({
            "name": "kind",
            "description": format!("What is pushed: {}.", sentences::code_list(&owned)),
            "required": true,
            "schema": { "type": "string", "enum": names, "anyOf": arms },
        })
    });
    let mut out: Vec<Json> = kind.into_iter().collect();
    let longest = kinds.iter().map(|kind| kind.params.len()).max().unwrap_or_default();
    out.extend((0..longest).map(|at| parameter(context, kinds, at)));
    out
}

/// Returns the parameter with the index `at` of all subscriptions with one method.
fn parameter(context: &OpenRpc<'_>, kinds: &[&Subscription], at: usize) -> Json {
    let uses: Vec<(&Subscription, &Field)> =
        kinds.iter().filter_map(|kind| Some((*kind, &kind.params.get(at)?.field))).collect();
    let fields: Vec<&Field> = uses.iter().map(|(_, field)| *field).collect();
    let required = uses.len() == kinds.len() && fields.iter().all(|field| field.required);
    let mut out = of_fields(context, &fields, required);
    let names = distinct(fields.iter().map(|field| field.name.as_str()));
    // The name of a positional parameter is not sent, so one name may list all of them.
    out.insert("name".to_owned(), crate::casing::snake(&names.join(" or ")).into());
    let which =
        sentences::list("By kind:", uses.iter().map(|(kind, field)| format!("`{}`: `{}`", label(kind), field.name)));
    let text = out.get("description").and_then(Json::as_str).unwrap_or_default().to_owned();
    out.insert("description".to_owned(), sentences::paragraphs([text, which]).into());
    Json::Object(out)
}

/// Returns a kind with the types of its parameters and events, for which the standard has no place.
fn of_kind(context: &OpenRpc<'_>, kind: &Subscription) -> Json {
    let param = |field: &Field| Json::Object(of_fields(context, &[field], field.required));
    let mut out = Members::new();
    put(&mut out, "kind", kind.kind.as_deref().map(Json::from));
    out.insert("name".to_owned(), kind.name.as_str().into());
    out.insert("params".to_owned(), kind.params.iter().map(|one| param(&one.field)).collect());
    out.insert("item".to_owned(), context.reference(&kind.item));
    Json::Object(out)
}

/// Describes a kind in one line.
fn kind_text(context: &OpenRpc<'_>, kind: &Subscription) -> String {
    let stated = sentences::of_subscription(kind);
    let stated: Vec<String> = stated.iter().flat_map(sentences::Statements::texts).collect();
    let seen = if kind.seen { sentences::SEEN.to_owned() } else { String::new() };
    let missing: Vec<String> = context
        .missing_kind_on(label(kind))
        .iter()
        .map(|(deployment, _)| format!("Not on {}.", deployment.name))
        .collect();
    let head = format!("`{}`: {}", label(kind), kind.doc.trim());
    let texts = [head, stated.join(" "), seen, missing.join(" ")];
    texts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}
