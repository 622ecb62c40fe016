//! A service with all that its document is made from, and its variables with their values.

use serde_json::Value as Json;

use super::dialect;
use crate::documents::extensions::Members;
use crate::documents::json_schema::Schemas;
use crate::model::{
    Client, Deployment, Field, Model, Operation, Service, ServiceId, Subscription, Type, Var, Wire, filled,
};

/// What stands for the value of a variable that nobody has one for.
const NO_VALUE: &str = "not-set";

/// A JSON-RPC service and what belongs to it.
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

    /// The schema of a parameter, with everything that is said of it.
    pub(super) fn schema_of(&self, field: &Field) -> Json {
        dialect::draft_7(self.schemas.field(field))
    }

    /// All that is said of a parameter, as text.
    pub(super) fn text_of(&self, field: &Field) -> String {
        self.schemas.field_text(field)
    }

    /// The schema that stands for a type.
    pub(super) fn reference(&self, ty: &Type) -> Json {
        dialect::draft_7(self.schemas.reference(ty))
    }

    /// All named types that the service speaks of.
    pub(super) fn definitions(&self) -> Members {
        let definitions = self.schemas.definitions();
        definitions.into_iter().map(|(name, schema)| (name, dialect::draft_7(schema))).collect()
    }

    pub(super) fn operations(&self) -> impl Iterator<Item = &'m Operation> + use<'m> {
        let (id, model) = (self.id, self.model);
        let is_here = move |operation: &&Operation| operation.service == id && model.is_own(operation.module);
        model.operations.iter().filter(is_here)
    }

    pub(super) fn subscriptions(&self) -> impl Iterator<Item = &'m Subscription> + use<'m> {
        let (id, model) = (self.id, self.model);
        let is_here = move |one: &&Subscription| one.service == id && model.is_own(one.module);
        model.subscriptions.iter().filter(is_here)
    }

    /// The variables of the service, then those of the client.
    pub(super) fn vars(&self) -> impl Iterator<Item = &'m Var> + use<'m> {
        self.service.vars.iter().chain(&self.client.vars)
    }

    /// The variables that anything of this service names; those that only other services of the client use are not.
    pub(super) fn used_vars(&self) -> Vec<&'m Var> {
        let mut templates = vec![self.client.base_url.as_str()];
        templates.extend(self.client.auth.iter().map(|secret| secret.header.as_str()));
        templates.extend(self.service.endpoints.iter().map(|endpoint| endpoint.path.as_str()));
        templates.extend(self.service.websocket.iter().map(|websocket| websocket.path.as_str()));
        templates.extend(self.service.rpc.iter().filter_map(|rpc| rpc.batch_max.as_deref()));
        templates.extend(self.operations().filter_map(|operation| match &operation.wire {
            Wire::Rpc { method } => Some(method.as_str()),
            Wire::Rest { .. } => None,
        }));
        self.vars().filter(|var| templates.iter().any(|template| var.is_in(template))).collect()
    }

    /// The variables that a template names.
    pub(super) fn vars_in(&self, template: &str) -> Vec<&'m Var> {
        self.vars().filter(|var| var.is_in(template)).collect()
    }

    /// The documents' value of a variable, or that of the first deployment that has one.
    pub(super) fn default_of(&self, var: &Var) -> String {
        let deployed = || self.model.values_of(var).next().map(|(_, value)| value.to_owned());
        var.default.clone().or_else(deployed).unwrap_or_else(|| NO_VALUE.to_owned())
    }

    /// The same for a variable of the base URL, where the placeholder must be a URL too. `invalid` is no domain's name.
    pub(super) fn base_of(&self, var: &Var) -> String {
        let value = self.default_of(var);
        let is_whole = self.client.base_url.starts_with(&var.slot());
        if is_whole && value == NO_VALUE { format!("http://{NO_VALUE}.invalid") } else { value }
    }

    /// A template with the documents' values for its variables.
    pub(super) fn with_defaults(&self, template: &str) -> String {
        filled(template, self.vars(), |var| Some(self.default_of(var)))
    }

    /// A template as a deployment has it.
    pub(super) fn deployed(&self, template: &str, deployment: &Deployment) -> String {
        let own =
            |var: &Var| deployment.vars.iter().find(|(name, _)| *name == var.name).map(|(_, value)| value.clone());
        filled(template, self.vars(), |var| Some(own(var).unwrap_or_else(|| self.default_of(var))))
    }

    /// The deployments that do not serve a method, with the pattern that says so.
    pub(super) fn missing_on(&self, method: &str) -> Vec<(&'m Deployment, &'m str)> {
        let patterns = self
            .model
            .deployments
            .iter()
            .flat_map(|deployment| deployment.missing.iter().map(move |pattern| (deployment, pattern.as_str())));
        let names = |deployment| [method.to_owned(), self.with_defaults(method), self.deployed(method, deployment)];
        patterns.filter(|(deployment, pattern)| names(deployment).iter().any(|name| fits(pattern, name))).collect()
    }
}

/// Whether a name fits a pattern in which `*` stands for any text.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(after) = name.strip_prefix(start) else { return false };
    (0..=after.len()).any(|at| after.is_char_boundary(at) && fits(rest, &after[at..]))
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn patterns_stand_for_whole_names() {
        for (pattern, name, expected) in [
            ("book_*", "book_lend", true),
            ("book_*", "notebook_lend", false),
            ("*.lend", "book.lend", true),
            ("book.*d", "book.lender", false),
            ("book.lend", "book.lend", true),
            ("book.lend", "book.lends", false),
        ] {
            assert_eq!(fits(pattern, name), expected, "{pattern} {name}");
        }
    }
}
