//! Verdicts on changes.
//!
//! Input: none. Output: [`Verdict`].

use crate::word::worded;

worded! {
    /// What a change means for those who stay as they are.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum Verdict {
        /// Nothing.
        #[default]
        Harmless "harmless",
        /// There is more than before, and all that worked goes on to work.
        Additive "additive",
        /// What worked may fail.
        Breaking "breaking",
    }
}
