//! Verdicts on changes.
//!
//! Input: none. Output: [`Verdict`].

use crate::word::worded;

worded! {
    /// Consequence of a change for programs and services that stay as they are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        /// No consequence.
        #[default]
        Harmless "harmless",
        /// Something new is available. Everything that worked still works.
        Additive "additive",
        /// Calls or programs that worked may fail.
        Breaking "breaking",
    }
}
