//! Types: scalars, records, enumerations, unions and references.
//!
//! Input: a node in place of a type. Output: a [`crate::spec::document::TypeExpr`], or mistakes of
//! shape. Types in one text are read in `type_texts`.

use std::collections::HashMap;

use super::events::MAX_DEPTH;
use super::type_texts::{self, TypeText};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::Mapping as _;
use crate::language::node::{At, Entry, KeyKind, Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::{Position, Shape, names};
use crate::language::word::{Form, Word};
use crate::spec::closed::{CALLS, FORM, MEMBERS, TEXTS};
use crate::spec::document::{
    Attributes, DiscriminatorDecl, ENUM, EnumValueDecl, EnumValueKeys, FieldDecl, Fields, HEADS, Head, RecordDecl,
    ScalarDecl, Scalars, Seen, SeenFields, TYPE, TypeExpr, TypeItem, Types, UnionDecl, UnionTag,
};

/// Maximum number of items of a tuple, as in the traits of the standard library.
const MAX_TUPLE_LENGTH: usize = 12;

impl Form<Vec<ScalarDecl>> for Scalars {
    const SHAPE: Shape = Shape::Map(&ScalarDecl::SHAPE);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<ScalarDecl>> {
        let entries = reader.entries(node, what);
        reader.refuse_operations(entries, what);
        let declared = entries.iter().filter(|entry| !is_operation(entry));
        Some(declared.filter_map(|entry| reader.named(entry)).collect())
    }
}

impl Form<Vec<TypeItem>> for Types {
    const SHAPE: Shape = Shape::Map(&Shape::Type(Position::Declared));

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<TypeItem>> {
        let entries = reader.entries(node, what);
        reader.refuse_operations(entries, what);
        let declared = entries.iter().filter(|entry| !is_operation(entry));
        Some(declared.filter_map(|entry| reader.type_item(entry)).collect())
    }
}

impl Word for TypeExpr {
    const SHAPE: Shape = Shape::Type(Position::Plain);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        reader.type_expr(node, what)
    }
}

impl Form<Vec<FieldDecl>> for Fields {
    const SHAPE: Shape = Shape::Fields;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<FieldDecl>> {
        Some(reader.fields(node, what, false))
    }
}

/// Shape of `seen` of a record: a boolean, or members.
const SEEN_FIELDS: Shape = Shape::Either(&[Shape::Flag, Shape::Fields]);

impl Form<At<bool>> for Seen {
    const SHAPE: Shape = Shape::Either(&[SEEN_FIELDS, ENUM]);

    /// Reads `seen` of the item itself. A mapping or list, which adds to the item, is read with the
    /// item.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<At<bool>> {
        if matches!(node.kind, NodeKind::Map(_) | NodeKind::List(_)) {
            return None;
        }
        Word::read(reader, node, what)
    }
}

impl Word for SeenFields {
    const SHAPE: Shape = SEEN_FIELDS;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        match node.kind {
            NodeKind::Map(_) => Some(Self::Fields(reader.fields(node, what, true))),
            NodeKind::List(_) => {
                reader.bad_shape(node, what, "a mapping of fields");
                None
            }
            _ => reader.flag(node, what).map(Self::Flag),
        }
    }
}

impl Reader {
    fn type_item(&mut self, entry: &Entry) -> Option<TypeItem> {
        let name = self.name(&entry.key);
        let before = self.applied.len();
        let expr = self.type_expr(&entry.value, "a type")?;
        if matches!(&expr.head, Head::Record(record) if !record.of.is_empty()) {
            self.refuse_nested(before);
        }
        Some(TypeItem { name, expr })
    }

    /// Reports the uses after index `before`, which are in a generic record. A type parameter
    /// cannot be an argument, since it is no type.
    fn refuse_nested(&mut self, before: usize) {
        for applied in self.applied.split_off(before) {
            let message = "a generic record cannot use another generic record".to_owned();
            let problem = Diagnostic::error(Code::BadShape, applied.span, message);
            self.report(problem.hint("write the members of the other record there"));
        }
    }

    /// Reads the names of type parameters: `T` or `[K, V]`.
    fn parameters(&mut self, node: Option<&Node>) -> Vec<Text> {
        let Some(node) = node else { return Vec::new() };
        let names = match node.kind {
            NodeKind::List(_) => self.texts(node, "a parameter"),
            _ => self.text(node, "`of`").into_iter().collect(),
        };
        if matches!(&node.kind, NodeKind::List(items) if items.is_empty()) {
            let problem = Diagnostic::error(Code::BadShape, node.span, "`of` names no type parameter".to_owned());
            self.report(problem.hint("write `of: T`, or remove `of`"));
        }
        let mut known: HashMap<&str, Span> = HashMap::new();
        for name in &names {
            if !type_texts::is_name(&name.value) {
                let message = format!("`{}` cannot be the name of a type parameter", name.value);
                let problem = Diagnostic::error(Code::BadShape, name.span, message);
                self.report(problem.hint("use letters and digits; several parameters form a list: `of: [K, V]`"));
            }
            if let Some(first) = known.insert(&name.value, name.span) {
                let message = format!("two type parameters have the name `{}`", name.value);
                let problem = Diagnostic::error(Code::DuplicateMember, name.span, message);
                self.report(problem.label("again").second(first, "first here").hint("rename one of them"));
            }
        }
        names
    }

    /// Reports operations among types or scalars: most likely the line `operations:` is missing
    /// above.
    fn refuse_operations(&mut self, entries: &[Entry], under: &str) {
        let Some(first) = entries.iter().find(|entry| is_operation(entry)) else {
            return;
        };
        let message = format!("`{}` is an operation, but is under {under}", first.key.text);
        let problem = Diagnostic::error(Code::BadShape, first.key.span, message).label("an operation");
        self.report(problem.hint("put `operations:` above it, or move it there"));
    }

    /// Reads members or parameters with their types; `seen` marks all of them as known from real
    /// services only.
    pub(super) fn fields(&mut self, node: &Node, what: &str, seen: bool) -> Vec<FieldDecl> {
        let mut fields = Vec::new();
        for entry in self.entries(node, what) {
            let mut name = self.name(&entry.key);
            let optional = name.value.ends_with('?');
            if optional {
                name.value.pop();
            }
            self.refuse_question_mark(&name, optional);
            let ty = self.type_expr(&entry.value, &format!("the type of `{}`", name.value));
            let Some(ty) = ty else {
                continue;
            };
            let seen = seen || ty.attributes.seen.is_some_and(|at| at.value);
            fields.push(FieldDecl { name, optional, seen, ty });
        }
        fields
    }

    /// Reports a question mark before a name, or behind white space: it would be a part of the name.
    fn refuse_question_mark(&mut self, name: &Text, is_optional: bool) {
        let bare = name.value.trim_start_matches('?').trim();
        if name.value.starts_with('?') || is_optional && name.value.ends_with(char::is_whitespace) {
            let message = format!("the `?` of an optional member or parameter ends its name: `{bare}?`");
            let problem = Diagnostic::error(Code::BadName, name.span, message);
            self.report(problem.hint(format!("write `{bare}?`")));
        }
    }

    /// Reads a type with its attributes; `None` after a report.
    pub(super) fn type_expr(&mut self, node: &Node, what: &str) -> Option<TypeExpr> {
        let plain = |head| TypeExpr { span: node.span, head, attributes: Box::default() };
        match &node.kind {
            NodeKind::Text(text) => Some(plain(self.type_name(text, node)?)),
            NodeKind::List(items) => {
                let [item] = items.as_slice() else {
                    let message = format!("a list type has one item type, not {}", items.len());
                    let problem = Diagnostic::error(Code::BadShape, node.span, message);
                    self.report(problem.hint("write `[Name]`"));
                    return None;
                };
                let item = self.type_expr(item, "the type of the items")?;
                Some(plain(Head::List(Box::new(item))))
            }
            NodeKind::Map(_) => {
                let members = self.members(node, &TYPE)?;
                let attributes = Box::new(Attributes::from_members(self, &members).unwrap_or_default());
                let head = self.head(&members, node)?;
                // An unknown name is marked by itself, without the attributes next to it.
                let span = members.get("type").map_or(node.span, |node| node.span);
                Some(TypeExpr { span, head, attributes })
            }
            _ => {
                self.bad_shape(node, what, "a type's name, a list or a mapping");
                None
            }
        }
    }

    /// Parses `Name`, `[Name]` or `Page<Name>`, optionally with `| null`.
    fn type_name(&mut self, text: &str, node: &Node) -> Option<Head> {
        if text.matches(['[', '<']).count() > MAX_DEPTH {
            let message = format!("a type has more than {MAX_DEPTH} `[` and `<`");
            let problem = Diagnostic::error(Code::TooDeep, node.span, message);
            self.report(problem.hint("give inner types a name of their own"));
            return None;
        }
        if let Some(TypeText { head, applied }) = type_texts::read(text, node.span) {
            self.applied.extend(applied.map(|_| Text { value: text.to_owned(), span: node.span }));
            return Some(head);
        }
        let is_within = type_texts::has_nested_uses(text);
        let message = match type_texts::wrong_argument(text, node.span).filter(|_| !is_within) {
            Some(argument) => format!("`{argument}` in `{text}` is not a type"),
            None => format!("`{text}` is not a type"),
        };
        let problem = Diagnostic::error(Code::BadShape, node.span, message);
        let hint = match text.split_once('<').map(|(outer, inner)| (outer, inner.trim_end_matches('>'))) {
            Some(("Vec", item)) => format!("write `[{item}]`"),
            Some(("Option", inner)) => format!("write `{inner} | null`, or a `?` after the name of a member"),
            None if TEXTS.contains(&text) => {
                format!("declare a scalar under `scalars` and use its name: `Name: {{ text: {text} }}`")
            }
            Some(_) if is_within => {
                "an argument cannot have arguments: give the inner type a name under `types`, as `Name: { type: Page<Type>, doc: … }`"
                    .to_owned()
            }
            None if text.ends_with('?') => {
                let name = text.trim_end_matches('?');
                format!("write the `?` behind the name of the member, as `name?: {name}`; or `{name} | null` for null")
            }
            _ => "write `Name`, `Name | null`, `[Name]`, or a union with `union: form`".to_owned(),
        };
        self.report(problem.hint(hint));
        None
    }

    /// Reads the kind and the content of a type from the only key that determines the kind.
    fn head(&mut self, members: &Members<'_>, node: &Node) -> Option<Head> {
        let heads = members.present(names(HEADS));
        let adds = members.get("seen").is_some_and(|seen| matches!(seen.kind, NodeKind::Map(_)));
        let head = match heads.as_slice() {
            [head] => *head,
            [] if adds || members.get("extends").is_some() => "fields",
            [] if members.has_unknown() => return None,
            [] => {
                let problem = Diagnostic::error(Code::MissingKey, node.span, "the type has no definition");
                let hint = "add one of `type`, `list`, `map`, `fields`, `enum` and `union`";
                self.report(problem.hint(hint));
                return None;
            }
            [first, second, ..] => {
                let message = format!("a type cannot have both `{first}` and `{second}`");
                let place = |key| members.key_span(key).unwrap_or(node.span);
                // The key that comes later in the text is marked.
                let (before, behind) = match (place(first), place(second)) {
                    (first, second) if first.start > second.start => (second, first),
                    both => both,
                };
                let problem = Diagnostic::error(Code::BadShape, behind, message).second(before, "the other is here");
                let hint = match *first {
                    // `type` with a JSON type next to another key, as in JSON Schema.
                    "type" => format!("keep one of them: `{second}` determines the JSON type, too"),
                    _ => "keep one of them".to_owned(),
                };
                self.report(problem.hint(hint));
                return None;
            }
        };
        self.refuse_misplaced(members, head);
        self.head_of(members, head)
    }

    /// Reads the content of a type whose kind is determined by the key `head`.
    fn head_of(&mut self, members: &Members<'_>, head: &'static str) -> Option<Head> {
        let value = members.get(head);
        Some(match head {
            "type" => {
                let inner = self.type_expr(value?, "`type`")?;
                self.refuse_inner_attributes(&inner.attributes);
                inner.head
            }
            "list" => Head::List(Box::new(self.type_expr(value?, "`list`")?)),
            "map" => {
                let key = members.get("key");
                let key = key.map(|node| self.type_expr(node, "`key`"));
                let value = Box::new(self.type_expr(value?, "`map`")?);
                let key = match key {
                    Some(key) => Some(Box::new(key?)),
                    None => None,
                };
                Head::Map { key, value }
            }
            "enum" => Head::Enum(self.enum_values(members, value?)),
            "union" => Head::Union(self.union(members, value?)?),
            "tuple" => Head::Tuple(self.tuple(value?)),
            "const" => Head::Const(value?.clone()),
            "foreign" => Head::Foreign(self.opt_text(members, "foreign")?),
            _ => Head::Record(RecordDecl {
                extends: self.opt_text(members, "extends"),
                of: self.parameters(members.get("of")),
                fields: self.with_seen(members, "fields"),
            }),
        })
    }

    /// Reports keys that belong to another kind of type.
    fn refuse_misplaced(&mut self, members: &Members<'_>, head: &'static str) {
        for (key, owner) in TYPE.beside.iter().copied() {
            if let (Some(span), true) = (members.key_span(key), head != owner) {
                let message = format!("`{key}` applies to `{owner}`, not to `{head}`");
                self.report(Diagnostic::error(Code::BadShape, span, message).hint(format!("remove `{key}`")));
            }
        }
        let seen = members.get("seen");
        let adds = seen.is_some_and(|seen| matches!(seen.kind, NodeKind::Map(_) | NodeKind::List(_)));
        let takes = matches!(head, "fields" | "enum" | "union");
        if let (Some(span), true, false) = (members.key_span("seen"), adds, takes) {
            let message = format!("`seen` beside `{head}` must be true or false");
            self.report(Diagnostic::error(Code::BadShape, span, message));
        }
    }

    fn refuse_inner_attributes(&mut self, attributes: &Attributes) {
        for (key, span) in &attributes.keys {
            let message = format!("`{key}` must be next to the outer `type`");
            let problem = Diagnostic::error(Code::BadAttribute, *span, message);
            self.report(problem.hint("move it one level up"));
        }
    }

    /// Reads the fields under `key`, then the fields under `seen`, which are known from real
    /// services only.
    pub(super) fn with_seen(&mut self, members: &Members<'_>, key: &'static str) -> Vec<FieldDecl> {
        let node = members.get(key);
        let fields = node.map(|node| self.fields(node, &format!("`{key}`"), false));
        let mut fields = fields.unwrap_or_default();
        if let Some(node) = members.get("seen") {
            match node.kind {
                NodeKind::Map(_) => fields.extend(self.fields(node, "`seen`", true)),
                NodeKind::List(_) => self.bad_shape(node, "`seen`", "a mapping of fields"),
                _ => {}
            }
        }
        fields
    }

    fn enum_values(&mut self, members: &Members<'_>, node: &Node) -> Vec<EnumValueDecl> {
        let mut values = self.enum_part(node, false);
        let adds = |seen: &&Node| matches!(seen.kind, NodeKind::Map(_) | NodeKind::List(_));
        if let Some(seen) = members.get("seen").filter(adds) {
            values.extend(self.enum_part(seen, true));
        }
        values
    }

    /// Reads the values under `enum` or `seen`; `seen` marks all of them as known from real
    /// services only.
    fn enum_part(&mut self, node: &Node, seen: bool) -> Vec<EnumValueDecl> {
        if let NodeKind::List(items) = &node.kind {
            return items.iter().filter_map(|item| self.listed_value(item, seen)).collect();
        }
        let mut values = Vec::new();
        for entry in self.entries(node, "the values of an enumeration") {
            let (name, number) = self.name_or_integer(&entry.key);
            let EnumValueKeys { doc, rust } = match &entry.value.kind {
                NodeKind::Map(_) => EnumValueKeys::read(self, &entry.value, "a value").unwrap_or_default(),
                // A number needs a Rust name, so its text is the name and not the description.
                _ if number => EnumValueKeys { doc: None, rust: self.text(&entry.value, "the Rust name of a number") },
                _ => EnumValueKeys { doc: self.text(&entry.value, "the text for a value"), rust: None },
            };
            values.push(EnumValueDecl { name, number, doc, rust, seen });
        }
        values
    }

    fn listed_value(&mut self, item: &Node, seen: bool) -> Option<EnumValueDecl> {
        let number = matches!(&item.kind, NodeKind::Number(digits) if digits.parse::<i64>().is_ok());
        let name = match number {
            true => self.text_or_number(item, "a value of an enumeration"),
            false => self.text(item, "a value of an enumeration"),
        };
        Some(EnumValueDecl { name: name?, number, doc: None, rust: None, seen })
    }

    /// Reads the types of the places of a tuple.
    fn tuple(&mut self, node: &Node) -> Vec<TypeExpr> {
        let items = self.items(node, "`tuple`");
        let is_list = matches!(node.kind, NodeKind::List(_));
        if is_list && (items.is_empty() || items.len() > MAX_TUPLE_LENGTH) {
            let message = format!("a tuple has 1 to {MAX_TUPLE_LENGTH} places, not {}", items.len());
            let problem = Diagnostic::error(Code::BadShape, node.span, message);
            self.report(problem.hint("use a list, or a tuple of tuples"));
            return Vec::new();
        }
        items.iter().filter_map(|item| self.type_expr(item, "the type of a place")).collect()
    }

    /// Reads a union with its arms.
    fn union(&mut self, members: &Members<'_>, node: &Node) -> Option<UnionDecl> {
        let discriminator = self.discriminator(node)?;
        let form = matches!(discriminator, DiscriminatorDecl::Form);
        let tagged = matches!(discriminator, DiscriminatorDecl::Tag(_));
        if let (Some(span), true) = (members.key_span("common"), form) {
            let message = "the arms of a union by form have no common members";
            let problem = Diagnostic::error(Code::BadShape, span, message);
            self.report(problem.hint("remove `common`, or distinguish the arms by `{ tag: … }` or `members`"));
        }
        let common = self.with_seen(members, "common");
        let place = common.last().map_or(node.span, |field| field.name.span);
        let arms = self.need_at(place, members, "arms", "the union")?;
        let mut read = Vec::new();
        for entry in self.entries(arms, "`arms`") {
            let (name, tag) = match tagged {
                true => self.tag_value(&entry.key),
                false => (self.name(&entry.key), KeyKind::Text),
            };
            let arm = match (form, &entry.value.kind) {
                (true, _) => self.form_arm(name, &entry.value),
                (false, NodeKind::Text(_)) => self.declared_arm((name, tag), &entry.value),
                (false, _) => self.fields_arm((name, tag), &entry.value),
            };
            read.extend(arm);
        }
        Some(UnionDecl { discriminator, common, arms: read })
    }

    /// Reads the value of `union`: how the arms are distinguished.
    fn discriminator(&mut self, node: &Node) -> Option<DiscriminatorDecl> {
        if let NodeKind::Map(_) = node.kind {
            return UnionTag::read(self, node, "`union`").map(|UnionTag { tag }| DiscriminatorDecl::Tag(tag));
        }
        let word = self.text(node, "`union`")?;
        match word.value.as_str() {
            FORM => Some(DiscriminatorDecl::Form),
            MEMBERS => Some(DiscriminatorDecl::Members),
            other => {
                let message = format!("`union` cannot be `{other}`");
                let problem = Diagnostic::error(Code::BadValue, node.span, message);
                let hint = "arms are told apart by `form`, by `members` or by `{ tag: member }`";
                self.report(problem.hint(hint));
                None
            }
        }
    }
}

/// Returns whether a definition has a key that only operations have.
fn is_operation(entry: &Entry) -> bool {
    let NodeKind::Map(members) = &entry.value.kind else {
        return false;
    };
    members.iter().any(|member| CALLS.iter().any(|(word, _)| *word == member.key.text))
}
