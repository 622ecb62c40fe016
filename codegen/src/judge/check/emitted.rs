//! Names that generated code gives to things of its own, held against those of the spec.
//!
//! A module holds types, the structs of operations, handles of services and, in a client's file, the client; a
//! handle has methods of its own; a call has setters beside its own methods.

use std::collections::{HashMap, HashSet};

use super::collisions::Scope;
use super::context::{Body, Checker, DeclaredType};
use crate::casing::{pascal, snake};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::model::ModuleId;
use crate::spec::document::{FileDecl, Head, ToldByDecl, TypeExpr};

/// What generated code writes without a path.
const TYPES: &[&str] = &[
    "Box",
    "Default",
    "Err",
    "From",
    "Into",
    "IntoIterator",
    "None",
    "Ok",
    "Option",
    "Result",
    "Some",
    "TryFrom",
    "Vec",
];
/// What the file of a client has besides.
const CLIENT_TYPES: &[&str] = &["Builder", "Call", "Client", "IntoFuture"];
/// The methods of clients and of handles.
const METHODS: &[&str] = &["builder", "clone", "inner", "new", "prepare", "target"];
/// The methods of calls, which have a setter for each parameter that may be left out.
const CALL_METHODS: &[&str] = &["clone", "into_future", "map", "new", "operation", "reply", "send"];

impl Checker<'_> {
    pub(super) fn check_emitted_names(&mut self) {
        let mut found = Vec::new();
        let mut slots: Vec<Vec<&DeclaredType<'_>>> = self.files.iter().map(|_| Vec::new()).collect();
        self.slots.iter().for_each(|slot| slots[slot.file].push(slot));
        let mut services: HashMap<ModuleId, Vec<&str>> = HashMap::new();
        for service in &self.model.services {
            services.entry(service.module).or_default().push(&service.name);
        }
        for (file, doc) in self.files.iter().enumerate() {
            let services = self.modules[file].and_then(|module| services.get(&module));
            collide_items(doc, &slots[file], services.map_or(&[], Vec::as_slice), &mut found);
            collide_setters(doc, &mut found);
        }
        self.collide_methods(&mut found);
        // Two names that are one collide in every scope that they share; once is enough.
        let collisions = self.found.iter().filter(|problem| problem.code == Code::NameCollision);
        let mut told: HashSet<Span> = collisions.map(|problem| problem.span).collect();
        found.retain(|problem| told.insert(problem.span));
        self.found.extend(found);
    }

    /// The methods of a client: its own, its operations, and the services that it leads to. The same for the
    /// handle of each service, whose own methods are fewer.
    fn collide_methods(&self, found: &mut Vec<Diagnostic>) {
        let mut scopes: HashMap<String, Scope> = HashMap::new();
        let handle = |service: &crate::model::Service| {
            let is_own = self
                .scopes
                .client_files
                .get(service.client.0)
                .is_some_and(|file| self.modules[*file] == Some(service.module));
            if is_own {
                format!("client {}", service.client.0)
            } else {
                format!("service {} {}", service.client.0, service.name)
            }
        };
        for (file, doc) in self.files.iter().enumerate() {
            let Some(service) = self.scopes.service_of[file].and_then(|id| self.model.services.get(id.0)) else {
                continue;
            };
            let is_defined_here = self.modules[file] == Some(service.module);
            if is_defined_here && handle(service).starts_with("service") {
                let span = doc.service.as_ref().map_or(doc.top, |text| text.span);
                let client = scopes.entry(format!("client {}", service.client.0));
                client.or_insert_with(|| Scope::new("methods", snake, METHODS)).add(&service.name, span, None, found);
            }
            let scope = scopes.entry(handle(service)).or_insert_with(|| Scope::new("methods", snake, METHODS));
            let is_client = handle(service).starts_with("client");
            for var in service.vars.iter().filter(|_| is_defined_here && !is_client) {
                scope.add(&format!("with_{}", var.name), doc.top, None, found);
            }
            for (name, span) in operations(doc) {
                scope.add(&name, span, None, found);
            }
        }
    }
}

/// What one module holds. Two types of one name were reported before.
fn collide_items(doc: &FileDecl, slots: &[&DeclaredType<'_>], services: &[&str], found: &mut Vec<Diagnostic>) {
    let besides = if doc.client.is_some() { CLIENT_TYPES } else { &[] };
    let mut scope = Scope::new("items", pascal, TYPES).with_reserved(besides);
    let mut known = HashMap::new();
    let mut add = |name: String, span: Span, found: &mut Vec<Diagnostic>| {
        if known.insert(pascal(&name), name.clone()).as_ref() != Some(&name) {
            scope.add(&name, span, None, found);
        }
    };
    for slot in slots {
        add(slot.name.clone(), slot.span, found);
        if let Body::Expr(TypeExpr { head: Head::Union(union), .. }) = slot.body {
            match &union.told_by {
                ToldByDecl::Form => {}
                ToldByDecl::Tag(tag) => add(format!("{}_{}", slot.name, tag.value), slot.span, found),
                ToldByDecl::Members => add(format!("{}_kind", slot.name), slot.span, found),
            }
            add(format!("{}_common", slot.name), slot.span, found);
        }
    }
    for (name, span) in operations(doc) {
        add(name.clone(), span, found);
        add(format!("{name}_input"), span, found);
    }
    // Operations that join the service of a package come as traits.
    let joins = doc.service.as_ref().filter(|_| doc.package.is_none());
    if let Some((service, text)) = joins.and_then(|text| Some((text.value.split_once('/')?.1, text))) {
        add(format!("{service}_service_ext"), text.span, found);
        operations(doc).into_iter().for_each(|(name, span)| add(format!("{name}_call"), span, found));
    }
    for subscription in &doc.subscriptions {
        add(format!("{}_subscription", subscription.name.value), subscription.name.span, found);
    }
    for service in services {
        let span = doc.service.as_ref().map_or(doc.top, |text| text.span);
        add(format!("{service}_service"), span, found);
        add(format!("{service}_service_endpoints"), span, found);
    }
}

/// The typed calls of a file: operations, or their variants.
fn operations(doc: &FileDecl) -> Vec<(String, Span)> {
    let mut names = Vec::new();
    for operation in &doc.operations {
        let own = operation.variants.is_empty().then_some(&operation.name);
        let all = own.into_iter().chain(operation.variants.iter().map(|variant| &variant.name));
        names.extend(all.map(|name| (name.value.clone(), name.span)));
    }
    names
}

fn collide_setters(doc: &FileDecl, found: &mut Vec<Diagnostic>) {
    for operation in &doc.operations {
        for param in operation.params.iter().filter(|param| param.field.optional) {
            // A scope for each: two parameters of one name are reported elsewhere.
            let mut scope = Scope::new("parameters", snake, CALL_METHODS);
            let rust = param.field.ty.attributes.rust.as_ref();
            scope.add(&param.field.name.value, param.field.name.span, rust, found);
        }
    }
}
