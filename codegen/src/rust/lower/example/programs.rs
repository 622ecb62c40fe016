//! Programs: example programs in Rust for a call, a subscription, a service or a client.
//!
//! Input: a call with its example. Output: a program that compiles, laid out by prettyplease, or
//! `None` if Rust cannot express the example. rustdoc hides its lines that begin with `# `.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::records::Parts;
use super::values::{Expressions, Takes};
use crate::ident::RustIdent;
use crate::model::{self, CallView, ClientId, Effect, Example, ResponseBody, Service, ServiceId, Var};
use crate::rust::lower::definitions::how_given;
use crate::rust::lower::pages::lower_items;
use crate::rust::lower::types::{Here, Lowering};
use crate::rust::lower::{Given, ItemPath};

/// Base URL in programs for a client that needs variables and has no deployment that sets them.
const ON_LOOPBACK: &str = "http://127.0.0.1:8080";

/// Variables that the hidden lines of a program declare as parameters of its function.
enum HiddenVariables {
    /// Reference to a client or a handle: variable and type.
    Handle(RustIdent, ItemPath),
    /// Reference to a client, and a text that only the user knows: type of the client, and variable
    /// of the text.
    ClientAndText(ItemPath, RustIdent),
    /// No argument: the program creates its client.
    Nothing,
}

/// Returns the program for the example of a call.
pub(in crate::rust::lower) fn of_call(
    lowering: &Lowering<'_>,
    call: CallView<'_>,
    example: &Example,
) -> Option<String> {
    let mut expressions = Expressions::new(lowering)?;
    let service = call.operation.service;
    let variable = handle_variable(lowering, service)?;
    let body = call_statements(&mut expressions, call, example, &variable)?;
    lay_out_program(&expressions, &HiddenVariables::Handle(variable, handle_path(lowering, service)), &body)
}

/// Returns the program for a subscription; `None` if it needs parameters.
pub(in crate::rust::lower) fn of_subscription(
    lowering: &Lowering<'_>,
    subscription: &model::Subscription,
    method: &RustIdent,
) -> Option<String> {
    let expressions = Expressions::new(lowering)?;
    let is_needed = |param: &model::Param| how_given(&param.field) == Given::Argument;
    if subscription.params.iter().any(is_needed) {
        return None;
    }
    let variable = handle_variable(lowering, subscription.service)?;
    let body = quote! {
        let mut events = #variable.#method().await?;
        while let Some(event) = events.try_next().await? {
            println!("{event:?}");
        }
    };
    lay_out_program(
        &expressions,
        &HiddenVariables::Handle(variable, handle_path(lowering, subscription.service)),
        &body,
    )
}

/// Returns the program that gets the handle of a service from a client and makes a typical call;
/// `None` if Rust cannot express the example of the call.
pub(in crate::rust::lower) fn of_service(lowering: &Lowering<'_>, id: ServiceId) -> Option<String> {
    let mut expressions = Expressions::new(lowering)?;
    let service = &lowering.model.services[id.0];
    let (call, example) = typical_call(lowering, id)?;
    let (variable, instance) = (handle_variable(lowering, id)?, instance_of(lowering, id));
    let handle = accessor_calls(lowering, id, &instance);
    let call = call_statements(&mut expressions, call, example, &variable)?;
    let client = lowering.of_client(Here::ROOT, service.client, "Client");
    let begin = match instance {
        Instance::Text(name) => HiddenVariables::ClientAndText(client, name),
        _ => HiddenVariables::Handle(RustIdent::new("client")?, client),
    };
    lay_out_program(&expressions, &begin, &quote!(let #variable = client #handle; #call))
}

/// Returns the program that creates a client and makes a typical call of its largest service;
/// `None` if Rust cannot express the example of the call.
pub(in crate::rust::lower) fn of_client(lowering: &Lowering<'_>, id: ClientId) -> Option<String> {
    let mut expressions = Expressions::new(lowering)?;
    let model = lowering.model;
    let count = |id: usize| model.operations.iter().filter(|operation| operation.service.0 == id).count();
    let services = (0..model.services.len()).filter(|service| model.services[*service].client == id);
    let known = services.filter(|id| !matches!(instance_of(lowering, ServiceId(*id)), Instance::Text(_)));
    let service = ServiceId(known.rev().max_by_key(|id| count(*id))?);
    let (call, example) = typical_call(lowering, service)?;
    let variable = handle_variable(lowering, service)?;
    let call = call_statements(&mut expressions, call, example, &variable)?;
    let client = client_expression(&mut expressions, id);
    let handle = (!model.is_clients_own(&model.services[service.0])).then(|| {
        let handle = accessor_calls(lowering, service, &instance_of(lowering, service));
        quote!(let #variable = client #handle;)
    });
    lay_out_program(&expressions, &HiddenVariables::Nothing, &quote!(let client = #client; #handle #call))
}

/// Returns the expression that creates a client. A client with variables that have no default takes
/// the deployment that sets them and lacks the fewest operations, or else a base URL.
fn client_expression(expressions: &mut Expressions<'_, '_>, id: ClientId) -> TokenStream {
    let lowering = expressions.lowering;
    let client = &lowering.model.clients[id.0];
    let needs: Vec<&Var> = client.vars.iter().filter(|var| var.default.is_none()).collect();
    let has = |deployment: &model::Deployment, var: &Var| deployment.vars.iter().any(|(name, _)| *name == var.name);
    let deployments = lowering.model.deployments.iter().enumerate().rev();
    let fitting = deployments.filter(|(_, one)| needs.iter().all(|var| has(one, var)));
    let deployment = fitting.min_by_key(|(_, one)| one.missing.len()).filter(|_| !needs.is_empty());
    let ty = expressions.import(&lowering.of_client(Here::ROOT, id, "Client"));
    match deployment {
        Some((index, deployment)) => {
            let path = lowering.item(Here::ROOT, deployment.module, lowering.names.deployment(index));
            let deployment = expressions.import(&path);
            quote!(#ty::builder().deployment(&#deployment).build()?)
        }
        None if needs.is_empty() => quote!(#ty::builder().build()?),
        None => quote!(#ty::new(#ON_LOOPBACK)?),
    }
}

/// Returns the call that represents a service: preferably a read call that is available everywhere,
/// with pages or parameters.
fn typical_call<'m>(lowering: &Lowering<'m>, id: ServiceId) -> Option<(CallView<'m>, &'m Example)> {
    let calls = lowering.model.typed_calls().filter(|call| call.operation.service == id);
    let shown = calls.filter_map(|call| Some((call, call.own.examples.first()?)));
    let rank = |call: CallView<'_>, example: &Example| {
        let facts = call.facts();
        let is_plain =
            facts.operation.effect == Effect::Read && facts.available.is_empty() && facts.deprecated.is_none();
        (is_plain && !facts.seen, facts.operation.paginate.is_some(), !example.request.is_empty())
    };
    // The first of equally ranked calls wins.
    let mut best: Option<(CallView<'m>, &Example)> = None;
    for (call, example) in shown {
        if best.is_none_or(|(other, of_other)| rank(call, example) > rank(other, of_other)) {
            best = Some((call, example));
        }
    }
    best
}

/// Returns the statements that send a call and use its result; `None` if Rust cannot express the
/// example.
fn call_statements(
    expressions: &mut Expressions<'_, '_>,
    call: CallView<'_>,
    example: &Example,
    handle: &RustIdent,
) -> Option<TokenStream> {
    let lowering = expressions.lowering;
    let names = lowering.names.call(call.own.id);
    let params = || call.params().zip(&names.params).filter(|(param, _)| param.fixed.is_none());
    let is_known = |name: &str| call.params().any(|param| param.field.name == name);
    if !example.request.iter().all(|(name, _)| is_known(name)) {
        return None;
    }
    let fields = params().map(|(param, name)| (param.field, name));
    let Parts { arguments, setters } =
        expressions.arguments_and_setters(None, fields, &example.request, Takes::Text)?;
    if lowering.model.joins_package(call.operation) {
        let traits = [Some(&names.extension), Some(&names.call_extension).filter(|_| !setters.is_empty())];
        for name in traits.into_iter().flatten() {
            expressions.import(&lowering.item(Here::ROOT, call.operation.module, name));
        }
    }
    let method = &names.method;
    let ready = quote!(#handle.#method(#(#arguments),*) #(#setters)*);
    let each = |stream: TokenStream, one: &str| {
        let (all, one) = (format_ident!("{one}s"), format_ident!("{one}"));
        let text = format!("{{{one}:?}}");
        quote! {
            let mut #all = #stream;
            while let Some(#one) = #all.try_next().await? {
                println!(#text);
            }
        }
    };
    let is_paged = lower_items(lowering, Here::ROOT, call).is_some();
    Some(match (&call.own.response.body, &call.own.result) {
        _ if is_paged => each(quote!(#ready.items()), "item"),
        (ResponseBody::Events, _) => each(quote!(#ready.stream().await?), "event"),
        (ResponseBody::Lines(_), _) => each(quote!(#ready.stream().await?), "line"),
        (ResponseBody::Bytes(_), _) => quote!(let bytes = #ready.await?;),
        (_, Some(_)) => quote!(let response = #ready.await?;),
        (_, None) => quote!(#ready.await?;),
    })
}

/// Returns the variable that holds the client or handle of a service.
fn handle_variable(lowering: &Lowering<'_>, id: ServiceId) -> Option<RustIdent> {
    match lowering.model.is_clients_own(&lowering.model.services[id.0]) {
        true => RustIdent::new("client"),
        false => Some(lowering.names.service(id).accessor.clone()),
    }
}

/// Returns the type that has the methods of a service.
fn handle_path(lowering: &Lowering<'_>, id: ServiceId) -> ItemPath {
    lowering.item(Here::ROOT, lowering.model.services[id.0].module, &lowering.names.service(id).handle)
}

/// Argument of the method that returns the handle of a service.
enum Instance {
    Nothing,
    /// Value that the spec states: the default of the variable, or its first listed value.
    Known(String),
    /// Text that only users know.
    Text(RustIdent),
}

/// Returns the argument that selects the instance of a service.
fn instance_of(lowering: &Lowering<'_>, id: ServiceId) -> Instance {
    let service: &Service = &lowering.model.services[id.0];
    let Some(name) = &service.instance else { return Instance::Nothing };
    let var = service.vars.iter().find(|var| var.name == *name);
    let known = var.and_then(|var| var.default.clone().or_else(|| var.values.first().cloned()));
    known.map_or_else(|| Instance::Text(lowering.names.service(id).instance.clone()), Instance::Known)
}

/// Returns the method calls that lead from a client to the handle of a service, such as
/// `.archive().rain()`.
fn accessor_calls(lowering: &Lowering<'_>, id: ServiceId, instance: &Instance) -> TokenStream {
    let (service, names) = (&lowering.model.services[id.0], lowering.names.service(id));
    let endpoints = service.endpoints.iter().zip(&names.endpoints);
    let endpoint = endpoints.filter(|(one, _)| !one.name.is_empty() && one.deprecated.is_none()).map(|(_, name)| name);
    let (accessor, endpoint) = (&names.accessor, endpoint.take(1));
    let instance = match instance {
        Instance::Nothing => None,
        Instance::Known(text) => Some(quote!(#text)),
        Instance::Text(name) => Some(quote!(#name)),
    };
    quote!(.#accessor(#instance) #(.#endpoint())*)
}

/// Lays out a program with `statements` in its body. All other lines begin with `# `, so that
/// rustdoc hides them.
fn lay_out_program(
    expressions: &Expressions<'_, '_>,
    begin: &HiddenVariables,
    statements: &TokenStream,
) -> Option<String> {
    let imports = prettyplease::unparse(&syn::parse2(expressions.imports()).ok()?);
    let function = prettyplease::unparse(&syn::parse2(quote!(fn main() { #statements })).ok()?);
    let params = match begin {
        HiddenVariables::Handle(name, ty) => format!("{name}: &{}", expressions.full_path(ty)),
        HiddenVariables::ClientAndText(ty, name) => format!("client: &{}, {name}: &str", expressions.full_path(ty)),
        HiddenVariables::Nothing => String::new(),
    };
    let opened = format!("# async fn example({params}) -> Result<(), Box<dyn std::error::Error>> {{");
    let lines: Vec<&str> = function.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    let inner = lines.get(1..lines.len() - 1)?;
    let gap = (!imports.is_empty()).then_some("");
    let all = [opened.as_str()].into_iter().chain(imports.lines()).chain(gap).chain(inner.iter().copied());
    Some(all.chain(["# Ok(()) }"]).collect::<Vec<_>>().join("\n"))
}
