//! Side: one of the two specs of a comparison. Runs the comparison.
//!
//! Input: the texts of two specs. Output: a [`Diff`].

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::model::{Model, TypeId};
use chainloom_codegen::{Description, Package, SourceFile, describe};

use crate::change::Diff;
use crate::compare::compare_trees;
use crate::facts::Facts;
use crate::item::Kind;
use crate::node::Node;
use crate::pairing::pair;
use crate::surface;

/// Checked spec, as one side of a comparison.
#[derive(Debug)]
pub struct Side {
    description: Description,
    files: Vec<String>,
}

impl Side {
    /// Checks a spec, and chooses the names of the generated code.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec, in the order of the source.
    pub fn read(sources: &[SourceFile], packages: &[Package]) -> Result<Self, Diagnostics> {
        let description = describe(sources, packages)?;
        Ok(Self { description, files: sources.iter().map(|source| source.path.clone()).collect() })
    }

    /// Returns the facts of the spec as a tree. `labels` are the labels of its types.
    fn tree(&self, labels: &[String]) -> Node {
        Facts::new(&self.description.model, &self.description.names, labels, &self.files).tree()
    }

    /// Returns a label for each type: its name, followed by its file if two types have the same
    /// name.
    fn labels(&self) -> Vec<String> {
        let model = &self.description.model;
        let mut counts = std::collections::HashMap::new();
        model.types.iter().for_each(|def| *counts.entry(def.name.as_str()).or_insert(0) += 1);
        let label = |def: &chainloom_codegen::model::TypeDef| match counts[def.name.as_str()] {
            1 => def.name.clone(),
            _ => format!("{} of {}", def.name, home(model, def.module.0)),
        };
        model.types.iter().map(label).collect()
    }
}

/// Returns the path of the file of a module.
fn home(model: &Model, module: usize) -> String {
    model.modules.get(module).map(|module| module.full_path().join("/")).unwrap_or_default()
}

/// Compares two specs.
#[must_use]
pub fn compare(old: &Side, new: &Side) -> Diff {
    let labels = new.labels();
    let tree = new.tree(&labels);
    let mut old_labels = old.labels();
    // A recognized rename of a type changes the labels of its uses, which may reveal further
    // renames.
    let mut old_tree = old.tree(&old_labels);
    for _ in 0..3 {
        let before = old_labels.clone();
        rename_types(&old_tree, &tree, [&old.description.model, &new.description.model], &mut old_labels, &labels);
        if before == old_labels {
            break;
        }
        old_tree = old.tree(&old_labels);
    }
    let changes =
        surface::add_rust_verdicts(compare_trees(&old_tree, &tree), &old.description.surface, &new.description.surface);
    Diff { changes }
}

/// Replaces the labels of renamed types by their new labels.
fn rename_types(old: &Node, new: &Node, models: [&Model; 2], old_labels: &mut [String], labels: &[String]) {
    let own = |node: &Node| node.children.iter().filter(|child| child.kind == Kind::Type).cloned().collect::<Vec<_>>();
    let (olds, news) = (own(old), own(new));
    let [old_ids, new_ids] = models.map(|model| {
        let all = model.types.iter().enumerate().filter(|(_, def)| model.is_own(def.module));
        all.map(|(at, _)| TypeId(at)).collect::<Vec<_>>()
    });
    for pair in pair(&olds, &news) {
        if let (Some(from), Some(to)) = (pair.old, pair.new) {
            old_labels[old_ids[from].0].clone_from(&labels[new_ids[to].0]);
        }
    }
}
