//! From the texts of a spec to the files of a crate, without touching the disk.
//!
//! Every stage is a type and every arrow a function; [`run`] goes all the way:
//!
//! | stage | module | what is true of its output |
//! |---|---|---|
//! | read | `spec::read` | text is UTF-8 and of bounded size |
//! | parse | `spec::parse` | YAML of the language's shape; every node knows its line |
//! | check | `judge::check` | a [`model::Model`]: every name resolves, every rule holds |
//! | name | `judge::names` | everything has a name that is legal and its own, in Rust and as a file |
//! | lint | `judge::lint` | warnings, beside the model |
//! | lower | `rust::lower` | Rust items as plain data |
//! | emit | `rust::emit` | tokens |
//! | render | `rust::render` | text |
//! | document | `documents` | the same model as documents for other tools |
//!
//! What is written, and which files each output owns, is a table in `outputs`. This library reads no files, environment,
//! clock or network.

pub mod casing;
mod characters;
pub mod diagnostic;
pub mod documents;
pub mod files;
pub mod ident;
pub(crate) mod judge;
pub mod model;
mod options;
mod outputs;
mod pipeline;
pub mod rust;
pub mod sentences;
pub mod source;
pub mod spec;
mod stage;

pub use options::{Layout, Options, Package};
pub use pipeline::{Content, Generated, Input, check_shape, generate, run, understand};
pub use source::SourceFile;
pub use stage::Stage;
