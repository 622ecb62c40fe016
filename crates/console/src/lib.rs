//! Operations of a spec on a command line: flags from parameters, and results for people and
//! programs.
//!
//! Input: a description of an operation, and words of a command line; results of calls. Output: the
//! arguments of a call, and texts on stdout and stderr. This crate does not make calls.

mod cells;
mod columns;
mod flags;
mod list;
mod output;
mod paint;
mod progress;
mod rows;
mod table;

pub use flags::{command, fill, flag_next_to_option, operation_name, with_parameter, with_values};
pub use list::{ListOptions, Progress, StopReason, print_list};
pub use output::{Format, Out};
pub use progress::Bar;
pub use table::{WIDTH, table, width};
