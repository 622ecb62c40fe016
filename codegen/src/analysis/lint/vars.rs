//! Variables that the templates of a spec use.
//!
//! Input: the model, whose templates are resolved. Output: the variables that at least one template
//! names.

use std::collections::HashSet;

use crate::model::{Model, Template, VarId, Wire};

/// Returns the ids of the variables that at least one template of the model names.
pub(super) fn used_vars(model: &Model) -> HashSet<VarId> {
    let clients = model.clients.iter().flat_map(|client| {
        let headers = client.auth.iter().map(|secret| &secret.key);
        headers
            .chain(client.send.iter().map(|(_, value)| value))
            .chain([&client.base_url])
            .chain(client.servers.iter().map(|server| &server.base_url))
    });
    let services = model.services.iter().flat_map(|service| service.templates());
    let calls = model.operations.iter().map(|operation| match &operation.wire {
        Wire::Rest { path, .. } => path,
        Wire::Rpc { method } => method,
    });
    let webhooks = model.webhooks.iter().flat_map(|webhooks| webhooks.templates());
    clients.chain(services).chain(webhooks).chain(calls).flat_map(Template::vars).collect()
}
