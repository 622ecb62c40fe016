//! Context: a service with all data from which its document is made.
//!
//! Input: the model and a service. Output: look-ups of its types, variables and deployments.

use std::collections::HashSet;

use serde_json::Value as Json;

use super::dialect;
use crate::documents::json_schema::Schemas;
use crate::documents::members::Members;
use crate::documents::nodes::DocumentPart;
use crate::model::{
    Client, Deployment, Field, Model, Operation, Service, ServiceId, Subscription, Template, Type, Var, VarId, Wire,
};

/// JSON-RPC service with its client and types.
pub(super) struct OpenRpc<'m> {
    pub(super) model: &'m Model,
    pub(super) client: &'m Client,
    pub(super) service: &'m Service,
    id: ServiceId,
    schemas: Schemas<'m>,
}

impl<'m> OpenRpc<'m> {
    pub(super) fn new(model: &'m Model, id: ServiceId) -> Self {
        let service = &model.services[id.0];
        let schemas = Schemas::of_service(model, id, "#/components/schemas/");
        Self { model, client: &model.clients[service.client.0], service, id, schemas }
    }

    /// Returns the part of the spec that the document describes.
    pub(super) fn part(&self) -> DocumentPart {
        let operations = self.operations().map(|operation| operation.module);
        let modules = operations.chain(self.subscriptions().map(|one| one.module)).collect();
        DocumentPart { client: self.service.client, services: vec![self.id], modules }
    }

    /// Returns the base URL of the server of the service.
    pub(super) fn base_url(&self) -> &'m Template {
        self.model.server_of_service(self.service).map_or(&self.client.base_url, |server| &server.base_url)
    }

    /// Returns the schema of a parameter, with its description.
    pub(super) fn schema_of(&self, field: &Field) -> Json {
        dialect::to_draft_7(self.schemas.field(field))
    }

    /// Returns the whole description of a parameter, as text.
    pub(super) fn text_of(&self, field: &Field) -> String {
        self.schemas.field_text(field)
    }

    /// Returns the schema of a reference to a type.
    pub(super) fn reference(&self, ty: &Type) -> Json {
        dialect::to_draft_7(self.schemas.reference(ty))
    }

    /// Returns the definitions of all named types that the service uses.
    pub(super) fn definitions(&self) -> Members {
        let definitions = self.schemas.definitions();
        definitions.into_iter().map(|(name, schema)| (name, dialect::to_draft_7(schema))).collect()
    }

    /// Iterates over the operations of the service in this crate.
    pub(super) fn operations(&self) -> impl Iterator<Item = &'m Operation> + use<'m> {
        let (id, model) = (self.id, self.model);
        let is_here = move |operation: &&Operation| operation.service == id && model.is_own(operation.module);
        model.operations.iter().filter(is_here)
    }

    /// Iterates over the subscriptions of the service in this crate.
    pub(super) fn subscriptions(&self) -> impl Iterator<Item = &'m Subscription> + use<'m> {
        let (id, model) = (self.id, self.model);
        let is_here = move |one: &&Subscription| one.service == id && model.is_own(one.module);
        model.subscriptions.iter().filter(is_here)
    }

    /// Returns the variables that occur in any of the templates: first those of the service, then
    /// those of the client.
    fn vars_of<'t>(&self, templates: impl IntoIterator<Item = &'t Template>) -> Vec<&'m Var> {
        let named: HashSet<VarId> = templates.into_iter().flat_map(Template::vars).collect();
        let own = (0..self.service.vars.len()).map(|at| VarId::OfService(self.id, at));
        let shared = (0..self.client.vars.len()).map(|at| VarId::OfClient(self.service.client, at));
        own.chain(shared).filter(|id| named.contains(id)).filter_map(|id| self.model.var_of(id)).collect()
    }

    /// Returns the variables that occur in templates of the service or its client. Variables of
    /// other services do not count.
    pub(super) fn used_vars(&self) -> Vec<&'m Var> {
        let mut templates = vec![&self.client.base_url, self.base_url()];
        templates.extend(self.client.auth.iter().map(|secret| &secret.key));
        templates.extend(self.client.send.iter().map(|(_, value)| value));
        templates.extend(self.service.templates());
        let own = self.subscriptions().filter_map(|one| one.subscribe.as_ref());
        templates.extend(own.flat_map(|names| [&names.call, &names.cancel, &names.notify]));
        templates.extend(self.operations().filter_map(|operation| match &operation.wire {
            Wire::Rpc { method } => Some(method),
            Wire::Rest { .. } => None,
        }));
        self.vars_of(templates)
    }

    /// Returns the variables that occur in a template.
    pub(super) fn vars_in(&self, template: &Template) -> Vec<&'m Var> {
        self.vars_of([template])
    }

    /// Returns the deployments that do not serve a method, each with the matching pattern.
    pub(super) fn missing_on(&self, method: &Template) -> Vec<(&'m Deployment, &'m str)> {
        let (text, shown) = (method.as_str(), self.model.shown(method));
        self.missing(|deployment, pattern| {
            let deployed = self.model.deployed(method, deployment);
            [text, &shown, &deployed].iter().any(|name| matches_pattern(pattern, name))
        })
    }

    /// Returns the deployments that do not serve a kind of event, each with the matching pattern.
    pub(super) fn missing_kind_on(&self, kind: &str) -> Vec<(&'m Deployment, &'m str)> {
        self.missing(|_, pattern| matches_pattern(pattern, kind))
    }

    /// Returns the deployments and their patterns of missing methods for which `is_missing` is
    /// true.
    fn missing(&self, is_missing: impl Fn(&Deployment, &str) -> bool) -> Vec<(&'m Deployment, &'m str)> {
        let patterns = self
            .model
            .deployments
            .iter()
            .flat_map(|deployment| deployment.missing.iter().map(move |pattern| (deployment, pattern.as_str())));
        patterns.filter(|(deployment, pattern)| is_missing(deployment, pattern)).collect()
    }
}

/// Returns whether a name matches a pattern, in which `*` matches any text.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(after) = name.strip_prefix(start) else { return false };
    (0..=after.len()).any(|at| after.is_char_boundary(at) && matches_pattern(rest, &after[at..]))
}
