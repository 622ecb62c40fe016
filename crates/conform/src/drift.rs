//! Drift: one way in which a service differs from its spec.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Kind of a drift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// An undescribed member.
    UndescribedMember,
    /// A required member is absent.
    MissingMember,
    /// A required member is null, and its type is not nullable.
    NullMember,
    /// A value that its enumeration does not list, or that differs from a constant.
    UnlistedValue,
    /// A number in another notation than the spec describes, such as a text in place of a JSON
    /// number.
    NumberForm,
    /// Another JSON type, or text in another form.
    OtherType,
    /// A value that fits no arm of its union.
    UndescribedArm,
    /// A documented error had another code or message, or did not occur.
    OtherError,
    /// An undescribed JSON-RPC error code.
    UndescribedError,
    /// An undescribed HTTP status.
    UndescribedStatus,
    /// A media type that the spec does not describe, of bytes or text.
    OtherMediaType,
    /// The service does not have the operation.
    NotServed,
    /// The response cannot be read at all.
    Unreadable,
}

impl Kind {
    /// Returns the name of the kind in reports, such as `missing-member`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::UndescribedMember => "undescribed-member",
            Self::MissingMember => "missing-member",
            Self::NullMember => "null-member",
            Self::UnlistedValue => "unlisted-value",
            Self::NumberForm => "number-form",
            Self::OtherType => "other-type",
            Self::UndescribedArm => "undescribed-arm",
            Self::OtherError => "other-error",
            Self::UndescribedError => "undescribed-error",
            Self::UndescribedStatus => "undescribed-status",
            Self::OtherMediaType => "other-media-type",
            Self::NotServed => "not-served",
            Self::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A place in the files of a spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Path of the file.
    pub file: String,
    /// Line number, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// A change of the spec that would describe the drift.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The line to add or to change, or a description if there is no such line.
    pub line: String,
    /// The change as a unified diff of the file; `None` if the place does not allow one.
    pub diff: Option<String>,
}

/// A difference between a service and its spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// ID of the operation.
    pub operation: String,
    /// Kind of the drift.
    pub kind: Kind,
    /// Path in the result, such as `$.books[0].title`; the path in an error begins with `error`.
    pub path: String,
    /// Description of the difference.
    pub message: String,
    /// Received value, shortened; empty if absent.
    pub came: String,
    /// Number of occurrences.
    pub times: usize,
    /// Place in the spec.
    pub place: Place,
    /// Suggested change of the spec; `None` if `same_as` names another operation.
    pub suggestion: Option<Suggestion>,
    /// Operation with the same drift at the same place of the spec, which was reported first.
    pub same_as: Option<String>,
    /// Reason of the exception that explains the drift; `None` if unexplained.
    pub explained: Option<String>,
}
