//! Scalars of a spec that replace imported scalars of another name.
//!
//! Input: an import that stands alone, and the spec. Output: for imported scalars, the name of the
//! scalar of the spec with the same form: with equal base, pattern and bounds. If several scalars
//! of the spec have the form, none replaces the imported one.

use std::collections::HashMap;

use chainloom_codegen::model::{Form, Model, TypeKind};
use chainloom_codegen::understand;

use super::{GraftPlace, GraftTypes, StandaloneImport};
use crate::operation::File;
use crate::repair::sources_of;
use crate::report::Report;
use crate::type_files::rename_types;

/// Names of scalars of the spec, by the names of the imported scalars that they replace.
pub(super) struct EquivalentScalars(HashMap<String, String>);

/// Finds the scalars of the spec that replace imported scalars: for each, the only scalar with an
/// equal form. Scalars whose own name the spec declares are left out.
pub(super) fn equivalent_scalars(
    alone: &StandaloneImport<'_>,
    place: &GraftPlace<'_>,
) -> Result<EquivalentScalars, String> {
    let (model, _) = understand(&sources_of(alone.texts), &[]).map_err(|mistakes| mistakes.lines())?;
    let theirs = place.types_of_spec();
    let known: Vec<(&str, &Form)> = scalars(place.model).filter(|(name, _)| theirs.contains_key(name)).collect();
    let other_name = |(name, form): (&str, &Form)| {
        let mut equal = known.iter().filter(|(_, known)| *known == form);
        let (other, _) = equal.next().filter(|_| !theirs.contains_key(name))?;
        equal.next().is_none().then(|| (name.to_owned(), (*other).to_owned()))
    };
    Ok(EquivalentScalars(scalars(&model).filter_map(other_name).collect()))
}

/// Returns the scalars that a spec declares itself, with their forms, without scalars of packages.
fn scalars(model: &Model) -> impl Iterator<Item = (&str, &Form)> {
    let own = model.types.iter().filter(|def| model.is_own(def.module));
    own.filter_map(|def| match &def.kind {
        TypeKind::Scalar(scalar) => Some((def.name.as_str(), &scalar.form)),
        _ => None,
    })
}

impl EquivalentScalars {
    /// Returns the names of the scalars of the spec.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.values().map(String::as_str)
    }

    /// Returns whether a scalar of the spec replaces an imported one.
    pub(super) fn has(&self, name: &str) -> bool {
        self.names().any(|equivalent| equivalent == name)
    }

    /// Returns a copy of files in which scalars have the names of the spec.
    pub(super) fn rename(&self, files: &[File]) -> Vec<File> {
        let mut files = files.to_vec();
        if !self.0.is_empty() {
            files.iter_mut().for_each(|(_, root)| rename_types(root, &self.0));
        }
        files
    }

    /// Reports the scalars of the spec that the new file uses in place of imported ones.
    pub(super) fn report_reuse(&self, types: &GraftTypes<'_>, report: &mut Report) {
        let mut all: Vec<(&String, &String)> = self.0.iter().collect();
        all.sort();
        for (imported, equivalent) in all {
            if let Some((file, _)) = types.used.iter().find(|(_, names)| names.contains(equivalent)) {
                report.reused(format!("the scalar `{equivalent}` of `{file}.yaml` for `{imported}`"), "");
            }
        }
    }
}
