//! The tree of files, and the paths by which one module names another.
//!
//! Paths are relative (`super::…`), so that the same tokens work as files of a crate and inside the
//! module that a macro expands to.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::types::Context;
use super::{Child, File, docs};
use crate::casing::ident;

/// One file for each module and for each folder without one, sorted by path; the root is first.
pub(super) fn lower_files(context: &Context<'_>) -> Vec<File> {
    let model = context.model;
    let mut files = BTreeMap::new();
    files.insert(Vec::new(), empty_file(Vec::new(), docs::lines(&model.doc)));
    for module in model.modules.iter().filter(|module| module.package.is_none()) {
        for depth in 1..module.path.len() {
            let path = module.path[..depth].to_vec();
            files.entry(path.clone()).or_insert_with(|| empty_file(path, Vec::new()));
        }
        let file = files.entry(module.path.clone()).or_insert_with(|| empty_file(module.path.clone(), Vec::new()));
        file.doc = docs::lines(&module.doc);
        // Not the path that was given: the same spec gives the same bytes wherever it lies.
        file.spec = Some(format!("spec/{}.yaml", module.path.join("/")));
    }
    let paths: Vec<Vec<String>> = files.keys().filter(|path| !path.is_empty()).cloned().collect();
    for path in paths {
        let (Some(name), Some(parent)) = (path.last(), files.get_mut(&path[..path.len() - 1])) else { continue };
        let module = context.modules.get(path.as_slice());
        let feature = module.and_then(|id| model.modules[id.0].feature.clone());
        parent.children.push(Child { name: name.clone(), feature });
    }
    files.into_values().map(document_folder).collect()
}

fn empty_file(path: Vec<String>, doc: Vec<String>) -> File {
    File { path, spec: None, doc, children: Vec::new(), items: Vec::new() }
}

/// A folder without a file of its own still needs a line of documentation.
fn document_folder(mut file: File) -> File {
    if file.doc.is_empty() && !file.children.is_empty() {
        let names: Vec<String> = file.children.iter().map(|child| format!("[`{}`]", child.name)).collect();
        file.doc = vec![format!("Modules: {}.", names.join(", "))];
    }
    file
}

/// The path prefix that leads from one module to another: empty, or ending in `::`.
pub(super) fn prefix(from: &[String], to: &[String]) -> TokenStream {
    let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
    let ups = std::iter::repeat_n(quote!(super::), from.len() - shared);
    let downs = to[shared..].iter().map(|segment| {
        let segment = ident(segment);
        quote!(#segment::)
    });
    ups.chain(downs).collect()
}
