//! Index of examples and sentences, by the names of members and parameters.
//!
//! Input: a lifted document. Output: an index. Values of members with the same name usually have
//! the same form; if not, members in operations with the same tag usually agree.

use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

use super::sentences;
use super::words::Words;
use crate::document::Document;
use crate::methods;
use crate::pointer::escaped;

/// Maximum depth of nested values in which members are looked for.
const MAX_DEPTH: usize = 24;

/// Maximum number of members that are compared for the same last words.
const MAX_COMPARED_MEMBERS: usize = 200;

/// Evidence in one member or parameter.
#[derive(Clone, Debug)]
pub(super) struct MemberEvidence {
    /// Words of the name of the member or parameter, with spaces between the words.
    name: String,
    /// Pointer to the component or operation that contains the member or parameter.
    home: String,
    pub(super) is_text: bool,
    pub(super) samples: Vec<String>,
    pub(super) sentence: String,
    /// Whether its sentence says that a value may be of several kinds, such as an ID or a name.
    is_of_several_kinds: bool,
}

/// Members and parameters of a document, by name.
#[derive(Debug, Default)]
pub(crate) struct Index {
    places: Vec<MemberEvidence>,
    /// Indexes into `places`, by the last words of the name.
    by_end: HashMap<String, Vec<usize>>,
    /// Names of texts whose sentence says that they are amounts in the smallest unit.
    smallest: HashSet<String>,
    /// Tags of each operation, and of each component: the tags of the operations that refer to it.
    /// Keyed by pointer.
    tags: HashMap<String, HashSet<String>>,
}

impl Index {
    pub(crate) fn of(doc: &Document) -> Self {
        let mut index = Self::default();
        let mut links: HashMap<String, Vec<String>> = HashMap::new();
        for kind in ["schemas", "parameters", "requestBodies", "responses", "headers"] {
            let place = format!("/components/{kind}");
            for (name, value) in doc.at(&place).and_then(Json::as_object).into_iter().flatten() {
                let home = format!("{place}/{}", escaped(name));
                collect_references(value, links.entry(home.clone()).or_default());
                index.add_tree(value, name, &home, 0);
            }
        }
        for (path, item) in doc.at("/paths").and_then(Json::as_object).into_iter().flatten() {
            for (_, at) in methods::of_item(item) {
                let home = format!("/paths/{}{at}", escaped(path));
                let Some(operation) = item.pointer(&at) else { continue };
                index.add_tree(operation, "", &home, 0);
                let tags = operation.get("tags").and_then(Json::as_array).into_iter().flatten();
                let tag = tags.filter_map(Json::as_str).next().unwrap_or(path);
                let mut open = vec![home.clone()];
                collect_references(operation, links.entry(home).or_default());
                while let Some(home) = open.pop() {
                    if index.tags.entry(home.clone()).or_default().insert(tag.to_owned()) {
                        open.extend(links.get(&home).into_iter().flatten().cloned());
                    }
                }
            }
        }
        index
    }

    /// Adds a schema or a parameter, and all schemas within it. Plain items of a list are added
    /// with their list.
    fn add_tree(&mut self, value: &Json, name: &str, home: &str, depth: usize) {
        match value {
            Json::Array(items) => items.iter().for_each(|item| self.add_tree(item, name, home, depth)),
            Json::Object(members) if depth < MAX_DEPTH => {
                if let (Some(name), Some(_)) = (members.get("name").and_then(Json::as_str), members.get("in")) {
                    self.add_member(value, name, home);
                    return;
                }
                if members.contains_key("type") {
                    self.add_member(value, name, home);
                }
                for (key, inner) in members {
                    match (key.as_str(), inner) {
                        ("properties", Json::Object(all)) => {
                            all.iter().for_each(|(name, one)| self.add_tree(one, name, home, depth + 1));
                        }
                        ("items", _) if is_plain(inner) => {}
                        ("example" | "examples" | "enum" | "const" | "default", _) => {}
                        _ => self.add_tree(inner, name, home, depth + 1),
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds a schema or a parameter if its values are texts or numbers.
    fn add_member(&mut self, value: &Json, name: &str, home: &str) {
        let words = Words::of_name(name);
        let (kind, samples) = samples_of(value);
        let is_text = match kind.as_deref() {
            Some("string") => true,
            Some("integer" | "number") => false,
            _ => return,
        };
        let sentence = value.get("description").and_then(Json::as_str).unwrap_or_default().to_owned();
        let samples = match sentences::is_comma_list(&sentence) {
            true => samples.iter().flat_map(|text| text.split(',')).map(|text| text.trim().to_owned()).collect(),
            false => samples,
        };
        if is_text && sentences::is_smallest(&sentence) {
            self.smallest.insert(words.key());
        }
        let is_of_several_kinds = sentences::is_of_several_kinds(&sentence);
        let place = MemberEvidence {
            name: words.key(),
            home: home.to_owned(),
            is_text,
            samples,
            sentence,
            is_of_several_kinds,
        };
        for start in 0..words.all().len() {
            let all = self.by_end.entry(words.all()[start..].join(" ")).or_default();
            if all.len() < MAX_COMPARED_MEMBERS {
                all.push(self.places.len());
            }
        }
        self.places.push(place);
    }

    /// Returns groups of members with exactly this name, and with the same last words: first groups
    /// of operations that share a tag with `home`, then of the whole document.
    pub(super) fn namesakes(&self, name: &Words, home: &str, is_text: bool) -> Vec<NameGroup<'_>> {
        let around = self.shares_tag_with(home);
        let mut found = Vec::new();
        for is_near in [true, false] {
            for start in 0..name.all().len() {
                let key = name.all()[start..].join(" ");
                let count = name.all().len() - start;
                let is_strong = RELIABLE_LAST_WORDS.contains(&key.as_str());
                if start > 0 && count == 1 && !is_strong {
                    continue;
                }
                let all: Vec<&MemberEvidence> = self
                    .ending_with(&key)
                    .filter(|place| {
                        place.is_text == is_text && !place.is_of_several_kinds && (!is_near || around(place))
                    })
                    .collect();
                if start == 0 {
                    let exact: Vec<&MemberEvidence> = all.iter().filter(|place| place.name == key).copied().collect();
                    let sampled = exact.iter().filter(|place| !place.samples.is_empty()).count();
                    // Members that share only one word may mean different things elsewhere.
                    let is_usual = is_near || count > 1 || is_strong || sampled * 2 >= exact.len();
                    found.extend(is_usual.then_some(NameGroup { places: exact, is_near, is_exact: true }));
                }
                if count > 1 || is_strong {
                    found.push(NameGroup { places: all, is_near, is_exact: false });
                }
            }
        }
        found
    }

    /// Returns whether the sentence of a text with this name says that it is an amount in the
    /// smallest unit.
    pub(super) fn is_smallest(&self, name: &Words) -> bool {
        self.smallest.contains(&name.key())
    }

    /// Returns the members of operations that share a tag with `home` whose names end with the last
    /// word of `name`.
    pub(super) fn around(&self, name: &Words, home: &str, is_text: bool) -> Vec<&MemberEvidence> {
        let around = self.shares_tag_with(home);
        let last = name.all().last().map(String::as_str).unwrap_or_default();
        self.ending_with(last).filter(|place| place.is_text == is_text && around(place)).collect()
    }

    /// Returns the members whose names end with the words of `key`.
    fn ending_with(&self, key: &str) -> impl Iterator<Item = &MemberEvidence> {
        self.by_end.get(key).into_iter().flatten().filter_map(|number| self.places.get(*number))
    }

    /// Returns a predicate for members whose operation or component shares a tag with `home`.
    fn shares_tag_with(&self, home: &str) -> impl Fn(&MemberEvidence) -> bool {
        let tags = self.tags.get(home);
        move |place| {
            let own = self.tags.get(&place.home);
            tags.zip(own).is_some_and(|(tags, own)| !own.is_disjoint(tags))
        }
    }
}

/// A group of members with the same name, or with the same last words.
pub(super) struct NameGroup<'i> {
    pub(super) places: Vec<&'i MemberEvidence>,
    /// Whether all members belong to operations that share a tag with the member in question.
    pub(super) is_near: bool,
    pub(super) is_exact: bool,
}

/// Last words of names whose values mostly have the same form.
const RELIABLE_LAST_WORDS: [&str; 3] = ["address", "timestamp", "uuid"];

/// Returns whether the items of a list are neither objects nor a choice of schemas. Such items are
/// indexed with their list.
fn is_plain(items: &Json) -> bool {
    ["properties", "allOf", "oneOf", "anyOf", "additionalProperties"].iter().all(|word| items.get(word).is_none())
}

/// Returns the type of a schema or parameter, for a list the type of its items, and all its
/// examples. `null` and `array` are no types here.
pub(super) fn samples_of(value: &Json) -> (Option<String>, Vec<String>) {
    let mut kind = None;
    let mut samples = Vec::new();
    let mut level = Some(value);
    while let Some(value) = level {
        collect_samples(value.get("example"), &mut samples);
        match value.get("examples") {
            Some(Json::Object(named)) => named.values().for_each(|one| collect_samples(one.get("value"), &mut samples)),
            Some(Json::Array(all)) => all.iter().for_each(|one| collect_samples(Some(one), &mut samples)),
            _ => {}
        }
        let is_kind = |kind: &&str| !["null", "array"].contains(kind);
        kind = match value.get("type") {
            Some(Json::String(one)) => Some(one.as_str()).filter(is_kind),
            Some(Json::Array(all)) => all.iter().filter_map(Json::as_str).find(is_kind),
            _ => None,
        };
        level = value.get("schema").or(value.get("items"));
    }
    (kind.map(str::to_owned), samples)
}

/// Adds the texts and numbers of an example, or of a list of examples.
fn collect_samples(value: Option<&Json>, samples: &mut Vec<String>) {
    match value {
        Some(Json::String(text)) => samples.push(text.clone()),
        Some(Json::Number(number)) => samples.push(number.to_string()),
        Some(Json::Array(all)) => all.iter().for_each(|one| collect_samples(Some(one), samples)),
        _ => {}
    }
}

/// Adds the pointers of the components and operations to which references in a value lead.
fn collect_references(value: &Json, found: &mut Vec<String>) {
    match value {
        Json::Object(members) => {
            found.extend(
                members.get("$ref").and_then(Json::as_str).and_then(|target| target.strip_prefix('#')).map(home_of),
            );
            members.values().for_each(|value| collect_references(value, found));
        }
        Json::Array(items) => items.iter().for_each(|value| collect_references(value, found)),
        _ => {}
    }
}

/// Returns the pointer of the component or operation that contains a place: the first three parts
/// of the pointer.
pub(super) fn home_of(pointer: &str) -> String {
    pointer.split('/').take(4).collect::<Vec<_>>().join("/")
}
