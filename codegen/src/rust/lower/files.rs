//! Tree of files: one file for each module and folder.
//!
//! Input: the modules of the model. Output: a file without items for each module, and for each
//! folder that contains modules.

use std::collections::BTreeMap;

use super::types::Lowering;
use super::{Child, File, docs};
use crate::ident::RustIdent;
use crate::model::{Module, ModuleId};

/// Returns one file for each module and for each folder without one, sorted by path, each with its
/// module; the root is first.
pub(super) fn lower_files(lowering: &Lowering<'_>) -> Vec<(File, Option<ModuleId>)> {
    let model = lowering.model;
    let mut files: BTreeMap<Vec<RustIdent>, (File, Option<ModuleId>)> = BTreeMap::new();
    files.insert(Vec::new(), (empty_file(Vec::new(), docs::lines(&model.doc)), None));
    for (id, module) in model.modules.iter().enumerate().filter(|(_, module)| module.package.is_none()) {
        let path = &lowering.names.module(ModuleId(id)).path;
        for depth in 1..path.len() {
            let path = path[..depth].to_vec();
            files.entry(path.clone()).or_insert_with(|| (empty_file(path, Vec::new()), None));
        }
        let entry = files.entry(path.clone()).or_insert_with(|| (empty_file(path.clone(), Vec::new()), None));
        entry.0.doc = docs::lines(&module.doc);
        entry.0.spec = Some(spec_path(module));
        entry.1 = Some(ModuleId(id));
    }
    let paths: Vec<Vec<RustIdent>> = files.keys().filter(|path| !path.is_empty()).cloned().collect();
    for path in paths {
        let feature = files.get(&path).and_then(|(_, module)| model.modules[(*module)?.0].feature.clone());
        let (Some(name), Some((parent, _))) = (path.last(), files.get_mut(&path[..path.len() - 1])) else { continue };
        parent.children.push(Child { name: name.clone(), feature });
    }
    files.into_values().map(|(file, module)| (document_folder(file), module)).collect()
}

/// Returns the path of a spec file below a folder `spec`, even if the real folder has another name.
/// So the same spec always generates the same bytes.
fn spec_path(module: &Module) -> String {
    format!("spec/{}.yaml", module.name())
}

/// Creates a file without items.
fn empty_file(path: Vec<RustIdent>, doc: Vec<String>) -> File {
    File {
        path,
        spec: None,
        doc,
        children: Vec::new(),
        reexports: Vec::new(),
        imports: Vec::new(),
        items: Vec::new(),
        calls: Vec::new(),
    }
}

/// Documents a folder without its own spec file: lists its modules.
fn document_folder(mut file: File) -> File {
    if file.doc.is_empty() && !file.children.is_empty() {
        let names: Vec<String> = file.children.iter().map(|child| format!("[`{}`]", child.name)).collect();
        file.doc = vec![format!("Modules: {}.", names.join(", "))];
    }
    file
}
