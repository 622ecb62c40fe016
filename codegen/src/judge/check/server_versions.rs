//! The call by which a server says which version it runs.
//!
//! Input: the words of clients, and the operations. Output: how it is called and which member of its result is read; or why it
//! cannot be called without knowing more.

use super::context::Checker;
use super::member_paths::{fields_of, find};
use super::table::view;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{CallView, ClientId, Model, ParamStyle, ServerVersion, Service, Verb, Wire};
use crate::spec::document::ServerVersionDecl;

impl Checker<'_> {
    pub(super) fn check_server_versions(&mut self) {
        for client in 0..self.model.clients.len() {
            let file = self.scopes.client_files.get(client).and_then(|file| self.files.get(*file));
            let doc = file.and_then(|file| file.client.as_ref()?.server_version.as_ref());
            let Some(doc) = doc else { continue };
            match server_version(&self.model, ClientId(client), doc) {
                Ok(version) => self.model.clients[client].server_version = version,
                Err(problem) => self.report(problem),
            }
        }
    }
}

/// None where a type is broken, which was reported.
fn server_version(
    model: &Model,
    client: ClientId,
    doc: &ServerVersionDecl,
) -> Result<Option<ServerVersion>, Diagnostic> {
    let (call, service) = called(model, client, doc)?;
    if let Some(why) = why_not(call, service) {
        let message = format!("`{}` cannot be called for a version: {why}", doc.call.value);
        return Err(Diagnostic::error(Code::BadValue, doc.call.span, message));
    }
    let fields = call.own.result.as_ref().and_then(|ty| fields_of(view(&model.types, ty))).unwrap_or_default();
    let member = match find(&model.types, fields, &doc.member.value) {
        Ok(member) => member.path,
        Err(missing) => {
            let whose = format!("the result of `{}`", doc.call.value);
            return missing.problem(Code::BadValue, doc.member.span, &whose).map_or(Ok(None), Err);
        }
    };
    Ok(Some(ServerVersion {
        call: doc.call.value.clone(),
        wire: call.operation.wire.clone(),
        endpoint: service.endpoints.first().map(|endpoint| endpoint.path.clone()),
        params: service.rpc.as_ref().map_or(ParamStyle::Named, |rpc| rpc.params),
        member,
    }))
}

fn called<'m>(
    model: &'m Model,
    client: ClientId,
    doc: &ServerVersionDecl,
) -> Result<(CallView<'m>, &'m Service), Diagnostic> {
    let with_service = |call: CallView<'m>| Some((call, model.services.get(call.operation.service.0)?));
    let all = || model.typed_calls().filter_map(with_service).filter(|(_, service)| service.client == client);
    all().find(|(call, service)| call.id_of(service) == doc.call.value).ok_or_else(|| {
        let message = format!("the client has no operation `{}`", doc.call.value);
        let ids: Vec<String> = all().map(|(call, service)| call.id_of(service)).collect();
        let near = did_you_mean(&doc.call.value, ids.iter().map(String::as_str));
        let hint = "an ID is the name of the service, a dot, and the name of the operation";
        Diagnostic::error(Code::BadValue, doc.call.span, message).hint(hint).hint_opt(near)
    })
}

/// Why a call needs more than the client.
fn why_not(call: CallView<'_>, service: &Service) -> Option<&'static str> {
    if call.free_params().any(|param| param.field.required) || call.fixed_params().next().is_some() {
        return Some("it has parameters that must be sent");
    }
    if matches!(call.operation.wire, Wire::Rest { verb, .. } if verb != Verb::Get) {
        return Some("it is no GET request");
    }
    (!service.vars.is_empty()).then_some("its service has variables")
}
