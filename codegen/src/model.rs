//! Checked description of a set of APIs, from which every output is made.
//!
//! Input: documents that have passed every check. Output: data for `lower`. Nothing here knows YAML
//! or Rust syntax. Every name is resolved to an index, so a model with a dangling name cannot be
//! built. The vectors are in a fixed order (modules by path, the rest in the order of their
//! source), and that order reaches the output.

mod calls;
mod content;
mod errors;
mod in_body;
mod inputs;
mod operations;
mod paging;
pub(crate) mod recursion;
mod refusals;
mod responses;
mod services;
mod template;
mod types;
mod waiting;
mod webhooks;

use std::collections::HashMap;

use crate::diagnostic::Span;

pub use crate::language::situations::Situation;
pub use crate::language::value::{Value, to_json};
pub use crate::language::words::amounts::{MAX_DECIMALS, Unit};
pub use crate::language::words::clients::SourceDocument;
pub use crate::language::words::common::{Availability, AvailabilityKind, Deprecation, ErrorSign, Note, Source};
pub use crate::language::words::limits::{Cost, Limit, LimitAmount, Period};
pub use crate::language::words::paging::{LifeLength, PageWay, TokenLife};
pub use crate::language::words::services::RateLimitHeaders;
pub use calls::*;
pub use chainloom_schema::{Effect, Limited, ParamStyle, Place, Quantity, RpcIds, RpcRetry, SecretPlace, Style, Verb};
pub use content::*;
pub use errors::*;
pub use in_body::*;
pub use operations::*;
pub use paging::*;
pub use refusals::*;
pub use responses::{EventStream, Response, ResponseBody};
pub use services::*;
pub use template::*;
pub use types::*;
pub use waiting::*;
pub use webhooks::*;

/// Index of a module: the result of one spec file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ModuleId(pub usize);

/// Index into [`Model::clients`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ClientId(pub usize);

/// Index into [`Model::services`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct ServiceId(pub usize);

/// Index into [`Model::types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct TypeId(pub usize);

/// Resolved and checked content of a set of spec files.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Model {
    /// Description of the crate, from `lib.yaml`.
    pub doc: String,
    /// Name of the crate, as written by its users.
    pub crate_name: Option<String>,
    /// Cargo feature that enables serde's traits; `None` for no such traits.
    pub serde: Option<String>,
    /// Cargo feature that enables the macros; `None` for no macros.
    pub macros: Option<String>,
    /// Cargo feature that enables synthetic values for tests; `None` for no such values.
    pub fixtures: Option<String>,
    /// Whether the `README.md` of the crate is its documentation.
    pub readme: bool,
    /// Documents that the spec is based on, in the order of `lib.yaml`.
    pub sources: Vec<SourceDocument>,
    /// Groups of words that mean the same in a search, in lower case.
    pub synonyms: Vec<Vec<String>>,
    /// Units of numbers that people read in a larger unit, in the order of `lib.yaml`.
    pub units: Vec<Unit>,
    /// Modules, one for each spec file except `lib.yaml`, sorted by path.
    pub modules: Vec<Module>,
    /// Clients, in source order.
    pub clients: Vec<Client>,
    /// Services, in source order.
    pub services: Vec<Service>,
    /// Named types.
    pub types: Vec<TypeDef>,
    /// Operations, each with its typed calls.
    pub operations: Vec<Operation>,
    /// Subscriptions, in source order.
    pub subscriptions: Vec<Subscription>,
    /// Webhooks of all files.
    pub webhooks: Vec<Webhooks>,
    /// Deployments, in source order.
    pub deployments: Vec<Deployment>,
}

impl Module {
    /// Returns the path with slashes: `data/balances`.
    #[must_use]
    pub fn name(&self) -> String {
        self.path.join("/")
    }

    /// Returns the path with the name of the package before it, which is unique across specs.
    pub fn full_path(&self) -> Vec<String> {
        self.package.iter().chain(&self.path).cloned().collect()
    }
}

impl Model {
    /// Iterates over the deployments that set a variable, with their values.
    pub fn values_of(&self, var: &Var) -> impl Iterator<Item = (&Deployment, &str)> {
        self.deployments.iter().filter_map(move |deployment| {
            let (_, value) = deployment.vars.iter().find(|(name, _)| *name == var.name)?;
            Some((deployment, value.as_str()))
        })
    }

    /// Returns the document of a source; `None` if `lib.yaml` names none with its mark.
    pub fn document_of(&self, source: &Source) -> Option<&SourceDocument> {
        let (mark, _) = source.parts();
        self.sources.iter().find(|document| document.mark == mark)
    }

    /// Returns the larger unit in which people read numbers of a unit; `None` if they read the
    /// numbers as they are.
    pub fn larger_unit(&self, name: &str) -> Option<&Unit> {
        self.units.iter().find(|unit| unit.name == name)
    }

    /// Returns whether a service is the client's own service, whose operations are methods of the
    /// client itself.
    pub fn is_clients_own(&self, service: &Service) -> bool {
        let client = self.clients.get(service.client.0);
        client.is_some_and(|client| service.module == client.module && service.name == client.name)
    }

    /// Returns the server of a service; `None` for the base URL of its client.
    pub fn server_of_service(&self, service: &Service) -> Option<&Server> {
        self.clients.get(service.client.0)?.servers.get(service.server?)
    }

    /// Returns the server of an operation; `None` for the base URL of its client.
    pub fn server_of(&self, operation: &Operation) -> Option<&Server> {
        let service = self.services.get(operation.service.0)?;
        self.clients.get(service.client.0)?.servers.get(operation.server?)
    }

    /// Returns the names of the additional servers to which a secret of a client is sent.
    pub fn servers_with(&self, client: ClientId, secret: &str) -> Vec<&str> {
        let names = |ways: &[Vec<String>]| ways.iter().flatten().any(|name| name == secret);
        let is_sent = |server: &Server| {
            let mut all = self.operations.iter();
            let is_there = |one: &Operation| self.server_of(one).is_some_and(|there| std::ptr::eq(there, server));
            names(&server.security)
                || all.any(|one| names(one.security.as_deref().unwrap_or_default()) && is_there(one))
        };
        let servers = self.clients.get(client.0).into_iter().flat_map(|client| &client.servers);
        servers.filter(|server| is_sent(server)).map(|server| server.name.as_str()).collect()
    }

    /// Returns whether a service of a client has a websocket.
    pub fn has_websocket(&self, client: ClientId) -> bool {
        self.services.iter().any(|service| service.client == client && service.websocket.is_some())
    }

    /// Returns whether absence and null have different meanings for a member, which is optional and
    /// nullable.
    pub fn has_three_states(&self, field: &Field) -> bool {
        !field.required && !field.hides_null() && matches!(self.nullable_target(&field.ty), Some(Type::Nullable(_)))
    }

    /// Returns the nullable type without aliases and bounds; `None` if the type is not nullable.
    pub fn nullable_target<'m>(&'m self, ty: &'m Type) -> Option<&'m Type> {
        let mut ty = ty;
        // No alias refers to itself, so this number of steps is enough.
        for _ in 0..=2 * self.types.len() {
            ty = match ty {
                Type::Nullable(_) => return Some(ty),
                Type::Bounded(bounded) => &bounded.ty,
                Type::Named(id) => match self.types.get(id.0).map(|def| &def.kind) {
                    Some(TypeKind::Alias(target)) => target,
                    _ => return None,
                },
                _ => return None,
            };
        }
        None
    }

    /// Follows aliases and strips nullability and bounds.
    pub fn bare<'m>(&'m self, ty: &'m Type) -> &'m Type {
        ty.bare(&self.types)
    }

    /// Returns whether an operation joins the service of a package.
    pub fn joins_package(&self, operation: &Operation) -> bool {
        let service = self.services.get(operation.service.0);
        self.is_own(operation.module) && service.is_some_and(|service| !self.is_own(service.module))
    }

    /// Returns the cargo features that each module needs: its own, and those of the enclosing
    /// folders.
    pub fn features(&self) -> Vec<Vec<String>> {
        let own = || self.modules.iter().filter(|module| module.package.is_none());
        let by_path: HashMap<&[String], &Module> = own().map(|module| (module.path.as_slice(), module)).collect();
        let all = self.modules.iter().map(|module| {
            let above = (1..=module.path.len()).filter_map(|depth| by_path.get(&module.path[..depth]));
            above.filter_map(|module| module.feature.clone()).collect()
        });
        all.collect()
    }

    /// Returns whether a module is part of the spec itself, and not of a package.
    pub fn is_own(&self, module: ModuleId) -> bool {
        self.modules.get(module.0).is_some_and(|module| module.package.is_none())
    }
}

/// Spec file.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Module {
    /// Path without the folder `spec/` and the extension: `["data", "balances"]`.
    pub path: Vec<String>,
    /// Package of the module; `None` for the spec itself. Nothing is generated for packages.
    pub package: Option<String>,
    /// Path of the file as given: `spec/data/balances.yaml`.
    pub file: String,
    /// Span of the first line of the file.
    pub top: Span,
    /// Description.
    pub doc: String,
    /// Cargo feature that enables the module.
    pub feature: Option<String>,
}
