//! Builds the data of a reference from a checked model with its names.
//!
//! Input: a [`NamedModel`]. Output: a [`Reference`]. Sentences are from [`chainloom_codegen::sentences`]; this module
//! only groups facts.

mod facts;
mod members;
mod operations;
mod services;
mod types;
mod webhooks;

use chainloom_codegen::NamedModel;

use crate::data::{Deployment, Reference, SourceDocument, SpecFile};

fn owned((service, urls): (&str, Vec<&str>)) -> (String, Vec<String>) {
    (service.to_owned(), urls.into_iter().map(str::to_owned).collect())
}

/// Builds the reference of a spec.
pub(crate) fn reference(named: &NamedModel) -> Reference {
    let model = named.model();
    let context = Context::new(named);
    let deployments = model.deployments.iter().map(|one| Deployment {
        name: one.name.clone(),
        doc: one.doc.clone(),
        variables: one.vars.clone(),
        endpoints: one.whole_urls(&model.services).into_iter().map(owned).collect(),
        missing: one.missing.clone(),
    });
    let sources = model.sources.iter().map(|document| SourceDocument {
        mark: document.mark.clone(),
        title: document.title.clone(),
        url: document.url.clone(),
    });
    let mut reference = Reference {
        name: model.crate_name.clone().unwrap_or_default(),
        doc: model.doc.clone(),
        clients: services::clients(&context),
        services: services::services(&context),
        files: model.modules.iter().map(|one| SpecFile { name: one.name(), doc: one.doc.clone() }).collect(),
        operations: operations::operations(&context),
        subscriptions: operations::subscriptions(&context),
        webhooks: webhooks::webhooks(&context),
        types: types::types(&context),
        deployments: deployments.collect(),
        sources: sources.collect(),
        synonyms: model.synonyms.clone(),
    };
    types::add_uses(&mut reference);
    reference
}

/// Context for looking up names and types.
struct Context<'m> {
    named: &'m NamedModel,
    /// IDs of the types, in the order of the model.
    ids: Vec<String>,
}

impl<'m> Context<'m> {
    fn new(named: &'m NamedModel) -> Self {
        let types = (0..named.model().types.len()).map(chainloom_codegen::model::TypeId);
        Self { named, ids: types.map(|id| below_crate(named, &named.type_path(id))).collect() }
    }
}

/// Returns a path without the name of the crate.
fn below_crate(named: &NamedModel, path: &str) -> String {
    let root = named.model().crate_name.as_deref().unwrap_or("crate");
    path.strip_prefix(root).and_then(|rest| rest.strip_prefix("::")).unwrap_or(path).to_owned()
}
