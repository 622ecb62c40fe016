//! Converts streams of server-sent events.
//!
//! Input: the media type of a stream. Output: the events with their names and types, and the mark at the end of the
//! stream.

use oas3::spec::{MediaType, Schema};

use crate::importer::Importer;
use crate::members::Member;
use crate::operation::{Operation, ResponseBody};
use crate::schema::single;
use crate::spec::Type;
use crate::tree::Node;

/// Text that usually ends a stream of events.
const END_MARK: &str = "[DONE]";

/// Fields of a server-sent event.
const EVENT_FIELDS: [&str; 4] = ["event", "data", "id", "retry"];

impl Importer<'_> {
    /// Returns the events of a stream: one for each alternative with the members `event` and `data`, or else one of the
    /// name that events without a name have.
    pub(super) fn events(&mut self, media: &MediaType, place: &str, hint: &str) -> ResponseBody {
        if let Some(events) = self.named_events(media, place) {
            self.report.guessed("the names of the events of a stream, by the member `event`", place);
            let types = events.into_iter().map(|(name, data)| {
                let ty = self.schema_declaring_nullable(&data.schema, &data.at, &format!("{hint} {name}"));
                let attributes = if ty.is_name() { Vec::new() } else { ty.attributes };
                (name, Type { doc: None, attributes, ..ty })
            });
            return ResponseBody::Events(types.collect(), "by the member `event`");
        }
        let ty = self.media_type(media, place, hint);
        self.report.guessed("the name of the events of a stream", place);
        ResponseBody::Events(vec![("message".to_owned(), ty)], "the name of the events")
    }

    /// Returns the member `data` of each alternative of a schema, by the constant of its member `event`. `None` if an
    /// alternative lacks one of them, or if a name occurs twice or is no word.
    fn named_events(&mut self, media: &MediaType, place: &str) -> Option<Vec<(String, Member)>> {
        let at = format!("{place}/schema");
        let schema = media.schema.as_ref()?;
        let arms = self.union_behind(schema, &at).map(|(arms, at)| self.alternatives(&arms, &at, &mut false));
        let arms: Vec<(Schema, String)> = match arms {
            Some(arms) => arms.into_iter().map(|arm| (arm.schema, arm.at)).collect(),
            None => vec![(schema.clone(), at)],
        };
        let mut events: Vec<(String, Member)> = Vec::new();
        for (arm, at) in arms {
            let (members, _) = self.members_of(&arm, &at, 0)?;
            let of = |name: &str| members.iter().find(|member| member.name == name && member.required);
            let event = self.plain(&of("event")?.schema)?;
            let name = single(&event)?.as_str()?.to_owned();
            let is_word = name.starts_with(|first: char| first.is_ascii_alphabetic())
                && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            if !is_word || events.iter().any(|(known, _)| *known == name) {
                return None;
            }
            let data = of("data")?.clone();
            if members.iter().any(|member| !EVENT_FIELDS.contains(&member.name.as_str())) {
                return None;
            }
            events.push((name, data));
        }
        (!events.is_empty()).then_some(events)
    }

    /// Returns the value of the key `stream`, which states the end mark of a stream of events.
    /// `response` is the description of the response.
    /// `None` if no text of the document mentions [`END_MARK`].
    pub(super) fn stream(&mut self, operation: &Operation, response: Option<&str>, place: &str) -> Option<Node> {
        let media = self.doc.at(place).map(ToString::to_string);
        let texts = [operation.doc.as_deref(), response, media.as_deref()];
        texts.into_iter().flatten().any(|text| text.contains(END_MARK)).then(|| {
            self.report.guessed("the mark at the end of a stream of events", place);
            Node::map([("end", Node::text(END_MARK))]).guessed("a text names it")
        })
    }
}
