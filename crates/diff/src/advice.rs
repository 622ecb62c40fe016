//! Advice: the version that a comparison requires, by Semantic Versioning as cargo interprets it.
//!
//! Input: a [`Diff`], and perhaps the present version. Output: [`Advice`] and the next [`Version`].

use std::fmt;

use crate::change::{Diff, Sort};
use crate::verdict::Verdict;
use crate::word::worded;

worded! {
    /// Part of the version that must rise.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Level {
        /// No part, because nothing differs.
        None "none",
        /// Last number.
        Patch "patch",
        /// Number for additions.
        Minor "minor",
        /// Number for changes that break programs.
        Major "major",
    }
}

/// Consequence of a comparison for the version of the generated crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// Part of the version that must rise.
    pub level: Level,
    /// Whether messages as the old spec describes them may fail. Programs may compile nevertheless.
    pub wire_breaks: bool,
}

impl Advice {
    /// Returns the advice for a comparison: `major` if a program may not compile or may pass other
    /// values, `minor` if a client does anything else, `patch` if only documentation differs.
    #[must_use]
    pub fn of(diff: &Diff) -> Self {
        let [wire, rust] = diff.verdicts();
        let is_words = diff.changes.iter().all(|change| {
            let is_words = change.sort == Sort::Documentation;
            is_words && change.wire == Verdict::Harmless && change.rust == Verdict::Harmless
        });
        let level = match rust {
            _ if diff.changes.is_empty() => Level::None,
            Verdict::Breaking => Level::Major,
            _ if is_words => Level::Patch,
            _ => Level::Minor,
        };
        Self { level, wire_breaks: wire == Verdict::Breaking }
    }
}

/// Versions of the generated crate, as far as they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// Released version.
    pub released: Option<Version>,
    /// Version in the manifest.
    pub stated: Option<Version>,
}

impl Versions {
    /// Returns the version that comes after the released one at a level.
    pub(crate) fn next(self, level: Level) -> Option<Version> {
        self.released.map(|version| version.next(level))
    }

    /// Returns whether the stated version is raised above the released one by as much as the changes need.
    #[must_use]
    pub fn are_raised_for(self, diff: &Diff) -> bool {
        self.next(Advice::of(diff).level).zip(self.stated).is_some_and(|(next, stated)| stated >= next)
    }
}

/// Version of three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Major, minor and patch number.
    pub numbers: [u64; 3],
}

impl Version {
    /// Parses a version such as `1.2.3` or `v1.2.3`. `None` for any other text.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let numbers = text.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some(Self { numbers: numbers.try_into().ok()? })
    }

    /// Returns the next version at a level. Before 1.0, the second number rises for changes that
    /// break programs, and the third for all others. Before 0.1, the third number rises for all
    /// changes.
    #[must_use]
    pub const fn next(self, level: Level) -> Self {
        let [major, minor, patch] = self.numbers;
        let numbers = match (level, major, minor) {
            (Level::None, ..) => self.numbers,
            (Level::Major, 0, 0) => [0, 0, patch + 1],
            (Level::Major, 0, _) => [0, minor + 1, 0],
            (Level::Major, ..) => [major + 1, 0, 0],
            (Level::Minor, 0, _) | (Level::Patch, ..) => [major, minor, patch + 1],
            (Level::Minor, ..) => [major, minor + 1, 0],
        };
        Self { numbers }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [major, minor, patch] = self.numbers;
        write!(out, "{major}.{minor}.{patch}")
    }
}
