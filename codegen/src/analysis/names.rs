//! Names: the Rust name and the file name of everything in a spec.
//!
//! Input: a [`Model`]. Output: [`Names`], or errors at names that are not identifiers or that collide. Every name of
//! the output is decided here, once; later stages look it up. Names must differ within a scope of Rust: among the items
//! and statics of a module, the methods of a client, of a builder or of a handle, setters, members and variants.

#![allow(missing_docs, reason = "the names of most members say what they name; the others have comments")]

mod calls;
mod files;
mod imports;
mod modules;
pub(crate) mod patterns;
mod reserved;
mod scope;
mod services;
mod types;

use std::collections::{HashMap, HashSet};

use crate::diagnostic::{Diagnostic, Span};
use crate::ident::RustIdent;
use crate::model::{CallId, ClientId, Model, ModuleId, ServiceId, TypeId, TypeKind};
use crate::options::Layout;
pub(crate) use imports::Imports;
use modules::Modules;
use patterns::without_keyword;
pub(crate) use reserved::{CALLS, OPTIONS};
pub use reserved::{NameKind, TABLES, is_reserved, setters_of};

/// Names of everything in the generated code, at the indices of the model.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Names {
    modules: Vec<ModuleNames>,
    clients: Vec<ClientNames>,
    services: Vec<ServiceNames>,
    types: Vec<TypeNames>,
    calls: Vec<CallNames>,
    subscriptions: Vec<CallNames>,
    webhooks: Vec<WebhooksNames>,
    deployments: Vec<RustIdent>,
    imports: Vec<Imports>,
    pub root: RootNames,
}

/// Names of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ModuleNames {
    /// Path below the root of the crate, or below the module that a macro fills; empty for the root
    /// itself.
    pub path: Vec<RustIdent>,
}

/// Names at the root of a crate.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct RootNames {
    /// Re-exported items of the runtime whose names are free.
    pub reexports: Vec<RustIdent>,
    /// Static that lists all operations.
    pub catalog: RustIdent,
}

/// Rust names of a client.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ClientNames {
    /// Static that describes the client.
    pub table: RustIdent,
    /// Builder setters, in the order of the variables.
    pub vars: Vec<RustIdent>,
    /// Builder setters, in the order of the secrets.
    pub secrets: Vec<RustIdent>,
    /// Builder setters, in the order of the servers.
    pub servers: Vec<RustIdent>,
    /// Path of the OpenAPI document of the client: `docs/data.openapi.json`.
    pub document: String,
}

/// Rust names of a service.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ServiceNames {
    /// Static that describes the service.
    pub table: RustIdent,
    /// Type whose methods are the calls of the service: `Client`, or a separate handle.
    pub handle: RustIdent,
    /// Type whose methods select an endpoint.
    pub endpoints_handle: RustIdent,
    /// Enumeration of the named error codes; `errors` are its values, in order.
    pub codes: RustIdent,
    pub errors: Vec<RustIdent>,
    /// Method of the client that returns the handle.
    pub accessor: RustIdent,
    /// Methods that select an endpoint, in the order of the endpoints.
    pub endpoints: Vec<RustIdent>,
    /// Parameter of the accessor, if the service has instances.
    pub instance: RustIdent,
    /// Handle setters, in the order of the variables.
    pub vars: Vec<RustIdent>,
    /// Path of the OpenRPC document of the service: `docs/info.openrpc.json`.
    pub document: String,
}

/// Names of the webhooks of a file.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct WebhooksNames {
    /// Static from which a receiver is created.
    pub name: RustIdent,
    /// Static that describes the webhooks.
    pub table: RustIdent,
}

/// Names of a named type.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct TypeNames {
    pub name: RustIdent,
    /// Static that describes the type.
    pub table: RustIdent,
    /// Static that describes the common members of a union.
    pub common_table: RustIdent,
    /// Members in order; for a union, its common members.
    pub members: Vec<RustIdent>,
    /// Member that holds members unknown to the spec.
    pub extra: RustIdent,
    /// Values or arms, in order.
    pub variants: Vec<RustIdent>,
    /// Enumeration of the arms, if the union has common members.
    pub arms: RustIdent,
    /// Member that holds the arm.
    pub arm_member: RustIdent,
}

/// Names of a typed call or a subscription.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct CallNames {
    /// Struct of the call, in the module of calls.
    pub name: RustIdent,
    /// Static that describes the call.
    pub table: RustIdent,
    /// Static that describes the struct.
    pub input_table: RustIdent,
    /// Method of the handle.
    pub method: RustIdent,
    /// Method of the handle that waits for the result.
    pub wait: RustIdent,
    /// Parameters, in order.
    pub params: Vec<RustIdent>,
    /// Trait that adds the call to the handle of another crate.
    pub extension: RustIdent,
    /// Trait with the setters of optional parameters, if the call is of another crate.
    pub call_extension: RustIdent,
}

impl Names {
    /// Prefixes the module paths of packages with the names of the packages.
    pub(crate) fn take_in_packages(&mut self, model: &Model) {
        for (names, module) in self.modules.iter_mut().zip(&model.modules) {
            let package = module.package.clone().and_then(|name| RustIdent::new(&without_keyword(name)));
            names.path.splice(0..0, package);
        }
    }

    /// Returns the names of a module.
    pub fn module(&self, id: ModuleId) -> &ModuleNames {
        &self.modules[id.0]
    }

    /// Returns the names of a client.
    pub fn client(&self, id: ClientId) -> &ClientNames {
        &self.clients[id.0]
    }

    /// Returns the names of a service.
    pub fn service(&self, id: ServiceId) -> &ServiceNames {
        &self.services[id.0]
    }

    /// Returns the names of a type.
    pub fn ty(&self, id: TypeId) -> &TypeNames {
        &self.types[id.0]
    }

    /// Returns the names of a typed call.
    pub fn call(&self, id: CallId) -> &CallNames {
        &self.calls[id.0]
    }

    /// Returns the names of the subscription with this index in the model.
    pub fn subscription(&self, index: usize) -> &CallNames {
        &self.subscriptions[index]
    }

    /// Returns the names of the webhooks with this index in the model.
    pub fn webhooks(&self, index: usize) -> &WebhooksNames {
        &self.webhooks[index]
    }

    /// Returns the name of the deployment with this index in the model.
    pub fn deployment(&self, index: usize) -> &RustIdent {
        &self.deployments[index]
    }

    /// Returns the types of other files that the code of a module names without a path.
    pub(crate) fn imports(&self, id: ModuleId) -> &Imports {
        &self.imports[id.0]
    }

    /// Attaches to each name the span that `tokens_at` gives for its declaration in Rust source.
    /// Used by the macros, so that editors lead from generated code to the declaration.
    pub(crate) fn locate(&mut self, tokens_at: impl Fn(Span) -> Option<proc_macro2::Span>) {
        let modules = self.modules.iter_mut().flat_map(|one| &mut one.path);
        let clients =
            self.clients.iter_mut().flat_map(|one| one.vars.iter_mut().chain(&mut one.secrets).chain(&mut one.servers));
        let services = self.services.iter_mut().flat_map(|one| {
            let own =
                [&mut one.handle, &mut one.endpoints_handle, &mut one.codes, &mut one.accessor, &mut one.instance];
            own.into_iter().chain(&mut one.endpoints).chain(&mut one.errors).chain(&mut one.vars)
        });
        let types = self.types.iter_mut().flat_map(|one| {
            [&mut one.name, &mut one.arms].into_iter().chain(&mut one.members).chain(&mut one.variants)
        });
        let calls = self.calls.iter_mut().chain(&mut self.subscriptions).flat_map(|one| {
            let own = [&mut one.name, &mut one.method, &mut one.extension, &mut one.call_extension];
            own.into_iter().chain(&mut one.params)
        });
        let all = modules.chain(clients).chain(services).chain(types).chain(calls).chain(&mut self.deployments);
        all.for_each(|name| name.locate(&tokens_at));
    }
}

/// Names everything in a model, which may be incomplete after mistakes. Reports invalid and
/// colliding names.
///
/// The steps follow the scopes from the outside in: modules, then their contents. Names that users
/// write come first; names that only generated code writes are replaced if they are taken.
pub(crate) fn name(model: &Model, layout: Layout) -> (Names, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut modules = Modules::new(model, layout, &mut found);
    let mut names = Names { modules: modules.names(), ..Names::default() };
    names.types = types::name_types(model, &mut modules, &mut found);
    services::name_services(model, &mut modules, &mut names, &mut found);
    calls::name_calls(model, &mut modules, &mut names, &mut found);
    types::name_arms(model, &mut modules, &mut names.types, &mut found);
    names.deployments = services::name_deployments(model, &mut modules, &mut found);
    names.webhooks = services::name_webhooks(model, &mut modules, &mut found);
    files::name_documents(model, &mut names, &mut found);
    // From here on, a name that is taken is not reported, but replaced.
    types::name_tables(model, &mut modules, &mut names.types);
    services::name_tables(model, &mut modules, &mut names);
    calls::name_tables(model, &mut modules, &mut names);
    names.root = modules.name_root();
    names.imports = imports::name_imports(model, &names.types, &mut modules);
    (names, drop_repeated(model, found))
}

/// Keeps the first report per span, because one name may collide in several scopes. Drops reports
/// at inline definitions whose name is composed of another name with a mistake.
fn drop_repeated(model: &Model, found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let wrong: HashSet<Span> = found.iter().map(|problem| problem.span).collect();
    let above = spans_above(model);
    let inline: HashSet<Span> = model.types.iter().filter(|def| def.is_inline()).map(|def| def.span).collect();
    let is_made_of_wrong = |span: Span| {
        // The limit ends the search even if two items of a front end share a span.
        let mut way = std::iter::successors(above.get(&span), |at| above.get(at)).take(above.len());
        inline.contains(&span) && way.any(|at| *at != span && wrong.contains(at))
    };
    let mut reported = HashSet::new();
    found.into_iter().filter(|problem| !is_made_of_wrong(problem.span) && reported.insert(problem.span)).collect()
}

/// Returns, for the span of each name, the span of the name that contains it: the type of a member,
/// the operation of a parameter, the member or parameter of an inline definition.
fn spans_above(model: &Model) -> HashMap<Span, Span> {
    let mut above = HashMap::new();
    for def in &model.types {
        let (fields, arms) = match &def.kind {
            TypeKind::Record(record) => (record.fields.as_slice(), [].as_slice()),
            TypeKind::Union(union) => (union.common.as_slice(), union.arms.as_slice()),
            TypeKind::Scalar(_) | TypeKind::Enum(_) | TypeKind::Alias(_) => continue,
        };
        let inside = fields.iter().map(|field| field.span).chain(arms.iter().map(|arm| arm.span));
        above.extend(inside.map(|span| (span, def.span)));
    }
    let of_operations = model.operations.iter().map(|one| (one.span, &one.params));
    for (span, params) in of_operations.chain(model.subscriptions.iter().map(|one| (one.span, &one.params))) {
        above.extend(params.iter().map(|param| (param.field.span, span)));
    }
    // The members of an arm have the span of the arm's name, which already has an outer name.
    let owned = model.types.iter().filter_map(|def| Some((def.span, def.owner?)));
    above.extend(owned.filter(|(span, owner)| span != owner));
    above
}
