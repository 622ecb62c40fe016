//! Infers scalars, units, lists and defaults from evidence: format, pattern, example, name and sentence.
//!
//! Input: a schema of texts or numbers, with its place. Output: a type that is restricted to a form only
//! if at least two kinds of evidence agree. The report lists each guess.

mod forms;
mod index;
mod samples;
mod sentences;
mod words;

use std::collections::HashSet;

use oas3::spec::{ObjectSchema, SchemaType};
use serde_json::Value as Json;

pub(crate) use self::forms::Siblings;
use self::forms::{Facts, Guess, Namesakes};
pub(crate) use self::index::Index;
use self::index::home_of;
use self::words::Words;
use crate::importer::Importer;
use crate::known_scalars::LOCAL_DATE_TIME;
use crate::pointer::last_name;
use crate::schema::kinds;
use crate::spec::{Head, Type};
use crate::tree::Node;

/// Parts of a pointer between a member and its schema, or the schema of its items. Indexes and
/// media types may occur there as well.
const INNER_SEGMENTS: [&str; 6] = ["items", "schema", "allOf", "oneOf", "anyOf", "content"];

/// Maximum number of different examples of a name that are compared.
const MAX_SAMPLES: usize = 40;

/// Member, parameter or component that a schema describes.
struct Subject<'d> {
    name: String,
    /// Pointer to the member, the parameter or the component.
    at: String,
    value: &'d Json,
    is_parameter: bool,
    /// Whether the schema describes the items of a list and not the whole value.
    is_item: bool,
}

impl<'d> Importer<'d> {
    /// Returns the member, the parameter or the component that the schema at `at` describes. `None`
    /// for schemas of bodies and responses.
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
            let is_inner =
                INNER_SEGMENTS.contains(&last.as_str()) || last.parse::<usize>().is_ok() || last.contains('/');
            if !is_inner {
                return None;
            }
            is_item |= last == "items";
            end = parent.len();
        }
    }

    /// Collects the evidence for the values of a schema: the subject's own name, sentence and
    /// examples, and the examples and sentences of members with similar names elsewhere.
    fn facts(&self, subject: &Subject<'_>, schema: &ObjectSchema, siblings: Siblings, is_text: bool) -> Facts<'_> {
        let (_, mut samples) = index::samples_of(subject.value);
        samples.extend(schema.default.as_ref().and_then(Json::as_str).map(str::to_owned));
        let sentence = subject.value.get("description").and_then(Json::as_str).unwrap_or_default().to_owned();
        let sentence = match sentence.is_empty() {
            true => schema.description.clone().unwrap_or_default(),
            false => sentence,
        };
        let name = Words::of_name(&subject.name);
        let home = home_of(&subject.at);
        let namesakes = self.index.namesakes(&name, &home, is_text).into_iter().map(|group| {
            let sentence = group.places.iter().map(|place| place.sentence.as_str()).find(|text| !text.is_empty());
            Namesakes {
                sentence: sentence.unwrap_or_default(),
                samples: first_samples(group.places.iter().flat_map(|place| &place.samples)),
                sampled: group.places.iter().filter(|place| !place.samples.is_empty()).count(),
                is_near: group.is_near,
                is_exact: group.is_exact,
            }
        });
        let namesakes = namesakes.collect();
        let around = self.index.around(&name, &home, is_text);
        let around = first_samples(around.into_iter().flat_map(|place| &place.samples));
        let has_whole_bound = has_whole_bound(schema);
        Facts { name, sentence, samples, namesakes, around, siblings, has_whole_bound }
    }

    /// Returns the evidence in the members beside a member. They are read once for each record;
    /// parameters have none.
    fn siblings_of(&mut self, subject: &Subject<'_>) -> Siblings {
        let parent = subject.at.rsplit_once('/').map(|(parent, _)| parent).filter(|_| !subject.is_parameter);
        let Some(parent) = parent else { return Siblings::default() };
        if let Some(known) = self.siblings.get(parent) {
            return *known;
        }
        let is_hex_number = |text: &String| samples::is_quantity(text) && text.len() < 20;
        let mut found = Siblings::default();
        for (name, one) in self.doc.at(parent).and_then(Json::as_object).into_iter().flatten() {
            let name = Words::of_name(name);
            found.has_scale |= name.has(words::SCALES) || self.index.is_smallest(&name);
            found.has_hex_numbers |= index::samples_of(one).1.iter().any(is_hex_number);
        }
        self.siblings.insert(parent.to_owned(), found);
        found
    }

    /// Returns the scalar or the unit that evidence suggests for a text. `None` if guessing is off,
    /// if the text has bounds or an unknown pattern, or if the evidence is too weak.
    pub(crate) fn guess_text(&mut self, schema: &ObjectSchema, at: &str) -> Option<Type> {
        let subject = self.subject(at).filter(|_| self.guesses)?;
        if let Some(form) = schema.pattern.as_deref().and_then(forms::of_pattern) {
            return self.type_of_guess(Some(form), None, false, at, "string");
        }
        let is_bounded = schema.pattern.is_some() || schema.min_length.is_some() || schema.max_length.is_some();
        if is_bounded {
            return None;
        }
        let siblings = self.siblings_of(&subject);
        let facts = self.facts(&subject, schema, siblings, true);
        if sentences::is_comma_list(&facts.sentence) && (subject.is_parameter || !subject.is_item) {
            return None;
        }
        let (guess, unit) = (facts.guess_text_form(), facts.unit());
        self.type_of_guess(guess, unit, subject.is_item, at, "string")
    }

    /// Returns the type of a text whose examples contradict its format: a time with an assumed offset, if examples only
    /// lack one, or a text, if none has the format. `None` for other texts, or if guessing is off.
    pub(crate) fn type_of_refuted_format(&mut self, schema: &ObjectSchema, at: &str) -> Option<Type> {
        let format = schema.format.as_deref().filter(|_| self.guesses)?;
        let around = at.strip_suffix("/schema").and_then(|at| self.doc.at(at));
        let mut all = around.map(|parameter| index::samples_of(parameter).1).unwrap_or_default();
        all.extend(schema.example.iter().chain(&schema.examples).filter_map(Json::as_str).map(str::to_owned));
        // An example such as `string` says nothing of a form with digits.
        let is_telling = |text: &&str| text.bytes().any(|letter| letter.is_ascii_digit());
        let all: Vec<&str> = all.iter().map(String::as_str).filter(is_telling).collect();
        let (ty, guess) = if format == "date-time" && samples::are_local_times(&all) {
            self.report.guessed("the offset of times, whose examples have none: UTC", at);
            (self.known_scalar(&LOCAL_DATE_TIME, at).or("string"), "the offset of times without one")
        } else if samples::refute_format(&all, format) {
            self.report.guessed(format!("a text of any form, since its examples refute the format `{format}`"), at);
            (Type::name("string", at), "any text, by the example")
        } else {
            return None;
        };
        Some(Type { guess: Some(guess.to_owned()), ..ty })
    }

    /// Returns whether a type of a text was inferred from its pattern, so that the pattern itself
    /// can be left out.
    pub(crate) fn is_pattern_of(&self, ty: &Type, pattern: &str) -> bool {
        self.guesses && !ty.is_named("string") && forms::of_pattern(pattern).is_some()
    }

    /// Returns the scalar, the whole number or the unit that evidence suggests for a number, or
    /// `None` if guessing is off or the evidence is too weak.
    pub(crate) fn guess_number(&mut self, schema: &ObjectSchema, at: &str, is_whole: bool) -> Option<Type> {
        let subject = self.subject(at).filter(|_| self.guesses)?;
        let siblings = self.siblings_of(&subject);
        let facts = self.facts(&subject, schema, siblings, false);
        let (guess, unit) = (facts.guess_number_form(is_whole), facts.unit());
        self.type_of_guess(guess, unit, subject.is_item, at, if is_whole { "integer" } else { "number" })
    }

    /// Returns the type of a guess, with its unit, and reports the guess. `fallback` is the type to
    /// use if the generator refuses the guess. `None` if nothing was guessed.
    fn type_of_guess(
        &mut self,
        guess: Option<Guess>,
        unit: Option<&'static str>,
        is_item: bool,
        at: &str,
        fallback: &'static str,
    ) -> Option<Type> {
        let is_time = guess.as_ref().is_some_and(Guess::is_time);
        let is_number = fallback != "string" || guess.as_ref().is_some_and(Guess::is_number);
        let unit = unit.filter(|_| is_number && !is_time && !is_item);
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

    /// Returns the type of a guessed form. The first use of a scalar declares it.
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

    /// Turns a text parameter into a list if its sentence says that commas separate its values.
    /// Parameters that may be null stay texts.
    pub(crate) fn guess_list(&mut self, ty: &mut Type, at: &str) {
        let subject = self.subject(at).filter(|subject| self.guesses && subject.is_parameter && ty.is_named("string"));
        let Some(subject) = subject else { return };
        let facts = self.facts(&subject, &ObjectSchema::default(), Siblings::default(), true);
        if !sentences::is_comma_list(&facts.sentence) || ty.nullable {
            return;
        }
        let guess = facts.of_items().guess_text_form();
        let item = match guess {
            Some(guess) => {
                self.report.narrowed(format!("the form of a value: {}", guess.doc()), at);
                self.scalar_of(&guess, at, "string")
            }
            None => Type::name("string", at),
        };
        self.report.narrowed("that a text is a list with commas between its items", at);
        ty.head = Head::List(Box::new(item));
        ty.fallback = "string";
        ty.guess = Some("a list, by its sentence".to_owned());
        ty.attributes.retain(|(key, _)| !["example", "default", "pattern", "size"].contains(key));
        ty.put("join", Node::text(",").from(at));
    }

    /// Returns the default that the sentence of an optional member or parameter states, if it is a
    /// value of the schema. Only enumerations, booleans and numbers have such defaults.
    pub(crate) fn guess_default(&mut self, schema: &ObjectSchema, at: &str) -> Option<Json> {
        let subject = self.subject(at).filter(|subject| self.guesses && !subject.is_item)?;
        if self.is_required(&subject) {
            return None;
        }
        let sentence = subject.value.get("description").and_then(Json::as_str).or(schema.description.as_deref())?;
        let stated = sentences::default(sentence)?;
        let is_it = |value: &&Json| value.as_str().is_some_and(|text| text.eq_ignore_ascii_case(stated));
        let value = match kinds(schema).as_slice() {
            _ if !schema.enum_values.is_empty() => schema.enum_values.iter().find(is_it).cloned(),
            [SchemaType::Boolean] => stated.parse::<bool>().ok().map(Json::from),
            [SchemaType::Number] => parse_number(stated),
            [SchemaType::Integer] => parse_number(stated).filter(|value| value.is_i64() || value.is_u64()),
            _ => None,
        }?;
        self.report.guessed("a default, by its sentence", at);
        Some(value)
    }

    /// Returns whether the document requires the member or the parameter.
    fn is_required(&self, subject: &Subject<'_>) -> bool {
        if subject.is_parameter {
            return subject.value.get("required") == Some(&Json::Bool(true));
        }
        let parent = subject.at.rsplitn(3, '/').nth(2).and_then(|parent| self.doc.at(parent));
        let required = parent.and_then(|parent| parent.get("required")).and_then(Json::as_array);
        required.is_none_or(|all| all.iter().any(|name| name.as_str() == Some(&subject.name))) && required.is_some()
    }
}

/// Returns whether the bounds of a schema suggest whole numbers: steps that are whole, or a maximum
/// that is the largest number of some bit width, such as 65535.
fn has_whole_bound(schema: &ObjectSchema) -> bool {
    let is_step = |step: &serde_json::Number| step.as_u64().is_some_and(|step| step > 0);
    let is_largest = |end: &serde_json::Number| {
        end.as_u64().is_some_and(|end| end >= u64::from(u16::MAX >> 1) && (end & end.wrapping_add(1)) == 0)
    };
    schema.multiple_of.as_ref().is_some_and(is_step) || schema.maximum.as_ref().is_some_and(is_largest)
}

/// Returns the first [`MAX_SAMPLES`] different texts.
fn first_samples<'t>(texts: impl Iterator<Item = &'t String>) -> Vec<&'t str> {
    let mut seen = HashSet::new();
    texts.map(String::as_str).filter(|text| seen.insert(*text)).take(MAX_SAMPLES).collect()
}

/// Parses a number that may have commas between groups of digits.
fn parse_number(text: &str) -> Option<Json> {
    text.replace(',', "").parse::<serde_json::Number>().ok().map(Json::from)
}
