//! Discriminators in parent schemas: a schema with a discriminator, which others extend by `allOf`,
//! becomes a union of its descendants.
//!
//! Input: a lifted document. Output: the same, where such a schema is a `oneOf` of its descendants,
//! and its own content is in an extension. The `allOf` of the descendants refers to the extension.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value as Json, json};

use crate::pointer::{escaped, last_name};
use crate::text::Dropped;

/// Extension of a union that holds the schema of the former parent, by its new name.
pub(crate) const PARENT_SCHEMA: &str = "x-parent-schema";

const SCHEMAS: &str = "/components/schemas";

/// Extension of a schema that states its value of the parent's tag.
const TAG_VALUE: &str = "x-ms-discriminator-value";

/// Keywords by which a part of an `allOf` adds content to the other parts.
const ADDING_KEYWORDS: [&str; 6] = ["$ref", "properties", "required", "allOf", "oneOf", "anyOf"];

/// Maximum number of arms of all unions. Each union has all descendants, so the arms of a long line
/// of schemas grow with the square of its length.
const MAX_ARMS: usize = 20_000;

/// Schemas of a document, and for each name the schemas that extend it by `allOf`.
struct Schemas<'d> {
    all: &'d Map<String, Json>,
    /// Names of the schemas that extend a schema directly, keyed by its name.
    extenders: HashMap<String, Vec<&'d String>>,
    /// Index of each schema in the document.
    places: HashMap<&'d str, usize>,
}

/// Schema with a discriminator that other schemas extend.
struct Parent<'d> {
    name: &'d String,
    schema: &'d Json,
    /// Name of the member that holds the tag.
    tag: &'d str,
    /// Values of the mapping, by the names of their schemas.
    mapped: HashMap<String, Vec<&'d String>>,
    /// Values that the schema itself lists for the tag, as a constant or an enumeration.
    listed: Option<Vec<String>>,
    /// Schemas that extend the parent, directly or not, and schemas that its mapping names. For a union, its
    /// alternatives.
    children: Vec<&'d String>,
    /// Whether the schema lists its children as alternatives, so that it is no arm itself.
    is_union: bool,
}

/// Union that replaces a parent.
struct Union {
    name: String,
    /// New name of the parent's own schema.
    base: String,
    tag: String,
    /// Reference of the schema for each value of the tag.
    arms: Map<String, Json>,
    /// Names of the schemas that extend the parent.
    children: Vec<String>,
}

/// Turns schemas with a discriminator that others extend into unions. Returns the discriminators
/// that stay without effect, with their JSON pointers.
pub(crate) fn unite(document: &mut Json) -> Dropped {
    let Some(all) = document.pointer(SCHEMAS).and_then(Json::as_object) else { return Dropped::new() };
    let (unions, dropped) = Schemas::of(all).unions();
    let bases: HashMap<String, String> =
        unions.iter().map(|union| (reference_to(&union.name), reference_to_base(&union.name, &union.base))).collect();
    if let Some(schemas) = document.pointer_mut(SCHEMAS).and_then(Json::as_object_mut) {
        for union in &unions {
            union.children.iter().for_each(|child| require_tag(schemas, child, &union.tag));
        }
        schemas.values_mut().for_each(|schema| refer_to_bases(schema, &bases, true));
    }
    for key in ["paths", "components"].iter().filter(|_| !unions.is_empty()) {
        document.get_mut(key).into_iter().for_each(|part| complete_alternatives(part, &unions));
    }
    if let Some(schemas) = document.pointer_mut(SCHEMAS).and_then(Json::as_object_mut) {
        unions.into_iter().for_each(|union| replace_by_union(schemas, union));
    }
    for key in ["paths", "components"] {
        document.get_mut(key).into_iter().for_each(|part| refer_to_bases(part, &bases, false));
    }
    dropped
}

impl<'d> Schemas<'d> {
    fn of(all: &'d Map<String, Json>) -> Self {
        let mut extenders: HashMap<String, Vec<&String>> = HashMap::new();
        for (name, schema) in all {
            extended_names(schema).for_each(|part| extenders.entry(part).or_default().push(name));
        }
        Self { all, extenders, places: all.keys().enumerate().map(|(place, name)| (name.as_str(), place)).collect() }
    }

    /// Returns the unions of a document, and the discriminators and arms that are lost.
    fn unions(&self) -> (Vec<Union>, Dropped) {
        let mut dropped = Dropped::new();
        let mut parents = Vec::new();
        let mut arms = 0;
        for parent in self.all.iter().filter_map(|(name, schema)| self.parent(name, schema)) {
            arms += parent.children.len();
            let is_untold = |child: &&String| self.tag_values(&parent, child).is_empty();
            if parent.is_union && (!self.has_tag(&parent) || parent.children.iter().any(is_untold)) {
                continue;
            }
            let why = match arms > MAX_ARMS {
                true => Some("the arms of a discriminator, of which the document has too many"),
                false if !self.has_tag(&parent) => Some("the arms of a discriminator whose member may be left out"),
                false => None,
            };
            match why {
                Some(why) => dropped.push((why, format!("{}/discriminator", pointer(parent.name)))),
                None => {
                    self.report_missing(&parent, &mut dropped);
                    parents.push((self.base_name(parent.name), parent));
                }
            }
        }
        let bases: HashMap<&str, &str> =
            parents.iter().map(|(base, parent)| (parent.name.as_str(), base.as_str())).collect();
        let reference = |name: &str| match bases.get(name) {
            Some(base) => reference_to_base(name, base),
            None => reference_to(name),
        };
        let union = |(base, parent): &(String, Parent<'_>)| Union {
            name: parent.name.clone(),
            base: base.clone(),
            tag: parent.tag.to_owned(),
            arms: self.arms(parent, reference),
            children: parent.children.iter().map(|child| (*child).clone()).collect(),
        };
        (parents.iter().map(union).collect(), dropped)
    }

    /// Returns a schema as a parent. `None` if it has no discriminator, if it is a union of other schemas than its
    /// descendants, or if neither its mapping nor an `allOf` leads to other schemas.
    fn parent(&self, name: &'d String, schema: &'d Json) -> Option<Parent<'d>> {
        let tag = schema.pointer("/discriminator/propertyName").and_then(Json::as_str)?;
        let listed = ["oneOf", "anyOf"].iter().find_map(|word| schema.get(word)?.as_array());
        let is_union = listed.is_some();
        let mut mapped: HashMap<String, Vec<&String>> = HashMap::new();
        for (value, target) in mapping_of(schema) {
            mapped.entry(target).or_default().push(value);
        }
        let mut children = self.descendants(name);
        if let Some(listed) = listed {
            let of_arm = |arm: &Json| children.iter().find(|child| target_of(arm).as_ref() == Some(**child)).copied();
            children = listed.iter().map(of_arm).collect::<Option<_>>()?;
        } else {
            let mapped = mapped.keys().filter_map(|target| self.all.get_key_value(target));
            children.extend(mapped.map(|(target, _)| target));
        }
        children.retain(|child| *child != name);
        // Each child once, in the order of the document.
        children.sort_by_key(|child| self.places.get(child.as_str()));
        children.dedup();
        if children.is_empty() {
            return None;
        }
        Some(Parent { name, schema, tag, mapped, listed: self.listed_values(schema, tag), children, is_union })
    }

    /// Returns all schemas that extend a schema, directly or not.
    fn descendants(&self, name: &str) -> Vec<&'d String> {
        let (mut seen, mut found) = (HashSet::new(), Vec::new());
        let mut open = vec![name];
        while let Some(name) = open.pop() {
            for child in self.extenders.get(name).into_iter().flatten().filter(|child| seen.insert(**child)) {
                found.push(*child);
                open.push(child);
            }
        }
        found
    }

    /// Returns whether the tag of a parent is required, by the parent or by a part of its `allOf`.
    fn has_tag(&self, parent: &Parent<'_>) -> bool {
        let required = |schema: &Json| {
            let names = schema.get("required").and_then(Json::as_array);
            names.is_some_and(|names| names.iter().any(|name| name.as_str() == Some(parent.tag)))
        };
        let referred = extended_names(parent.schema).filter_map(|part| self.all.get(&part));
        std::iter::once(parent.schema).chain(all_of_parts(parent.schema)).chain(referred).any(required)
    }

    /// Reports schemas that the mapping of a parent names but the document lacks, and children that
    /// no value of the tag selects. Children that others extend may lack one.
    fn report_missing(&self, parent: &Parent<'_>, dropped: &mut Dropped) {
        for (value, _) in mapping_of(parent.schema).filter(|(_, target)| !self.all.contains_key(target)) {
            let place = format!("{}/discriminator/mapping/{}", pointer(parent.name), escaped(value));
            dropped.push(("an arm of a discriminator that the document does not have", place));
        }
        let is_last = |child: &str| !self.extenders.contains_key(child);
        for child in parent.children.iter().filter(|child| is_last(child) && self.tag_values(parent, child).is_empty())
        {
            dropped.push(("an arm that no value of the discriminator selects", pointer(child)));
        }
    }

    /// Returns the reference of a schema for each value of the tag of a parent. Values come from
    /// the mapping, from constant members, or else from the names of the schemas.
    fn arms(&self, parent: &Parent<'_>, reference: impl Fn(&str) -> String) -> Map<String, Json> {
        let mut arms = Map::new();
        for child in &parent.children {
            arms.extend(self.tag_values(parent, child).into_iter().map(|value| (value, reference(child).into())));
        }
        if parent.is_union {
            return arms;
        }
        let own = parent.mapped.get(parent.name).into_iter().flatten().map(|value| (*value).clone());
        for value in own.chain(parent.listed.clone().unwrap_or_else(|| vec![parent.name.clone()])) {
            arms.entry(value).or_insert_with(|| reference(parent.name).into());
        }
        arms
    }

    /// Returns the values of the tag that select a child of a parent.
    fn tag_values(&self, parent: &Parent<'_>, child: &String) -> Vec<String> {
        if let Some(values) = parent.mapped.get(child) {
            return values.iter().map(|value| (*value).clone()).collect();
        }
        let schema = &self.all[child];
        if let Some(value) = schema.get(TAG_VALUE).and_then(Json::as_str) {
            return vec![value.to_owned()];
        }
        if let Some(own) = all_of_parts(schema).chain([schema]).find_map(|part| self.listed_values(part, parent.tag)) {
            return own;
        }
        let is_name = parent.listed.as_ref().is_none_or(|listed| listed.contains(child));
        if is_name { vec![child.clone()] } else { Vec::new() }
    }

    /// Returns the texts that a schema lists for a member. `None` unless all values are texts.
    fn listed_values(&self, schema: &Json, member: &str) -> Option<Vec<String>> {
        let mut schema = schema.get("properties")?.get(member)?;
        if let Some(name) = schema.get("$ref").and_then(Json::as_str).and_then(name_of) {
            schema = self.all.get(&name)?;
        }
        let text = |value: &Json| value.as_str().map(str::to_owned);
        match schema.get("const") {
            Some(value) => Some(vec![text(value)?]),
            None => schema.get("enum")?.as_array()?.iter().map(text).collect(),
        }
    }

    /// Returns an unused name for the schema of a former parent.
    fn base_name(&self, name: &str) -> String {
        let names = std::iter::once(format!("{name}Base")).chain((2..).map(|number| format!("{name}Base{number}")));
        names.into_iter().find(|base| !self.all.contains_key(base)).unwrap_or_default()
    }
}

/// Makes the tag required in a schema that consists of a single reference, so that it becomes a
/// record and no alias of the parent.
fn require_tag(schemas: &mut Map<String, Json>, name: &str, tag: &str) {
    let Some(schema) = schemas.get_mut(name) else { return };
    let is_alias = schema.get("allOf").and_then(Json::as_array).is_some_and(|parts| parts.len() == 1);
    if is_alias && schema.get("properties").is_none() && schema.get("required").is_none() {
        schema["required"] = json!([tag]);
    }
}

fn pointer(name: &str) -> String {
    format!("{SCHEMAS}/{}", escaped(name))
}

fn reference_to(name: &str) -> String {
    format!("#{}", pointer(name))
}

fn reference_to_base(name: &str, base: &str) -> String {
    format!("{}/{PARENT_SCHEMA}/{}", reference_to(name), escaped(base))
}

/// Returns the values in the mapping of a discriminator, each with the name of its schema.
fn mapping_of(schema: &Json) -> impl Iterator<Item = (&String, String)> {
    let mapping = schema.pointer("/discriminator/mapping").and_then(Json::as_object);
    mapping.into_iter().flatten().filter_map(|(value, target)| Some((value, name_of(target.as_str()?)?)))
}

/// Returns the names of the schemas to which the `allOf` of a schema refers.
fn extended_names(schema: &Json) -> impl Iterator<Item = String> {
    all_of_parts(schema).filter_map(target_of)
}

/// Returns the name of the schema to which a reference leads. `None` for other schemas.
fn target_of(schema: &Json) -> Option<String> {
    name_of(schema.get("$ref")?.as_str()?)
}

/// Returns the parts of the `allOf` of a schema.
fn all_of_parts(schema: &Json) -> impl Iterator<Item = &Json> {
    schema.get("allOf").and_then(Json::as_array).into_iter().flatten()
}

/// Returns the name of the schema to which a reference or an entry of a mapping leads. `None` for
/// references that lead elsewhere.
fn name_of(target: &str) -> Option<String> {
    match target.strip_prefix('#') {
        Some(pointer) => pointer.strip_prefix(SCHEMAS)?.strip_prefix('/').map(last_name),
        None => Some(target.to_owned()),
    }
}

/// Redirects references in `allOf` from unions to the schemas of the parents, which have the
/// members. A reference to which an inline schema adds nothing stays a reference to the union.
fn refer_to_bases(value: &mut Json, bases: &HashMap<String, String>, is_component: bool) {
    let has_own = value.get("properties").is_some();
    if let Some(parts) = value.get_mut("allOf").and_then(Json::as_array_mut) {
        let adding = parts.iter().filter(|part| ADDING_KEYWORDS.iter().any(|word| part.get(word).is_some())).count();
        if is_component || has_own || adding > 1 {
            parts.iter_mut().for_each(|part| refer_to_base(part, bases));
        }
    }
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| refer_to_bases(item, bases, false)),
        Json::Object(members) => members.values_mut().for_each(|member| refer_to_bases(member, bases, false)),
        _ => {}
    }
}

/// Adds the discriminator of a parent to alternatives without one that are all arms of its union. Of alternatives with
/// the parent among them, only the parent stays, since its union has all arms.
fn complete_alternatives(value: &mut Json, unions: &[Union]) {
    let word = ["oneOf", "anyOf"].into_iter().find(|word| value.get(word).is_some()).unwrap_or_default();
    let arms = value.get(word).and_then(Json::as_array);
    let arms = arms.filter(|arms| arms.len() > 1 && value.get("discriminator").is_none());
    let addition = arms.and_then(|arms| unions.iter().find_map(|union| union.addition_to(arms)));
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| complete_alternatives(item, unions)),
        Json::Object(members) => {
            members.extend(addition.map(|addition| match addition {
                Addition::Discriminator(discriminator) => ("discriminator".to_owned(), discriminator),
                Addition::Parent(parent) => (word.to_owned(), json!([{ "$ref": parent }])),
            }));
            members.values_mut().for_each(|member| complete_alternatives(member, unions));
        }
        _ => {}
    }
}

/// Addition to a list of alternatives that are all arms of one union.
enum Addition {
    /// Their discriminator.
    Discriminator(Json),
    /// Reference to the union, which has all of them.
    Parent(String),
}

impl Union {
    /// Returns what the union adds to alternatives. `None` if one of them is no arm of it, and not the union itself.
    fn addition_to(&self, alternatives: &[Json]) -> Option<Addition> {
        let parent = reference_to(&self.name);
        let is_parent = |arm: &Json| arm.get("$ref").and_then(Json::as_str) == Some(&parent);
        let is_arm = |arm: &Json| self.arms.values().any(|target| Some(target) == arm.get("$ref"));
        if !alternatives.iter().all(|arm| is_parent(arm) || is_arm(arm)) {
            return None;
        }
        if alternatives.iter().any(is_parent) {
            return Some(Addition::Parent(parent));
        }
        let is_listed = |target: &Json| alternatives.iter().any(|arm| arm.get("$ref") == Some(target));
        let mapping = self.arms.iter().filter(|(_, target)| is_listed(target));
        let mapping: Map<String, Json> = mapping.map(|(value, target)| (value.clone(), target.clone())).collect();
        Some(Addition::Discriminator(json!({ "propertyName": self.tag, "mapping": mapping })))
    }
}

fn refer_to_base(part: &mut Json, bases: &HashMap<String, String>) {
    if let Some(base) = part.get("$ref").and_then(Json::as_str).and_then(|target| bases.get(target)) {
        part["$ref"] = base.clone().into();
    }
}

/// Replaces the schema of a parent by a union, whose extension [`PARENT_SCHEMA`] holds the former schema.
fn replace_by_union(schemas: &mut Map<String, Json>, union: Union) {
    let Some(Json::Object(own)) = schemas.get_mut(&union.name) else { return };
    own.retain(|word, _| !["discriminator", "oneOf", "anyOf"].contains(&word.as_str()));
    let mut seen = HashSet::new();
    let targets = union.arms.values().filter(|target| seen.insert(target.as_str()));
    let arms: Vec<Json> = targets.map(|target| json!({ "$ref": target })).collect();
    let mut schema = Map::new();
    for word in ["type", "description", "title", "x-nullable"] {
        schema.extend(own.get(word).map(|value| (word.to_owned(), value.clone())));
    }
    schema.insert("oneOf".to_owned(), arms.into());
    schema.insert("discriminator".to_owned(), json!({ "propertyName": union.tag, "mapping": union.arms }));
    // If the parent accepts null, the union does, so its own schema need not.
    if let Some(Json::Array(types)) = own.get_mut("type") {
        types.retain(|ty| ty != "null");
    }
    own.remove("x-nullable");
    schema.insert(PARENT_SCHEMA.to_owned(), json!({ union.base: own }));
    *own = schema;
}
