//! Mappings that many items share: source, note, deprecation, availability, and patterns of error
//! messages.

use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::{choice, mapping};
use crate::language::node::{Node, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Filled, Form, TextOrNumber, Word};

/// Expands to the sentence of a key that many mappings have.
macro_rules! sentence {
    (seen) => {
        "True for an item that is known from real services and not from the documents."
    };
    (source) => {
        "The section of the document that describes the item."
    };
    (rust) => {
        "The name in Rust, in place of the derived one."
    };
    (since) => {
        "The first version of the API with the item."
    };
    (until) => {
        "The last version of the API with the item."
    };
    (deprecated) => {
        "The deprecation of the item: since when, and its replacement."
    };
    (available) => {
        "The conditions under which a service serves the item; all of them must hold."
    };
    (notes) => {
        "Statements of the documents that have no effect on the client."
    };
    (allow) => {
        "The codes of the warnings that are accepted here."
    };
    (limits) => {
        "Limits of the service, such as a rate limit."
    };
    (vars) => {
        "The variables of templates, with their defaults."
    };
    (effect) => {
        "The effect of a repeated call, which decides whether a retry is allowed."
    };
    (security) => {
        "Alternatives of authentication: each is a secret, or a list of secrets that are sent together."
    };
    (server) => {
        "The entry of `servers` of the client, where it is not at the base URL."
    };
    (errors) => {
        "The codes of JSON-RPC errors, with names and optional descriptions."
    };
    (response_headers) => {
        "Headers of the response, with their types."
    };
}
pub(crate) use sentence;

/// Section of the documents that the spec is based on, such as `data 4.9`: the mark of the document,
/// and the section.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Source(pub String);

impl Source {
    /// Returns the mark of the document and the section, which may be empty.
    pub fn parts(&self) -> (&str, &str) {
        self.0.split_once(' ').unwrap_or((&self.0, ""))
    }
}

impl Word for Source {
    const SHAPE: Shape = Shape::Text;

    /// Reads a source and records it in `Reader::marks`, since a later stage checks its mark.
    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        let text: Text = Word::read(reader, node, what)?;
        reader.marks.push(text.clone());
        Some(Self(text.value))
    }
}

/// Notation of a source that keeps its span.
#[derive(Debug)]
pub(crate) enum Mark {}

impl Form<Text> for Mark {
    const SHAPE: Shape = Source::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Text> {
        Source::read(reader, node, what).map(|source| Text { value: source.0, span: node.span })
    }
}

mapping! {
    /// Note: a statement of the documents without effect on the client.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct Note = "note", "a note" {
        must text: String; "The statement, as one or more sentences.";
        flag seen: bool; sentence!(seen);
        some source: Source; sentence!(source);
    }
}

mapping! {
    /// Deprecation of an item.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct Deprecation = "deprecated", "`deprecated`" {
        some since: String, by Filled<TextOrNumber>; "The version since which the item is deprecated.";
        some use_instead as "use": String, by Filled; "The replacement.";
        text doc: String; "The reason of the deprecation.";
        flag seen: bool; sentence!(seen);
        some source: Source; sentence!(source);
    }
}

mapping! {
    /// Condition under which an item is served.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct Availability = "available", "a condition of `available`" {
        one kind: AvailabilityKind; "The kind of the condition, and its value.";
        text doc: String; "The description of the condition.";
        flag seen: bool; sentence!(seen);
        some source: Source; sentence!(source);
    }
}

choice! {
    /// Kind of an [`Availability`], and its value.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub enum AvailabilityKind {
        Flag "flag": String; "A command-line flag that the node must be started with.";
        Config "config": String; "A setting that the node must have.";
        Public "public": String; "The availability on public services.";
        Chains "chains": String; "The chains that serve the item.";
        Archive "archive": String; "What needs an archive node.";
        Served "served": String; "The services that serve the item.";
    }
}

impl AvailabilityKind {
    /// Returns the flag, setting, chains or services that the condition names.
    #[must_use]
    pub fn value(&self) -> &str {
        match self {
            Self::Flag(value) | Self::Config(value) | Self::Public(value) => value,
            Self::Chains(value) | Self::Archive(value) | Self::Served(value) => value,
        }
    }
}

mapping! {
    /// Pattern by which an error is recognized.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct ErrorSign = "errorSign", "an error under `unavailable` or `notYet`" {
        must message as "error": String; "A part of the message of the error, or of a body that is no JSON.";
        some code: i64; "The code of the error: of JSON-RPC, or the HTTP status; by default any.";
    }
    then check_message;
}

/// Refuses an error pattern with an empty message, which would match every error.
fn check_message(reader: &mut Reader, members: &Members<'_>, sign: ErrorSign) -> Option<ErrorSign> {
    let message = members.get("error")?;
    check_message_part(reader, &sign.message, message.span, Code::BadShape).then_some(sign)
}

/// Returns whether a part of a message can identify an error. Reports an empty part, which every
/// message contains.
pub(crate) fn check_message_part(reader: &mut Reader, text: &str, span: Span, mistake: Code) -> bool {
    let is_part = !text.trim().is_empty();
    if !is_part {
        let problem = Diagnostic::error(mistake, span, "the empty text is part of every message");
        reader.report(problem.hint("write the part of the message by which the error is recognized"));
    }
    is_part
}
