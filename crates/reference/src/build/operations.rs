//! Builds operations and subscriptions.

use chainloom_codegen::model::{self, CallView, Field, Place, Wire, to_json};
use chainloom_codegen::{EFFECTS, sentences, word};

use super::members::Side;
use super::{Context, facts};
use crate::data::{Example, Fixed, Operation, Protocol, RustNames, Subscription, TypeText};

/// Builds all operations, in the order of the spec.
pub(super) fn operations(context: &Context<'_>) -> Vec<Operation> {
    context.named.model().typed_calls().map(|call| operation(context, call)).collect()
}

/// Returns the first sentence of an operation, and that by which a variant differs from the others.
fn summary(call: CallView<'_>) -> String {
    let summaries = [&call.operation.doc, &call.own.doc].map(|doc| sentences::summary(doc));
    summaries.iter().filter(|text| !text.is_empty()).map(String::as_str).collect::<Vec<_>>().join(". ")
}

fn operation(context: &Context<'_>, call: CallView<'_>) -> Operation {
    let (named, model) = (context.named, context.named.model());
    let (operation, facts) = (call.operation, call.facts());
    let service = &model.services[operation.service.0];
    let names: Vec<&str> = named.params(call).collect();
    let free = || call.params().zip(&names).filter(|(param, _)| param.fixed.is_none());
    let parameters = free().map(|(param, rust)| context.member(param.field, rust, Some(param.place), Side::Sent));
    let parameters = parameters.collect();
    let method = named.method(call);
    let arguments = free().filter(|(param, _)| is_argument(param.field)).map(|(_, name)| *name);
    let call_text = call_text(context, operation.service, method, arguments);
    Operation {
        id: call.id_of(service),
        service: service.name.clone(),
        client: model.clients[service.client.0].name.clone(),
        file: model.modules[operation.module.0].name(),
        protocol: protocol(&operation.wire),
        wire_name: model.shown_wire_name(call),
        rust: RustNames {
            method: method.to_owned(),
            call: call_text,
            path: format!("{}::{method}", named.handle_path(operation.service)),
            request: named.request_path(call),
            result: named.result_path(call),
        },
        summary: summary(call),
        doc: facts.doc.clone(),
        effect: word(&EFFECTS, operation.effect).unwrap_or_default(),
        statements: facts::statements(sentences::of_call(&facts)),
        parameters,
        fixed: fixed(call),
        media_type: operation.content.as_ref().map(|content| content.media_type().to_owned()),
        result: call.own.result.as_ref().map_or_else(TypeText::default, |ty| context.type_text(ty)),
        response: response(model, call),
        statuses: operation.statuses.iter().map(|(status, _)| *status).collect(),
        headers: headers(context, call),
        security: operation.security.clone(),
        server: model.server_of(operation).map(|server| server.base_url.as_str().to_owned()),
        errors: operation.errors.iter().map(|error| facts::error(context, error)).collect(),
        seen: facts.seen,
        examples: call.own.examples.iter().map(example).collect(),
        source: facts::source(facts.source),
    }
}

fn protocol(wire: &Wire) -> Protocol {
    match wire {
        Wire::Rest { verb, path } => Protocol::Rest { verb: verb.as_str().to_owned(), path: path.as_str().to_owned() },
        Wire::Rpc { method } => Protocol::Rpc { method: method.as_str().to_owned() },
    }
}

fn fixed(call: CallView<'_>) -> Vec<Fixed> {
    let fixed = call.params().filter_map(|param| {
        let value = to_json(param.fixed?);
        Some(Fixed { name: param.field.name.clone(), place: sentences::place(param.place), value })
    });
    fixed.collect()
}

fn response(model: &model::Model, call: CallView<'_>) -> String {
    let response = sentences::response(model, call.own);
    let leaves = call.operation.leaves_origin.then(|| sentences::LEAVES_ORIGIN.to_owned());
    sentences::paragraphs([response].into_iter().chain(leaves))
}

fn headers(context: &Context<'_>, call: CallView<'_>) -> Vec<crate::data::Member> {
    let Some(id) = call.own.response.headers else { return Vec::new() };
    let fields = context.named.model().response_headers(call.own).iter().zip(context.named.members(id));
    fields.map(|(field, rust)| context.member(field, rust, Some(Place::Header), Side::Either)).collect()
}

fn example(example: &model::Example) -> Example {
    Example {
        doc: example.doc.clone(),
        request: example.request.iter().map(|(name, value)| (name.clone(), to_json(value))).collect(),
        response: example.response.as_ref().map(to_json),
    }
}

/// Returns whether the method in Rust takes a member as an argument: a caller must set it.
fn is_argument(field: &Field) -> bool {
    field.is_demanded() && field.constant.is_none()
}

/// Returns the expression for a call: `client.books().find_book(isbn)`.
fn call_text<'a>(
    context: &Context<'_>,
    service: model::ServiceId,
    method: &str,
    arguments: impl Iterator<Item = &'a str>,
) -> String {
    let instance = context.named.model().services[service.0].instance.as_deref().unwrap_or_default();
    let accessor = context.named.accessor(service).map(|name| format!(".{name}({instance})")).unwrap_or_default();
    format!("client{accessor}.{method}({})", arguments.collect::<Vec<_>>().join(", "))
}

/// Builds all subscriptions, in the order of the spec.
pub(super) fn subscriptions(context: &Context<'_>) -> Vec<Subscription> {
    let all = context.named.model().subscriptions.iter().enumerate();
    all.map(|(index, one)| subscription(context, index, one)).collect()
}

fn subscription(context: &Context<'_>, index: usize, one: &model::Subscription) -> Subscription {
    let (named, model) = (context.named, context.named.model());
    let service = &model.services[one.service.0];
    let params = || one.params.iter().zip(named.subscription_params(index));
    let own_method = one.subscribe.as_ref().map(|names| model.shown(&names.call));
    let begin = one.subscribe.as_ref().or(service.subscribe.as_ref()).map(|names| model.shown(&names.call));
    let method = named.subscription_method(index);
    let arguments = params().filter(|(param, _)| is_argument(&param.field)).map(|(_, name)| name);
    Subscription {
        id: format!("{}.{}", service.name, one.name),
        service: service.name.clone(),
        client: model.clients[service.client.0].name.clone(),
        file: model.modules[one.module.0].name(),
        wire_name: own_method.or_else(|| one.kind.clone()).unwrap_or_else(|| one.name.clone()),
        begin,
        method: method.to_owned(),
        call: call_text(context, one.service, method, arguments),
        summary: sentences::summary(&one.doc),
        doc: one.doc.clone(),
        parameters: params()
            .map(|(param, rust)| context.member(&param.field, rust, Some(param.place), Side::Sent))
            .collect(),
        item: context.type_text(&one.item),
        backfill: one.backfill.is_some(),
        statements: facts::statements(sentences::of_subscription(one)),
        seen: one.seen,
        source: facts::source(one.source.as_ref()),
    }
}
