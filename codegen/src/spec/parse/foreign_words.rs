//! Foreign words: keys of OpenAPI and JSON Schema with their replacements, and keys of this
//! language in the wrong mapping.
//!
//! Input: a key that a mapping does not have. Output: what to write instead, where the mapping has
//! that word.

use crate::language::mapping::Mapping as _;
use crate::language::node::Key;
use crate::language::reader::Advice;
use crate::language::table::Table;
use crate::sentences::NO_XML;
use crate::spec::document::{ArmKeys, ClientDecl, FileDecl, LibDecl, LinesKeys, OperationDecl, TYPE};

/// Mappings to which a misplaced key may belong, outermost first.
const HOMES: [&Table; 4] = [&FileDecl::TABLE, &ClientDecl::TABLE, &OperationDecl::TABLE, &TYPE];

/// Key, advice, and the foreign words that the key replaces, separated by spaces.
const WORDS: [(&str, &str, &str); 32] = [
    ("fields", "write `fields: { name: Type }`", "properties"),
    ("fields", "members are required; write a `?` behind the name of one that may be absent", "required"),
    ("type", "a parameter is required; write a `?` behind the name of one that may be left out", "required"),
    ("type", "write a type such as `uint32`, or the name of a scalar that is declared under `scalars`", "format"),
    ("type", "write the name of the type alone, or `type: Name`", "$ref schema"),
    ("type", "write `Type | null`", "nullable"),
    ("type", NO_XML, "xml"),
    ("text", "write `text: date-time` or another form", "format"),
    ("list", "write `list: Type`, or `[Type]`", "items"),
    ("tuple", "write `tuple: [A, B]`", "prefixItems"),
    (
        "map",
        "write `map: Type`; members that a record does not list are kept anyway",
        "additionalProperties patternProperties",
    ),
    ("union", "write `union: form` with `arms`, or `union: { tag: member }`", "oneOf anyOf discriminator"),
    ("extends", "write `extends: Name` beside `fields`", "allOf"),
    (
        "range",
        "write `range: 1..=10`, with one end left out for no bound",
        "minimum maximum exclusiveMinimum exclusiveMaximum",
    ),
    ("size", "write `size: 1..=10`, with one end left out for no bound", "minLength maxLength minItems maxItems"),
    ("range", "remove it; mention it in `doc`", "uniqueItems multipleOf"),
    ("example", "write `example: value`", "examples"),
    (
        "query",
        "write `params: { name: Type }` for a `method`, and `path`, `query` or `headers` for a path",
        "parameters",
    ),
    ("body", "write `body: Type`, or its members: `body: { name: Type }`", "requestBody"),
    ("response", "write `response: Type`; the statuses of success are listed in `status`", "responses schema"),
    ("response", NO_XML, "xml"),
    (
        "method",
        "remove it: an operation is named by its key, and belongs to the `service` of its file",
        "operationId tags",
    ),
    ("request", "write the HTTP method before the path: `request: OPTIONS /path`", "options trace"),
    ("operations", "remove it: the operations of a file belong to its `service`", "tags"),
    ("operations", "remove it, or import the document with `chainloom import openapi`", "openapi"),
    ("operations", "write `operations`, by their names: `getBook: { get: /books/{id} }`", "paths"),
    ("operations", NO_XML, "wsdl"),
    ("client", "write `client: { baseUrl: … }`; other servers are under `servers` of `client`", "servers"),
    ("server", "write `server: name`, and describe it under `servers` of `client`", "servers"),
    ("types", "write `types`, and `scalars` for forms of text and numbers", "components schemas definitions $defs"),
    ("auth", "write `auth: { name: { header: X-Key } }`", "securitySchemes"),
    ("doc", "write `doc`", "summary description title info"),
];

/// Returns advice on an unknown key: which key replaces it, and to which mapping it should be moved.
pub(super) fn advise(key: &Key, table: &'static Table) -> Advice {
    let member = || format!("a member of an arm is under `fields`: `fields: {{ {}: … }}`", key.text);
    let home = home_hint(&key.text, table).or_else(|| (table.called == ArmKeys::TABLE.called).then(member));
    Advice { instead: replacement_hint(&key.text, table).map(str::to_owned), home }
}

/// Returns a hint that names the mapping to which a misplaced key belongs; `None` if no mapping in
/// [`HOMES`] has it.
fn home_hint(key: &str, table: &'static Table) -> Option<String> {
    // Keys of other files never belong into `lib.yaml`, and `lines` has no keys next to it.
    let is_lib = [LibDecl::TABLE.called, LinesKeys::TABLE.called].contains(&table.called);
    let has = |home: &&Table| !is_lib && home.called != table.called && home.keys().any(|known| known.name == key);
    Some(format!("`{key}` is a key of {}: move it there", HOMES.into_iter().find(has)?.called))
}

/// Returns the hint for a foreign key; `None` if the mapping has no key that replaces it.
pub(super) fn replacement_hint(key: &str, table: &'static Table) -> Option<&'static str> {
    let has = |ours: &str| table.keys().any(|known| known.name == ours);
    let mut words = WORDS.iter().filter(|(ours, ..)| has(ours));
    words.find(|(.., foreign)| foreign.split(' ').any(|foreign| foreign == key)).map(|(_, hint, _)| *hint)
}
