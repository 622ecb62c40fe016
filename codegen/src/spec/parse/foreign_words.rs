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

/// Mappings that most keys belong to, from the outside in.
const HOMES: [&Table; 4] = [&FileDecl::TABLE, &ClientDecl::TABLE, &OperationDecl::TABLE, &TYPE];

/// A foreign word, the key that replaces it (empty: none), and what to do.
const WORDS: [(&str, &str, &str); 52] = [
    ("properties", "fields", "write `fields: { name: Type }`"),
    ("required", "fields", "members are required; write a `?` behind the name of one that may be absent"),
    ("required", "type", "a parameter is required; write a `?` behind the name of one that may be left out"),
    ("items", "list", "write `list: Type`, or `[Type]`"),
    ("prefixItems", "tuple", "write `tuple: [A, B]`"),
    ("uniqueItems", "list", "remove it; mention it in `doc`"),
    ("multipleOf", "range", "remove it; mention it in `doc`"),
    ("$ref", "type", "write the name of the type alone, or `type: Name`"),
    ("additionalProperties", "map", "write `map: Type`; members that a record does not list are kept anyway"),
    ("patternProperties", "map", "write `map: Type`"),
    ("nullable", "type", "write `Type | null`"),
    ("oneOf", "union", "write `union: form` with `arms`, or `union: { tag: member }`"),
    ("anyOf", "union", "write `union: form` with `arms`, or `union: { tag: member }`"),
    ("discriminator", "union", "write `union: { tag: member }`"),
    ("allOf", "extends", "write `extends: Name` beside `fields`"),
    ("format", "type", "write a type such as `uint32`, or the name of a scalar that is declared under `scalars`"),
    ("format", "text", "write `text: date-time` or another form"),
    ("minimum", "range", "write `range: 1..=10`, with one end left out for no bound"),
    ("maximum", "range", "write `range: 1..=10`, with one end left out for no bound"),
    ("exclusiveMinimum", "range", "write `range: 1..=10`, with one end left out for no bound"),
    ("exclusiveMaximum", "range", "write `range: 1..=10`, with one end left out for no bound"),
    ("minLength", "size", "write `size: 1..=10`, with one end left out for no bound"),
    ("maxLength", "size", "write `size: 1..=10`, with one end left out for no bound"),
    ("minItems", "size", "write `size: 1..=10`, with one end left out for no bound"),
    ("maxItems", "size", "write `size: 1..=10`, with one end left out for no bound"),
    ("schema", "type", "write `type: Name`"),
    ("schema", "response", "write `response: Type`"),
    ("examples", "example", "write `example: value`"),
    (
        "parameters",
        "query",
        "write `params: { name: Type }` for a `method`, and `path`, `query` or `headers` for a path",
    ),
    ("requestBody", "body", "write `body: Type`, or its members: `body: { name: Type }`"),
    ("responses", "response", "write `response: Type`; the statuses of success are listed in `status`"),
    ("operationId", "method", "remove it: an operation is named by its key"),
    ("tags", "operations", "remove it: the operations of a file belong to its `service`"),
    ("tags", "method", "remove it: an operation belongs to the `service` of its file"),
    ("summary", "doc", "write `doc`"),
    ("description", "doc", "write `doc`"),
    ("title", "doc", "write `doc`"),
    ("info", "doc", "write `doc`"),
    ("openapi", "operations", "remove it, or import the document with `chainloom import openapi`"),
    ("paths", "operations", "write `operations`, by their names: `getBook: { get: /books/{id} }`"),
    ("servers", "client", "write `client: { baseUrl: … }`; other servers are under `servers` of `client`"),
    ("servers", "server", "write `server: name`, and describe it under `servers` of `client`"),
    ("components", "types", "write `types`, and `scalars` for forms of text and numbers"),
    ("schemas", "types", "write `types`"),
    ("definitions", "types", "write `types`"),
    ("$defs", "types", "write `types`"),
    ("securitySchemes", "auth", "write `auth: { name: { header: X-Key } }`"),
    ("xml", "type", NO_XML),
    ("xml", "response", NO_XML),
    ("wsdl", "operations", NO_XML),
    ("options", "request", "write `request: OPTIONS /path`"),
    ("trace", "request", "write `request: TRACE /path`"),
];

/// What to write instead of a key, or where it belongs.
pub(super) fn advise(key: &Key, table: &'static Table) -> Advice {
    let member = || format!("a member of an arm is under `fields`: `fields: {{ {}: … }}`", key.text);
    let home = home(&key.text, table).or_else(|| (table.called == ArmKeys::TABLE.called).then(member));
    Advice { instead: advice(&key.text, table).map(str::to_owned), home }
}

/// Mapping that a misplaced key belongs to, in words.
fn home(key: &str, table: &'static Table) -> Option<String> {
    // Keys of other files have no place in this one, and a list of lines has nothing beside it.
    let is_lib = [LibDecl::TABLE.called, LinesKeys::TABLE.called].contains(&table.called);
    let has = |home: &&Table| !is_lib && home.called != table.called && home.keys().any(|known| known.name == key);
    Some(format!("`{key}` is a key of {}: move it there", HOMES.into_iter().find(has)?.called))
}

/// What to write instead of a key.
pub(super) fn advice(key: &str, table: &'static Table) -> Option<&'static str> {
    let has = |ours: &str| table.keys().any(|known| known.name == ours);
    WORDS.iter().find(|(foreign, ours, _)| *foreign == key && has(ours)).map(|(_, _, advice)| *advice)
}

#[cfg(test)]
mod tests {
    use super::{OperationDecl, TYPE, advice};
    use crate::language::mapping::Mapping as _;

    #[test]
    fn the_word_depends_on_the_mapping() {
        assert_eq!(advice("properties", &TYPE), Some("write `fields: { name: Type }`"));
        assert_eq!(advice("properties", &OperationDecl::TABLE), None);
        assert_eq!(advice("description", &OperationDecl::TABLE), Some("write `doc`"));
    }
}
