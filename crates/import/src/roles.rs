//! Roles of the values of a document: where references are allowed, to which components their targets move, and where
//! schemas and operations are.

use serde_json::Value as Json;

use crate::alternatives::ALTERNATIVES;
use crate::methods::ADDITIONAL;
use crate::pointer::escaped;

/// Role of a value in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Document,
    Components,
    PathItem,
    Operation,
    Parameter,
    Header,
    Body,
    Response,
    Media,
    Encoding,
    Schema,
    Example,
    Link,
    SecurityScheme,
    /// Document of OpenRPC, and its parts.
    RpcDocument,
    RpcComponents,
    Method,
    Descriptor,
    RpcError,
    Pairing,
    Tag,
    MapOf(&'static Role),
    ListOf(&'static Role),
}

/// Keywords of a schema whose value maps names to schemas.
const SCHEMAS_BY_NAME: [&str; 5] = ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Keywords of a schema whose values are data and hold no schemas.
const DATA: [&str; 8] =
    ["example", "examples", "default", "enum", "const", "required", "discriminator", "externalDocs"];

/// Keys of which a schema has one, and a content descriptor none.
const SCHEMA_KEYS: [&str; 8] = ["type", "properties", "items", "enum", "const", "oneOf", "anyOf", "allOf"];

/// Role of a map of schemas.
const SCHEMAS: Role = Role::MapOf(&Role::Schema);
/// Role of a list of parameters.
const PARAMETERS: Role = Role::ListOf(&Role::Parameter);
const CONTENT: Role = Role::MapOf(&Role::Media);
const HEADERS: Role = Role::MapOf(&Role::Header);
const EXAMPLES: Role = Role::MapOf(&Role::Example);
const PATHS: Role = Role::MapOf(&Role::PathItem);
const CALLBACKS: Role = Role::MapOf(&PATHS);

impl Role {
    /// Returns the names and roles of the members of an object. Empty for roles whose members have
    /// any names.
    pub(crate) fn members(self) -> &'static [(&'static str, Self)] {
        match self {
            Self::Document => &[
                ("paths", PATHS),
                ("webhooks", PATHS),
                ("components", Self::Components),
                ("$defs", SCHEMAS),
                ("definitions", SCHEMAS),
            ],
            Self::Components => &[
                ("schemas", SCHEMAS),
                ("parameters", Self::MapOf(&Self::Parameter)),
                ("headers", HEADERS),
                ("requestBodies", Self::MapOf(&Self::Body)),
                ("responses", Self::MapOf(&Self::Response)),
                ("examples", EXAMPLES),
                ("links", Self::MapOf(&Self::Link)),
                ("callbacks", CALLBACKS),
                ("pathItems", PATHS),
                ("securitySchemes", Self::MapOf(&Self::SecurityScheme)),
                ("mediaTypes", CONTENT),
            ],
            Self::PathItem => &[
                ("parameters", PARAMETERS),
                ("get", Self::Operation),
                ("put", Self::Operation),
                ("post", Self::Operation),
                ("delete", Self::Operation),
                ("options", Self::Operation),
                ("head", Self::Operation),
                ("patch", Self::Operation),
                ("trace", Self::Operation),
                ("query", Self::Operation),
                (ADDITIONAL, Self::MapOf(&Self::Operation)),
            ],
            Self::Operation => &[
                ("parameters", PARAMETERS),
                ("requestBody", Self::Body),
                ("responses", Self::MapOf(&Self::Response)),
                ("callbacks", CALLBACKS),
                (ALTERNATIVES, Self::ListOf(&Self::Operation)),
            ],
            Self::Parameter | Self::Header => &[("schema", Self::Schema), ("content", CONTENT), ("examples", EXAMPLES)],
            Self::Body => &[("content", CONTENT)],
            Self::Response => &[("headers", HEADERS), ("content", CONTENT), ("links", Self::MapOf(&Self::Link))],
            Self::Media => &[
                ("schema", Self::Schema),
                ("itemSchema", Self::Schema),
                ("examples", EXAMPLES),
                ("encoding", Self::MapOf(&Self::Encoding)),
            ],
            Self::Encoding => &[("headers", HEADERS)],
            Self::RpcDocument => &[
                ("methods", Self::ListOf(&Self::Method)),
                ("components", Self::RpcComponents),
                ("$defs", SCHEMAS),
                ("definitions", SCHEMAS),
            ],
            Self::RpcComponents => &[
                ("schemas", SCHEMAS),
                ("contentDescriptors", Self::MapOf(&Self::Descriptor)),
                ("errors", Self::MapOf(&Self::RpcError)),
                ("examples", EXAMPLES),
                ("examplePairings", Self::MapOf(&Self::Pairing)),
                ("links", Self::MapOf(&Self::Link)),
                ("tags", Self::MapOf(&Self::Tag)),
            ],
            Self::Method => &[
                ("params", Self::ListOf(&Self::Descriptor)),
                ("result", Self::Descriptor),
                ("errors", Self::ListOf(&Self::RpcError)),
                ("examples", Self::ListOf(&Self::Pairing)),
                ("links", Self::ListOf(&Self::Link)),
                ("tags", Self::ListOf(&Self::Tag)),
            ],
            Self::Descriptor => &[("schema", Self::Schema)],
            Self::Pairing => &[("params", Self::ListOf(&Self::Example)), ("result", Self::Example)],
            _ => &[],
        }
    }

    /// Returns the role of the value of a keyword of a schema. `None` for data and extensions.
    pub(crate) fn in_schema(key: &str, value: &Json) -> Option<Self> {
        match key {
            key if DATA.contains(&key) || key.starts_with("x-") => None,
            key if SCHEMAS_BY_NAME.contains(&key) => Some(SCHEMAS),
            _ if value.is_array() => Some(Self::ListOf(&Self::Schema)),
            _ => Some(Self::Schema),
        }
    }

    /// Returns the role that a value has in place of this role: some documents have a schema where a content descriptor
    /// belongs.
    pub(crate) fn of(self, value: &Json) -> Self {
        let has = |key: &str| value.get(key).is_some();
        let is_schema = self == Self::Descriptor && !has("schema") && SCHEMA_KEYS.into_iter().any(has);
        if is_schema { Self::Schema } else { self }
    }

    /// Calls a function for a value and all values within it that have a role, each with its JSON pointer. `place` is
    /// the pointer of the value.
    pub(crate) fn visit(self, value: &Json, place: &mut String, see: &mut impl FnMut(Self, &Json, &str)) {
        see(self, value, place);
        let mut visit = |role: Self, key: &str, value: &Json| {
            let length = place.len();
            place.push('/');
            place.push_str(&escaped(key));
            role.visit(value, place, see);
            place.truncate(length);
        };
        match (self, value) {
            (Self::MapOf(inner), Json::Object(members)) => {
                members.iter().for_each(|(key, value)| visit(*inner, key, value));
            }
            (Self::ListOf(inner), Json::Array(items)) => {
                items.iter().enumerate().for_each(|(index, item)| visit(*inner, &index.to_string(), item));
            }
            (Self::Schema, Json::Object(members)) => {
                let roles = members.iter().filter_map(|(key, value)| Some((Self::in_schema(key, value)?, key, value)));
                roles.for_each(|(role, key, value)| visit(role, key, value));
            }
            _ => {
                let members = self.members().iter().filter_map(|(key, role)| Some((*role, key, value.get(key)?)));
                members.for_each(|(role, key, value)| visit(role, key, value));
            }
        }
    }

    /// Returns whether the standard allows no reference in place of such a value.
    pub(crate) fn takes_no_reference(self) -> bool {
        matches!(self, Self::Operation | Self::MapOf(_) | Self::ListOf(_))
    }

    /// Returns the section of `components` to which the target of a reference moves. `None` for
    /// roles whose targets are copied in place of the reference.
    pub(crate) fn section(self) -> Option<&'static str> {
        Some(match self {
            Self::Schema => "schemas",
            Self::Parameter => "parameters",
            Self::Header => "headers",
            Self::Body => "requestBodies",
            Self::Response => "responses",
            Self::Example => "examples",
            Self::Link => "links",
            Self::Descriptor => "contentDescriptors",
            Self::RpcError => "errors",
            _ => return None,
        })
    }
}
