//! Operations: from what is described to an input struct, a static description and a method.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::definitions::lower_field;
use super::types::{Context, option, static_name, variant};
use super::{Item, Operation, Record, Subscription, docs};
use crate::casing;
use crate::model::{self, Call, ModuleId, PageEnd, ParamStyle, Place, RuleKind, Value};

/// Adds the operations and subscriptions that a module describes.
pub(super) fn lower_operations(context: &Context<'_>, module: ModuleId, items: &mut Vec<Item>) {
    for index in &context.of_module[module.0].operations {
        let operation = lower_operation(context, &context.model.operations[*index]);
        items.push(Item::Operation(Box::new(operation)));
    }
    for subscription in &context.model.subscriptions {
        if subscription.module == module {
            items.push(Item::Subscription(Box::new(lower_subscription(context, subscription))));
        }
    }
}

/// The entries of the catalogue, in the order of the model.
pub(super) fn lower_catalog(context: &Context<'_>) -> Vec<TokenStream> {
    let own = context.model.operations.iter().filter(|operation| context.model.is_own(operation.module));
    let entries = own.map(|operation| {
        let features = features_of(context, operation.module);
        let path = context.path(operation.module).iter().map(|segment| casing::ident(segment));
        let name = format_ident!("{}", casing::pascal(&operation.name));
        quote!(#features rt::catalog::Entry::of::<#(#path::)* #name>())
    });
    entries.collect()
}

/// The `cfg` attributes that a use of a module from the root needs.
fn features_of(context: &Context<'_>, module: ModuleId) -> TokenStream {
    let path = context.path(module);
    let ancestors = (1..=path.len()).filter_map(|depth| context.modules.get(&path[..depth]));
    let features = ancestors.filter_map(|module| context.model.modules[module.0].feature.as_ref());
    features.map(|feature| quote!(#[cfg(feature = #feature)])).collect()
}

/// The wire form of an operation: `GET /v1/chains` or the name of a method.
pub(super) fn wire_name(operation: &model::Operation) -> String {
    match &operation.call {
        Call::Rest { verb, path } => format!("{} {path}", format!("{verb:?}").to_uppercase()),
        Call::Rpc { method } => method.as_str().to_owned(),
    }
}

pub(super) fn operation_id(context: &Context<'_>, operation: &model::Operation) -> String {
    format!("{}.{}", context.model.services[operation.service.0].name, operation.name)
}

fn lower_operation(context: &Context<'_>, operation: &model::Operation) -> Operation {
    let service = &context.model.services[operation.service.0];
    let client = &context.model.clients[service.client.0];
    let module = operation.module;
    let doc = docs::operation_doc(operation, &wire_name(operation), client);
    let input = lower_input(context, module, &operation.name, doc.clone(), &operation.params);
    let indices = Indices::new(&operation.params);
    let is_clients = service.module == client.module && service.name == client.name;
    let handle_name = if is_clients { "Client".to_owned() } else { casing::handle(&service.name) };
    let handle = context.item(module, service.module, &handle_name);
    let joins = (!context.model.is_own(service.module)).then(|| format!("{handle_name}Ext"));
    Operation {
        input,
        static_name: static_name(&operation.name),
        id: operation_id(context, operation),
        method_name: casing::snake(&operation.name),
        doc,
        service: context.item(module, service.module, &service_static(&service.name)),
        call: context.item(module, client.module, "Call"),
        handle,
        joins,
        call_schema: lower_call(&operation.call),
        bindings: lower_bindings(service, &operation.params, &indices),
        output: operation.result.as_ref().map(|ty| context.type_ref(module, ty)),
        rules: operation.rules.iter().map(|rule| lower_rule(rule, &indices)).collect(),
        effect: lower_effect(operation.effect),
        paginate: operation.paginate.as_ref().map(|paginate| lower_paginate(paginate, &indices)),
        available: operation.available.iter().map(docs::availability).collect(),
        deprecated: operation.deprecated.as_ref().map(docs::deprecated),
    }
}

/// The name of the static that describes a service.
pub(super) fn service_static(service: &str) -> String {
    format!("{}_SERVICE", static_name(service))
}

/// The struct that holds the parameters which are not fixed.
fn lower_input(
    context: &Context<'_>,
    module: ModuleId,
    name: &str,
    doc: Vec<String>,
    params: &[model::Param],
) -> Record {
    let free = params.iter().filter(|param| param.fixed.is_none());
    Record {
        name: casing::pascal(name),
        static_name: format!("{}_INPUT", static_name(name)),
        wire_name: casing::pascal(name),
        doc,
        fields: free.map(|param| lower_field(context, module, None, &param.field, "parameter")).collect(),
        keeps_extra: false,
        is_table: false,
        is_input: true,
        arms: None,
    }
}

/// The place of each free parameter in the input.
struct Indices(Vec<String>);

impl Indices {
    fn new(params: &[model::Param]) -> Self {
        Self(params.iter().filter(|param| param.fixed.is_none()).map(|param| param.field.name.clone()).collect())
    }

    /// `check` has made sure that the name is there.
    fn of(&self, name: &str) -> usize {
        self.0.iter().position(|other| other == name).unwrap_or_default()
    }

    fn all(&self, names: &[String]) -> Vec<usize> {
        names.iter().map(|name| self.of(name)).collect()
    }
}

fn lower_call(call: &Call) -> TokenStream {
    match call {
        Call::Rest { verb, path } => {
            let (verb, path) = (variant(verb), path.as_str());
            quote!(rt::schema::Call::Rest { verb: rt::schema::Verb::#verb, path: #path })
        }
        Call::Rpc { method } => {
            let method = method.as_str();
            quote!(rt::schema::Call::Rpc { method: #method })
        }
    }
}

fn lower_bindings(service: &model::Service, params: &[model::Param], indices: &Indices) -> Vec<TokenStream> {
    let is_positional = service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Positional);
    let bindings = params.iter().map(|param| {
        let place = match param.place {
            Place::Path => quote!(Path),
            Place::Query => quote!(Query),
            Place::Header => quote!(Header),
            Place::Body => quote!(Body),
            Place::Rpc => quote!(Rpc),
        };
        let name = if is_positional { "" } else { param.field.name.as_str() };
        let value = match &param.fixed {
            Some(value) => {
                let json = docs::json(value);
                quote!(Fixed(#json))
            }
            None => {
                let index = indices.of(&param.field.name);
                quote!(Member(#index))
            }
        };
        let join = option(param.field.join.as_ref());
        quote!(rt::schema::Binding {
            place: rt::schema::Place::#place,
            name: #name,
            value: rt::schema::Value::#value,
            join: #join
        })
    });
    bindings.collect()
}

fn lower_rule(rule: &model::Rule, indices: &Indices) -> TokenStream {
    let kind = match &rule.kind {
        RuleKind::AtLeastOne(names) => {
            let of = indices.all(names);
            quote!(AtLeastOne(&[#(#of),*]))
        }
        RuleKind::AtMostOne(names) => {
            let of = indices.all(names);
            quote!(AtMostOne(&[#(#of),*]))
        }
        RuleKind::SumAtMost { of, max } => {
            let of = indices.all(of);
            quote!(SumAtMost { of: &[#(#of),*], max: #max })
        }
        RuleKind::Requires { when, need } => {
            let (when, need) = (lower_conditions(when, indices), lower_conditions(need, indices));
            quote!(Requires { when: &[#(#when),*], need: &[#(#need),*] })
        }
        RuleKind::Ascending(name) => {
            let index = indices.of(name);
            quote!(Ascending(#index))
        }
        RuleKind::Ordered { low, high } => {
            let (low, high) = (indices.of(low), indices.of(high));
            quote!(Ordered { low: #low, high: #high })
        }
    };
    let doc = &rule.doc;
    quote!(rt::schema::Rule { kind: rt::schema::RuleKind::#kind, doc: #doc })
}

fn lower_conditions(conditions: &[(String, Option<Value>)], indices: &Indices) -> Vec<TokenStream> {
    let conditions = conditions.iter().map(|(name, value)| {
        let index = indices.of(name);
        let value = option(value.as_ref().map(docs::json).as_ref());
        quote!((#index, #value))
    });
    conditions.collect()
}

fn lower_effect(effect: model::Effect) -> TokenStream {
    let name = variant(effect);
    quote!(rt::schema::Effect::#name)
}

fn lower_paginate(paginate: &model::Paginate, indices: &Indices) -> TokenStream {
    let model::Paginate { items, next, overlap, .. } = paginate;
    let into = indices.of(&paginate.into);
    let size = option(paginate.size.as_ref().map(|name| indices.of(name)).as_ref());
    let life = option(paginate.life.map(|life| life.seconds).as_ref());
    let end = paginate.end.iter().map(|end| match end {
        PageEnd::Absent => quote!(rt::schema::PageEnd::Absent),
        PageEnd::Empty => quote!(rt::schema::PageEnd::Empty),
        PageEnd::Short => quote!(rt::schema::PageEnd::Short),
        PageEnd::Unchanged => quote!(rt::schema::PageEnd::Unchanged),
    });
    quote!(rt::schema::Paginate {
        items: #items,
        next: #next,
        into: #into,
        size: #size,
        end: &[#(#end),*],
        overlap: #overlap,
        life: #life
    })
}

fn lower_subscription(context: &Context<'_>, subscription: &model::Subscription) -> Subscription {
    let service = &context.model.services[subscription.service.0];
    let name = format!("{}Subscription", casing::pascal(&subscription.name));
    let doc = docs::type_doc(&subscription.doc, subscription.source.as_ref(), subscription.seen);
    Subscription {
        static_name: static_name(&name),
        id: format!("{}.{}", service.name, subscription.name),
        kind: subscription.kind.clone(),
        service: context.item(subscription.module, service.module, &service_static(&service.name)),
        input: lower_input(context, subscription.module, &name, doc.clone(), &subscription.params),
        doc,
        item: context.type_ref(subscription.module, &subscription.item),
    }
}
