//! Converts streams of server-sent events.
//!
//! Input: the media type of a stream. Output: the events with their names and types, and the mark at the end of the
//! stream.

use std::collections::HashSet;

use chainloom_codegen::pascal;
use oas3::spec::{ObjectOrReference, ObjectSchema, Schema};
use serde_json::Value as Json;

use crate::alternatives::{STREAM, parts_of};
use crate::document::resolved;
use crate::importer::Importer;
use crate::lift::KEYWORD_PREFIX;
use crate::members::Member;
use crate::operation::{Operation, ResponseBody};
use crate::schema::{SchemaWalk, TOO_DEEP, single, target_of};
use crate::spec::Type;
use crate::tree::Node;

/// Text that usually ends a stream of events.
const END_MARK: &str = "[DONE]";

/// Name of an event that states none.
const UNNAMED: &str = "message";

/// Members by which documents describe the fields of a server-sent event, and its comment.
const EVENT_FIELDS: [&str; 5] = ["event", "data", "id", "retry", "comment"];

/// Event of a stream: its name, and the member with its data.
type Event = (String, Member);

impl Importer<'_> {
    /// Returns the events of a stream, and the mark at its end, if the schema states one. There is an event for each
    /// alternative with the members `event` and `data`, or else one of the name that events without a name have. The
    /// schema of a list describes all events, so its items are the events.
    pub(super) fn events(&mut self, place: &str, hint: &str) -> (ResponseBody, Option<Node>) {
        let (at, _) = self.line_schema(place);
        let schema = self.doc.piece::<Schema>(&at).ok();
        if let Some((events, end)) = schema.as_ref().and_then(|schema| self.named_events(schema, &at)) {
            let has_names = events.iter().any(|(name, _)| name != UNNAMED);
            let (what, by) = match has_names {
                true => ("the names of the events of a stream, by the member `event`", "by the member `event`"),
                false => ("the data of the events of a stream, by the member `data`", "by the member `data`"),
            };
            self.report.guessed(what, place);
            let types = events.into_iter().map(|(name, data)| {
                let ty = self.type_of_data(&data, &format!("{hint} {name}"));
                (name, ty)
            });
            let end = end.map(|end| Node::map([("end", Node::text(end))]).guessed("an event without a name has it"));
            return (ResponseBody::Events(types.collect(), by), end);
        }
        let ty = schema.map(|schema| self.type_without_doc(&schema, &at, hint));
        self.report.guessed("the name of the events of a stream", place);
        if at != format!("{place}/schema") {
            self.report.guessed("that a schema describes the data of each event of a stream", place);
        }
        let ty = ty.unwrap_or_else(|| Type::json(&at));
        (ResponseBody::Events(vec![(UNNAMED.to_owned(), ty)], "the name of the events"), None)
    }

    /// Returns the type of an event's data. If the document describes the JSON within a text, that JSON has the type.
    fn type_of_data(&mut self, data: &Member, hint: &str) -> Type {
        let at = format!("{}/x-{KEYWORD_PREFIX}contentSchema", data.at);
        match self.doc.piece::<Schema>(&at) {
            Ok(content) => self.type_without_doc(&content, &at, hint),
            Err(_) => self.type_without_doc(&data.schema, &data.at, hint),
        }
    }

    /// Returns the member `data` of each alternative of a schema, by the name in its member `event`, and the constant
    /// data of an alternative without a name, which ends the stream. `None` if an alternative is no event, if all have
    /// further members, or if a name occurs twice.
    fn named_events(&mut self, schema: &Schema, at: &str) -> Option<(Vec<Event>, Option<String>)> {
        let mut records = self.records_of_events(schema, at, &mut SchemaWalk::default())?;
        let is_further = |member: &&Member| !EVENT_FIELDS.contains(&member.name.as_str());
        if records.iter().all(|record| record.iter().any(|member| is_further(&member))) {
            return None;
        }
        let ends: Vec<Option<String>> = records.iter().map(|record| self.end_of(record)).collect();
        let end = ends.iter().flatten().next().cloned().filter(|_| records.len() > 1);
        if end.is_some() {
            let mut ends = ends.iter();
            records.retain(|_| ends.next().is_some_and(Option::is_none));
        }
        let mut events: Vec<Event> = Vec::new();
        for record in &records {
            events.extend(self.events_of(record, records.len() == 1)?);
        }
        let mut known = HashSet::new();
        if events.is_empty() || !events.iter().all(|(name, _)| known.insert(pascal(name))) {
            return None;
        }
        for member in records.iter().flatten().filter(is_further) {
            self.report.lost("a member beside the fields of an event", &member.at);
        }
        Some((events, end))
    }

    /// Returns the members of each alternative of a schema, also of unions within unions, with the members beside the
    /// alternatives. A schema without alternatives is the only one. `None` if an alternative is no object.
    fn records_of_events(&mut self, schema: &Schema, at: &str, walk: &mut SchemaWalk) -> Option<Vec<Vec<Member>>> {
        let mut records = Vec::new();
        if let Some((arms, at)) = self.union_behind(schema, at) {
            let visited = walk.visit(Some(&at), |walk| {
                for arm in self.alternatives(&arms, &at, &mut false) {
                    records.extend(self.records_of_events(&arm.schema, &arm.at, walk)?);
                }
                Some(records)
            });
            if visited.is_none() && walk.is_too_deep() {
                self.report.lost(TOO_DEEP, &at);
            }
            return visited.unwrap_or_else(|| Some(Vec::new()));
        }
        let mut common = self.plain(schema)?;
        let (one_of, any_of) = (std::mem::take(&mut common.one_of), std::mem::take(&mut common.any_of));
        let (key, arms) = if one_of.is_empty() { ("anyOf", any_of) } else { ("oneOf", one_of) };
        if arms.is_empty() || common.properties.is_empty() {
            return Some(vec![self.members_of(schema, at, 0)?.0]);
        }
        let at = target_of(schema).map_or_else(|| Ok(at.to_owned()), |target| self.doc.follow(target)).ok()?;
        let common = Schema::Object(Box::new(ObjectOrReference::Object(common)));
        let (shared, needed) = self.members_of(&common, &at, 0)?;
        for (index, arm) in arms.iter().enumerate() {
            let (mut record, required) = self.members_of(arm, &format!("{at}/{key}/{index}"), 0)?;
            let is_own = |member: &&Member| record.iter().any(|own| own.name == member.name);
            let others: Vec<Member> = shared.iter().filter(|member| !is_own(member)).cloned().collect();
            record.extend(others);
            let is_needed = |name: &String| needed.contains(name) || required.contains(name);
            record.iter_mut().for_each(|member| member.required |= is_needed(&member.name));
            records.push(record);
        }
        Some(records)
    }

    /// Returns the constant data of a record that states no name of an event.
    fn end_of(&self, record: &[Member]) -> Option<String> {
        let of = |name: &str| record.iter().find(|member| member.name == name).and_then(|one| self.plain(&one.schema));
        let has_name = of("event").is_some_and(|event| !names_of(&event).is_empty());
        single(&of("data")?)?.as_str().filter(|_| !has_name).map(str::to_owned)
    }

    /// Returns the events that a record describes by the fields of an event: one for each value of its member `event`.
    /// If the member may be any text and the record `is_only` one, its events have no known name. `None` for other
    /// records.
    fn events_of(&self, record: &[Member], is_only: bool) -> Option<Vec<Event>> {
        let of = |name: &str| record.iter().find(|member| member.name == name);
        let (data, event) = (of("data")?, of("event"));
        let names = event.and_then(|event| self.plain(&event.schema)).map(|event| names_of(&event)).unwrap_or_default();
        if names.is_empty() && is_only && (event.is_some() || of("retry").is_some()) {
            return Some(vec![(UNNAMED.to_owned(), data.clone())]);
        }
        let is_stated = event.is_some_and(|event| event.required) || names == [UNNAMED];
        let are_events = is_stated && !names.is_empty() && names.iter().all(|name| is_event_name(name));
        are_events.then(|| names.into_iter().map(|name| (name, data.clone())).collect())
    }

    /// Returns the value of the key `stream`, which states the end mark of a stream of events.
    /// `response` is the description of the response.
    /// `None` if no text of the document mentions [`END_MARK`].
    pub(super) fn stream(&mut self, operation: &Operation, response: Option<&str>, place: &str) -> Option<Node> {
        let media = self.doc.at(place).map(ToString::to_string);
        let member = self.sentence_of_stream(&operation.pointer);
        let texts = [operation.doc.as_deref(), response, media.as_deref(), member];
        let is_named = texts.into_iter().flatten().any(|text| text.contains(END_MARK));
        is_named.then(|| {
            self.report.guessed("the mark at the end of a stream of events", place);
            Node::map([("end", Node::text(END_MARK))]).guessed("a text names it")
        })
    }

    /// Returns the description of the member [`STREAM`] in the body of an operation, or in a part or an alternative of
    /// the body.
    fn sentence_of_stream(&self, operation: &str) -> Option<&str> {
        let root = &self.doc.root;
        let body = resolved(root, self.doc.at(&format!("{operation}/requestBody"))?)?;
        let bodies =
            body.get("content")?.as_object()?.values().filter_map(|media| resolved(root, media.get("schema")?));
        let mut all =
            bodies.flat_map(|body| std::iter::once(body).chain(parts_of(body).filter_map(|part| resolved(root, part))));
        all.find_map(|schema| schema.get("properties")?.get(STREAM)?.get("description")?.as_str())
    }
}

/// Returns the names of events that the schema of the member `event` lists. Empty if it lists none.
fn names_of(event: &ObjectSchema) -> Vec<String> {
    let values: Vec<&Json> = single(event).map_or_else(|| event.enum_values.iter().collect(), |only| vec![only]);
    values.into_iter().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// Returns whether a text is a name of an event, such as `thread.created`, and no sentence.
fn is_event_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|letter| letter.is_ascii_alphanumeric() || "_-.:/".contains(letter))
}
