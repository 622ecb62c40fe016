//! Requests that get no result: `refusals`, `dialects`, and `failures` of an operation.

use super::common::{Source, sentence};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::mapping::{Mapping, choice, mapping, word_of_mapping};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::situations::{SITUATIONS, SituationWord};
use crate::language::table::{Shape, Table, TableKey, key};
use crate::language::value::Value;
use crate::language::word::{Form, OneOrSeveral, Word};

/// Responses to requests that get no result, in the order of the situations.
#[derive(Clone, Debug, Default)]
pub(crate) struct RefusalsDecl(pub(crate) Vec<(&'static SituationWord, RefusalDecl)>);

/// Keys of `refusals`, one for each situation.
const BY_SITUATION: [TableKey; SITUATIONS.len()] = {
    let mut keys = [key("", RefusalDecl::SHAPE, ""); SITUATIONS.len()];
    let mut at = 0;
    while at < keys.len() {
        keys[at] = key(SITUATIONS[at].word, RefusalDecl::SHAPE, SITUATIONS[at].doc);
        at += 1;
    }
    keys
};

impl Mapping for RefusalsDecl {
    const TABLE: Table = Table::new("refusals", "`refusals`", &BY_SITUATION);

    fn from_members(reader: &mut Reader, members: &Members<'_>) -> Option<Self> {
        let read = SITUATIONS.iter().filter_map(|known| Some((known, reader.some(members, known.word)?)));
        Some(Self(read.collect()))
    }
}

word_of_mapping! { RefusalsDecl }

mapping! {
    /// Response in a situation.
    #[derive(Clone, Debug)]
    pub(crate) struct RefusalDecl = "refusal", "a refusal" {
        some status: u16, by Status; "The HTTP status; by default that of the situation.";
        one says: RefusalText; "The body, or the message of the error in it.";
        some code: i64; "The code of the JSON-RPC error; by default that of JSON-RPC 2.0.";
        some data: Value; "The member `data` of the JSON-RPC error; `\"{request}\"` is replaced by the request.";
        some media_type as "mediaType": String; "The media type of the body.";
    }
    then check_error_keys;
}

choice! {
    /// Body of a refusal.
    #[derive(Clone, Debug)]
    pub(crate) enum RefusalText {
        Body "text": Text; "The body, as plain text; an empty one is no body.";
        Error "message": Text; "The message of the error in the body.";
    }
    hint "write `text` for a plain body, or `message` for a JSON-RPC error";
}

/// Refuses `code` and `data` in a refusal with a plain body.
fn check_error_keys(reader: &mut Reader, members: &Members<'_>, refusal: RefusalDecl) -> Option<RefusalDecl> {
    for key in ["code", "data"] {
        if let (RefusalText::Body(_), Some(span)) = (&refusal.says, members.key_span(key)) {
            let problem = Diagnostic::error(Code::BadShape, span, format!("`{key}` applies to `message`"));
            reader.report(problem.hint(format!("remove `{key}`, or write `message` in place of `text`")));
        }
    }
    Some(refusal)
}

/// Notation of an HTTP status.
#[derive(Debug)]
pub(crate) enum Status {}

impl Form<u16> for Status {
    const SHAPE: Shape = Shape::Whole(100, 599);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<u16> {
        match &node.kind {
            NodeKind::Number(digits) => reader.status_code(digits, node.span),
            _ => Word::read(reader, node, what),
        }
    }
}

mapping! {
    /// Dialect: response formats of a family of JSON-RPC servers.
    #[derive(Clone, Debug)]
    pub(crate) struct DialectDecl = "dialect", "a dialect" {
        text doc: String; "The services that respond so.";
        list accepts: Text, by OneOrSeveral; "The media type of requests, or several; by default any.";
        some media_type as "mediaType": String; "The media type of responses; the default is `application/json`.";
        list headers: (Text, String); "Headers of every response, with their values.";
        flag id_first as "idFirst": bool; "True if `id` stands before `result` and `error`.";
        flag null_id_is_none as "nullIdIsNone": bool;
            "True if a call whose `id` is null is taken as one without an `id`.";
        flag numbers_as_text as "numbersAsText": bool;
            "True if parameters that are whole numbers may also be texts.";
        some separator: String; "The text between namespace and name in a method name.";
        some error_data as "errorData": Value; "The member `data` of errors that have no other, such as null.";
        some refusals: RefusalsDecl;
            "The responses to requests that get no result. Test servers send them; the client does not act on them.";
        flag seen: bool; sentence!(seen);
        some source: Source; sentence!(source);
    }
}

mapping! {
    /// Error of a call with certain parameters.
    #[derive(Clone, Debug)]
    pub(crate) struct FailureDecl = "failure", "a failure" {
        one case: FailureCaseDecl; "The parameter of a call that fails.";
        some code: i64; "The code of the JSON-RPC error; by default -32000.";
        must message: Text; "The message of the error; `{value}` is replaced by the value of the parameter.";
    }
}

choice! {
    /// Parameter that makes a call fail.
    #[derive(Clone, Debug)]
    pub(crate) enum FailureCaseDecl {
        Missing "missing": Text; "The parameter that is absent.";
        Wrong "wrong": Text; "The parameter whose value does not fit its type.";
        Given "given": (Text, Node), by OneNamed; "The parameter and the value with which the call fails.";
    }
    hint "write it as `{ missing: name, message: text }`";
}

/// Notation of one name with its value.
#[derive(Debug)]
pub(crate) enum OneNamed {}

impl Form<(Text, Node)> for OneNamed {
    const SHAPE: Shape = Shape::Map(&Shape::Any);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<(Text, Node)> {
        let named: Vec<(Text, Node)> = Word::read(reader, node, what)?;
        let [one] = <[_; 1]>::try_from(named)
            .map_err(|named| {
                let message = format!("{what} must name one parameter, but names {}", named.len());
                reader.report(Diagnostic::error(Code::BadShape, node.span, message));
            })
            .ok()?;
        Some(one)
    }
}
