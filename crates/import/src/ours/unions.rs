//! Unions of documents of our own generator, whose arms have titles.
//!
//! Input: schemas. Output: types.

use oas3::spec::{ObjectOrReference, ObjectSchema, Schema};
use serde_json::Value as Json;

use super::words::doc_of_schema;
use crate::document::escaped;
use crate::importer::Importer;
use crate::lift::ASIDE;
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
            let first = importer.doc.at(&format!("{at}/anyOf/0/properties/{}/const", escaped(tag)));
            Discriminator::Tag { name: tag.to_owned(), kind: first.map_or(TagKind::Text, TagKind::of) }
        }
        (None, true) => Discriminator::Members,
        (None, false) => Discriminator::Form,
    };
    let mut plain = schema.clone();
    plain.any_of.clear();
    let common = importer.own_fields(&plain, at, hint, tag);
    let read = arms
        .iter()
        .filter(|(arm, _)| !is_rest(arm, tag))
        .map(|(arm, place)| read_arm(importer, arm, place, hint, &discriminator));
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

/// The arm that stands for any other tag.
fn is_rest(arm: &ObjectSchema, tag: Option<&str>) -> bool {
    let Some(Schema::Object(member)) = tag.and_then(|tag| arm.properties.get(tag)) else { return false };
    let key = format!("{ASIDE}not");
    matches!(member.as_ref(), ObjectOrReference::Object(member) if member.extensions.contains_key(&key))
}

fn read_arm(
    importer: &mut Importer<'_>,
    arm: &ObjectSchema,
    at: &str,
    hint: &str,
    discriminator: &Discriminator,
) -> Arm {
    let name = arm.title.clone().unwrap_or_default();
    let seen = arm.extensions.get("seen").is_some();
    let doc = arm.description.as_deref().and_then(|text| doc_of_schema(text, Some(arm)));
    let arm_hint = format!("{hint} {name}");
    let mut read = Arm { name, rust: None, doc, seen, has: None, otherwise: false, body: Body::Fields(Vec::new()) };
    match discriminator {
        Discriminator::Tag { name, .. } => {
            read.body = Body::Fields(importer.own_fields(arm, at, &arm_hint, Some(name)));
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
