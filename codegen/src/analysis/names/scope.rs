//! Scope: a Rust namespace in which each name must be unique.
//!
//! Input: the name of each item in the spec, and its Rust name from `patterns`. Output: identifiers
//! that are legal and unique in the scope, and errors at the later one of two equal names.

use std::collections::{HashMap, HashSet};

use super::patterns::without_keyword;
use super::reserved::Namespace;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ident::RustIdent;

/// Kind of spec item that claims a name. It gives the noun of messages about the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Type,
    /// Type that is defined where it is used.
    Inline,
    Operation,
    /// Method that waits for the result of an operation.
    Waiting,
    Subscription,
    Service,
    Endpoint,
    Variable,
    Secret,
    Server,
    Member,
    Parameter,
    Value,
    Arm,
    Tag,
    Module,
    Deployment,
    Webhooks,
    Error,
}

impl Noun {
    /// Returns the noun in the singular.
    fn singular(self) -> &'static str {
        match self {
            Self::Type | Self::Inline => "type",
            Self::Operation => "operation",
            Self::Waiting => "method that waits",
            Self::Subscription => "subscription",
            Self::Service => "service",
            Self::Endpoint => "endpoint",
            Self::Variable => "variable",
            Self::Secret => "secret",
            Self::Server => "server",
            Self::Member => "member",
            Self::Parameter => "parameter",
            Self::Value => "value",
            Self::Arm => "arm",
            Self::Tag => "tag",
            Self::Module => "file",
            Self::Deployment => "deployment",
            Self::Webhooks => "key",
            Self::Error => "error",
        }
    }

    /// Returns the noun in the plural.
    fn plural(self) -> String {
        match self {
            Self::Waiting => "methods that wait".to_owned(),
            _ => format!("{}s", self.singular()),
        }
    }

    /// Returns the hint for a name of this kind that cannot be used.
    fn hint(self) -> &'static str {
        match self {
            Self::Member | Self::Parameter | Self::Arm => "give it another Rust name with `rust: …`",
            Self::Value => "write the values as a mapping, with a Rust name for this one: `value: { rust: Name }`",
            Self::Waiting => "name the method with `name` of `wait`, or rename it",
            Self::Inline => "move it to `types` and give it a name",
            _ => "rename it",
        }
    }
}

/// Item of the spec that claims a name, as messages show it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Owner<'n> {
    pub(super) noun: Noun,
    /// Name in the spec.
    pub(super) name: &'n str,
    /// Span of the name.
    pub(super) span: Span,
}

/// Rust namespace, with its reserved and taken names.
#[derive(Debug)]
pub(super) struct Scope<'n> {
    reserved: HashSet<&'static str>,
    taken: HashMap<String, Owner<'n>>,
    /// Names of items that only generated code names, such as tables.
    generated: HashSet<String>,
}

impl<'n> Scope<'n> {
    pub(super) fn new(namespace: Namespace) -> Self {
        Self {
            reserved: namespace.reserved().iter().copied().collect(),
            taken: HashMap::new(),
            generated: HashSet::new(),
        }
    }

    /// Reserves further names of generated code in this scope.
    pub(super) fn reserve(&mut self, names: &'static [&'static str]) {
        self.reserved.extend(names);
    }

    /// Returns whether an item of the spec has claimed this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.taken.contains_key(name)
    }

    /// Returns whether neither an item of the spec nor generated code has this name.
    pub(super) fn is_free(&self, name: &str) -> bool {
        !self.taken.contains_key(name) && !self.generated.contains(name) && !self.reserved.contains(name)
    }

    /// Claims an identifier for an item of the spec. After a report the identifier is returned
    /// nevertheless, so that the rest can be checked.
    pub(super) fn claim(&mut self, owner: Owner<'n>, preferred: String, found: &mut Vec<Diagnostic>) -> RustIdent {
        let preferred = without_keyword(preferred);
        let Some(ident) = RustIdent::new(&preferred).map(|ident| ident.of(owner.span)) else {
            found.push(no_name(owner, &preferred));
            return RustIdent::default();
        };
        if self.reserved.contains(preferred.as_str()) {
            found.push(reserved_problem(owner, &preferred));
            return ident;
        }
        match self.taken.get(&preferred) {
            Some(first) => found.extend(collision_problem(*first, owner, &preferred)),
            None => {
                self.taken.insert(preferred, owner);
            }
        }
        ident
    }

    /// Returns an identifier for an item that only generated code names, with underscores appended
    /// while it is taken. Must be called after all items of the spec have claimed their names.
    pub(super) fn claim_generated(&mut self, preferred: String) -> RustIdent {
        let mut preferred = without_keyword(preferred);
        while self.taken.contains_key(&preferred) || !self.generated.insert(preferred.clone()) {
            preferred.push('_');
        }
        RustIdent::new(&preferred).unwrap_or_default()
    }
}

/// Returns the diagnostic for a name that gives no legal Rust identifier.
fn no_name(owner: Owner<'_>, preferred: &str) -> Diagnostic {
    let message = match (owner.name, preferred) {
        ("", _) => "an empty text does not give a Rust name".to_owned(),
        (name, "") => format!("`{name}` does not give a Rust name: it has no ASCII letter or digit"),
        (name, _) => format!("`{name}` does not give a legal Rust name (`{preferred}`)"),
    };
    Diagnostic::error(Code::BadName, owner.span, message).hint(owner.noun.hint())
}

/// Returns the diagnostic for a name that is reserved for generated code.
fn reserved_problem(owner: Owner<'_>, preferred: &str) -> Diagnostic {
    let message = match preferred == owner.name {
        true => format!("`{preferred}` is reserved for generated code"),
        false => format!("`{}` becomes `{preferred}`, which is reserved for generated code", owner.name),
    };
    Diagnostic::error(Code::NameCollision, owner.span, message).about(owner.name).hint(owner.noun.hint())
}

/// Returns the diagnostic for two equal names; `None` for an item that is declared twice, which
/// `check` reports.
fn collision_problem(first: Owner<'_>, owner: Owner<'_>, preferred: &str) -> Option<Diagnostic> {
    // `check` does not report two waiting methods of one name.
    if first.noun == owner.noun && first.name == owner.name && ![Noun::Inline, Noun::Waiting].contains(&owner.noun) {
        return None;
    }
    let message = if owner.noun == Noun::Inline && first.name == owner.name {
        format!("the definition here gets the name `{}`, which is taken", owner.name)
    } else if first.noun.singular() == owner.noun.singular() {
        format!("the {} `{}` and `{}` both become `{preferred}`", owner.noun.plural(), first.name, owner.name)
    } else {
        let (first, owner) = ((first.noun.singular(), first.name), (owner.noun.singular(), owner.name));
        format!("the {} `{}` and the {} `{}` both become `{preferred}`", first.0, first.1, owner.0, owner.1)
    };
    let problem = Diagnostic::error(Code::NameCollision, owner.span, message).about(owner.name);
    Some(problem.second(first.span, "the other one").hint(owner.noun.hint()))
}
