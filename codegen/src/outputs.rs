//! The outputs of a spec: what is written, and which files each owns.
//!
//! To add one, add a module that makes texts of the model, and a row.

use crate::documents::{openapi, openrpc, spec_schema};
use crate::judge::names::Names;
use crate::model::Model;
use crate::rust::emit::Emitted;
use crate::rust::{inventory, render};
use crate::stage::Stage;

/// What an output can be made of.
pub(crate) struct Made<'m> {
    pub(crate) model: &'m Model,
    pub(crate) names: &'m Names,
    pub(crate) emitted: &'m Emitted,
}

/// Path and text of each file, or the bug that kept them from being made.
type Texts = Result<Vec<(String, String)>, String>;

/// One kind of files.
pub(crate) struct Output {
    /// The stage that ends with it.
    pub(crate) stage: Stage,
    pub(crate) make: fn(&Made<'_>) -> Texts,
}

/// All outputs. Their order is that in which they are made; files are sorted by path.
pub(crate) const ALL: [Output; 5] = [
    Output { stage: Stage::Render, make: |made| render::render(made.emitted).map_err(|bug| bug.to_string()) },
    Output {
        stage: Stage::Document,
        make: |made| Ok(vec![("docs/inventory.json".to_owned(), inventory::inventory(made.model, made.names))]),
    },
    Output { stage: Stage::Document, make: |made| Ok(openapi::documents(made.model, made.names)) },
    Output { stage: Stage::Document, make: |made| Ok(openrpc::documents(made.model, made.names)) },
    Output {
        stage: Stage::Document,
        make: |_| Ok(vec![("docs/spec.schema.json".to_owned(), spec_schema::spec_schema())]),
    },
];
