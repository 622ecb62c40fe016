//! Search for facts in an OpenAPI or OpenRPC document.
//!
//! Input: places of the document and what should be there. Output: a list of what is missing, and
//! the types that were spoken of on the way. Nothing is known here about what an operation or a
//! client is.

use std::collections::BTreeSet;

use chainloom_codegen::model::{Availability, Deprecation, Limit, Model, Note, Source, TypeId, Value, to_json};
use chainloom_codegen::sentences;
use serde_json::{Value as Json, json};

pub(crate) struct Finding<'a> {
    pub(crate) model: &'a Model,
    pub(crate) document: &'a Json,
    pub(crate) missing: Vec<String>,
    /// Types that are still to be looked at.
    pub(crate) types: Vec<TypeId>,
    /// The number of facts that were looked for.
    pub(crate) count: usize,
    /// The schemas that responses and webhooks of the document lead to.
    received: BTreeSet<String>,
}

/// The schemas that responses and webhooks lead to.
fn received(document: &Json) -> BTreeSet<String> {
    let operations = document["paths"].as_object().into_iter().flatten().flat_map(|(_, path)| path.as_object());
    let responses = operations.flatten().map(|(_, operation)| &operation["responses"]);
    let methods = document["methods"].as_array().into_iter().flatten();
    let results = methods.flat_map(|method| ["result", "x-error-data", "x-subscriptions"].map(|name| &method[name]));
    let events = [&document["webhooks"], &document["components"]["responses"]];
    let mut open: Vec<&Json> = responses.chain(results).chain(events).collect();
    let mut found = BTreeSet::new();
    while let Some(value) = open.pop() {
        open.extend(value.as_object().into_iter().flatten().map(|(_, member)| member));
        open.extend(value.as_array().into_iter().flatten());
        let schema = value["$ref"].as_str().and_then(|target| target.strip_prefix("#/components/schemas/"));
        if schema.is_some_and(|schema| found.insert(schema.to_owned())) {
            open.extend(schema.map(|schema| &document["components"]["schemas"][schema]));
        }
    }
    found
}

impl<'a> Finding<'a> {
    pub(crate) fn new(model: &'a Model, document: &'a Json) -> Self {
        Self { model, document, missing: Vec::new(), types: Vec::new(), count: 0, received: received(document) }
    }

    /// Whether a service sends the type that a schema of the document describes.
    pub(crate) fn is_received(&self, schema: &str) -> bool {
        self.received.contains(schema)
    }

    /// The name of a type in the document: with its module before it where one name is there twice.
    pub(crate) fn name_of(&self, id: TypeId) -> String {
        let def = &self.model.types[id.0];
        let long = format!("{}.{}", self.model.modules[def.module.0].path.join("."), def.name);
        if self.document["components"]["schemas"][&long].is_null() { def.name.clone() } else { long }
    }

    pub(crate) fn expect(&mut self, holds: bool, at: &str, what: &str) {
        self.count += 1;
        if !holds {
            self.missing.push(format!("{at}: {what}"));
        }
    }

    /// What the reference of a schema leads to; the value itself without one.
    pub(crate) fn follow<'j>(&self, value: &'j Json) -> &'j Json
    where
        'a: 'j,
    {
        let pointer = reference(value).as_str().and_then(|reference| reference.strip_prefix('#'));
        pointer.map_or(value, |pointer| self.document.pointer(pointer).unwrap_or(&Json::Null))
    }

    /// Looks at a schema and at each that it allows, with and without null, and keeps what the best of
    /// them lacks.
    pub(crate) fn any(&mut self, schema: &Json, look: impl Fn(&mut Self, &Json)) {
        let arms = schema["anyOf"].as_array().map(Vec::as_slice).unwrap_or_default();
        let nothing = json!({ "type": "null" });
        let with_null = arms.iter().filter(|_| arms.contains(&nothing)).map(|arm| json!({ "anyOf": [arm, nothing] }));
        let tried = std::iter::once(schema.clone()).chain(arms.iter().cloned()).chain(with_null).map(|one| {
            let before = self.missing.len();
            look(self, &one);
            self.missing.split_off(before)
        });
        let least = tried.min_by_key(Vec::len);
        self.missing.extend(least.into_iter().flatten());
    }

    /// The description at a place has these sentences, letter by letter.
    pub(crate) fn says(&mut self, value: &Json, sentence: &str, at: &str) {
        let text = squeezed(value["description"].as_str().unwrap_or_default());
        self.expect(text.contains(&squeezed(sentence)), at, &format!("the description lacks `{sentence}`"));
    }

    /// The description at a place has these words.
    pub(crate) fn words(&mut self, value: &Json, words: &str, at: &str) {
        let text = squeeze(value["description"].as_str().unwrap_or_default());
        let words = squeeze(words);
        self.expect(text.contains(&words), at, &format!("the description lacks `{words}`"));
    }

    pub(crate) fn equals(&mut self, actual: &Json, expected: &Json, at: &str, what: &str) {
        self.expect(actual == expected, at, &format!("{what} is {actual}, not {expected}"));
    }

    /// The document of a source is linked where anybody can read it.
    pub(crate) fn linked(&mut self, value: &Json, source: Option<&Source>, at: &str) {
        let document = source.and_then(|source| self.model.document_of(source));
        let Some((document, url)) = document.and_then(|document| Some((document, document.url.as_deref()?))) else {
            return;
        };
        let (_, section) = source.map(Source::parts).unwrap_or_default();
        self.equals(&value["externalDocs"]["url"], &Json::from(url), at, "URL of the source");
        let title = value["externalDocs"]["description"].as_str().unwrap_or_default();
        self.expect(title.contains(&document.title) && title.contains(section), at, "the title of the source");
    }

    pub(crate) fn seen(&mut self, value: &Json, seen: bool, at: &str) {
        if seen {
            self.words(value, "not guaranteed", at);
        }
    }

    pub(crate) fn notes(&mut self, value: &Json, notes: &[Note], at: &str) {
        notes.iter().for_each(|note| self.says(value, &note.text, at));
    }

    pub(crate) fn limits(&mut self, value: &Json, limits: &[Limit], at: &str) {
        sentences::grouped_limits(limits).iter().for_each(|said| self.words(value, said, at));
    }

    pub(crate) fn available(&mut self, value: &Json, available: &[Availability], at: &str) {
        for condition in available {
            self.words(value, condition.kind.value(), at);
            self.words(value, &condition.doc, at);
        }
    }

    pub(crate) fn deprecated(&mut self, value: &Json, deprecation: Option<&Deprecation>, at: &str) {
        self.expect((value["deprecated"] == true) == deprecation.is_some(), at, "deprecated");
        let Some(deprecation) = deprecation else { return };
        let words = [deprecation.since.as_deref(), deprecation.use_instead.as_deref(), Some(&deprecation.doc)];
        words.into_iter().flatten().for_each(|words| self.words(value, words, at));
    }

    pub(crate) fn versions(&mut self, value: &Json, since: Option<&String>, until: Option<&String>, at: &str) {
        [since, until].into_iter().flatten().for_each(|version| self.words(value, version, at));
    }
}

/// The `$ref` of a schema. A document whose dialect allows nothing beside one has it in `allOf`.
pub(crate) fn reference(schema: &Json) -> &Json {
    schema.get("$ref").unwrap_or(&schema["allOf"][0]["$ref"])
}

/// Single spaces, so that lines may be broken anywhere.
pub(crate) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Lower case, with single spaces.
pub(crate) fn squeeze(text: &str) -> String {
    squeezed(&text.to_lowercase())
}

/// A value of the spec, as JSON reads it again.
pub(crate) fn plain(value: &Value) -> Json {
    serde_json::from_str(&to_json(value).to_string()).unwrap()
}
