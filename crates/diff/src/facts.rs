//! Tree of a spec: every fact of its checked model, at the item that it describes.
//!
//! Input: the checked model of a spec. Output: a [`Node`]. Each structure of the model is
//! destructured with all its members by name, so that the compiler refuses to ignore a new one.
//! Source places and indices are no facts; the objects that an index refers to are.

mod calls;
mod common;
mod services;
mod subscriptions;
mod types;
mod webhooks;

use chainloom_codegen::Names;
use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Deployment, Model, Module, ModuleId, ServiceId};
use serde_json::{Value as Json, json};

use crate::labels::{Labels, unshown, value};
use crate::node::Node;
use crate::thing::{Flow, Kind, Spot};
use crate::topic;

/// What the tree of a spec is made from.
pub(crate) struct Facts<'m> {
    pub(crate) model: &'m Model,
    pub(crate) names: &'m Names,
    pub(crate) labels: Labels<'m>,
    /// Paths of the files, by the index in a span.
    pub(crate) files: &'m [String],
    sent: Vec<bool>,
    received: Vec<bool>,
}

impl<'m> Facts<'m> {
    pub(crate) fn new(model: &'m Model, names: &'m Names, types: &'m [String], files: &'m [String]) -> Self {
        let (sent, received) = (model.input_types(), model.output_types());
        Self { model, names, labels: Labels { model, types }, files, sent, received }
    }

    /// The tree of the spec itself; packages are not part of it.
    pub(crate) fn tree(&self) -> Node {
        let Model {
            doc,
            crate_name,
            serde,
            macros,
            fixtures,
            readme,
            sources,
            synonyms,
            modules,
            clients,
            services,
            types,
            operations,
            subscriptions,
            webhooks,
            deployments,
        } = self.model;
        let is_own = |module: ModuleId| self.model.is_own(module);
        let spot = self.files.iter().find(|file| file.ends_with("lib.yaml"));
        let spot = spot.map(|file| Spot { file: file.clone(), line: 1 }).unwrap_or_default();
        let mut spec = Node::new(Kind::Spec, "", spot).with([
            (topic::DOC, json!(doc)),
            (topic::CRATE, json!(crate_name)),
            (topic::SERDE_FEATURE, json!(serde)),
            (topic::MACROS_FEATURE, json!(macros)),
            (topic::FIXTURES_FEATURE, json!(fixtures)),
            (topic::README, json!(readme)),
            (topic::SOURCE_DOCUMENTS, if sources.is_empty() { Json::Null } else { unshown(sources) }),
            (topic::SYNONYMS, if synonyms.is_empty() { Json::Null } else { unshown(synonyms) }),
        ]);
        let children = &mut spec.children;
        let of_modules = modules.iter().enumerate().filter(|(at, _)| is_own(ModuleId(*at)));
        children.extend(of_modules.map(|(at, module)| self.file(ModuleId(at), module)));
        let own = clients.iter().enumerate().filter(|(_, client)| is_own(client.module));
        children.extend(own.map(|(at, client)| self.client(at, client)));
        let own = services.iter().enumerate().filter(|(_, service)| is_own(service.module));
        children.extend(own.map(|(at, service)| self.service(at, service)));
        let own = types.iter().enumerate().filter(|(_, def)| is_own(def.module));
        children.extend(own.map(|(at, def)| self.type_def(at, def)));
        children.extend(operations.iter().filter(|one| is_own(one.module)).map(|one| self.operation(one)));
        let own = subscriptions.iter().enumerate().filter(|(_, one)| is_own(one.module));
        children.extend(own.map(|(at, one)| self.subscription(at, one)));
        let own = webhooks.iter().enumerate().filter(|(_, one)| is_own(one.module));
        children.extend(own.map(|(at, one)| self.webhooks(at, one)));
        let own = deployments.iter().enumerate().filter(|(_, one)| is_own(one.module));
        children.extend(own.map(|(at, one)| self.deployment(at, one)));
        spec
    }

    fn file(&self, id: ModuleId, module: &Module) -> Node {
        let Module { path, package: _, file: _, top, doc, feature } = module;
        let mut node = Node::new(Kind::File, path.join("/"), self.spot(*top));
        node.rust = vec![self.names.module(id).path.iter().map(ToString::to_string).collect::<Vec<_>>().join("::")];
        node.with([(topic::DOC, json!(doc)), (topic::CARGO_FEATURE, json!(feature))])
    }

    fn deployment(&self, at: usize, deployment: &Deployment) -> Node {
        let Deployment { name, span, module, doc, vars, endpoints, missing, results } = deployment;
        let mut node = Node::new(Kind::Deployment, name.as_str(), self.spot(*span));
        node.home = self.home(*module);
        node.rust = vec![format!("{}{}", self.module(*module), self.names.deployment(at))];
        node.facts.push((topic::DOC, json!(doc)));
        node.facts.push((topic::MISSING_METHODS, if missing.is_empty() { Json::Null } else { json!(missing) }));
        let service = |at: &ServiceId| self.model.services[at.0].name.as_str();
        let endpoints = endpoints.iter().map(|(at, url)| json!([service(at), url.as_str()]));
        node.facts.push((topic::WHOLE_URLS, if endpoints.len() == 0 { Json::Null } else { endpoints.collect() }));
        let vars = vars.iter().map(|(name, text)| {
            let spot = node.spot.clone();
            Node::new(Kind::Variable, name.as_str(), spot).with([(topic::VALUE, json!(text))])
        });
        node.children = vars.collect();
        let results: serde_json::Map<String, Json> =
            results.iter().map(|(id, result)| (id.clone(), value(Some(result)))).collect();
        node.facts.push((topic::TEST_RESULTS, if results.is_empty() { Json::Null } else { Json::Object(results) }));
        node
    }

    pub(crate) fn spot(&self, span: Span) -> Spot {
        Spot { file: self.files.get(span.file).cloned().unwrap_or_default(), line: span.line }
    }

    /// The file of a module, as other files name it.
    pub(crate) fn home(&self, module: ModuleId) -> String {
        self.model.modules.get(module.0).map(|module| module.path.join("/")).unwrap_or_default()
    }

    /// The path of a module in Rust, with colons behind it.
    pub(crate) fn module(&self, id: ModuleId) -> String {
        self.names.module(id).path.iter().map(|name| format!("{name}::")).collect()
    }

    /// Which messages have a type. What is neither is the body of an error.
    pub(crate) fn flow(&self, at: usize) -> Flow {
        let sent = self.sent.get(at).copied().unwrap_or_default();
        Flow { sent, received: self.received.get(at).copied().unwrap_or_default() || !sent }
    }
}
