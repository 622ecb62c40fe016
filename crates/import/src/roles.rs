//! Roles of the values of a document: where references are allowed, to which components their targets move, and where
//! schemas and operations are.

use crate::alternatives::ALTERNATIVES;
use crate::methods::ADDITIONAL;

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
    MapOf(&'static Role),
    ListOf(&'static Role),
}

/// Keywords of a schema whose value maps names to schemas.
pub(crate) const SCHEMAS_BY_NAME: [&str; 5] =
    ["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"];

/// Keywords of a schema whose values are data and hold no schemas.
pub(crate) const DATA: [&str; 8] =
    ["example", "examples", "default", "enum", "const", "required", "discriminator", "externalDocs"];

/// Role of a map of schemas.
pub(crate) const SCHEMAS: Role = Role::MapOf(&Role::Schema);
/// Role of a list of parameters.
pub(crate) const PARAMETERS: Role = Role::ListOf(&Role::Parameter);
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
            _ => &[],
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
            _ => return None,
        })
    }
}
