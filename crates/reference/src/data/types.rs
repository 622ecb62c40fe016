//! Data of types and their members.

use serde::Serialize;
use serde_json::Value;

use super::Fact;

/// A parameter of a call, or a member of an object.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Member {
    /// Name on the wire.
    pub name: String,
    /// Name in Rust.
    pub rust: String,
    /// Place in the request: `path`, `query`, `header`, `body`, `form`, `part`, `whole`, `lines`,
    /// `whole-form`, `raw`, `rpc` or `kind`. Empty for a member of an object.
    pub place: &'static str,
    /// Type of the value.
    #[serde(rename = "type")]
    pub ty: TypeText,
    /// Kinds of JSON values in requests: `null`, `boolean`, `number`, `string`, `array`, `object`.
    pub kinds: Vec<&'static str>,
    /// Whether a value is required.
    pub required: bool,
    /// Description, as Markdown; may be empty.
    pub doc: String,
    /// Unit, bounds, default, versions and aliases, one sentence each, as Markdown.
    pub facts: Vec<String>,
    /// Default of the service; `None` if unknown.
    pub default: Option<Value>,
    /// Unit of the number; `None` if unstated.
    pub unit: Option<String>,
    /// Example of a value; `None` if the spec has none.
    pub example: Option<Value>,
    /// Constant value that is always sent; `None` if the value is free.
    pub constant: Option<Value>,
    /// Allowed values; empty if the spec lists none.
    pub values: Vec<String>,
    /// Whether the value is a secret, which is never shown.
    pub secret: bool,
    /// Separator that the spec states for a list or an object outside JSON; `None` if unstated.
    pub join: Option<String>,
    /// Style of a list or an object in a query or a form: `repeated`, `brackets`, `indices`, `dots`
    /// or `json`.
    pub style: Option<&'static str>,
    /// Whether each item of a list has the prefix of its style, and each member of an object is
    /// `name=value`.
    pub explode: bool,
    /// Whether slashes of a path parameter are part of the path.
    pub keeps_slashes: bool,
    /// Media type of a part of a multipart body; `None` if unstated.
    pub media_type: Option<String>,
    /// Conditions of availability, and notes.
    pub notes: Vec<Fact>,
    /// Reason for the deprecation, as Markdown; `None` if not deprecated.
    pub deprecated: Option<String>,
    /// Whether the member is undocumented, and known from real services only.
    pub seen: bool,
    /// Section of the documents.
    pub source: Option<String>,
}

/// A type in words, with references to its named types: `list of Book`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeText(pub Vec<TypePart>);

/// A part of a type in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TypePart {
    /// Words, or the name of a type.
    pub text: String,
    /// ID of a named type in [`Reference::types`](crate::Reference::types); `None` for words.
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
    /// ID: the path below the crate, such as `books::Book`.
    pub id: String,
    /// Name in the spec.
    pub name: String,
    /// Path in Rust.
    pub rust: String,
    /// Further paths below the crate, of modules that re-export the type, such as `Book`.
    pub reexports: Vec<String>,
    /// Description, as Markdown; may be empty.
    pub doc: String,
    /// Kind of the type, with its parts.
    pub shape: Shape,
    /// IDs of the operations, subscriptions and webhooks whose parameters, response headers,
    /// results or events refer to the type directly.
    pub used_by: Vec<String>,
    /// Whether the type is defined inside another type or an operation.
    pub inline: bool,
    /// Whether the type is undocumented, and known from real services only.
    pub seen: bool,
    /// Section of the documents.
    pub source: Option<String>,
}

/// Kind of a named type, with its parts.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Shape {
    /// A value with a special form on the wire.
    Scalar {
        /// Form of the values, as a sentence.
        form: String,
    },
    /// An enumeration. Services may send other values.
    Enum {
        /// Listed values.
        values: Vec<EnumValue>,
    },
    /// An object with known members.
    Record {
        /// Members of the object.
        members: Vec<Member>,
    },
    /// One of several variants.
    Union {
        /// Criterion that selects the variant, as Markdown.
        told: String,
        /// Members that all variants have.
        members: Vec<Member>,
        /// Variants of the union.
        arms: Vec<Arm>,
    },
    /// Another name for a type.
    Alias {
        /// Type that the alias refers to.
        target: TypeText,
        /// Bounds of the alias, one sentence each, as Markdown.
        facts: Vec<String>,
    },
}

/// A value of an enumeration.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EnumValue {
    /// Value on the wire.
    pub value: Value,
    /// Variant in Rust.
    pub rust: String,
    /// Description, as Markdown; may be empty.
    pub doc: String,
    /// Whether the value is undocumented, and known from real services only.
    pub seen: bool,
}

/// A variant of a union.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Arm {
    /// Name; for a union with a tag, the value of the tag.
    pub name: String,
    /// Variant in Rust.
    pub rust: String,
    /// Description, as Markdown; may be empty.
    pub doc: String,
    /// Type of the value; empty for a constant.
    #[serde(rename = "type")]
    pub ty: TypeText,
    /// Value of a constant; `None` for other variants.
    pub constant: Option<Value>,
    /// Member that identifies the variant; `None` if none does.
    pub has: Option<String>,
    /// Whether the variant is undocumented, and known from real services only.
    pub seen: bool,
}
