//! The outputs of a spec: what is written, and which files each owns.
//!
//! To add one, add a module that makes texts of the model, and a row.

use crate::documents::{openapi, openrpc, spec_schema};
use crate::judge::names::Names;
use crate::model::Model;
use crate::rust::emit::Source;
use crate::rust::{inventory, render};
use crate::stage::Stage;

/// What an output can be made of.
pub(crate) struct Made<'m> {
    pub(crate) model: &'m Model,
    pub(crate) names: &'m Names,
    pub(crate) sources: &'m [Source<'m>],
}

/// Path and text of each file, or the bug that kept them from being made.
type Texts = Result<Vec<(String, String)>, String>;

/// One kind of files.
pub(crate) struct Output {
    name: &'static str,
    /// The files that are its own: how their paths begin and end.
    owns: [&'static str; 2],
    /// The stage that ends with it.
    pub(crate) stage: Stage,
    make: fn(&Made<'_>) -> Texts,
}

/// All outputs. Their order is that in which they are made; files are sorted by path.
pub(crate) const ALL: [Output; 5] = [
    Output {
        name: "rust",
        owns: ["src/", ".rs"],
        stage: Stage::Render,
        make: |made| render::render(made.sources).map_err(|bug| bug.to_string()),
    },
    Output {
        name: "inventory",
        owns: ["docs/", "inventory.json"],
        stage: Stage::Document,
        make: |made| Ok(vec![("docs/inventory.json".to_owned(), inventory::inventory(made.model, made.names))]),
    },
    Output {
        name: "openapi",
        owns: ["docs/", ".openapi.json"],
        stage: Stage::Document,
        make: |made| Ok(openapi::documents(made.model, made.names)),
    },
    Output {
        name: "openrpc",
        owns: ["docs/", ".openrpc.json"],
        stage: Stage::Document,
        make: |made| Ok(openrpc::documents(made.model, made.names)),
    },
    Output {
        name: "spec schema",
        owns: ["docs/", "spec.schema.json"],
        stage: Stage::Document,
        make: |_| Ok(vec![("docs/spec.schema.json".to_owned(), spec_schema::spec_schema())]),
    },
];

impl Output {
    /// Path and text of its files. A path that belongs to another output is a bug.
    pub(crate) fn texts(&self, made: &Made<'_>) -> Texts {
        let texts = (self.make)(made)?;
        let [begin, end] = self.owns;
        match texts.iter().find(|(path, _)| !path.starts_with(begin) || !path.ends_with(end)) {
            Some((path, _)) => {
                Err(format!("bug in the generator: `{path}` is not a file of the output `{}`", self.name))
            }
            None => Ok(texts),
        }
    }
}
