//! Names of typed calls and subscriptions: structs, methods, parameters and setters.
//!
//! The structs are in a separate module, so that an operation may have the name of a type.

use super::modules::Modules;
use super::patterns;
use super::reserved::{BATCH, Namespace, SOCKET, setters_of};
use super::scope::{Noun, Owner, Scope};
use super::services::{owner_of_service, owner_of_var};
use super::types::name_field;
use super::{CallNames, Names};
use crate::casing::{pascal, snake};
use crate::diagnostic::Diagnostic;
use crate::ident::RustIdent;
use crate::model::{Model, Operation, Param, Service, ServiceId, TypedCall};

/// Scopes of the methods of each client and of each handle of a service. Operations of several
/// files share them.
struct MethodScopes<'n> {
    clients: Vec<Scope<'n>>,
    services: Vec<Scope<'n>>,
}

impl<'n> MethodScopes<'n> {
    fn new(model: &Model) -> Self {
        let scopes =
            |count: usize, namespace: Namespace| std::iter::repeat_with(|| Scope::new(namespace)).take(count).collect();
        let mut methods = Self {
            clients: scopes(model.clients.len(), Namespace::Client),
            services: scopes(model.services.len(), Namespace::Handle),
        };
        for (index, service) in model.services.iter().enumerate().filter(|(_, service)| service.takes_batches()) {
            let scope = match model.is_clients_own(service) {
                true => methods.clients.get_mut(service.client.0),
                false => methods.services.get_mut(index),
            };
            if let Some(scope) = scope {
                scope.reserve(BATCH);
            }
        }
        methods
    }

    /// Returns the method scope of the client or handle through which the operations of a service
    /// are called.
    fn scope_of(&mut self, model: &Model, id: ServiceId) -> Option<&mut Scope<'n>> {
        let service = model.services.get(id.0)?;
        match model.is_clients_own(service) {
            true => self.clients.get_mut(service.client.0),
            false => self.services.get_mut(id.0),
        }
    }
}

/// Names the methods of clients that return the handle of a service, the setters of handles, the
/// typed calls and the subscriptions.
pub(super) fn name_calls<'n>(
    model: &'n Model,
    modules: &mut Modules<'n>,
    names: &mut Names,
    found: &mut Vec<Diagnostic>,
) {
    let mut methods = MethodScopes::new(model);
    name_handles(model, &mut methods, names, found);
    let mut joined = Vec::new();
    for operation in &model.operations {
        for call in &operation.calls {
            let place = modules.scopes_of(operation.module);
            let owner = Owner { noun: Noun::Operation, name: &call.name, span: call.span };
            let name = place.calls.claim(owner, pascal(&call.name), found);
            let mut call_names = CallNames { name, ..CallNames::default() };
            if let Some(scope) = methods.scope_of(model, operation.service) {
                call_names.method = scope.claim(owner, snake(&call.name), found);
            }
            call_names.params = name_params(operation, call, found);
            if model.joins_package(operation) {
                joined.push((names.calls.len(), operation, call));
            }
            names.calls.push(call_names);
        }
    }
    for (operation, wait) in model.operations.iter().filter_map(|one| Some((one, one.wait.as_ref()?))) {
        let Some(scope) = methods.scope_of(model, operation.service) else { continue };
        for call in operation.views() {
            let span = if operation.calls.len() > 1 { call.own.span } else { wait.span };
            let owner = Owner { noun: Noun::Waiting, name: wait.name.as_ref().unwrap_or(&call.own.name), span };
            names.calls[call.own.id.0].wait = scope.claim(owner, snake(&wait.method(call)), found);
        }
    }
    for (index, operation, call) in joined {
        name_extensions(model, (operation, call), modules, (index, names), found);
    }
    names.subscriptions = model
        .subscriptions
        .iter()
        .map(|subscription| {
            let owner = Owner { noun: Noun::Subscription, name: &subscription.name, span: subscription.span };
            let calls = &mut modules.scopes_of(subscription.module).calls;
            let name = calls.claim(owner, patterns::subscription(&subscription.name), found);
            let scope = methods.scope_of(model, subscription.service);
            let method = scope.map(|scope| scope.claim(owner, snake(&subscription.name), found)).unwrap_or_default();
            let all = subscription.params.iter().map(|param| Some((param, !param.field.required)));
            let params = name_members(all, Scope::new(Namespace::SubscriptionSetters), found);
            CallNames { name, method, params, ..CallNames::default() }
        })
        .collect();
}

fn name_handles<'n>(model: &'n Model, methods: &mut MethodScopes<'n>, names: &mut Names, found: &mut Vec<Diagnostic>) {
    for (index, service) in model.services.iter().enumerate().filter(|(_, one)| one.websocket.is_some()) {
        let is_own = model.is_clients_own(service);
        let scope = methods.scope_of(model, ServiceId(index));
        scope.into_iter().for_each(|scope| scope.reserve(if is_own { &SOCKET[..1] } else { SOCKET }));
    }
    for (index, service) in model.services.iter().enumerate().filter(|(_, one)| !model.is_clients_own(one)) {
        if let Some(client) = methods.clients.get_mut(service.client.0) {
            names.services[index].accessor = client.claim(owner_of_service(service), snake(&service.name), found);
        }
        let scope = &mut methods.services[index];
        names.services[index].vars = name_setters(service, scope, found);
    }
}

fn name_setters<'n>(service: &'n Service, scope: &mut Scope<'n>, found: &mut Vec<Diagnostic>) -> Vec<RustIdent> {
    service.vars.iter().map(|var| scope.claim(owner_of_var(var), patterns::var_setter(&var.name), found)).collect()
}

fn name_params(operation: &Operation, call: &TypedCall, found: &mut Vec<Diagnostic>) -> Vec<RustIdent> {
    let params = operation.params.iter().enumerate().map(|(index, param)| {
        let is_fixed = call.fixed.iter().any(|(fixed, _)| *fixed == index);
        (!is_fixed).then_some((param, !param.field.required))
    });
    let mut setters = Scope::new(Namespace::CallSetters);
    if call.response.is_streamed() {
        setters.reserve(setters_of("events"));
    }
    if call.response.headers.is_some() {
        setters.reserve(setters_of("headers"));
    }
    if operation.paginate.is_some() {
        setters.reserve(setters_of("paginate"));
    }
    name_members(params, setters, found)
}

/// Names the members of the struct of a call. An item `None` is a fixed parameter, which has no
/// member; `true` marks a member that also has a setter.
fn name_members<'n>(
    params: impl Iterator<Item = Option<(&'n Param, bool)>>,
    mut setters: Scope<'n>,
    found: &mut Vec<Diagnostic>,
) -> Vec<RustIdent> {
    let mut scope = Scope::new(Namespace::Members);
    let names = params.map(|param| match param {
        None => RustIdent::default(),
        Some((param, is_set)) => {
            name_field(Noun::Parameter, &param.field, &mut scope, is_set.then_some(&mut setters), found)
        }
    });
    names.collect()
}

/// Names the two traits with which an operation of the spec is called on a handle of a package: one
/// with the method, and one with the setters of the call.
fn name_extensions<'n>(
    model: &'n Model,
    (operation, call): (&'n Operation, &'n TypedCall),
    modules: &mut Modules<'n>,
    (index, names): (usize, &mut Names),
    found: &mut Vec<Diagnostic>,
) {
    let place = modules.scopes_of(operation.module);
    if let (Some(service), Some(handle)) =
        (model.services.get(operation.service.0), names.services.get(operation.service.0).map(|one| &one.handle))
    {
        // All operations of a file join one service, so only the first claims its name, and the
        // second collides with nothing.
        let owner = Owner { name: &service.name, noun: Noun::Service, span: operation.span };
        names.calls[index].extension = place.items.claim(owner, patterns::extension(handle.as_str()), found);
    }
    let owner = Owner { noun: Noun::Operation, name: &call.name, span: call.span };
    let preferred = patterns::call_extension(&call.name);
    names.calls[index].call_extension = place.items.claim(owner, preferred, found);
}

/// Names the statics with the tables of typed calls and subscriptions.
pub(super) fn name_tables(model: &Model, modules: &mut Modules<'_>, names: &mut Names) {
    let calls = model.operations.iter().flat_map(|one| one.calls.iter().map(move |call| (one.module, &call.name)));
    for ((module, name), names) in calls.zip(&mut names.calls) {
        let tables = &mut modules.scopes_of(module).tables;
        names.table = tables.claim_generated(patterns::table(name));
        names.input_table = tables.claim_generated(patterns::input_table(name));
    }
    for (subscription, names) in model.subscriptions.iter().zip(&mut names.subscriptions) {
        let name = patterns::subscription(&subscription.name);
        let tables = &mut modules.scopes_of(subscription.module).tables;
        names.table = tables.claim_generated(patterns::table(&name));
        names.input_table = tables.claim_generated(patterns::input_table(&name));
    }
}
