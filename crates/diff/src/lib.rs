//! Differences of two specs: the changes on the wire and in Rust, and the version that they require.
//!
//! Input: two [`Side`]s, each the texts of a spec. Output: a [`Diff`] of [`Change`]s with verdicts, its
//! [`Advice`], and texts of both. Nothing here touches files, git or a network.
//!
//! Whole models are compared, as trees of facts (`facts`), and whole crates, as their public API
//! (`surface`). `facts/members.rs` lists the members of the model, each with the topic of its fact. The
//! topic holds the rule that gives a difference its meaning (`topic`, `rules`).

mod advice;
mod change;
mod compare;
mod evidence;
mod facts;
mod item;
mod labels;
mod node;
mod pairing;
mod presence;
mod print;
mod renames;
mod rules;
mod ruling;
mod side;
mod surface;
mod topic;
mod values;
mod verdict;
mod word;
mod words;

pub use advice::{Advice, Level, Version, Versions};
pub use change::{Change, Declaration, Diff, Sort};
pub use item::{Kind, Spot};
pub use print::{json, markdown, text};
pub use side::{Side, compare};
pub use topic::Topic;
pub use verdict::Verdict;
