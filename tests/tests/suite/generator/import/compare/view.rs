//! What a schema demands, with references and `allOf` resolved, on plain JSON.
//!
//! Input: a document and the place of a schema. Output: kinds, values, members and alternatives. It
//! shares no code with the importer or the generator, which it is to check.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;

/// References and parts that are followed from one schema.
const DEEPEST: usize = 24;

/// A schema within a document.
#[derive(Clone, Copy)]
pub(super) struct At<'d> {
    pub(super) root: &'d Json,
    pub(super) value: &'d Json,
}

/// A schema and its place.
pub(in super::super) type Placed<'d> = (&'d Json, String);

/// What a schema demands of a value.
#[derive(Clone, Default)]
pub(in super::super) struct View<'d> {
    /// Where it is said.
    pub(super) places: Vec<String>,
    /// The kinds of value without null; `None` for any.
    pub(super) kinds: Option<BTreeSet<String>>,
    pub(super) nullable: bool,
    /// The only values, without null, as JSON.
    pub(super) values: Option<BTreeSet<String>>,
    /// Members, each with all that is said of it.
    pub(in super::super) members: BTreeMap<String, Vec<Placed<'d>>>,
    pub(super) required: BTreeSet<String>,
    pub(super) items: Option<Placed<'d>>,
    pub(super) tuple: Vec<Placed<'d>>,
    /// What further members are.
    pub(super) others: Option<Placed<'d>>,
    pub(super) arms: Vec<Placed<'d>>,
    /// The member by which a discriminator tells the alternatives.
    pub(super) tag: Option<String>,
    pub(super) read_only: bool,
    pub(super) write_only: bool,
    pub(super) description: String,
    depth: usize,
}

pub(in super::super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The value at a reference, and its place.
pub(in super::super) fn target<'d>(root: &'d Json, reference: &str) -> Option<Placed<'d>> {
    let place = decoded(reference.strip_prefix('#')?);
    Some((root.pointer(&place)?, place))
}

/// The value itself, or the target of its reference.
pub(in super::super) fn resolved<'d>(root: &'d Json, value: &'d Json, place: &str) -> Placed<'d> {
    let mut found = (value, place.to_owned());
    for _ in 0..DEEPEST {
        let Some(next) = found.0.get("$ref").and_then(Json::as_str).and_then(|next| target(root, next)) else { break };
        found = next;
    }
    found
}

fn decoded(text: &str) -> String {
    let mut out = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| u8::from_str_radix(std::str::from_utf8(hex).ok()?, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                out.push(byte);
                rest = &after[2..];
            }
            _ => {
                out.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(out).unwrap()
}

impl<'d> View<'d> {
    /// What all of these schemas demand together.
    pub(in super::super) fn of(root: &'d Json, parts: &[Placed<'d>]) -> Self {
        let mut view = Self { nullable: true, ..Self::default() };
        for (value, place) in parts {
            view.add(At { root, value }, place);
        }
        view.nullable &= view.kinds.is_some() || view.values.is_some() || !view.arms.is_empty();
        view
    }

    /// Whether any value fits.
    pub(super) fn is_any(&self) -> bool {
        self.kinds.is_none()
            && self.values.is_none()
            && self.members.is_empty()
            && self.required.is_empty()
            && self.items.is_none()
            && self.tuple.is_empty()
            && self.arms.is_empty()
            && self.others.is_none()
    }

    fn add(&mut self, at: At<'d>, place: &str) {
        self.places.push(place.to_owned());
        let Some(schema) = at.value.as_object() else { return };
        self.depth += 1;
        if self.depth > DEEPEST {
            return;
        }
        self.add_kind(at.value);
        self.add_members(at.value, place);
        let flag = |key: &str| schema.get(key) == Some(&Json::Bool(true));
        self.read_only |= flag("readOnly");
        self.write_only |= flag("writeOnly");
        self.description.push_str(schema.get("description").and_then(Json::as_str).unwrap_or_default());
        let was_nullable = self.nullable;
        if let Some((value, place)) = schema.get("$ref").and_then(Json::as_str).and_then(|to| target(at.root, to)) {
            self.add(At { value, ..at }, &place);
        }
        for (index, value) in list(at.value, "allOf").iter().enumerate() {
            self.add(At { value, ..at }, &format!("{place}/allOf/{index}"));
        }
        self.add_arms(at, place);
        // Documents of version 3.0 say `nullable` beside an `allOf`, and mean the whole.
        self.nullable = if flag("nullable") { was_nullable } else { self.nullable };
        if let Some(tag) = at.value.pointer("/discriminator/propertyName").and_then(Json::as_str) {
            self.tag = Some(tag.to_owned());
        }
    }

    fn add_kind(&mut self, schema: &Json) {
        let mut kinds: BTreeSet<String> = match schema.get("type") {
            Some(Json::String(kind)) => BTreeSet::from([kind.clone()]),
            Some(Json::Array(kinds)) => kinds.iter().filter_map(Json::as_str).map(str::to_owned).collect(),
            _ => BTreeSet::new(),
        };
        let mut nullable = kinds.remove("null") || schema.get("nullable") == Some(&Json::Bool(true));
        let is_null = schema.get("type").is_some() && kinds.is_empty();
        let constant = schema.get("const").map(std::slice::from_ref);
        if let Some(values) = constant.or(schema.get("enum").and_then(Json::as_array).map(Vec::as_slice)) {
            let null = values.iter().any(Json::is_null);
            nullable |= null && schema.get("type").is_none();
            let values: BTreeSet<String> = values.iter().filter(|value| !value.is_null()).map(said).collect();
            if kinds.is_empty() {
                kinds.extend(values.iter().map(|value| kind_of(value).to_owned()));
            }
            // Both booleans are no restriction.
            if kinds.len() > 1 || !kinds.contains("boolean") || values.len() < 2 {
                self.values = Some(match self.values.take() {
                    Some(known) if !values.is_empty() => known.intersection(&values).cloned().collect(),
                    _ => values,
                });
            }
        }
        if kinds.is_empty() && !is_null {
            return;
        }
        self.nullable &= nullable || is_null;
        self.kinds = Some(match self.kinds.take() {
            Some(known) => meet(&known, &kinds),
            None => kinds,
        });
    }

    fn add_members(&mut self, schema: &'d Json, place: &str) {
        for (name, member) in schema.get("properties").and_then(Json::as_object).into_iter().flatten() {
            let at = format!("{place}/properties/{}", escaped(name));
            self.members.entry(name.clone()).or_default().push((member, at));
        }
        self.required.extend(list(schema, "required").iter().filter_map(Json::as_str).map(str::to_owned));
        match schema.get("items") {
            Some(Json::Array(items)) => self.tuple = placed(items, &format!("{place}/items")),
            Some(item) => self.items = Some((item, format!("{place}/items"))),
            None => {}
        }
        if !list(schema, "prefixItems").is_empty() {
            self.tuple = placed(list(schema, "prefixItems"), &format!("{place}/prefixItems"));
        }
        if let Some(others) = schema.get("additionalProperties").filter(|others| others.is_object()) {
            self.others = Some((others, format!("{place}/additionalProperties")));
        }
        // Our documents have a word of their own for further members.
        let rest = schema.get("x-rest").and_then(Json::as_object).and_then(|rest| rest.values().next());
        if let Some(others) = rest.and_then(|rest| rest.get("additionalProperties")) {
            self.others = Some((others, format!("{place}/x-rest")));
        }
        let is_object = !self.members.is_empty() || self.others.is_some() || !self.required.is_empty();
        if self.kinds.is_none() && (is_object || self.items.is_some()) {
            let kind = if is_object { "object" } else { "array" };
            self.kinds = Some(BTreeSet::from([kind.to_owned()]));
            self.nullable &= schema.get("nullable") == Some(&Json::Bool(true));
        }
    }

    /// Alternatives. Null is none; a single one is a part.
    fn add_arms(&mut self, at: At<'d>, place: &str) {
        for key in ["oneOf", "anyOf"] {
            let all = placed(list(at.value, key), &format!("{place}/{key}"));
            if all.is_empty() {
                continue;
            }
            let is_nullable = all.iter().any(|arm| is_nullable(at.root, arm));
            let mut arms: Vec<Placed<'d>> = all.into_iter().filter(|arm| !is_null(at.root, arm)).collect();
            if let [only] = arms.as_slice() {
                let was_nullable = self.nullable;
                let only = only.clone();
                self.add(At { value: only.0, ..at }, &only.1);
                self.nullable = was_nullable && (self.nullable || is_nullable);
            } else {
                self.nullable &= is_nullable;
                self.arms.append(&mut arms);
            }
        }
    }
}

/// Whether null is the only value.
fn is_null<'d>(root: &'d Json, arm: &Placed<'d>) -> bool {
    let (value, _) = resolved(root, arm.0, &arm.1);
    let only_null = |values: &Json| values.as_array().is_some_and(|values| values.iter().all(Json::is_null));
    value.get("type").is_some_and(|kind| kind == "null")
        || value.get("enum").is_some_and(only_null)
        || value.get("const").is_some_and(Json::is_null)
        || value.as_object().is_some_and(|schema| {
            schema.get("nullable") == Some(&Json::Bool(true))
                && schema.keys().all(|key| key == "nullable" || key == "description")
        })
}

fn is_nullable<'d>(root: &'d Json, arm: &Placed<'d>) -> bool {
    is_null(root, arm) || View::of(root, std::slice::from_ref(arm)).nullable
}

fn list<'d>(schema: &'d Json, key: &str) -> &'d [Json] {
    schema.get(key).and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default()
}

fn placed<'d>(items: &'d [Json], place: &str) -> Vec<Placed<'d>> {
    items.iter().enumerate().map(|(index, item)| (item, format!("{place}/{index}"))).collect()
}

/// A value as JSON; a number by its value, so that `1.0` is `1`.
fn said(value: &Json) -> String {
    match value.as_f64() {
        Some(number) if value.is_number() => number.to_string(),
        _ => value.to_string(),
    }
}

/// The kind of a value that is written as JSON.
pub(super) fn kind_of(value: &str) -> &'static str {
    match value.chars().next() {
        Some('"') => "string",
        Some('{') => "object",
        Some('[') => "array",
        Some('t' | 'f') => "boolean",
        _ if value.contains(['.', 'e']) => "number",
        _ => "integer",
    }
}

/// The kinds that both demand; a whole number is a number.
fn meet(first: &BTreeSet<String>, second: &BTreeSet<String>) -> BTreeSet<String> {
    let fits =
        |kind: &str, other: &BTreeSet<String>| other.contains(kind) || (kind == "integer" && other.contains("number"));
    let both = |one: &BTreeSet<String>, other: &BTreeSet<String>| -> BTreeSet<String> {
        one.iter().filter(|kind| fits(kind, other)).cloned().collect()
    };
    let mut found = both(first, second);
    found.append(&mut both(second, first));
    found
}
