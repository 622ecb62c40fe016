//! Groups error bodies by their shape: equal bodies under several names are one.
//!
//! Input: the schemas of error bodies, with their places. Output: groups of equal shape, the most
//! common first, and the member that holds the message.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use oas3::spec::Schema;
use serde_json::Value as Json;

use super::errors::PHRASES;
use crate::document::Document;
use crate::importer::Importer;
use crate::members::Member;
use crate::schema::Form;

/// Names of members that hold the message of an error, in the order of preference.
const MESSAGE_NAMES: [&str; 9] =
    ["message", "detail", "error", "error_description", "errorMessage", "description", "title", "msg", "reason"];

/// Names of members that are an object with the message.
const ERROR_OBJECT_NAMES: [&str; 3] = ["error", "err", "fault"];

/// Maximum number of references from a body into its parts that are followed to determine its
/// shape.
const MAX_DEPTH: usize = 6;

/// Keywords that only describe a schema.
const DESCRIBING: [&str; 7] = ["description", "title", "example", "examples", "default", "$comment", "deprecated"];

/// Error bodies that have the same shape.
#[derive(Default)]
pub(super) struct Shape {
    /// Different schemas of this shape, each with the first place where it occurs.
    pub(super) variants: Vec<(Schema, String)>,
    /// All places where a schema of this shape occurs.
    pub(super) places: Vec<String>,
}

/// Shapes of error bodies, in the order of their first places.
#[derive(Default)]
pub(super) struct Shapes {
    all: Vec<Shape>,
    /// Index of each shape, by its digest.
    known: HashMap<u64, usize>,
    /// Digests of referenced schemas, by their pointers and the number of references that are followed from there.
    /// Without them, schemas that refer to each other would be read as often as there are ways to them.
    referenced: HashMap<(String, usize), u64>,
}

impl Shapes {
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds the schema of an error body at a pointer.
    pub(super) fn add(&mut self, doc: &Document, schema: &Schema, at: String) {
        let json = serde_json::to_value(schema).unwrap_or_default();
        let digest = self.digest(doc, &json, MAX_DEPTH);
        let index = *self.known.entry(digest).or_insert(self.all.len());
        if index == self.all.len() {
            self.all.push(Shape::default());
        }
        let shape = &mut self.all[index];
        if !shape.variants.iter().any(|(known, _)| known == schema) {
            shape.variants.push((schema.clone(), at.clone()));
        }
        shape.places.push(at);
    }

    /// Returns the shapes, beginning with the most frequent one.
    pub(super) fn by_frequency(&self) -> Vec<&Shape> {
        let mut all: Vec<&Shape> = self.all.iter().collect();
        all.sort_by_key(|shape| std::cmp::Reverse(shape.places.len()));
        all
    }

    /// Returns a digest that is equal for schemas of one shape: with references resolved, without descriptions, and
    /// without the values of members that allow one text only.
    fn digest(&mut self, doc: &Document, value: &Json, depth: usize) -> u64 {
        let mut hasher = DefaultHasher::new();
        match value {
            Json::Array(items) => {
                "list".hash(&mut hasher);
                items.iter().for_each(|item| self.digest(doc, item, depth).hash(&mut hasher));
            }
            Json::Object(members) => {
                if let Some(target) = members.get("$ref").and_then(Json::as_str) {
                    return self.digest_of_target(doc, target, depth);
                }
                "object".hash(&mut hasher);
                let mut kept: Vec<(&String, &Json)> =
                    members.iter().filter(|(key, value)| is_part_of_shape(key, value)).collect();
                kept.sort_by_key(|(key, _)| *key);
                kept.into_iter().for_each(|(key, value)| (key, self.digest(doc, value, depth)).hash(&mut hasher));
            }
            other => other.to_string().hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Returns the digest of a referenced schema; of the reference itself if it leads nowhere, or is too deep.
    fn digest_of_target(&mut self, doc: &Document, target: &str, depth: usize) -> u64 {
        let pointer = doc.follow(target).ok().filter(|_| depth > 0);
        let Some((pointer, found)) = pointer.and_then(|pointer| doc.at(&pointer).map(|found| (pointer, found))) else {
            let mut hasher = DefaultHasher::new();
            ("reference", target).hash(&mut hasher);
            return hasher.finish();
        };
        let key = (pointer, depth);
        if let Some(digest) = self.referenced.get(&key) {
            return *digest;
        }
        let digest = self.digest(doc, found, depth - 1);
        self.referenced.insert(key, digest);
        digest
    }
}

/// Returns whether a keyword is part of the shape of a schema.
fn is_part_of_shape(key: &str, value: &Json) -> bool {
    let is_one_text = match key {
        "const" => value.is_string(),
        "enum" => value.as_array().is_some_and(|all| matches!(all.as_slice(), [Json::String(_)])),
        _ => false,
    };
    !DESCRIBING.contains(&key) && !key.starts_with("x-") && !is_one_text
}

impl Importer<'_> {
    /// Returns the member with the message of an error: the first of the usual names that is a
    /// text, unless its examples only repeat the phrase of the status. It may be a member of the
    /// object that holds the error, in the form `error.message`.
    pub(super) fn message_of(&mut self, shape: &Shape) -> Option<String> {
        let members: Vec<Vec<Member>> =
            shape.variants.iter().map(|(schema, at)| self.all_members(schema, at)).collect();
        let first = members.first()?;
        let is_text = |member: &&Member| self.forms(&member.schema).contains(&Form::Text);
        let texts: Vec<&Member> = MESSAGE_NAMES
            .iter()
            .filter_map(|name| first.iter().find(|member| member.name == *name))
            .filter(is_text)
            .collect();
        let repeats = |member: &&&Member| {
            let same = members.iter().filter_map(|all| all.iter().find(|other| other.name == member.name));
            let examples: Vec<String> = same.flat_map(|same| self.texts_of(&same.schema)).collect();
            !examples.is_empty() && examples.iter().all(|text| is_phrase(text))
        };
        if let Some(found) = texts.iter().find(|text| !repeats(text)) {
            return Some(found.name.clone());
        }
        let object = ERROR_OBJECT_NAMES.iter().find_map(|name| first.iter().find(|member| member.name == *name));
        let object = object.filter(|object| self.forms(&object.schema) == [Form::Object]).cloned();
        if let Some(object) = object {
            let inner = self.all_members(&object.schema, &object.at);
            let is_text = |member: &&Member| self.forms(&member.schema).contains(&Form::Text);
            let found =
                MESSAGE_NAMES.iter().find_map(|name| inner.iter().filter(is_text).find(|own| own.name == *name));
            return found.map(|found| format!("{}.{}", object.name, found.name));
        }
        texts.first().map(|text| text.name.clone())
    }

    fn all_members(&mut self, schema: &Schema, at: &str) -> Vec<Member> {
        self.members_of(schema, at, 0).map(|(members, _)| members).unwrap_or_default()
    }

    /// Returns all texts in the examples, the enumeration and the constant of a schema.
    fn texts_of(&self, schema: &Schema) -> Vec<String> {
        let Some(plain) = self.plain(schema) else { return Vec::new() };
        let values = plain.examples.iter().chain(&plain.example).chain(&plain.enum_values).chain(&plain.const_value);
        values.filter_map(Json::as_str).map(str::to_owned).collect()
    }
}

/// Returns whether a text is the standard reason phrase of some status.
fn is_phrase(text: &str) -> bool {
    let letters = |text: &str| text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    PHRASES.iter().any(|(_, phrase)| letters(phrase) == letters(text))
}
