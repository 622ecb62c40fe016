//! Drift: one way in which a service differs from its spec.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The kind of a drift.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Kind {
    /// A member that the spec does not describe.
    UndescribedMember,
    /// A required member is absent.
    MissingMember,
    /// A required member is null, and its type has no null.
    NullMember,
    /// A value that its enumeration does not list, or another one than a constant.
    UnlistedValue,
    /// A number in another notation.
    NumberForm,
    /// Another JSON type, or text of another form.
    OtherType,
    /// A value that fits no arm of its union.
    UndescribedArm,
    /// A documented error came with another code or message, or did not come.
    OtherError,
    /// A JSON-RPC error code that the spec does not describe.
    UndescribedError,
    /// An HTTP status that the spec does not describe.
    UndescribedStatus,
    /// The service does not have the operation.
    NotServed,
    /// The response cannot be read at all.
    Unreadable,
}

impl Kind {
    /// Returns the name in reports, such as `missing-member`.
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
    /// The path of the file.
    pub file: String,
    /// The line, from 1 on.
    pub line: usize,
    /// The column in characters, from 1 on.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What to change in the spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suggestion {
    /// The line to add or to change, or words where no line can be given.
    pub line: String,
    /// The change as a unified diff of the file; `None` where the place does not allow it.
    pub diff: Option<String>,
}

/// One way in which a service differs from its spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// The ID of the operation.
    pub operation: String,
    /// The kind.
    pub kind: Kind,
    /// The path in the result, such as `$.books[0].title`. That of an error begins with `error`.
    pub path: String,
    /// The difference in words.
    pub message: String,
    /// The value that came, shortened; empty for an absent one.
    pub came: String,
    /// How often it came.
    pub times: usize,
    /// The place in the spec.
    pub place: Place,
    /// What to change in the spec; `None` if `same_as` names another operation.
    pub suggestion: Option<Suggestion>,
    /// The operation with the same drift at the same place of the spec, which was reported first.
    pub same_as: Option<String>,
    /// The reason of the exception that explains the drift.
    pub explained: Option<String>,
}
