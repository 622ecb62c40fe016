//! Scalars, units, lists and defaults from evidence: format, pattern, example, name and sentence.
//!
//! Input: a schema of texts or numbers, with its place. Output: a type that only fits the form that
//! at least two kinds of evidence suggest. Each is a guess, which the report tells.

mod forms;
mod index;
mod samples;
mod sentences;
mod words;

use oas3::spec::ObjectSchema;
use serde_json::Value as Json;

use self::forms::{Facts, Guess};
use self::index::home_of;
pub(crate) use self::index::Index;
use self::words::Words;
use crate::document::last_name;
use crate::importer::Importer;
use crate::spec::{Head, Type};
use crate::tree::Node;

/// Parts of a pointer that lead from a member to its schema or to the items of its list.
const INNER: [&str; 6] = ["items", "schema", "allOf", "oneOf", "anyOf", "content"];

/// Member or parameter that a schema is of.
struct Subject<'d> {
    name: String,
    /// Pointer of the member or the parameter.
    at: String,
    value: &'d Json,
    is_parameter: bool,
    /// Whether the schema is that of the items of a list.
    is_item: bool,
}

impl<'d> Importer<'d> {
    /// Returns the member, the parameter or the component that a schema is of.
    fn subject(&self, at: &str) -> Option<Subject<'d>> {
        let doc = self.doc;
        let mut end = at.len();
        let mut is_item = false;
        loop {
            let here = &at[..end];
            let value = doc.at(here)?;
            let last = last_name(here);
            let (parent, _) = here.rsplit_once('/')?;
            if value.get("in").is_some() {
                let name = value.get("name").and_then(Json::as_str)?.to_owned();
                return Some(Subject { name, at: here.to_owned(), value, is_parameter: true, is_item });
            }
            if ["properties", "schemas"].contains(&last_name(parent).as_str()) {
                return Some(Subject { name: last, at: here.to_owned(), value, is_parameter: false, is_item });
            }
            let is_inner = INNER.contains(&last.as_str()) || last.parse::<usize>().is_ok() || last.contains('/');
            if !is_inner {
                return None;
            }
            is_item |= last == "items";
            end = parent.len();
        }
    }

    /// Returns what is known of the values of a schema.
    fn facts(&self, subject: &Subject<'_>, schema: &ObjectSchema, is_text: bool) -> Facts {
        let (_, mut samples) = index::samples_of(subject.value);
        samples.extend(schema.default.as_ref().and_then(Json::as_str).map(str::to_owned));
        let sentence = subject.value.get("description").and_then(Json::as_str).unwrap_or_default().to_owned();
        let sentence = match sentence.is_empty() {
            true => schema.description.clone().unwrap_or_default(),
            false => sentence,
        };
        let name = Words::of_name(&subject.name);
        let siblings = subject.at.rsplit_once('/').and_then(|(parent, _)| self.doc.at(parent)?.as_object());
        let siblings = siblings.filter(|_| !subject.is_parameter).into_iter().flatten().map(|(name, _)| name.as_str());
        let has_scale = siblings.map(Words::of_name).any(|words| words.has(&words::SCALES));
        let namesakes = self.index.namesakes(&name, &home_of(&subject.at), is_text);
        let namesakes = namesakes.into_iter().map(|places| {
            let samples = places.iter().flat_map(|place| place.samples.clone()).collect();
            let sentences = places.iter().map(|place| place.sentence.as_str()).filter(|text| !text.is_empty());
            (samples, sentences.take(8).collect::<Vec<_>>().join(" "))
        });
        Facts { name, sentence, samples, namesakes: namesakes.collect(), has_scale }
    }

    /// Returns the scalar that evidence suggests for a text.
    pub(crate) fn guess_text(&mut self, schema: &ObjectSchema, at: &str) -> Option<Type> {
        let subject = self.subject(at).filter(|_| self.guesses)?;
        if let Some(form) = schema.pattern.as_deref().and_then(forms::of_pattern) {
            return Some(self.scalar_of(&form, at, "string"));
        }
        let is_bounded = schema.pattern.is_some() || schema.min_length.is_some() || schema.max_length.is_some();
        if is_bounded {
            return None;
        }
        let facts = self.facts(&subject, schema, true);
        if sentences::is_comma_list(&facts.sentence) && subject.is_parameter {
            return None;
        }
        let guess = facts.text();
        self.typed(guess, &facts, &subject, at, "string")
    }

    /// Returns the scalar or the whole number that evidence suggests for a number.
    pub(crate) fn guess_number(&mut self, schema: &ObjectSchema, at: &str, is_whole: bool) -> Option<Type> {
        let subject = self.subject(at).filter(|_| self.guesses)?;
        let facts = self.facts(&subject, schema, false);
        let guess = facts.number(is_whole);
        self.typed(guess, &facts, &subject, at, if is_whole { "integer" } else { "number" })
    }

    fn typed(
        &mut self,
        guess: Option<Guess>,
        facts: &Facts,
        subject: &Subject<'_>,
        at: &str,
        fallback: &'static str,
    ) -> Option<Type> {
        let is_time = guess.as_ref().is_some_and(Guess::is_time);
        let is_number = fallback != "string" || guess.as_ref().is_some_and(Guess::is_number);
        let unit = facts.unit().filter(|_| is_number && !is_time && !subject.is_item);
        if guess.is_none() && unit.is_none() {
            return None;
        }
        let mut ty = match &guess {
            Some(guess) => {
                self.report.narrowed(format!("the form of a value: {}", guess.doc()), at);
                let mut ty = self.scalar_of(guess, at, fallback);
                ty.guess = Some("the form".to_owned());
                ty
            }
            None => Type::name(fallback, at),
        };
        if let Some(unit) = unit {
            self.report.guessed("the unit of a number", at);
            ty.put("unit", Node::text(unit).from(at));
            ty.guess = Some(if guess.is_some() { "the form and the unit" } else { "the unit" }.to_owned());
        }
        Some(ty)
    }

    fn scalar_of(&mut self, guess: &Guess, at: &str, fallback: &'static str) -> Type {
        match guess {
            Guess::Whole => Type::name("integer", at).or(fallback),
            Guess::Scalar { name, form, doc } => {
                let form: Vec<(&str, &str)> = form.iter().map(|(key, value)| (*key, value.as_str())).collect();
                let name = self.scalar(name, &form, doc);
                Type::name(&name, at).or(fallback)
            }
        }
    }

    /// Makes a text whose sentence says that it holds several values with commas between them a list.
    pub(crate) fn guess_list(&mut self, ty: &mut Type, at: &str) {
        let subject = self.subject(at).filter(|subject| self.guesses && subject.is_parameter && ty.is_named("string"));
        let Some(subject) = subject else { return };
        let facts = self.facts(&subject, &ObjectSchema::default(), true);
        if !sentences::is_comma_list(&facts.sentence) || ty.nullable {
            return;
        }
        let facts = facts.of_items();
        let example: Vec<Node> = facts.samples.iter().take(2).map(Node::text).collect();
        let item = match facts.text() {
            Some(guess) => self.scalar_of(&guess, at, "string"),
            None => Type::name("string", at),
        };
        self.report.narrowed("that a text is a list with commas between its items", at);
        ty.head = Head::List(Box::new(item));
        ty.fallback = "string";
        ty.guess = Some("a list, by its sentence".to_owned());
        ty.attributes.retain(|(key, _)| !["example", "default", "pattern", "size"].contains(key));
        ty.put("join", Node::text(",").from(at));
        if !example.is_empty() {
            ty.put("example", Node::list(example).from(at));
        }
    }

    /// Returns the default that the sentence of an optional member or parameter states.
    pub(crate) fn guess_default(&mut self, schema: &ObjectSchema, ty: &Type, at: &str) -> Option<Json> {
        let subject = self.subject(at).filter(|subject| self.guesses && !subject.is_item)?;
        if self.is_required(&subject) {
            return None;
        }
        let said = |value: &Json| value.get("description").and_then(Json::as_str).and_then(sentences::default).map(str::to_owned);
        let said = said(subject.value).or_else(|| sentences::default(schema.description.as_deref()?).map(str::to_owned))?;
        let value = match &ty.head {
            Head::Enum { values, .. } => values.iter().any(|value| value.text == said && !value.is_number).then(|| said.into()),
            Head::Name(name) if name == "boolean" => said.parse::<bool>().ok().map(Json::from),
            Head::Name(name) if name == "number" => number(&said),
            Head::Name(name) if name == "integer" || name.starts_with("int") || name.starts_with("uint") => {
                number(&said).filter(|value| value.is_i64() || value.is_u64())
            }
            _ => None,
        }?;
        self.report.guessed("a default, by its sentence", at);
        Some(value)
    }

    fn is_required(&self, subject: &Subject<'_>) -> bool {
        if subject.is_parameter {
            return subject.value.get("required") == Some(&Json::Bool(true));
        }
        let parent = subject.at.rsplitn(3, '/').nth(2).and_then(|parent| self.doc.at(parent));
        let required = parent.and_then(|parent| parent.get("required")).and_then(Json::as_array);
        required.is_none_or(|all| all.iter().any(|name| name.as_str() == Some(&subject.name)))
            && required.is_some()
    }
}

fn number(text: &str) -> Option<Json> {
    text.replace(',', "").parse::<serde_json::Number>().ok().map(Json::from)
}
