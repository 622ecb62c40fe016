//! Shapes of values as schemas.
//!
//! Input: a [`Shape`]. Output: its JSON Schema.

use serde_json::{Map, Value as Json, json};

use crate::diagnostic::TABLE;
use crate::language::mapping::Mapping as _;
use crate::language::table::{Position, Shape, names};
use crate::spec::document::{Attributes, TYPE};
use crate::spec::parse::version::VERSION;

/// Pattern of `Name`, `[Name]` or `Page<Name>`, optionally with `| null`.
const TYPE_NAME: &str = r"^[\s\[]*[A-Za-z0-9_]+(<[A-Za-z0-9_,| \[\]]+>)?[\s\]]*(\|\s*null[\s\]]*)*$";
/// Pattern of `1..=10`, `1..` or `..=10`.
const BOUNDS: &str =
    r"^\s*(-?[0-9]+(\.[0-9]+)?\s*\.\.\s*(=\s*-?[0-9]+(\.[0-9]+)?\s*)?|\.\.\s*=\s*-?[0-9]+(\.[0-9]+)?\s*)$";

/// Pattern of the statuses under which a response by status may have a body.
const BODY_STATUS: &str = "^(2[0-9][0-9]|304|4(0[024569]|1[0-9]|2[0-8]|[3-9][0-9]))$";

/// Returns a reference to a definition.
pub(super) fn to_def(name: &str) -> Json {
    json!({ "$ref": format!("#/$defs/{name}") })
}

/// Returns the schema of a value.
pub(super) fn shape(value: Shape) -> Json {
    match value {
        Shape::Text => json!({ "type": "string" }),
        Shape::TextOrNumber => json!({ "type": ["string", "number"] }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Whole(least, most) => json!({ "type": "integer", "minimum": least, "maximum": most }),
        Shape::Integer => json!({ "type": "integer" }),
        Shape::Any => json!({}),
        Shape::Bounds => json!({ "type": "string", "pattern": BOUNDS }),
        Shape::Version => json!({ "const": VERSION }),
        Shape::Word(words) => json!({ "type": "string", "enum": words }),
        Shape::Several => {
            json!({ "type": "array", "minItems": 2, "uniqueItems": true, "items": { "type": "string" } })
        }
        Shape::Status(first, last) => json!({ "anyOf": [
            { "type": "integer", "minimum": first, "maximum": last },
            { "type": "string", "pattern": statuses(first, last) },
        ] }),
        Shape::Warnings => {
            let codes: Vec<&str> = TABLE.iter().filter(|info| info.code.is_lint()).map(|info| info.name).collect();
            json!({ "type": "array", "items": { "type": "string", "enum": codes } })
        }
        Shape::Type(place) => to_def(type_name(place)),
        Shape::Fields => to_def("fields"),
        Shape::List(item) => json!({ "type": "array", "items": shape(*item) }),
        Shape::Map(value) => json!({ "type": "object", "additionalProperties": shape(*value) }),
        Shape::ByStatus(first, last, value) => {
            let mut pattern = Map::new();
            pattern.insert(statuses(first, last), shape(*value));
            json!({ "type": "object", "patternProperties": pattern, "additionalProperties": false })
        }
        Shape::ByCode(value) => {
            let mut pattern = Map::new();
            pattern.insert("^-?[0-9]+$".to_owned(), shape(*value));
            json!({ "type": "object", "patternProperties": pattern, "additionalProperties": false })
        }
        Shape::Statuses(value, beside) => {
            let keys = beside.iter().map(|key| (key.name.to_owned(), super::with_doc(shape(key.shape), key.doc)));
            json!({
                "type": "object",
                "properties": keys.collect::<Map<_, _>>(),
                "patternProperties": { BODY_STATUS: shape(*value) },
                "additionalProperties": false,
            })
        }
        Shape::Keys(table) => to_def(table.name),
        Shape::Either(shapes) => {
            let all: Vec<Json> = shapes.iter().map(|inner| shape(*inner)).collect();
            json!({ "anyOf": all })
        }
    }
}

/// Returns the pattern of the status codes of some classes: from the class of `first` to that of
/// `last`.
fn statuses(first: u16, last: u16) -> String {
    format!("^[{}-{}][0-9][0-9]$", first / 100, last / 100)
}

/// Returns the schema of members: names, optionally with a `?`, and their types.
pub(super) fn fields() -> Json {
    let field = || to_def(type_name(Position::Field));
    json!({
        "type": "object",
        "patternProperties": { "\\?$": super::with_doc(field(), "A member or parameter that may be absent.") },
        "additionalProperties": super::with_doc(field(), "A member or parameter."),
    })
}

/// Returns the name of the definition of types at a position.
pub(super) fn type_name(place: Position) -> &'static str {
    match place {
        Position::Field => "typeOfField",
        Position::Declared => "typeDeclared",
        Position::Plain => "type",
        Position::Result => "typeOfResult",
        Position::Arm => "typeOfArm",
        Position::Inner => "typeInner",
    }
}

/// Returns the schema of a type at a position: a name, a list or a definition.
pub(super) fn type_at(place: Position) -> Json {
    let mut definition = Map::new();
    definition.insert("type".to_owned(), json!("object"));
    definition.insert("$ref".to_owned(), json!(format!("#/$defs/{}", TYPE.name)));
    if let Some(allowed) = place.attributes() {
        let refused: Vec<&str> = names(Attributes::TABLE.all_keys()).filter(|name| !allowed.contains(name)).collect();
        definition.insert("propertyNames".to_owned(), json!({ "not": { "enum": refused } }));
    }
    json!({ "anyOf": [
        { "description": "A type by its name.", "type": "string", "pattern": TYPE_NAME },
        {
            "description": "A list, by the type of its items.",
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": to_def(type_name(Position::Plain)),
        },
        definition,
    ] })
}
