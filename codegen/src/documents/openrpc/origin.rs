//! The client and the service apart, in the words of the spec: their names, files, texts and
//! variables.
//!
//! All other parts of a document describe both together.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use crate::documents::extensions::{self, Members, put, put_all};
use crate::documents::refusals;
use crate::language::word::Word;
use crate::model::{ModuleId, Subscribe, Var};
use crate::spec::closed::{STYLES, word};

pub(super) fn client(context: &OpenRpc<'_>) -> Json {
    let client = context.client;
    let mut out = named(context, &client.name, client.module, &context.model.modules[client.module.0].doc);
    put(&mut out, "source", client.source.as_ref().map(extensions::source));
    out.insert("baseUrl".to_owned(), client.base_url.as_str().into());
    put(&mut out, "vars", variables(context, false));
    put(&mut out, "security", client.security.as_ref().map(|ways| json!(ways)));
    put_all(&mut out, "servers", context.model.server_of_service(context.service).map(extensions::server).into_iter());
    let send: Members = client.send.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
    put(&mut out, "send", (!send.is_empty()).then_some(Json::Object(send)));
    put_all(&mut out, "unavailable", client.unavailable.iter().map(Word::write));
    put(&mut out, "refusals", refusals::refusals(&client.refusals));
    let own = client.dialects.iter().filter(|dialect| Some(&dialect.name) == name_of_dialect(context));
    let own: Members = own.map(|dialect| (dialect.name.clone(), refusals::dialect(dialect))).collect();
    put(&mut out, "dialects", (!own.is_empty()).then_some(Json::Object(own)));
    put_all(&mut out, "limits", client.limits.iter().map(Word::write));
    put_all(&mut out, "notes", client.notes.iter().map(Word::write));
    Json::Object(out)
}

pub(super) fn service(context: &OpenRpc<'_>) -> Json {
    let service = context.service;
    let mut out = named(context, &service.name, service.module, &service.doc);
    put(&mut out, "params", service.rpc.as_ref().and_then(|rpc| word(&STYLES, rpc.params)).map(Json::from));
    put(&mut out, "dialect", name_of_dialect(context).map(|name| name.as_str().into()));
    put(&mut out, "server", context.model.server_of_service(context.service).map(|server| json!(server.name)));
    put(&mut out, "vars", variables(context, true));
    put(&mut out, "subscribe", service.subscribe.as_ref().map(subscribe));
    Json::Object(out)
}

fn name_of_dialect<'m>(context: &OpenRpc<'m>) -> Option<&'m String> {
    context.service.rpc.as_ref().and_then(|rpc| rpc.dialect.as_ref())
}

/// The methods of subscriptions, as templates.
pub(super) fn subscribe(names: &Subscribe) -> Json {
    json!({ "call": names.call.as_str(), "cancel": names.cancel.as_str(), "notify": names.notify.as_str() })
}

/// The path of a file, without its ending.
pub(super) fn file(context: &OpenRpc<'_>, module: ModuleId) -> String {
    context.model.modules[module.0].path.join("/")
}

fn named(context: &OpenRpc<'_>, name: &str, module: ModuleId, doc: &str) -> Members {
    let mut out =
        Members::from_iter([("name".to_owned(), name.into()), ("file".to_owned(), file(context, module).into())]);
    put(&mut out, "doc", (!doc.trim().is_empty()).then(|| doc.trim().into()));
    out
}

/// The variables that anything of this service names: its own, or those of its client.
fn variables(context: &OpenRpc<'_>, own: bool) -> Option<Json> {
    let used = context.used_vars().into_iter().filter(|var| context.is_of_service(var) == own);
    let vars: Members = used.map(|var| (var.name.clone(), variable(var))).collect();
    (!vars.is_empty()).then_some(Json::Object(vars))
}

fn variable(var: &Var) -> Json {
    let mut out = Members::new();
    put(&mut out, "default", var.default.as_deref().map(Json::from));
    put(&mut out, "doc", (!var.doc.is_empty()).then(|| var.doc.trim().into()));
    put(&mut out, "source", var.source.as_ref().map(extensions::source));
    Json::Object(out)
}
