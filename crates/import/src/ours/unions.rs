//! Unions of documents of our own generator, whose arms have titles.
//!
//! Input: schemas. Output: types.

use oas3::spec::{ObjectOrReference, ObjectSchema, Schema};
use serde_json::Value as Json;

use super::words::doc_of_schema;
use crate::importer::Importer;
use crate::lift::ASIDE;
use crate::pointer::escaped;
use crate::spec::{Arm, Body, Discriminator, Head, TagKind, Type};
use crate::tree::Node;

/// A union whose arms have titles; `None` for another schema.
pub(crate) fn union(importer: &mut Importer<'_>, schema: &ObjectSchema, at: &str, hint: &str) -> Option<Type> {
    let arms: Vec<(ObjectSchema, String)> = schema
        .any_of
        .iter()
        .enumerate()
        .filter_map(|(index, arm)| {
            let Schema::Object(arm) = arm else { return None };
            let ObjectOrReference::Object(arm) = arm.as_ref() else { return None };
            arm.title.is_some().then(|| (arm.clone(), format!("{at}/anyOf/{index}")))
        })
        .collect();
    if arms.len() != schema.any_of.len() || arms.is_empty() {
        return None;
    }
    let tag = schema.extensions.get("tag").and_then(Json::as_str);
    let is_members = schema
        .description
        .as_deref()
        .is_some_and(|text| text.contains(chainloom_codegen::sentences::added::TOLD_BY_MEMBERS));
    let discriminator = match (tag, is_members) {
        (Some(tag), _) => {
            let only = importer.doc.at(&format!("{at}/anyOf/0/properties/{}/const", escaped(tag)));
            let first = only.or_else(|| importer.doc.at(&format!("{at}/anyOf/0/x-values/0")));
            Discriminator::Tag { name: tag.to_owned(), kind: first.map_or(TagKind::Text, TagKind::of) }
        }
        (None, true) => Discriminator::Members,
        (None, false) => Discriminator::Form,
    };
    let mut plain = schema.clone();
    plain.any_of.clear();
    let common = importer.own_fields(&plain, at, hint, tag);
    // The tag is a common member or in one; then the arms say no more of it than its values.
    let outer = tag.and_then(|tag| tag.split_once('.')).map(|(outer, _)| outer);
    let path: Vec<&str> = match (tag, outer) {
        (Some(tag), Some(outer)) if plain.properties.contains_key(outer) => tag.split('.').collect(),
        (tag, _) => tag.into_iter().collect(),
    };
    let read = arms
        .iter()
        .filter(|(_, place)| !is_rest(importer, place, &path))
        .map(|(arm, place)| (arm, place.as_str(), path.first().copied()))
        .collect::<Vec<_>>();
    let read = read.into_iter().map(|(arm, place, tag)| read_arm(importer, (arm, place, tag), hint, &discriminator));
    let arms = read.collect();
    Some(Type::new(Head::Union { discriminator, common, arms }, at))
}

/// Whether a member takes null, as all do that may be absent.
fn may_be_null(importer: &Importer<'_>, at: &str, name: &str) -> bool {
    let member = importer.doc.at(&format!("{at}/properties/{}", escaped(name)));
    let null = Json::from("null");
    let by_type = |ty: &Json| ty.as_array().is_some_and(|types| types.contains(&null));
    member.is_some_and(|member| {
        let arms = member.get("anyOf").and_then(Json::as_array);
        member.get("type").is_some_and(by_type)
            || arms.is_some_and(|arms| arms.iter().any(|arm| arm.get("type") == Some(&null)))
    })
}

/// Whether an arm stands for any other tag: the document does not allow the tags of the others.
fn is_rest(importer: &Importer<'_>, at: &str, path: &[&str]) -> bool {
    let steps = path.iter().map(|name| format!("/properties/{}", escaped(name)));
    let at = format!("{at}{}", steps.collect::<String>());
    !path.is_empty() && importer.doc.at(&at).is_some_and(|member| member.get(format!("x-{ASIDE}not")).is_some())
}

/// Reads an arm, its place, and the member that is or holds the tag.
fn read_arm(
    importer: &mut Importer<'_>,
    (arm, at, tag): (&ObjectSchema, &str, Option<&str>),
    hint: &str,
    discriminator: &Discriminator,
) -> Arm {
    let name = arm.title.clone().unwrap_or_default();
    let seen = arm.extensions.get("seen").is_some();
    let doc = arm.description.as_deref().and_then(|text| doc_of_schema(text, Some(arm)));
    let arm_hint = format!("{hint} {name}");
    let values = arm.extensions.get("values").and_then(Json::as_array);
    let values: Vec<Node> = values.into_iter().flatten().map(Node::json).collect();
    // The arm describes the tag if it has several values, unless the tag is in a common member.
    let is_nested = matches!(discriminator, Discriminator::Tag { name, .. } if tag != Some(name));
    let tag = tag.filter(|_| values.is_empty() || is_nested);
    let body = Body::Fields(Vec::new());
    let mut read = Arm { name, rust: None, doc, seen, has: None, otherwise: false, values, body };
    match discriminator {
        Discriminator::Tag { name, .. } => {
            // Beside the reference to a record, the arm only repeats its value of the tag.
            let first = name.split('.').next().unwrap_or_default();
            let mut bare = arm.clone();
            bare.properties.remove(first);
            read.body = match declared(importer, &bare, at, &arm_hint) {
                Some(record) => Body::Record(record, Vec::new()),
                None => Body::Fields(importer.own_fields(arm, at, &arm_hint, tag)),
            };
        }
        Discriminator::Members => {
            read.otherwise = arm.extensions.contains_key(&format!("{ASIDE}not"));
            read.has = arm.extensions.get("has").and_then(Json::as_str).map(str::to_owned);
            if let Some(record) = declared(importer, arm, at, &arm_hint) {
                read.body = Body::Record(record, Vec::new());
                return read;
            }
            let mut arm = arm.clone();
            // What tells the arm must be there in the document, also where the spec says that it
            // may be absent.
            if let Some(has) = read.has.as_ref().filter(|has| may_be_null(importer, at, has)) {
                arm.required.retain(|name| name != has);
            }
            read.body = Body::Fields(importer.own_fields(&arm, at, &arm_hint, None));
        }
        Discriminator::Form => {
            let mut plain = arm.clone();
            plain.title = None;
            plain.description = None;
            plain.extensions.remove("seen");
            let is_null = importer.doc.at(at).and_then(|arm| arm.get("const")).is_some_and(Json::is_null);
            read.body = match plain.properties.is_empty() {
                // The reading crate takes such a constant for none.
                true if is_null => Body::Value(Type::new(Head::Const(Node::default()), at)),
                true => {
                    let object = Schema::Object(Box::new(ObjectOrReference::Object(plain)));
                    Body::Value(importer.settled(&object, at, &arm_hint))
                }
                false => Body::Fields(importer.own_fields(&plain, at, &arm_hint, None)),
            };
        }
    }
    read
}

/// The declared record that an arm is: a reference to it, without members of the arm's own.
fn declared(importer: &mut Importer<'_>, arm: &ObjectSchema, at: &str, hint: &str) -> Option<Type> {
    if arm.all_of.len() != 1 || !arm.properties.is_empty() {
        return None;
    }
    let reference = ObjectSchema { all_of: arm.all_of.clone(), ..ObjectSchema::default() };
    let object = Schema::Object(Box::new(ObjectOrReference::Object(reference)));
    Some(importer.settled(&object, at, hint)).filter(Type::is_name)
}
