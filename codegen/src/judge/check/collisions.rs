//! Names that would become one Rust name, or none.

use std::collections::HashMap;

use super::context::{Body, Checker};
use crate::casing::{is_identifier, pascal, snake};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::spec::document::{ArmBodyDecl, ArmDecl, EnumValueDecl, FieldDecl, Head, Text, TypeExpr};

/// Names that share a scope in Rust.
pub(super) struct Scope {
    /// What they name: `fields`, `values`.
    noun: &'static str,
    make: fn(&str) -> String,
    known: HashMap<String, (String, Span)>,
    /// Names that generated code has in this scope itself.
    reserved: Vec<&'static str>,
}

impl Scope {
    pub(super) fn new(noun: &'static str, make: fn(&str) -> String, reserved: &'static [&'static str]) -> Self {
        Self { noun, make, known: HashMap::new(), reserved: reserved.to_vec() }
    }

    /// The same with more names that are taken.
    pub(super) fn with_reserved(mut self, names: &[&'static str]) -> Self {
        self.reserved.extend(names);
        self
    }

    pub(super) fn add(&mut self, name: &str, span: Span, rust: Option<&Text>, found: &mut Vec<Diagnostic>) {
        let derived = rust.map_or_else(|| (self.make)(name), |rust| rust.value.clone());
        let span = rust.map_or(span, |rust| rust.span);
        let hint = match self.noun {
            "operations" | "types" | "subscriptions" | "items" | "methods" => "rename it",
            "values" => "write the values as a mapping, with a Rust name for this one: `value: { rust: Name }`",
            _ => "give it a Rust name with `rust: …`",
        };
        if !is_identifier(&derived) {
            let message = format!("`{name}` gives no legal Rust name (`{derived}`)");
            found.push(Diagnostic::error(Code::BadName, span, message).hint(hint));
            return;
        }
        if self.reserved.contains(&derived.as_str()) {
            let message = match derived == name {
                true => format!("`{name}` is a name that generated code has for itself"),
                false => format!("`{name}` becomes `{derived}`, which generated code has for itself"),
            };
            found.push(Diagnostic::error(Code::NameCollision, span, message).hint(hint));
            return;
        }
        match self.known.get(&derived) {
            // The same name twice is reported as such.
            Some((first, _)) if first == name => {}
            Some((first, place)) => {
                let message = format!("the {} `{first}` and `{name}` both become `{derived}`", self.noun);
                let problem = Diagnostic::error(Code::NameCollision, span, message);
                found.push(problem.second(*place, "the other one").hint(hint));
            }
            None => {
                self.known.insert(derived, (name.to_owned(), span));
            }
        }
    }
}

impl Checker<'_> {
    pub(super) fn check_collisions(&mut self) {
        let mut found = Vec::new();
        self.collide_types(&mut found);
        for slot in &self.slots {
            match slot.body {
                Body::Expr(expr) => collide_expr(expr, &mut found),
                Body::Arm(arm) => collide_arm(arm, &mut found),
                Body::Scalar(_) => {}
            }
        }
        self.collide_subscriptions(&mut found);
        for doc in self.files {
            for operation in &doc.operations {
                let fields = operation.params.iter().map(|param| &param.field);
                collide_fields(fields, "parameters", &[], &mut found);
            }
            for subscription in &doc.subscriptions {
                collide_fields(subscription.params.iter(), "parameters", &[], &mut found);
            }
        }
        self.found.extend(found);
    }

    fn collide_types(&self, found: &mut Vec<Diagnostic>) {
        let mut scopes: HashMap<usize, Scope> = HashMap::new();
        for slot in &self.slots {
            let scope = scopes.entry(slot.file);
            let scope = scope.or_insert_with(|| Scope::new("types", pascal, &[]));
            let derived = pascal(&slot.name);
            // Two inline types may get one name without anybody having written it twice.
            match scope.known.get(&derived) {
                Some((first, place)) if slot.inline && *first == slot.name => {
                    let message = format!("the definition here gets the name `{}`, which is taken", slot.name);
                    let problem = Diagnostic::error(Code::NameCollision, slot.span, message);
                    let hint = "move it to `types` and give it a name";
                    found.push(problem.second(*place, "the other one").hint(hint));
                }
                _ => scope.add(&slot.name, slot.span, None, found),
            }
        }
    }

    /// Subscriptions of a service share it, also when they come from several files.
    fn collide_subscriptions(&self, found: &mut Vec<Diagnostic>) {
        let mut scopes: HashMap<usize, Scope> = HashMap::new();
        for (file, doc) in self.files.iter().enumerate() {
            let Some(service) = self.scopes.service_of[file] else {
                continue;
            };
            let scope = scopes.entry(service.0);
            let scope = scope.or_insert_with(|| Scope::new("subscriptions", snake, &[]));
            for subscription in &doc.subscriptions {
                scope.add(&subscription.name.value, subscription.name.span, None, found);
            }
        }
    }
}

fn collide_expr(expr: &TypeExpr, found: &mut Vec<Diagnostic>) {
    match &expr.head {
        Head::Record(record) => collide_fields(record.fields.iter(), "members", &["extra"], found),
        Head::Enum(values) => collide_values(values, found),
        Head::Union(union) => {
            collide_fields(union.common.iter(), "members", &["extra"], found);
            let is_open = !matches!(union.told_by, crate::spec::document::ToldByDecl::Form);
            let reserved: &[&str] = if is_open { &["UnknownValue"] } else { &[] };
            let mut scope = Scope::new("arms", pascal, reserved);
            for arm in &union.arms {
                scope.add(&arm.name.value, arm.name.span, arm.rust.as_ref(), found);
            }
        }
        _ => {}
    }
}

fn collide_arm(arm: &ArmDecl, found: &mut Vec<Diagnostic>) {
    if let ArmBodyDecl::Fields { fields, .. } = &arm.body {
        collide_fields(fields.iter(), "members", &["extra"], found);
    }
}

fn collide_values(values: &[EnumValueDecl], found: &mut Vec<Diagnostic>) {
    let mut scope = Scope::new("values", pascal, &["UnknownValue"]);
    for value in values {
        scope.add(&value.name.value, value.name.span, value.rust.as_ref(), found);
    }
}

fn collide_fields<'f>(
    fields: impl Iterator<Item = &'f FieldDecl>,
    noun: &'static str,
    reserved: &'static [&'static str],
    found: &mut Vec<Diagnostic>,
) {
    let mut scope = Scope::new(noun, snake, reserved);
    for field in fields {
        let rust = field.ty.attributes.rust.as_ref();
        scope.add(&field.name.value, field.name.span, rust, found);
    }
}
