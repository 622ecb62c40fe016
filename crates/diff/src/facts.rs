//! Tree of a spec: every fact of its checked model, at the item that it describes.
//!
//! Input: the checked model of a spec. Output: a [`Node`]. The modules below take the items from the
//! model, `members` lists their facts, and `data` makes the values. Source places and indices are no
//! facts; the objects that an index refers to are.

mod calls;
mod data;
mod members;
mod services;
mod types;

use chainloom_codegen::Names;
use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Deployment, Model, Module, ModuleId};
use serde_json::json;

pub(crate) use self::calls::rule_text;
use self::members::Stated;
use crate::item::{Flow, Kind, Spot};
use crate::labels::Labels;
use crate::node::Node;
use crate::topic;

/// Flow of items in requests.
const SENT: Flow = Flow { sent: true, received: false };
/// Flow of items in responses and events.
const RECEIVED: Flow = Flow { sent: false, received: true };

/// Model, names and files that the tree of a spec is built from.
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
        Self { model, names, labels: Labels::new(model, types), files, sent, received }
    }

    /// Returns the tree of the spec, without its packages.
    pub(crate) fn tree(&self) -> Node {
        let model = self.model;
        let spot = self.files.iter().find(|file| file.ends_with("lib.yaml"));
        let spot = spot.map(|file| Spot { file: file.clone(), line: 1 }).unwrap_or_default();
        let mut spec = Node::new(Kind::Spec, "", spot).with(model.facts(self));
        spec.children = [
            self.own_items(&model.modules, |at, _| ModuleId(at), Self::file),
            self.own_items(&model.clients, |_, one| one.module, Self::client),
            self.own_items(&model.services, |_, one| one.module, Self::service),
            self.own_items(&model.types, |_, one| one.module, Self::type_def),
            self.own_items(&model.operations, |_, one| one.module, Self::operation),
            self.own_items(&model.subscriptions, |_, one| one.module, Self::subscription),
            self.own_items(&model.webhooks, |_, one| one.module, Self::webhooks),
            self.own_items(&model.deployments, |_, one| one.module, Self::deployment),
        ]
        .concat();
        spec
    }

    /// Returns the nodes of the items that belong to the spec and not to a package. `of` returns
    /// the module of an item.
    fn own_items<T>(&self, all: &[T], of: fn(usize, &T) -> ModuleId, node: fn(&Self, usize, &T) -> Node) -> Vec<Node> {
        let own = all.iter().enumerate().filter(|(at, one)| self.model.is_own(of(*at, one)));
        own.map(|(at, one)| node(self, at, one)).collect()
    }

    /// Returns the node of an item, with the facts of its structure.
    fn node(&self, kind: Kind, name: impl Into<String>, span: Span, of: &impl Stated) -> Node {
        let spot = Spot { file: self.files.get(span.file).cloned().unwrap_or_default(), line: span.line };
        Node::new(kind, name, spot).with(of.facts(self))
    }

    fn file(&self, at: usize, module: &Module) -> Node {
        let path = self.module(ModuleId(at));
        self.node(Kind::File, module.name(), module.top, module)
            .in_rust([path.strip_suffix("::").unwrap_or_default().to_owned()])
    }

    fn deployment(&self, at: usize, deployment: &Deployment) -> Node {
        let rust = format!("{}{}", self.module(deployment.module), self.names.deployment(at));
        let node = self.node(Kind::Deployment, &deployment.name, deployment.span, deployment);
        let mut node = node.in_rust([rust]);
        node.home = self.home(deployment.module);
        let spot = &node.spot;
        let var = |(name, text): &(String, String)| {
            Node::new(Kind::Variable, name, spot.clone()).with([(topic::VALUE, json!(text))])
        };
        node.children = deployment.vars.iter().map(var).collect();
        node
    }

    /// Returns the path of the file of a module, as other files of the spec refer to it.
    fn home(&self, module: ModuleId) -> String {
        self.model.modules.get(module.0).map(|module| module.name()).unwrap_or_default()
    }

    /// Returns the path of a module in Rust, with `::` at its end.
    fn module(&self, id: ModuleId) -> String {
        self.names.module(id).path.iter().map(|name| format!("{name}::")).collect()
    }

    /// Returns the messages that contain a type. A type that neither requests nor responses contain is an error body.
    fn flow(&self, at: usize) -> Flow {
        let sent = self.sent.get(at).copied().unwrap_or_default();
        Flow { sent, received: self.received.get(at).copied().unwrap_or_default() || !sent }
    }
}
