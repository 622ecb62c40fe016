//! The operator's OpenAPI documents and ours, fact by fact.
//!
//! Input: `tests/data/operator/*.json`, the documents of the operator without their prose, and
//! `deviations.yaml`, which says why a fact of ours differs. Output: deviations without a reason,
//! reasons that nothing needs, and operations that are not described. Where the documents
//! themselves are beside the project, the files are held against them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;

use chainloom_tests::bless::Expected;
use chainloom_tests::vectors::repository;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The documents of the operator, and ours that describe the same operations.
const DOCUMENTS: [(&str, &str); 2] = [("data", "data.openapi.json"), ("metrics", "metrics.openapi.json")];

/// Where the documents themselves are, from the root of the repository.
const ORIGINALS: &str = "../shared/facts/public-api";

/// How deep schemas are followed.
const DEPTH: usize = 16;

/// The share of facts that ours must say likewise or with a reason that is a form of the same fact.
const LEAST_PERCENT: usize = 98;

/// Keywords of a schema that are facts as they stand.
const KEYWORDS: [&str; 7] = ["minimum", "maximum", "default", "minItems", "maxItems", "minLength", "maxLength"];

/// Why facts of ours differ.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Reason {
    /// Words of the places, all of which the place of a deviation has; none for any place.
    #[serde(default)]
    at: Vec<String>,
    /// The kind of fact: `type`, `enum`, `required`, a keyword, or `there`.
    fact: String,
    /// What the operator's document says; anything if left out.
    theirs: Option<String>,
    /// What ours says; anything if left out.
    ours: Option<String>,
    /// Whether ours states the same in another form, so that nothing is lost.
    #[serde(default)]
    is_same: bool,
    why: String,
}

impl Reason {
    fn explains(&self, deviation: &Deviation) -> bool {
        let is = |wanted: &Option<String>, text: &str| wanted.as_ref().is_none_or(|wanted| wanted == text);
        self.fact == deviation.fact
            && self.at.iter().all(|word| deviation.place.contains(word.as_str()))
            && is(&self.theirs, &deviation.theirs)
            && is(&self.ours, &deviation.ours)
    }
}

/// A fact that the two documents do not say likewise.
struct Deviation {
    place: String,
    fact: String,
    theirs: String,
    ours: String,
}

#[test]
fn our_documents_say_what_those_of_the_operator_say() {
    let folder = repository().join("tests/data/operator");
    let reasons: Vec<Reason> =
        serde_yaml::from_str(&fs::read_to_string(folder.join("deviations.yaml")).unwrap()).unwrap();
    let (mut used, mut wrong) = (BTreeSet::new(), String::new());
    let (mut all, mut alike) = (0, 0);
    for (name, ours) in DOCUMENTS {
        let theirs = facts(&document(&folder.join(format!("{name}.json"))));
        let ours = facts(&document(&repository().join("generated/docs").join(ours)));
        all += theirs.len();
        for ((place, fact), value) in &theirs {
            let other = ours.get(&(place.clone(), fact.clone())).cloned().unwrap_or_else(|| "-".to_owned());
            if *value == other {
                alike += 1;
                continue;
            }
            let deviation = Deviation { place: place.clone(), fact: fact.clone(), theirs: value.clone(), ours: other };
            match reasons.iter().position(|reason| reason.explains(&deviation)) {
                Some(at) => {
                    used.insert(at);
                    alike += usize::from(reasons[at].is_same);
                }
                None => writeln!(wrong, "{place}: {fact}: {value} there, {} here", deviation.ours).unwrap(),
            }
        }
    }
    for (_, reason) in reasons.iter().enumerate().filter(|(at, _)| !used.contains(at)) {
        writeln!(wrong, "no deviation needs the reason `{}` ({} at {:?})", reason.why, reason.fact, reason.at).unwrap();
    }
    assert!(wrong.is_empty(), "{} of {all} facts are alike; without a reason:\n{wrong}", alike);
    assert!(alike * 100 >= all * LEAST_PERCENT, "{alike} of {all} facts are alike");
    assert!(all > 10_000, "{all} facts");
    println!("{alike} of {all} facts of the operator's documents are alike");
}

#[test]
fn the_documents_of_the_operator_are_those_that_are_compared() {
    let originals = repository().join(ORIGINALS);
    if !originals.is_dir() {
        return;
    }
    let mut expected = Expected::default();
    for (name, _) in DOCUMENTS {
        let original = document(&originals.join(format!("openapi-{name}.json")));
        let text = format!("{:#}\n", without_prose(&original));
        expected.file(&repository().join(format!("tests/data/operator/{name}.json")), &text);
    }
    expected.close();
}

fn document(path: &std::path::Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// The structure of a document, without descriptions, examples and extensions.
fn without_prose(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let is_name = |key: &str| !["description", "summary", "title", "info"].contains(&key);
            let is_kept = |(key, value): &(&String, &Value)| {
                (is_name(key) || value.is_object() && *key != "info")
                    && !["example", "examples", "tags", "webhooks", "servers"].contains(&key.as_str())
                    && !key.starts_with("x-")
            };
            let kept = members.iter().filter(is_kept);
            Value::Object(kept.map(|(key, value)| (key.clone(), without_prose(value))).collect())
        }
        Value::Array(items) => items.iter().map(without_prose).collect(),
        other => other.clone(),
    }
}

/// The facts of a document: the place and kind of each, with its value.
type Facts = BTreeMap<(String, String), String>;

fn facts(document: &Value) -> Facts {
    let mut found = Facts::new();
    let paths = document["paths"].as_object().unwrap();
    for (path, item) in paths {
        for (verb, operation) in item.as_object().into_iter().flatten() {
            if !["get", "post", "put", "patch", "delete"].contains(&verb.as_str()) {
                continue;
            }
            let place = format!("{verb} {}", without_names(path.split('#').next().unwrap_or_default()));
            let walk = Walk { document };
            walk.operation(&place, operation, item, &mut found);
        }
    }
    found
}

/// A path in which parameters have no names.
fn without_names(path: &str) -> String {
    let parts =
        path.split('{').map(|part| part.split_once('}').map_or(part.to_owned(), |(_, rest)| format!("}}{rest}")));
    parts.collect::<Vec<_>>().join("{")
}

struct Walk<'d> {
    document: &'d Value,
}

/// What all schemas at one place say together.
#[derive(Default)]
struct Said {
    types: BTreeSet<String>,
    values: BTreeSet<String>,
    keywords: BTreeMap<&'static str, String>,
    required: Vec<bool>,
    /// Whether the member is required whichever arm of a union the object is.
    is_needed: bool,
}

impl Walk<'_> {
    fn operation(&self, place: &str, operation: &Value, item: &Value, found: &mut Facts) {
        let mut put = |at: &str, fact: &str, value: String| {
            found.insert((format!("{place} {at}").trim().to_owned(), fact.to_owned()), value);
        };
        put("", "there", "yes".to_owned());
        put("", "deprecated", operation["deprecated"].as_bool().unwrap_or_default().to_string());
        let own = operation["parameters"].as_array().into_iter().flatten();
        let parameters = own.chain(item["parameters"].as_array().into_iter().flatten());
        let mut schemas = Vec::new();
        for parameter in parameters.map(|parameter| self.target(parameter)) {
            let (name, within) = (parameter["name"].as_str().unwrap(), parameter["in"].as_str().unwrap());
            // Parameters of paths are known by their order, and headers are no part of the document.
            if within != "query" {
                continue;
            }
            put(&format!("query {name}"), "required", parameter["required"].as_bool().unwrap_or_default().to_string());
            schemas.push((format!("query {name}"), parameter["schema"].clone()));
        }
        let of = |content: &Value| {
            let media = content["content"].as_object()?.values().next()?;
            Some(media["schema"].clone())
        };
        schemas.extend(of(&self.target(&operation["requestBody"])).map(|schema| ("body".to_owned(), schema)));
        for (status, response) in operation["responses"].as_object().into_iter().flatten() {
            put(status, "there", "yes".to_owned());
            if status.starts_with('2') {
                schemas.extend(of(&self.target(response)).map(|schema| (status.clone(), schema)));
            }
        }
        for (at, schema) in schemas {
            let mut said = BTreeMap::new();
            self.schema(&schema, "", DEPTH, true, &mut said);
            for (inner, said) in said {
                said.facts(&format!("{place} {at}{inner}"), found);
            }
        }
    }

    /// Follows references; what stands beside one is added.
    fn target(&self, schema: &Value) -> Value {
        let mut schema = schema.clone();
        for _ in 0..DEPTH {
            let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
            let mut target = self.document.pointer(&reference[1..]).unwrap().clone();
            for (key, value) in schema.as_object().unwrap().iter().filter(|(key, _)| *key != "$ref") {
                match (target.get_mut(key), value) {
                    (Some(Value::Object(members)), Value::Object(more)) => add_members(members, more),
                    (Some(Value::Array(names)), Value::Array(more)) if key == "required" => {
                        names.extend(more.iter().cloned());
                    }
                    _ => target[key] = value.clone(),
                }
            }
            schema = target;
        }
        schema
    }

    fn schema(&self, schema: &Value, at: &str, depth: usize, is_whole: bool, said: &mut BTreeMap<String, Said>) {
        if depth == 0 {
            return;
        }
        let schema = self.target(schema);
        let own = said.entry(at.to_owned()).or_default();
        own.add(&schema, is_whole);
        let arms = |key: &str| schema[key].as_array().cloned().unwrap_or_default();
        for part in arms("allOf") {
            self.schema(&part, at, depth - 1, is_whole, said);
        }
        for arm in arms("oneOf").iter().chain(&arms("anyOf")) {
            self.schema(arm, at, depth - 1, false, said);
        }
        let required: BTreeSet<&str> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let inner = format!("{at}.{name}");
            self.schema(member, &inner, depth - 1, is_whole, said);
            let member = said.entry(inner).or_default();
            member.required.push(required.contains(name.as_str()));
            member.is_needed |= is_whole && required.contains(name.as_str());
        }
        // A member that is required here and described elsewhere, such as a tag.
        for name in required.into_iter().filter(|name| schema["properties"].get(name).is_none()) {
            said.entry(format!("{at}.{name}")).or_default().is_needed = true;
        }
        if let Some(items) = schema.get("items") {
            self.schema(items, &format!("{at}[]"), depth - 1, is_whole, said);
        }
        if let Some(values) = schema.get("additionalProperties").filter(|values| values.is_object()) {
            self.schema(values, &format!("{at}{{}}"), depth - 1, is_whole, said);
        }
    }
}

/// Adds members; those of a member that is there are added to it.
fn add_members(members: &mut Map<String, Value>, more: &Map<String, Value>) {
    for (name, value) in more {
        match (members.get_mut(name), value) {
            (Some(Value::Object(known)), Value::Object(value)) => known.extend(value.clone()),
            _ => drop(members.insert(name.clone(), value.clone())),
        }
    }
}

impl Said {
    fn add(&mut self, schema: &Value, is_whole: bool) {
        match &schema["type"] {
            Value::String(one) => drop(self.types.insert(one.clone())),
            Value::Array(several) => self.types.extend(several.iter().filter_map(Value::as_str).map(str::to_owned)),
            _ => {}
        }
        self.types.extend(schema.get("properties").map(|_| "object".to_owned()));
        self.types.extend(schema.get("items").map(|_| "array".to_owned()));
        self.values.extend(schema.get("const").map(Value::to_string));
        self.values.extend(schema["enum"].as_array().into_iter().flatten().map(Value::to_string));
        for keyword in KEYWORDS.into_iter().filter(|_| is_whole) {
            if let Some(value) = schema.get(keyword) {
                let number = value.as_f64().map(|number| number.to_string());
                self.keywords.insert(keyword, number.unwrap_or_else(|| value.to_string()));
            }
        }
    }

    fn facts(&self, place: &str, found: &mut Facts) {
        let mut put = |fact: &str, value: String| drop(found.insert((place.to_owned(), fact.to_owned()), value));
        let types: Vec<&str> = self.types.iter().map(String::as_str).filter(|one| *one != "null").collect();
        if !types.is_empty() {
            put("type", types.join(" or "));
        }
        if !self.values.is_empty() {
            put("enum", self.values.iter().cloned().collect::<Vec<_>>().join(" "));
        }
        if !self.required.is_empty() || self.is_needed {
            put("required", (self.is_needed || self.required.iter().all(|one| *one)).to_string());
        }
        for (keyword, value) in &self.keywords {
            put(keyword, value.clone());
        }
    }
}
