//! Verdicts on changes.
//!
//! Input: none. Output: [`Verdict`].

use std::fmt;

/// What a change means for those who stay as they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// Nothing.
    #[default]
    Harmless,
    /// There is more than before, and all that worked goes on to work.
    Additive,
    /// What worked may fail.
    Breaking,
}

impl Verdict {
    /// The word for people and programs.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Harmless => "harmless",
            Self::Additive => "additive",
            Self::Breaking => "breaking",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}
