//! Converts lists that describe their items by position.
//!
//! Input: schemas with `prefixItems`. Output: tuples, or lists if the length is open.

use oas3::spec::{BooleanSchema, ObjectSchema, Schema};
use serde_json::Value as Json;

use crate::importer::Importer;
use crate::spec::{Head, Type};

impl Importer<'_> {
    /// Returns the tuple for a schema with `prefixItems`, or a list of all described items if its
    /// length is open. Where the schema states no length at all, a tuple is guessed, or a list if one item is described.
    /// The lengths of examples decide first.
    pub(super) fn positional_list(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        let count = schema.prefix_items.len() as u64;
        let is_closed = is_boolean(schema.items.as_deref(), false);
        let is_fixed = schema.min_items.is_some_and(|least| least >= count)
            && (is_closed || schema.max_items.is_some_and(|most| most <= count));
        let is_unstated = (is_closed || schema.items.is_none()) && schema.min_items.or(schema.max_items).is_none();
        if is_fixed {
            return self.tuple(schema, at, hint);
        }
        let mut examples = schema.examples.iter().chain(&schema.example).filter_map(Json::as_array).peekable();
        let is_tuple = match examples.peek() {
            Some(_) => examples.all(|example| example.len() as u64 == count),
            None => is_closed || count > 1,
        };
        if let ([only], true, false) = (schema.prefix_items.as_slice(), is_unstated && self.guesses, is_tuple) {
            self.report.narrowed("the items of a list: what the document says of the first", at);
            let item = self.schema_declaring_nullable(only, &format!("{at}/prefixItems/0"), &format!("{hint} item"));
            let guess = Some("the items, by the first".to_owned());
            return Type { guess, ..Self::list(item, at) };
        }
        if is_unstated && self.guesses && is_tuple {
            self.report.narrowed("the length of a list: as many items as the document describes", at);
            let guess = Some("the length, by the described items".to_owned());
            return Type { guess, ..self.tuple(schema, at, hint) };
        }
        let places = (0..).map(|index| format!("{at}/prefixItems/{index}"));
        let mut parts: Vec<(Schema, String)> = Vec::new();
        let rest = schema.items.iter().map(|item| ((**item).clone(), format!("{at}/items")));
        for (item, place) in schema.prefix_items.iter().cloned().zip(places).chain(rest.filter(|_| !is_closed)) {
            if !parts.iter().any(|(known, _)| *known == item) {
                parts.push((item, place));
            }
        }
        self.report.detail("the positions of items in a list of open length", at);
        let hint = format!("{hint} item");
        let item = match schema.items.is_none() || is_boolean(schema.items.as_deref(), true) {
            true => Type::json(at),
            false => self.union_of_parts(&parts, &hint),
        };
        let item = self.declare_nullable(item, &hint);
        Type::new(Head::List(Box::new(item)), at)
    }

    /// Returns the tuple of the items of `prefixItems`.
    fn tuple(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        let items = schema.prefix_items.iter().enumerate().map(|(index, item)| {
            let place = format!("{at}/prefixItems/{index}");
            let item = self.schema_declaring_nullable(item, &place, &format!("{hint}Item{}", index + 1));
            // Items of a tuple have no key for their descriptions.
            Type { doc: None, ..item }
        });
        let items = items.collect();
        Type::new(Head::Tuple(items), at)
    }
}

fn is_boolean(schema: Option<&Schema>, value: bool) -> bool {
    matches!(schema, Some(Schema::Boolean(BooleanSchema(own))) if *own == value)
}
