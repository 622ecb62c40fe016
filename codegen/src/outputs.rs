//! Outputs of a spec: a table of the kinds of files that are written, and the paths that each kind owns.
//!
//! To add one, add a module that makes texts from the model, and a row.

use crate::analysis::names::Names;
use crate::documents::nodes::Nodes;
use crate::documents::{openapi, openrpc, spec_schema};
use crate::language::node::Node;
use crate::model::Model;
use crate::parallel::run_both;
use crate::rust::emit::Source;
use crate::rust::{inventory, render};
use crate::stage::Stage;

/// Path and text of each file, or a message about a bug of the generator.
pub(crate) type Texts = Result<Vec<(String, String)>, String>;

/// Kind of files in the output.
struct Output {
    name: &'static str,
    /// Beginning and end of the paths of these files.
    owns: [&'static str; 2],
    make: Make,
}

/// Function that makes the files of an output, by its stage.
enum Make {
    Render(fn(&[Source<'_>]) -> Texts),
    Document(fn(&Model, &Names, &Nodes) -> Texts),
}

/// All outputs. Files are sorted by path.
const ALL: [Output; 5] = [
    Output {
        name: "rust",
        owns: ["src/", ".rs"],
        make: Make::Render(|sources| render::render(sources).map_err(|bug| bug.to_string())),
    },
    Output {
        name: "inventory",
        owns: ["docs/", "inventory.json"],
        make: Make::Document(|model, names, _| {
            Ok(vec![("docs/inventory.json".to_owned(), inventory::inventory(model, names))])
        }),
    },
    Output {
        name: "openapi",
        owns: ["docs/", ".openapi.json"],
        make: Make::Document(|model, names, nodes| Ok(openapi::documents(model, names, nodes))),
    },
    Output {
        name: "openrpc",
        owns: ["docs/", ".openrpc.json"],
        make: Make::Document(|model, names, nodes| Ok(openrpc::documents(model, names, nodes))),
    },
    Output {
        name: "spec schema",
        owns: ["docs/", "spec.schema.json"],
        make: Make::Document(|_, _, _| Ok(vec![("docs/spec.schema.json".to_owned(), spec_schema::spec_schema())])),
    },
];

/// Returns path and text of all files. Documents are made while Rust is rendered.
pub(crate) fn texts(
    model: &Model,
    names: &Names,
    trees: &[(String, Node)],
    sources: &[Source<'_>],
    observer: &mut dyn FnMut(Stage),
) -> Texts {
    observer(Stage::Render);
    let documents = || {
        let nodes = Nodes::of(trees);
        let documents = ALL.iter().filter_map(|output| match output.make {
            Make::Document(make) => Some(output.check_paths(make(model, names, &nodes))),
            Make::Render(_) => None,
        });
        concat_texts(documents)
    };
    let (documents, rendered) = run_both(documents, || {
        let rendered = concat_texts(ALL.iter().filter_map(|output| match output.make {
            Make::Render(make) => Some(output.check_paths(make(sources))),
            Make::Document(_) => None,
        }));
        observer(Stage::Document);
        rendered
    });
    concat_texts([rendered, documents])
}

/// Concatenates the files of several outputs; an error if one of them failed.
fn concat_texts(texts: impl IntoIterator<Item = Texts>) -> Texts {
    let mut all = Vec::new();
    for texts in texts {
        all.extend(texts?);
    }
    Ok(all)
}

impl Output {
    /// Checks that the paths of the files belong to this output; another path is a bug.
    fn check_paths(&self, texts: Texts) -> Texts {
        let texts = texts?;
        let [begin, end] = self.owns;
        match texts.iter().find(|(path, _)| !path.starts_with(begin) || !path.ends_with(end)) {
            Some((path, _)) => {
                Err(format!("bug in the generator: `{path}` is not a file of the output `{}`", self.name))
            }
            None => Ok(texts),
        }
    }
}
