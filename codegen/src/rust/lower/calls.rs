//! Typed calls: from what is described to an input struct, a static description and a method.

use quote::quote;

use super::definitions::lower_field;
use super::docs::Label;
use super::pages::lower_items;
use super::services::{lower_condition, lower_errors, lower_subscribe};
use super::types::{Here, Lowering};
use super::{
    Answer, AnswerHeaders, AnswerKind, Backfill, Binding, Bound, Call, Catalog, CatalogEntry, HeightParam, Item,
    ItemPath, Joins, Pages, Record, Rule, SubscribeMethod, Subscription, docs, example,
};
use crate::analysis::names::CallNames;
use crate::ident::RustIdent;
use crate::model::{self, AnswerBody, CallView, Content, ModuleId, ParamStyle, Service, Style};

/// Adds the calls and subscriptions that a module describes.
pub(super) fn lower_calls(lowering: &Lowering<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for call in lowering.calls_of(module) {
        items.push(Item::Call(Box::new(lower_call(lowering, *call))));
    }
    for (index, subscription) in lowering.model.subscriptions.iter().enumerate() {
        if subscription.module == module {
            let names = lowering.names.subscription(index);
            items.push(Item::Subscription(Box::new(lower_subscription(lowering, subscription, names))));
        }
    }
}

/// The entries of the catalogue, in the order of the model.
pub(super) fn lower_catalog(lowering: &Lowering<'_>) -> Catalog {
    let own = lowering.model.typed_calls().filter(|call| lowering.model.is_own(call.operation.module));
    let entries = own.map(|call| CatalogEntry {
        features: lowering.features_of(call.operation.module).to_vec(),
        call: lowering.call_from_root(call.operation.module, &lowering.names.call(call.own.id).name),
    });
    Catalog { name: lowering.names.root.catalog.clone(), entries: entries.collect() }
}

fn lower_call(lowering: &Lowering<'_>, call: CallView<'_>) -> Call {
    let (operation, names) = (call.operation, lowering.names.call(call.own.id));
    let service = &lowering.model.services[operation.service.0];
    let (here, in_calls) = (Here::items(operation.module), Here::calls(operation.module));
    let facts = call.facts();
    let handle = |here| lowering.item(here, service.module, &lowering.names.service(operation.service).handle);
    let joins = lowering.model.joins_package(operation).then(|| lower_joins(names));
    let is_positional = is_positional(service);
    let free = || {
        let free = call.params().zip(&names.params).filter(|(param, _)| param.fixed.is_none());
        free.map(|(param, name)| (param.field, name, Label::of(param.place, is_positional)))
    };
    let doc = docs::input_doc(call, &method_path(&handle(in_calls), joins.as_ref(), &names.method));
    let mut input = lower_input(lowering, in_calls, names, doc, free());
    let mut params = lower_params(lowering, here, free());
    name_params(lowering, call, &mut input.fields);
    name_params(lowering, call, &mut params);
    let mut doc = docs::call_doc(lowering.model, call);
    docs::add_named(&mut doc, &input);
    example::add(&mut doc, call);
    let indices = Indices(call.free_params().map(|param| param.field.name.as_str()).collect());
    Call {
        input,
        params,
        table: names.table.clone(),
        id: call.id_of(service),
        method: names.method.clone(),
        doc: doc.done(),
        aliases: docs::aliases(operation, names.method.as_str()),
        service: lowering.service_table(here, operation.service),
        call: lowering.of_client(here, service.client, "Call"),
        handle: handle(here),
        joins,
        batched: service.takes_batches() && matches!(operation.wire, model::Wire::Rpc { .. }),
        wire: operation.wire.clone(),
        bindings: lower_bindings(service, call, &indices),
        security: operation.security.clone(),
        content: operation.content.as_ref().and_then(lower_content),
        output: call.own.result.as_ref().map(|ty| lowering.type_ref(here, ty)),
        answer: lower_answer(lowering, here, call),
        rules: operation.rules.iter().map(|rule| lower_rule(rule, &indices)).collect(),
        effect: operation.effect,
        paginate: operation.paginate.as_ref().map(|paginate| lower_paginate(paginate, &indices)),
        items: lower_items(lowering, here, call),
        cost: operation.cost.as_ref().map(|cost| cost.units),
        since: facts.since.map(str::to_owned),
        until: facts.until.map(str::to_owned),
        limits: operation.limits.clone(),
        errors: lower_errors(lowering, here, &operation.errors),
        available: facts.available.iter().map(|one| lower_condition(one)).collect(),
        deprecated: facts.deprecated.map(docs::deprecated),
    }
}

fn lower_answer(lowering: &Lowering<'_>, here: Here, call: CallView<'_>) -> Answer {
    let told = lowering.model.told_answer(call.own).map(|(id, _)| {
        let (module, names) = (lowering.model.types[id.0].module, lowering.names.ty(id));
        (lowering.table(here, module, &names.table), lowering.item(here, module, &names.name))
    });
    let kind = match (&call.own.answer.body, told) {
        (AnswerBody::Text(types), _) => AnswerKind::Text(types.clone()),
        (AnswerBody::Bytes(types), _) => AnswerKind::Bytes(types.clone()),
        (AnswerBody::ByStatus, Some((table, _))) => AnswerKind::ByStatus(table),
        (AnswerBody::Events, Some((table, event))) => AnswerKind::Events { table, event },
        _ => AnswerKind::Json,
    };
    let headers = call.own.answer.headers.map(|id| {
        let (module, names) = (lowering.model.types[id.0].module, lowering.names.ty(id));
        let (name, table) = (lowering.item(here, module, &names.name), lowering.table(here, module, &names.table));
        AnswerHeaders { name, table }
    });
    Answer { kind, headers, leaves_origin: call.operation.leaves_origin }
}

/// The method that makes a call, as it is named among the calls of its module.
fn method_path(handle: &ItemPath, joins: Option<&Joins>, method: &RustIdent) -> String {
    let path = match joins {
        Some(Joins { handle, .. }) => quote!(super::#handle::#method),
        None => quote!(#handle::#method),
    };
    path.to_string().replace(' ', "")
}

fn is_positional(service: &Service) -> bool {
    service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Positional)
}

fn lower_joins(names: &CallNames) -> Joins {
    Joins { handle: names.extension.clone(), call: names.call_extension.clone() }
}

/// A parameter with its name, and with what it is called where it is sent.
type Param<'a> = (&'a model::Field, &'a RustIdent, Label);

fn lower_params<'a>(lowering: &Lowering<'_>, here: Here, params: impl Iterator<Item = Param<'a>>) -> Vec<super::Field> {
    params.map(|(field, name, label)| lower_field(lowering, here, field, name, (label, true))).collect()
}

/// The struct that holds the parameters which are not fixed.
fn lower_input<'a>(
    lowering: &Lowering<'_>,
    here: Here,
    names: &CallNames,
    doc: Vec<String>,
    params: impl Iterator<Item = Param<'a>>,
) -> Record {
    Record {
        name: names.name.clone(),
        table: names.input_table.clone(),
        wire_name: names.name.to_string(),
        doc,
        fields: lower_params(lowering, here, params),
        extra: None,
        is_input: true,
        arms: None,
    }
}

/// Neighbours of one type are set by name.
fn name_params(lowering: &Lowering<'_>, call: CallView<'_>, params: &mut [super::Field]) {
    let named = lowering.model.named_params(call);
    for (field, _) in params.iter_mut().zip(named).filter(|(_, named)| *named) {
        field.named = true;
        field.doc.extend([String::new(), "Required.".to_owned()]);
    }
}

/// The place of each free parameter in the input.
struct Indices<'m>(Vec<&'m str>);

impl Indices<'_> {
    /// `check` has made sure that the name is there.
    fn of(&self, name: &str) -> usize {
        self.0.iter().position(|other| *other == name).unwrap_or_default()
    }
}

fn lower_bindings(service: &Service, call: CallView<'_>, indices: &Indices<'_>) -> Vec<Binding> {
    let is_positional = is_positional(service);
    let bindings = call.params().map(|param| Binding {
        place: param.place,
        name: if is_positional { String::new() } else { param.field.name.clone() },
        value: match param.fixed {
            Some(value) => Bound::Fixed(docs::json(value)),
            None => Bound::Member(indices.of(&param.field.name)),
        },
        join: param.field.join.clone(),
        style: param.field.style.filter(|style| *style != Style::Repeated),
        keeps_slashes: param.field.keeps_slashes,
    });
    bindings.collect()
}

/// That of forms and of several parts is known by their places.
fn lower_content(content: &Content) -> Option<String> {
    let is_told = matches!(content, Content::Json(_) | Content::Raw(_)) && !content.is_usual();
    is_told.then(|| content.media_type().to_owned())
}

fn lower_rule(rule: &model::Rule, indices: &Indices<'_>) -> Rule {
    Rule { kind: rule.kind.map(|name| indices.of(name)), doc: rule.doc.clone() }
}

fn lower_paginate(paginate: &model::Paginate, indices: &Indices<'_>) -> Pages {
    Pages {
        by: paginate.by.map(|name| indices.of(name)),
        size: paginate.size.as_ref().map(|name| indices.of(name)),
        spec: paginate.clone(),
    }
}

fn lower_subscription(lowering: &Lowering<'_>, subscription: &model::Subscription, names: &CallNames) -> Subscription {
    let service = &lowering.model.services[subscription.service.0];
    let (here, in_calls) = (Here::items(subscription.module), Here::calls(subscription.module));
    let is_positional = is_positional(service);
    let params = || {
        let params = subscription.params.iter().zip(&names.params);
        params.map(|(param, name)| (&param.field, name, Label::of(param.place, is_positional)))
    };
    let handle = |here| lowering.item(here, service.module, &lowering.names.service(subscription.service).handle);
    let has_method = service.websocket.is_some() && lowering.model.is_own(service.module);
    let path = method_path(&handle(in_calls), None, &names.method);
    let doc = docs::subscription_input_doc(subscription, has_method.then_some(path.as_str()));
    Subscription {
        table: names.table.clone(),
        method: has_method.then(|| SubscribeMethod {
            name: names.method.clone(),
            doc: docs::subscription_doc(subscription),
            handle: handle(here),
            params: lower_params(lowering, here, params()),
            subscribe: lowering.of_client(here, service.client, "Subscribe"),
        }),
        begin: lower_begin(service, subscription),
        bindings: lower_subscription_bindings(subscription, is_positional),
        id: format!("{}.{}", service.name, subscription.name),
        kind: subscription.kind.clone(),
        subscribe: subscription.subscribe.as_ref().map(lower_subscribe),
        service: lowering.service_table(here, subscription.service),
        input: lower_input(lowering, in_calls, names, doc, params()),
        item: lowering.type_ref(here, &subscription.item),
        backfill: subscription.backfill.as_ref().and_then(|backfill| lower_backfill(lowering, here, backfill)),
    }
}

/// `check` has made sure that the calls are there.
fn lower_backfill(lowering: &Lowering<'_>, here: Here, backfill: &model::Backfill) -> Option<Backfill> {
    let find = |id| lowering.model.typed_calls().find(|call| call.own.id == id);
    let (latest, call) = (find(backfill.latest)?, find(backfill.call)?);
    let indices = Indices(call.free_params().map(|param| param.field.name.as_str()).collect());
    let table = |call: CallView<'_>| {
        let service = &lowering.model.services[call.operation.service.0];
        (lowering.call_table(here, call), call.id_of(service))
    };
    let param = |of: &model::HeightParam| HeightParam { index: indices.of(&of.param), path: of.path.0.clone() };
    Some(Backfill {
        height: backfill.height.0.clone(),
        same: backfill.same.iter().map(|path| path.0.clone()).collect(),
        latest: table(latest),
        call: table(call),
        heights: match &backfill.heights {
            model::Heights::At(at) => vec![param(at)],
            model::Heights::Between(from, to) => vec![param(from), param(to)],
        },
    })
}

/// The method that begins a subscription.
fn lower_begin(service: &Service, subscription: &model::Subscription) -> String {
    let names = subscription.subscribe.as_ref().or(service.subscribe.as_ref());
    names.map(|names| names.call.as_str().to_owned()).unwrap_or_default()
}

/// The kind as a constant without a name, and the parameters behind it, of which some are constants too.
fn lower_subscription_bindings(subscription: &model::Subscription, is_positional: bool) -> Vec<Binding> {
    let binding = |place, name: &str, value| {
        let (name, style) = (if is_positional { String::new() } else { name.to_owned() }, None);
        Binding { place, name, value, join: None, style, keeps_slashes: false }
    };
    let of_kind = if is_positional { model::Place::Rpc } else { model::Place::Kind };
    let kind = subscription.kind.iter().map(|kind| docs::json(&model::Value::Text(kind.clone())));
    let kind = kind.map(|kind| binding(of_kind, "", Bound::Fixed(kind)));
    let params = subscription.params.iter().enumerate().map(|(index, param)| {
        let fixed = param.field.constant.as_ref().map(|value| Bound::Fixed(docs::json(value)));
        binding(model::Place::Rpc, &param.field.name, fixed.unwrap_or(Bound::Member(index)))
    });
    kind.chain(params).collect()
}
