//! Generator: turns the texts of a spec into the files of a crate, without touching the disk.
//!
//! Each stage is a function from one type to the next, and [`run`] runs all of them. The stages,
//! their modules and outputs:
//!
//! - read, `spec::read`: text that is UTF-8 and of bounded size.
//! - parse, `spec::parse`: YAML of the language's shape; every node has its line.
//! - check, `analysis::check`: a [`model::Model`]; every name resolves, every rule holds.
//! - name, `analysis::names`: names that are legal and unique, in Rust and as files.
//! - lint, `analysis::lint`: warnings, in addition to the model.
//! - lower, `rust::lower`: Rust items as plain data.
//! - emit, `rust::emit`: tokens.
//! - render, `rust::render`: text.
//! - document, `documents`: the model as documents for other tools.
//!
//! The table in `outputs` lists what is written, and which files belong to each output. This
//! library reads no files, environment, clock or network.

mod analysis;
mod casing;
mod characters;
pub mod diagnostic;
mod documents;
pub mod files;
mod ident;
mod json_lines;
mod keep;
mod language;
pub mod model;
mod named;
mod options;
mod outputs;
mod parallel;
mod pipeline;
mod rust;
pub mod sentences;
mod source;
mod spec;
mod stage;
pub mod walk;

pub use analysis::check::files::foreign_types::type_advice;
pub use analysis::check::services::base_urls::base_url_mistake;
pub use analysis::names::patterns::without_keyword;
pub use analysis::names::{CallNames, ClientNames, ModuleNames, NameKind, Names, RootNames, ServiceNames, TypeNames};
pub use analysis::names::{is_reserved, setters_of};
pub use casing::{pascal, snake};
pub use chainloom_schema::{EVENT_STREAM, JSON, JSON_LINES, is_json, is_json_lines, is_safe_method, is_xml};
pub use characters::{is_hidden, is_hidden_in_name, is_token};
pub use documents::json_schema::form::describe as form_in_words;
pub use documents::nodes::NODES;
pub use documents::spec_keys::spec_keys;
pub use documents::spec_schema::spec_schema;
pub use ident::RustIdent;
pub use language::node;
#[cfg(feature = "stored")]
pub use named::StoredError;
pub use named::{JsonKind, NamedModel};
pub use options::{Layout, Options, Package};
pub use parallel::HELPER;
pub use pipeline::{Content, Description, Generated, Input, check_shape, describe, generate, name, read_trees, run};
pub use pipeline::{understand, understand_trees};
pub use rust::lower as lowered;
pub use rust::skeleton::{skeleton, skeleton_of_names, skeleton_of_trees};
pub use rust::surface::{ApiItem, Surface};
pub use source::SourceFile;
pub use spec::closed::{CALLS, CallKey, EFFECTS, PARAM_STYLES, VALUE_STYLES, own_key, word};
pub use spec::parse::{Tree, VERSION};
pub use spec::read::{MAX_FILE_BYTES, read_source, read_sources};
pub use stage::Stage;
