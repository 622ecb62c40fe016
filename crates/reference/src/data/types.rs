//! Data of types and their members.

use serde::Serialize;
use serde_json::Value;

use super::Fact;

/// A parameter of a call, or a member of an object.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// The name on the wire.
    pub name: String,
    /// The name in Rust.
    pub rust: String,
    /// The place in the request: `path`, `query`, `header`, `body`, `form`, `part`, `whole`, `lines`,
    /// `whole-form`, `raw`, `rpc` or `kind`. Empty for a member of an object.
    pub place: &'static str,
    /// The type.
    #[serde(rename = "type")]
    pub ty: TypeText,
    /// The kinds of JSON values that it has where it is sent: `null`, `boolean`, `number`, `string`, `array`, `object`.
    pub kinds: Vec<&'static str>,
    /// Whether it must be given.
    pub required: bool,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// Unit, bounds, default, versions and other names, a sentence each, as Markdown.
    pub facts: Vec<String>,
    /// The default of the service.
    pub default: Option<Value>,
    /// The unit of the number.
    pub unit: Option<String>,
    /// A value, as an example.
    pub example: Option<Value>,
    /// The value that is always sent.
    pub constant: Option<Value>,
    /// The allowed values, where the spec lists them.
    pub values: Vec<String>,
    /// Whether it is a secret, which nobody shows.
    pub secret: bool,
    /// The separator of a list outside of JSON.
    pub join: Option<String>,
    /// How a list or an object is written in a query or a form: `repeated`, `brackets`, `indices`,
    /// `dots` or `json`.
    pub style: Option<&'static str>,
    /// Whether each item of a list has the prefix of its style, and each member of an object is
    /// `name=value`.
    pub explode: bool,
    /// Whether slashes of a path parameter are part of the path.
    pub keeps_slashes: bool,
    /// The media type of a part of a multipart body, where the spec has one.
    pub media_type: Option<String>,
    /// Conditions under which it is served, and notes.
    pub notes: Vec<Fact>,
    /// Why it should not be used, as Markdown.
    pub deprecated: Option<String>,
    /// Whether only real services show it.
    pub seen: bool,
    /// The section of the documents.
    pub source: Option<String>,
}

/// A type in words, with the named types in it: `list of Book`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeText(pub Vec<TypePart>);

/// A part of a type in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypePart {
    /// The words, or the name of the type.
    pub text: String,
    /// The ID of the type in [`Reference::types`](crate::Reference::types), for a named type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl std::fmt::Display for TypeText {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|part| out.write_str(&part.text))
    }
}

/// A named type.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypeEntry {
    /// The ID: its path below the crate, such as `books::Book`.
    pub id: String,
    /// The name in the spec.
    pub name: String,
    /// The path in Rust.
    pub rust: String,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// What it is.
    pub shape: Shape,
    /// The IDs of the operations, subscriptions and webhooks that have it as a parameter, a result or
    /// an event, directly.
    pub used_by: Vec<String>,
    /// Whether it is defined inside of another type or an operation.
    pub inline: bool,
    /// Whether only real services show it.
    pub seen: bool,
    /// The section of the documents.
    pub source: Option<String>,
}

/// What a named type is.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Shape {
    /// A value with its own form on the wire.
    Scalar {
        /// The form, as a sentence.
        form: String,
    },
    /// An enumeration. Services may send other values.
    Enum {
        /// The values.
        values: Vec<EnumValue>,
    },
    /// An object with known members.
    Record {
        /// The members.
        members: Vec<Member>,
    },
    /// One of several variants.
    Union {
        /// What determines the variant, as Markdown.
        told: String,
        /// The members that all variants have.
        members: Vec<Member>,
        /// The variants.
        arms: Vec<Arm>,
    },
    /// Another name of a type.
    Alias {
        /// The type.
        target: TypeText,
        /// Its bounds, a sentence each, as Markdown.
        facts: Vec<String>,
    },
}

/// A value of an enumeration.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnumValue {
    /// The value on the wire.
    pub value: Value,
    /// The variant in Rust.
    pub rust: String,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// Whether only real services show it.
    pub seen: bool,
}

/// A variant of a union.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arm {
    /// The name, which for a union with a tag is the value of the tag.
    pub name: String,
    /// The variant in Rust.
    pub rust: String,
    /// The description, as Markdown; may be empty.
    pub doc: String,
    /// The type; empty for a constant.
    #[serde(rename = "type")]
    pub ty: TypeText,
    /// The value, for a constant.
    pub constant: Option<Value>,
    /// The member that identifies the variant, where one does.
    pub has: Option<String>,
    /// Whether only real services show it.
    pub seen: bool,
}
