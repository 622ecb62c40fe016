//! Compares the responses of a live service with its spec, and reports drift.
//!
//! Input: a checked spec, and a caller with the endpoints. Output: a [`Report`]: which operations
//! conform, which drift and how, and which could not be tried. The comparison walks over the JSON
//! of responses by the types of the spec. It does not use the reader of clients, which is lenient.
//! The crate prints nothing, and calls no write operation unless [`Options`] allow it.

mod attempts;
mod compare;
mod drift;
mod errors;
mod exceptions;
mod form;
mod inputs;
mod markdown;
mod mask;
mod misfits;
mod pace;
mod pool;
mod report;
mod run;
mod suggest;
mod text;
mod words;
mod yaml;

pub use compare::{Finding, compare};
pub use drift::{Drift, Kind, Place, Suggestion};
pub use exceptions::{Exception, Exceptions};
pub use report::{OperationReport, Report, ServiceReport, State};
pub use run::{Failure, Options, Spec, conform};
