//! Discriminators of parents: a schema with a tag, of which others are made by `allOf`, stands for
//! any of them.
//!
//! Input: a lifted document. Output: the same, where such a schema is a `oneOf` of its descendants,
//! and holds what it said itself under an extension of its own. What is made of it refers there.

use serde_json::{Map, Value as Json, json};

use crate::document::{escaped, last_name};
use crate::text::Dropped;

/// Extension of a schema that holds the schema of the parent itself, by its name.
pub(crate) const BASE: &str = "x-parent-schema";

const SCHEMAS: &str = "/components/schemas";

/// Extension of a schema with its value of the tag of its parent.
const VALUE: &str = "x-ms-discriminator-value";

/// Keywords by which a part of an `allOf` adds something to the others.
const ADDING: [&str; 6] = ["$ref", "properties", "required", "allOf", "oneOf", "anyOf"];

/// Schema with a tag that others are made of.
struct Parent {
    name: String,
    /// Name of the schema of the parent itself.
    base: String,
    /// Mapping from each value of the tag to the reference of its schema.
    arms: Map<String, Json>,
}

/// Makes unions of schemas with a discriminator and descendants. Returns the discriminators for
/// which there is no union, with their JSON pointers.
pub(crate) fn unite(document: &mut Json) -> Dropped {
    let Some(schemas) = document.pointer(SCHEMAS).and_then(Json::as_object) else { return Dropped::new() };
    let names: Vec<&String> = schemas.keys().filter(|name| is_parent(schemas, name)).collect();
    let (whole, partial): (Vec<&String>, Vec<&String>) = names.into_iter().partition(|name| has_tag(schemas, name));
    let dropped = partial.into_iter().map(|name| {
        let what = "the arms of a discriminator whose member may be left out";
        (what, format!("{SCHEMAS}/{}/discriminator", escaped(name)))
    });
    let unknown = whole.iter().flat_map(|name| unknown_targets(schemas, name).into_iter().chain(untold(schemas, name)));
    let dropped = dropped.chain(unknown).collect();
    let bases: Vec<(&String, String)> = whole.into_iter().map(|name| (name, base_name(schemas, name))).collect();
    let reference = |name: &str| match bases.iter().find(|(parent, _)| *parent == name) {
        Some((_, base)) => reference_to_base(name, base),
        None => reference_to(name),
    };
    let parents: Vec<Parent> = bases
        .iter()
        .map(|(name, base)| Parent { name: (*name).clone(), base: base.clone(), arms: arms(schemas, name, reference) })
        .collect();
    let made: Vec<(String, String)> = parents.iter().flat_map(|parent| made_of(schemas, &parent.name)).collect();
    if let Some(schemas) = document.pointer_mut(SCHEMAS).and_then(Json::as_object_mut) {
        made.iter().for_each(|(name, tag)| require(schemas, name, tag));
        for schema in schemas.values_mut() {
            refer_to_bases(schema, &parents, true);
        }
        parents.iter().for_each(|parent| replace(schemas, parent));
    }
    for key in ["paths", "components"] {
        document.get_mut(key).into_iter().for_each(|part| refer_to_bases(part, &parents, false));
    }
    dropped
}

/// Returns the names of the schemas that are made of a parent, each with its tag.
fn made_of(schemas: &Map<String, Json>, name: &str) -> Vec<(String, String)> {
    let tag = tag_of(&schemas[name]).unwrap_or_default();
    descendants(schemas, name).into_iter().map(|made| (made.clone(), tag.to_owned())).collect()
}

/// Makes a schema that says nothing beside its only part a record of its own, by what it requires.
fn require(schemas: &mut Map<String, Json>, name: &str, tag: &str) {
    let Some(schema) = schemas.get_mut(name) else { return };
    let is_alias = schema.get("allOf").and_then(Json::as_array).is_some_and(|parts| parts.len() == 1);
    if is_alias && schema.get("properties").is_none() && schema.get("required").is_none() {
        schema["required"] = json!([tag]);
    }
}

fn reference_to(name: &str) -> String {
    format!("#{SCHEMAS}/{}", escaped(name))
}

fn reference_to_base(name: &str, base: &str) -> String {
    format!("{}/{BASE}/{}", reference_to(name), escaped(base))
}

/// Returns whether a schema has a discriminator, no alternatives, and others that are made of it or
/// that its mapping names.
fn is_parent(schemas: &Map<String, Json>, name: &str) -> bool {
    let schema = &schemas[name];
    tag_of(schema).is_some()
        && ["oneOf", "anyOf"].iter().all(|word| schema.get(word).is_none())
        && (schemas.keys().any(|other| parts(schemas, other).any(|part| part == name))
            || mapping_of(schema).any(|(_, target)| target != name && schemas.contains_key(&target)))
}

/// Returns the values of the mapping of a discriminator, each with the name of its schema.
fn mapping_of(schema: &Json) -> impl Iterator<Item = (&String, String)> {
    let mapping = schema.pointer("/discriminator/mapping").and_then(Json::as_object);
    mapping.into_iter().flatten().filter_map(|(value, target)| Some((value, name_of(target.as_str()?)?)))
}

/// Returns what the mapping of a parent names and the document does not have, with JSON pointers.
fn unknown_targets(schemas: &Map<String, Json>, name: &str) -> Dropped {
    let unknown = mapping_of(&schemas[name]).filter(|(_, target)| !schemas.contains_key(target));
    let place = |value: &str| format!("{SCHEMAS}/{}/discriminator/mapping/{}", escaped(name), escaped(value));
    unknown.map(|(value, _)| ("an arm of a discriminator that the document does not have", place(value))).collect()
}

fn tag_of(schema: &Json) -> Option<&str> {
    schema.pointer("/discriminator/propertyName").and_then(Json::as_str)
}

/// Returns whether a parent must have the member of its tag.
fn has_tag(schemas: &Map<String, Json>, name: &str) -> bool {
    let tag = tag_of(&schemas[name]);
    let required = |schema: &Json| {
        schema.get("required").and_then(Json::as_array).is_some_and(|all| all.iter().any(|one| one.as_str() == tag))
    };
    let inline = schemas[name].get("allOf").and_then(Json::as_array).into_iter().flatten();
    let referred = parts(schemas, name).filter_map(|part| schemas.get(&part));
    std::iter::once(&schemas[name]).chain(inline).chain(referred).any(required)
}

/// Returns the names of the schemas that a schema is made of.
fn parts<'s>(schemas: &'s Map<String, Json>, name: &str) -> impl Iterator<Item = String> + use<'s> {
    let parts = schemas.get(name).and_then(|schema| schema.get("allOf")).and_then(Json::as_array);
    parts.into_iter().flatten().filter_map(|part| name_of(part.get("$ref")?.as_str()?))
}

/// Returns the name of the schema that a reference or a mapping leads to.
fn name_of(target: &str) -> Option<String> {
    match target.strip_prefix('#') {
        Some(pointer) => pointer.strip_prefix(SCHEMAS)?.strip_prefix('/').map(last_name),
        None => Some(target.to_owned()),
    }
}

fn base_name(schemas: &Map<String, Json>, name: &str) -> String {
    let names = std::iter::once(format!("{name}Base")).chain((2..).map(|number| format!("{name}Base{number}")));
    names.into_iter().find(|base| !schemas.contains_key(base)).unwrap_or_default()
}

/// Returns all schemas that are made of one.
fn descendants<'s>(schemas: &'s Map<String, Json>, name: &str) -> Vec<&'s String> {
    let mut found: Vec<&String> = Vec::new();
    let mut open = vec![name];
    while let Some(name) = open.pop() {
        for other in schemas.keys().filter(|other| parts(schemas, other).any(|part| part == name)) {
            if !found.contains(&other) {
                found.push(other);
                open.push(other);
            }
        }
    }
    found
}

/// Returns the values of the tag of a parent, each with a reference to its schema: those of the
/// mapping, those of a constant member, and the names of the schemas.
fn arms(schemas: &Map<String, Json>, name: &str, reference: impl Fn(&str) -> String) -> Map<String, Json> {
    let parent = &schemas[name];
    let tag = tag_of(parent).unwrap_or_default();
    let mapped: Vec<(&String, String)> = mapping_of(parent).collect();
    let mut arms = Map::new();
    let made = descendants(schemas, name);
    let is_arm = |other: &&String| made.contains(other) || mapped.iter().any(|(_, target)| target == *other);
    for child in schemas.keys().filter(is_arm).filter(|child| *child != name) {
        let values = tag_values(schemas, parent, child);
        arms.extend(values.into_iter().map(|value| (value, reference(child).into())));
    }
    let of_parent = mapped.iter().filter(|(_, target)| target == name).map(|(value, _)| (*value).clone());
    let rest = values(schemas, parent, tag).unwrap_or_else(|| vec![name.to_owned()]);
    for value in of_parent.chain(rest) {
        arms.entry(value).or_insert_with(|| reference(name).into());
    }
    arms
}

/// Returns the values of the tag of a parent that stand for one of the schemas made of it.
fn tag_values(schemas: &Map<String, Json>, parent: &Json, child: &String) -> Vec<String> {
    let tag = tag_of(parent).unwrap_or_default();
    let mapped: Vec<String> =
        mapping_of(parent).filter(|(_, target)| target == child).map(|(value, _)| value.clone()).collect();
    if !mapped.is_empty() {
        return mapped;
    }
    if let Some(value) = schemas[child].get(VALUE).and_then(Json::as_str) {
        return vec![value.to_owned()];
    }
    let inline = schemas[child].get("allOf").and_then(Json::as_array).into_iter().flatten();
    if let Some(own) = inline.chain([&schemas[child]]).find_map(|part| values(schemas, part, tag)) {
        return own;
    }
    let is_name = values(schemas, parent, tag).is_none_or(|listed| listed.contains(child));
    if is_name { vec![child.clone()] } else { Vec::new() }
}

/// Returns the schemas made of a parent that no value of its tag stands for, and no other schema is
/// made of, with JSON pointers.
fn untold(schemas: &Map<String, Json>, name: &str) -> Dropped {
    let is_untold =
        |made: &&String| tag_values(schemas, &schemas[name], made).is_empty() && descendants(schemas, made).is_empty();
    let untold = descendants(schemas, name).into_iter().filter(is_untold);
    untold
        .map(|made| ("an arm that no value of the discriminator stands for", format!("{SCHEMAS}/{}", escaped(made))))
        .collect()
}

/// Returns the texts that a schema lists for a member.
fn values(schemas: &Map<String, Json>, schema: &Json, member: &str) -> Option<Vec<String>> {
    let mut schema = schema.get("properties")?.get(member)?;
    if let Some(name) = schema.get("$ref").and_then(Json::as_str).and_then(name_of) {
        schema = schemas.get(&name)?;
    }
    let text = |value: &Json| value.as_str().map(str::to_owned);
    match schema.get("const") {
        Some(value) => Some(vec![text(value)?]),
        None => schema.get("enum")?.as_array()?.iter().map(text).collect(),
    }
}

/// Makes what a schema is made of refer to the parents themselves. A reference to which nothing is
/// added stays one to the union, unless the schema is a component, which is made of the parent.
fn refer_to_bases(value: &mut Json, parents: &[Parent], is_component: bool) {
    let has_own = value.get("properties").is_some();
    if let Some(parts) = value.get_mut("allOf").and_then(Json::as_array_mut) {
        let adding = parts.iter().filter(|part| ADDING.iter().any(|word| part.get(word).is_some())).count();
        if is_component || has_own || adding > 1 {
            parts.iter_mut().for_each(|part| refer_to_base(part, parents));
        }
    }
    match value {
        Json::Array(items) => items.iter_mut().for_each(|item| refer_to_bases(item, parents, false)),
        Json::Object(members) => members.values_mut().for_each(|member| refer_to_bases(member, parents, false)),
        _ => {}
    }
}

fn refer_to_base(part: &mut Json, parents: &[Parent]) {
    let target = part.get("$ref").and_then(Json::as_str);
    let parent = target.and_then(|target| parents.iter().find(|parent| reference_to(&parent.name) == target));
    if let Some(parent) = parent {
        part["$ref"] = reference_to_base(&parent.name, &parent.base).into();
    }
}

/// Makes the schema of a parent a union, which holds the parent itself.
fn replace(schemas: &mut Map<String, Json>, parent: &Parent) {
    let Some(Json::Object(own)) = schemas.get_mut(&parent.name) else { return };
    let tag = own.remove("discriminator").and_then(|told| told.get("propertyName").cloned());
    let mut targets: Vec<&Json> = Vec::new();
    parent.arms.values().for_each(|target| {
        if !targets.contains(&target) {
            targets.push(target);
        }
    });
    let arms: Vec<Json> = targets.into_iter().map(|target| json!({ "$ref": target })).collect();
    let mut union = Map::new();
    for word in ["type", "description", "title", "x-nullable"] {
        union.extend(own.get(word).map(|value| (word.to_owned(), value.clone())));
    }
    union.insert("oneOf".to_owned(), arms.into());
    union.insert("discriminator".to_owned(), json!({ "propertyName": tag, "mapping": parent.arms }));
    // Where null is one of the values, it is one of the union.
    if let Some(Json::Array(types)) = own.get_mut("type") {
        types.retain(|ty| ty != "null");
    }
    own.remove("x-nullable");
    union.insert(BASE.to_owned(), json!({ parent.base.clone(): own }));
    *own = union;
}
