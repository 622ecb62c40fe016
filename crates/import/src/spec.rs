//! Intermediate form of types of the spec language, between the document and the printed tree.
//!
//! Input: types, from the readers of schemas. Output: [`Node`]s, with simpler alternatives for
//! types that the generator may refuse.

use std::rc::Rc;

use serde_json::Value as Json;

use crate::names::Scope;
use crate::tree::Node;

/// Name of the type of any JSON value.
pub(crate) const JSON: &str = "json";

/// Key of a member that takes all members which the record does not name.
pub(crate) const REST: &str = "rest";

/// Key of a member that only responses have.
pub(crate) const READ_ONLY: &str = "readOnly";

/// Type in the spec language, with the attributes of its use or declaration.
#[derive(Clone, Debug)]
pub(crate) struct Type {
    pub(crate) head: Head,
    /// Whether null is accepted as well.
    pub(crate) nullable: bool,
    pub(crate) doc: Option<String>,
    /// Keys of the type besides its definition, such as `default`, in the order in which they are
    /// written to the spec.
    pub(crate) attributes: Vec<(&'static str, Node)>,
    /// Name of the built-in type that replaces it if the generator refuses it.
    pub(crate) fallback: &'static str,
    pub(crate) origin: String,
    /// Words for the comment that marks a guess.
    pub(crate) guess: Option<String>,
}

/// Definition of a type, or the name of one.
#[derive(Clone, Debug)]
pub(crate) enum Head {
    Name(String),
    List(Box<Type>),
    Map { value: Box<Type>, key: Option<Box<Type>> },
    Record { extends: Option<String>, fields: Vec<Field> },
    Enum { values: Vec<Value>, seen: Vec<Value> },
    Union { discriminator: Discriminator, common: Vec<Field>, arms: Vec<Arm> },
    Const(Node),
    Tuple(Vec<Type>),
}

/// Criterion that selects the arm of a union: the JSON kind, a tag, or the members.
#[derive(Clone, Debug)]
pub(crate) enum Discriminator {
    Form,
    Tag {
        name: String,
        /// Kind of the values of the tag.
        kind: TagKind,
    },
    Members,
}

/// Kind of the values of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TagKind {
    Text,
    Number,
    Boolean,
}

impl TagKind {
    /// Returns the kind of a value. All values but numbers and booleans count as texts.
    pub(crate) fn of(value: &Json) -> Self {
        match value {
            Json::Number(_) => Self::Number,
            Json::Bool(_) => Self::Boolean,
            _ => Self::Text,
        }
    }
}

/// Member or parameter.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) optional: bool,
    pub(crate) ty: Type,
}

/// Value of an enumeration.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) text: String,
    pub(crate) is_number: bool,
    pub(crate) doc: Option<String>,
    pub(crate) rust: Option<String>,
}

/// Arm of a union.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) name: String,
    /// Name in Rust, if it cannot be derived.
    pub(crate) rust: Option<String>,
    pub(crate) doc: Option<String>,
    /// Value of the key `seen`.
    pub(crate) seen: bool,
    /// Member by which the arm is recognized.
    pub(crate) has: Option<String>,
    /// Whether the arm takes all objects that no other arm takes.
    pub(crate) otherwise: bool,
    /// Values of the tag that select the arm; if empty, its name is the value.
    pub(crate) values: Vec<Node>,
    pub(crate) body: ArmBody,
}

/// Content of an arm: a type, or members.
#[derive(Clone, Debug)]
pub(crate) enum ArmBody {
    Value(Type),
    Fields(Vec<Field>),
    /// A declared record, and its members, which replace it where the generator refuses the record.
    Record(Type, Rc<Vec<Field>>),
}

impl Type {
    pub(crate) fn new(head: Head, origin: &str) -> Self {
        Self {
            head,
            nullable: false,
            doc: None,
            attributes: Vec::new(),
            fallback: JSON,
            origin: origin.to_owned(),
            guess: None,
        }
    }

    /// Creates a use of the built-in or declared type with a name.
    pub(crate) fn name(name: &str, origin: &str) -> Self {
        Self::new(Head::Name(name.to_owned()), origin)
    }

    /// Creates the type of any JSON.
    pub(crate) fn json(origin: &str) -> Self {
        Self::name(JSON, origin)
    }

    /// Sets the built-in type that replaces the type if the generator refuses it.
    pub(crate) fn or(mut self, fallback: &'static str) -> Self {
        self.fallback = fallback;
        self
    }

    /// Adds an attribute.
    pub(crate) fn put(&mut self, key: &'static str, value: Node) {
        self.attributes.push((key, value));
    }

    pub(crate) fn is_name(&self) -> bool {
        matches!(self.head, Head::Name(_))
    }

    pub(crate) fn is_named(&self, wanted: &str) -> bool {
        matches!(&self.head, Head::Name(name) if name == wanted)
    }

    /// Returns the node for a use of the type, with its description last.
    pub(crate) fn node(&self) -> Node {
        let (doc_node, attributes) = (self.doc.as_ref().map(Node::text), &self.attributes);
        let is_plain = doc_node.is_none() && attributes.is_empty();
        let node = match self.bare() {
            Some(bare) if is_plain => bare,
            _ => {
                let mut node = Node::map(self.head_entries());
                for (key, value) in attributes {
                    // If the key were removed, JSON would need a member of this name.
                    node.put(*key, if *key == REST { value.clone() } else { value.clone().or_remove() });
                }
                node.put_opt("doc", doc_node.map(Node::or_remove));
                node
            }
        };
        self.with_fixes(node)
    }

    /// Returns the node for the declaration of the type, with its description first.
    pub(crate) fn declared(&self) -> Node {
        let mut node = Node::empty();
        node.put_opt("doc", self.doc.as_ref().map(Node::text));
        for (key, value) in self.head_entries() {
            node.put(key, value);
        }
        for (key, value) in &self.attributes {
            node.put(*key, value.clone().or_remove());
        }
        self.with_fixes(node).or_remove()
    }

    /// Adds the origin, the comment, and the simpler types for a type that the generator refuses.
    fn with_fixes(&self, mut node: Node) -> Node {
        node.origin = Some(self.origin.clone());
        if let Some(guess) = &self.guess {
            node = node.guessed(guess);
        }
        if self.fallback != JSON && !self.is_named(self.fallback) {
            node = node.or(self.simple(self.fallback));
        }
        if self.is_named(JSON) { node } else { node.or(self.simple(JSON)) }
    }

    /// Returns the node for another type with the description of this one.
    fn simple(&self, name: &str) -> Node {
        let doc = self.doc.as_ref().map(Node::text);
        let node = match doc {
            Some(doc) => Node::map([("type", Node::text(name)), ("doc", doc.or_remove())]),
            None => Node::text(name),
        };
        node.from(&self.origin)
    }

    /// Returns the node for a type that needs no mapping, such as a name. `None` for others.
    fn bare(&self) -> Option<Node> {
        match &self.head {
            Head::Name(name) => Some(Node::text(self.with_null(name))),
            Head::List(item) if !self.nullable => Some(Node::list([item.node()])),
            _ => None,
        }
    }

    /// Returns a name, with `| null` if the type is nullable.
    fn with_null(&self, name: &str) -> String {
        if self.nullable { format!("{name} | null") } else { name.to_owned() }
    }

    /// Returns the entries that define the type.
    fn head_entries(&self) -> Vec<(String, Node)> {
        let entry = |key: &str, value: Node| (key.to_owned(), value);
        match &self.head {
            Head::Name(name) => vec![entry("type", Node::text(self.with_null(name)))],
            Head::List(item) => vec![entry("list", item.node())],
            Head::Map { value, key } => {
                let mut entries = vec![entry("map", value.node())];
                entries.extend(key.as_ref().map(|key| entry("key", key.node().or_remove())));
                entries
            }
            Head::Record { extends, fields: members } => {
                let mut entries = Vec::new();
                entries.extend(extends.as_ref().map(|base| entry("extends", Node::text(base))));
                let is_needed = extends.is_none() || !members.is_empty();
                entries.extend(is_needed.then(|| entry("fields", fields(members))));
                entries
            }
            Head::Enum { values, seen } => {
                let mut entries = vec![entry("enum", enumeration(values))];
                entries.extend((!seen.is_empty()).then(|| entry("seen", enumeration(seen))));
                entries
            }
            Head::Union { discriminator, common, arms } => union(discriminator, common, arms),
            Head::Const(value) => vec![entry("const", value.clone())],
            Head::Tuple(items) => vec![entry("tuple", Node::list(items.iter().map(Type::node)))],
        }
    }
}

/// Returns members or parameters as a mapping. Names that Rust cannot use get the key `rust`.
pub(crate) fn fields(fields: &[Field]) -> Node {
    let mut scope = Scope::default();
    Node::map(fields.iter().map(|field| field.entry(&mut scope)))
}

impl Field {
    /// Returns whether the member takes all members which the record does not name.
    pub(crate) fn is_rest(&self) -> bool {
        self.ty.attributes.iter().any(|(key, _)| *key == REST)
    }

    /// Returns whether only responses have the member.
    pub(crate) fn is_read_only(&self) -> bool {
        self.ty.attributes.iter().any(|(key, _)| *key == READ_ONLY)
    }

    /// Returns the key and the value of the member. `scope` has the names of the members before it.
    pub(crate) fn entry(&self, scope: &mut Scope) -> (String, Node) {
        let mut ty = self.ty.clone();
        let is_const = matches!(ty.head, Head::Const(_));
        let has_name = ty.attributes.iter().any(|(key, _)| *key == "rust");
        if let Some(rust) = scope.of_member(&self.name, self.optional).filter(|_| !is_const && !has_name) {
            ty.put("rust", Node::text(rust));
        }
        let name = if self.optional { format!("{}?", self.name) } else { self.name.clone() };
        let mut node = ty.node();
        if self.is_rest() {
            node.fixes.clear();
        }
        (name, node.or_remove())
    }
}

/// Returns the values of an enumeration: as a list if none has a description or a Rust name.
fn enumeration(values: &[Value]) -> Node {
    let is_plain = values.iter().all(|value| value.doc.is_none() && value.rust.is_none());
    let scalar = |value: &Value| {
        if value.is_number { Node::new(crate::tree::Kind::Number(value.text.clone())) } else { Node::text(&value.text) }
    };
    if is_plain {
        return Node::list(values.iter().map(scalar));
    }
    Node::map(values.iter().map(|value| {
        let doc = value.doc.as_ref().map(Node::text);
        let annotation = match (&value.rust, doc) {
            (None, Some(doc)) => doc,
            (rust, doc) => {
                let mut annotation = Node::empty();
                annotation.put_opt("rust", rust.as_ref().map(Node::text));
                annotation.put_opt("doc", doc);
                annotation
            }
        };
        (value.text.clone(), annotation)
    }))
    .written(values.iter().all(|value| value.is_number))
}

/// Returns the entries that define a union.
fn union(discriminator: &Discriminator, common: &[Field], arms: &[Arm]) -> Vec<(String, Node)> {
    let union = match discriminator {
        Discriminator::Form => Node::text("form"),
        Discriminator::Members => Node::text("members"),
        Discriminator::Tag { name, .. } => Node::map([("tag", Node::text(name))]),
    };
    let mut entries = vec![("union".to_owned(), union)];
    if !common.is_empty() {
        entries.push(("common".to_owned(), fields(common)));
    }
    let is_form = matches!(discriminator, Discriminator::Form);
    let is_numbered = matches!(discriminator, Discriminator::Tag { kind: TagKind::Number | TagKind::Boolean, .. });
    let arms = arms.iter().map(|arm| (arm.name.clone(), arm.node(is_form, is_numbered)));
    entries.push(("arms".to_owned(), Node::map(arms).written(is_numbered)));
    entries
}

impl Arm {
    /// Creates an arm for a union by the kind of JSON value.
    pub(crate) fn of_value(name: String, ty: Type) -> Self {
        Self::of(name, ArmBody::Value(ty))
    }

    /// Creates an arm without attributes.
    pub(crate) fn of(name: String, body: ArmBody) -> Self {
        Self { name, rust: None, doc: None, seen: false, has: None, otherwise: false, values: Vec::new(), body }
    }

    /// Returns the value of the arm. `is_form` and `is_numbered` tell how the union is
    /// discriminated: by the JSON kind, or by a tag that is a number or a boolean.
    fn node(&self, is_form: bool, is_numbered: bool) -> Node {
        match &self.body {
            ArmBody::Value(ty) => self.value(ty),
            ArmBody::Fields(members) => self.fields(members, is_form),
            ArmBody::Record(ty, members) => {
                // An arm whose tag is a number or a boolean is named after its record.
                let rust = self.rust.clone().filter(|_| !is_numbered);
                let first = Self { rust, ..self.clone() }.value(ty);
                let mut node = first.or(self.fields(members, is_form));
                // The only fix is an arm with the members of the record.
                node.fixes.rotate_right(1);
                node.fixes.truncate(1);
                node
            }
        }
    }

    /// Returns the node of an arm whose body is a type.
    fn value(&self, ty: &Type) -> Node {
        let mut ty = ty.clone();
        ty.doc = self.doc.clone().or(ty.doc);
        if let Some(rust) = &self.rust {
            ty.put("rust", Node::text(rust));
        }
        if !self.values.is_empty() {
            ty.put("values", Node::list(self.values.clone()));
        }
        if let Some(has) = &self.has {
            ty.put("has", Node::text(has));
        }
        if self.otherwise {
            ty.put("otherwise", Node::new(crate::tree::Kind::Flag(true)));
        }
        if self.seen {
            ty.put("seen", Node::new(crate::tree::Kind::Flag(true)));
        }
        ty.node()
    }

    /// Returns the node of an arm that lists its members.
    fn fields(&self, members: &[Field], is_form: bool) -> Node {
        let mut node = Node::empty();
        node.put_opt("doc", self.doc.as_ref().map(Node::text));
        node.put_opt("rust", self.rust.as_ref().map(Node::text));
        node.put_opt("values", (!self.values.is_empty()).then(|| Node::list(self.values.clone())));
        node.put_opt("has", self.has.as_ref().filter(|_| !is_form).map(Node::text));
        node.put_flag("otherwise", self.otherwise && !is_form);
        node.put_flag("seen", self.seen);
        node.put("fields", fields(members));
        node
    }
}

/// Returns a range such as `1..=10`, `1..` or `..=10`. `None` without bounds.
pub(crate) fn range(low: Option<String>, high: Option<String>) -> Option<String> {
    match (low, high) {
        (None, None) => None,
        (low, None) => low.map(|low| format!("{low}..")),
        (low, Some(high)) => Some(format!("{}..={high}", low.unwrap_or_default())),
    }
}
