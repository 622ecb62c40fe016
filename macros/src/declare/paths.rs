//! Paths in a type: resolves imported names.
//!
//! Input: a type as the user wrote it in the module. Output: the names in it, and the type with
//! full paths in place of imported names, since the imports are dropped.

use std::collections::BTreeSet;

use syn::ext::IdentExt as _;
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{Ident, Path, PathSegment};

use super::imports::Imports;

/// The names of all paths in a type, in their order.
#[derive(Default)]
pub(crate) struct Names {
    /// The last segment of each path.
    pub(crate) last: Vec<Ident>,
    /// The paths that are one name.
    pub(crate) single: Vec<Ident>,
}

impl<'a> Visit<'a> for Names {
    fn visit_path(&mut self, path: &'a Path) {
        self.last.extend(path.segments.last().map(|segment| segment.ident.clone()));
        if path.segments.len() == 1 && path.leading_colon.is_none() {
            self.single.extend(path.segments.first().map(|segment| segment.ident.clone()));
        }
        visit::visit_path(self, path);
    }
}

/// Replaces imported names by their paths.
pub(crate) struct Resolver<'a> {
    pub(crate) imports: &'a mut Imports,
    pub(crate) declared: &'a BTreeSet<String>,
}

impl VisitMut for Resolver<'_> {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        let Some(first) = path.segments.first().cloned() else { return };
        let name = first.ident.unraw().to_string();
        if path.leading_colon.is_some() || self.declared.contains(&name) {
            return;
        }
        let Some(import) = self.imports.take(&name) else { return };
        // Errors are then reported where the type is written, not where it is imported.
        let span = first.ident.span();
        let placed = import.path.iter().map(|ident| {
            let mut ident = ident.clone();
            ident.set_span(span);
            PathSegment::from(ident)
        });
        let mut segments: Vec<PathSegment> = placed.collect();
        if let Some(last) = segments.last_mut() {
            last.arguments = first.arguments;
        }
        segments.extend(path.segments.iter().skip(1).cloned());
        path.segments = segments.into_iter().collect();
        path.leading_colon = import.is_global.then(|| syn::Token![::](span));
    }
}
