//! Typed calls and subscriptions: from the model to input structs, methods, and the catalog of operations.

use quote::quote;

use super::definitions::{lower_field, member_successor};
use super::docs::Label;
use super::operations::is_positional;
use super::pages::lower_items;
use super::types::{Here, Lowering};
use super::{
    Call, Catalog, CatalogGroup, Given, Item, ItemPath, Joins, Record, RustType, SubscribeMethod, Subscription,
    TypeRef, WaitMethod, docs, example,
};
use crate::analysis::names::CallNames;
use crate::ident::RustIdent;
use crate::model::{self, CallView, ModuleId, ResponseBody, TypeId};
use chainloom_schema as schema;

/// Adds the typed calls and subscriptions that a module describes to `items`.
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

/// Lowers the catalog of operations, in the order of the model.
pub(super) fn lower_catalog(lowering: &Lowering<'_>) -> Catalog {
    let own: Vec<_> =
        lowering.model.typed_calls().filter(|call| lowering.model.is_own(call.operation.module)).collect();
    let features = |call: &CallView<'_>| lowering.features_of(call.operation.module);
    let path =
        |call: &CallView<'_>| lowering.call_from_root(call.operation.module, &lowering.names.call(call.own.id).name);
    let groups = own
        .chunk_by(|one, other| features(one) == features(other))
        .map(|group| CatalogGroup { features: features(&group[0]).to_vec(), calls: group.iter().map(path).collect() });
    Catalog { name: lowering.names.root.catalog.clone(), groups: groups.collect() }
}

/// Lowers a typed call.
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
    let doc = docs::input_doc(Some(&method_path(&handle(in_calls), joins.as_ref(), &names.method)));
    let table = lowering.operation_table(call);
    let mut input = lower_input(lowering, in_calls, (names, table.input), doc, free());
    shorten_docs(&mut input);
    let params = lower_params(lowering, here, free());
    let optional = params.iter().filter(|field| field.given == Given::Setter).map(|field| &field.name);
    let mut doc = docs::call_doc(lowering.model, call, &optional.collect::<Vec<_>>());
    example::add_example(&mut doc, lowering, call);
    let type_name = |id: TypeId| lowering.type_path(here, id);
    Call {
        input,
        params,
        table: names.table.clone(),
        operation: table,
        method: names.method.clone(),
        doc: doc.into_lines(),
        aliases: docs::aliases(operation, names.method.as_str()),
        call: lowering.of_client(here, service.client, "Call"),
        handle: handle(here),
        joins,
        batched: service.takes_batches() && matches!(operation.wire, model::Wire::Rpc { .. }),
        output: match call.own.response.body {
            ResponseBody::Bytes(_) => Some(RustType::Runtime("Bytes")),
            _ => call.own.result.as_ref().map(|ty| lowering.type_ref(here, ty).rust),
        },
        event: match table.response.body {
            schema::ResponseBody::Events(_) => lowering.model.response_union(call.own).map(|(id, _)| type_name(id)),
            _ => None,
        },
        line: line_type(call).map(|ty| lowering.type_ref(here, ty).rust),
        headers: call.own.response.headers.map(type_name),
        items: lower_items(lowering, here, call),
        wait: lower_wait(lowering, here, call),
        deprecated: facts.deprecated.map(|mark| docs::deprecated(mark, successor(lowering, operation, mark))),
    }
}

/// Returns the method that waits for the result of a call; `None` if the operation has no `wait` or
/// no result.
fn lower_wait(lowering: &Lowering<'_>, here: Here, call: CallView<'_>) -> Option<WaitMethod> {
    let (wait, result) = (call.operation.wait.as_ref()?, call.own.result.as_ref()?);
    let names = lowering.names.call(call.own.id);
    let nullable = match lowering.model.nullable_target(result) {
        Some(model::Type::Nullable(inner)) => Some(inner.as_ref()),
        _ => None,
    };
    Some(WaitMethod {
        method: names.wait.clone(),
        doc: docs::wait_doc(call, wait, names.method.as_str()),
        ready: lowering.type_ref(here, nullable.unwrap_or(result)).rust,
        may_be_missing: nullable.is_some(),
        has_confirmations: wait.confirmations.is_some(),
        owner: wait.replaced.as_ref().and_then(|of| lower_owner(lowering, here, of)),
    })
}

/// Returns the type of the parameter that names the owner of the awaited item, whose items take
/// numbers in turn; `None` unless `with` has exactly one parameter.
fn lower_owner(lowering: &Lowering<'_>, here: Here, of: &model::Replaced) -> Option<TypeRef> {
    let [(name, _)] = of.with.as_slice() else { return None };
    let next = lowering.model.typed_calls().find(|call| call.own.id == of.next)?;
    let param = next.operation.params.iter().find(|param| param.field.name == *name)?;
    Some(lowering.type_ref(here, &param.field.ty))
}

/// Returns a link, as Markdown, to the method that replaces a deprecated method of the same
/// service; `None` if the spec names none.
fn successor(lowering: &Lowering<'_>, operation: &model::Operation, mark: &model::Deprecation) -> Option<String> {
    let name = mark.use_instead.as_ref()?;
    let is_meant = |other: &CallView<'_>| other.operation.service == operation.service && other.own.name == *name;
    let call = lowering.model.typed_calls().find(is_meant)?;
    let service = &lowering.model.services[operation.service.0];
    let method = &lowering.names.call(call.own.id).method;
    if lowering.model.joins_package(operation) {
        return Some(format!("`{method}`"));
    }
    let handle = &lowering.names.service(operation.service).handle;
    let shown = format!("{handle}::{method}");
    let path = method_path(&lowering.item(Here::items(operation.module), service.module, handle), None, method);
    Some(if path == shown { format!("[`{shown}`]") } else { format!("[`{shown}`]({path})") })
}

/// Returns the type of a line of the response; `None` for other responses.
fn line_type(call: CallView<'_>) -> Option<&model::Type> {
    match (&call.own.response.body, call.own.result.as_ref()?) {
        (ResponseBody::Lines(_), model::Type::List(list)) => Some(&list.item),
        _ => None,
    }
}

/// Returns the path of the method that creates a call, for a link in the documentation of the
/// struct of the call. A call that joins another crate has the method in a trait.
fn method_path(handle: &ItemPath, joins: Option<&Joins>, method: &RustIdent) -> String {
    let path = match joins {
        Some(Joins { handle, .. }) => quote!(super::#handle::#method),
        None => quote!(#handle::#method),
    };
    path.to_string().replace(' ', "")
}

/// Returns the names of the traits of a call that joins a service of another crate.
fn lower_joins(names: &CallNames) -> Joins {
    Joins { handle: names.extension.clone(), call: names.call_extension.clone() }
}

/// Parameter, its name in Rust, and the label of its name on the wire.
type Param<'a> = (&'a model::Field, &'a RustIdent, Label);

/// Lowers parameters to the fields of the struct of a call.
fn lower_params<'a>(lowering: &Lowering<'_>, here: Here, params: impl Iterator<Item = Param<'a>>) -> Vec<super::Field> {
    let params: Vec<Param<'a>> = params.collect();
    let names: Vec<(&str, &RustIdent)> = params.iter().map(|(field, name, _)| (field.name.as_str(), *name)).collect();
    let lowered = params.iter().map(|(field, name, label)| {
        let successor = field.deprecated.as_ref().and_then(|mark| member_successor(mark, &names));
        lower_field(lowering, here, field, name, (*label, true, successor))
    });
    lowered.collect()
}

/// Lowers the struct of the parameters that are not fixed.
fn lower_input<'a>(
    lowering: &Lowering<'_>,
    here: Here,
    (names, schema): (&CallNames, &'static schema::Record),
    doc: Vec<String>,
    params: impl Iterator<Item = Param<'a>>,
) -> Record {
    Record {
        name: names.name.clone(),
        table: names.input_table.clone(),
        schema,
        doc,
        fields: lower_params(lowering, here, params),
        extra: None,
        is_input: true,
        arms: None,
    }
}

/// Shortens the documentation of the members for optional parameters to its first sentence, because
/// their setters have the whole documentation.
fn shorten_docs(input: &mut Record) {
    for field in input.fields.iter_mut().filter(|field| field.given == Given::Setter) {
        field.doc = docs::shortened(&field.doc);
    }
}

/// Lowers a subscription. It has a method if its service has a websocket and belongs to this crate.
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
    let doc = docs::input_doc(has_method.then_some(path.as_str()));
    let table = lowering.subscription_table(subscription, names);
    let mut input = lower_input(lowering, in_calls, (names, table.input), doc, params());
    if has_method {
        shorten_docs(&mut input);
    }
    Subscription {
        table: names.table.clone(),
        method: has_method.then(|| SubscribeMethod {
            name: names.method.clone(),
            doc: {
                let mut doc = docs::subscription_doc(lowering.model, subscription);
                example::add_program(&mut doc, example::of_subscription(lowering, subscription, &names.method));
                doc.into_lines()
            },
            handle: handle(here),
            params: lower_params(lowering, here, params()),
            subscribe: lowering.of_client(here, service.client, "Subscribe"),
        }),
        schema: table,
        input,
        item: lowering.type_ref(here, &subscription.item).rust,
    }
}
