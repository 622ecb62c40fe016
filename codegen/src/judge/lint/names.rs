//! Which declared type a name means in a file.
//!
//! Input: documents and the model that `check` made of them. Output: [`Names`]. `check` has refused names that are
//! not known or could mean two types, so that here each is looked up wherever it can be seen from, in any order.

use std::collections::HashMap;

use crate::diagnostic::Span;
use crate::judge::check::table::builtin;
use crate::model::{Model, Module, Type, TypeId};
use crate::spec::document::{Documents, FileDecl, Text};

/// The declared types by file and name. Files are indices of [`Documents::files`].
pub(super) struct Names<'d> {
    declared: Vec<HashMap<&'d str, TypeId>>,
    used: Vec<HashMap<&'d str, TypeId>>,
    root: HashMap<&'d str, TypeId>,
    /// The file of the client that each file belongs to.
    client: Vec<Option<usize>>,
    /// Where each declared type has its name.
    places: HashMap<TypeId, Span>,
}

impl<'d> Names<'d> {
    pub(super) fn new(documents: &'d Documents, model: &'d Model) -> Self {
        let files = documents.files.as_slice();
        let by_module: HashMap<&[String], usize> =
            files.iter().enumerate().map(|(file, doc)| (doc.module.as_slice(), file)).collect();
        let mut declared = vec![HashMap::new(); files.len()];
        for (id, def) in model.types.iter().enumerate().filter(|(_, def)| !def.inline) {
            let module = model.modules.get(def.module.0).map(Module::full_path);
            if let Some(file) = module.and_then(|path| by_module.get(path.as_slice())) {
                declared[*file].insert(def.name.as_str(), TypeId(id));
            }
        }
        let mut places = HashMap::new();
        for (file, doc) in files.iter().enumerate() {
            let named = doc.types.iter().map(|item| &item.name).chain(doc.scalars.iter().map(|scalar| &scalar.name));
            places.extend(named.filter_map(|name| Some((*declared[file].get(name.value.as_str())?, name.span))));
        }
        let shared = (0..files.len()).filter(|file| files[*file].module.len() == 1 && files[*file].client.is_none());
        Self {
            root: shared.flat_map(|file| declared[file].iter().map(|(name, id)| (*name, *id))).collect(),
            used: files.iter().map(|doc| used(doc, &declared, &by_module)).collect(),
            client: files.iter().map(|doc| client(doc, files, &by_module)).collect(),
            declared,
            places,
        }
    }

    /// The declared type; none for a type of the language.
    pub(super) fn get(&self, file: usize, name: &str) -> Option<TypeId> {
        self.declared[file]
            .get(name)
            .or_else(|| self.client[file].and_then(|client| self.declared[client].get(name)))
            .or_else(|| self.root.get(name))
            .or_else(|| self.used[file].get(name))
            .copied()
    }

    /// The type, of the language or declared.
    pub(super) fn ty(&self, file: usize, name: &str) -> Option<Type> {
        builtin(name).or_else(|| self.get(file, name).map(Type::Named))
    }

    /// Where the type is declared.
    pub(super) fn place(&self, id: TypeId) -> Option<Span> {
        self.places.get(&id).copied()
    }

    /// The file of the client that a file belongs to.
    pub(super) fn client(&self, file: usize) -> Option<usize> {
        self.client[file]
    }

    /// Whether the type is seen from everywhere.
    pub(super) fn is_shared(&self, name: &str, id: TypeId) -> bool {
        self.root.get(name) == Some(&id)
    }
}

fn used<'d>(
    doc: &'d FileDecl,
    declared: &[HashMap<&'d str, TypeId>],
    by_module: &HashMap<&[String], usize>,
) -> HashMap<&'d str, TypeId> {
    let mut names = HashMap::new();
    for used in &doc.uses {
        let module: Vec<String> = used.module.value.split('/').map(str::to_owned).collect();
        let Some(file) = by_module.get(module.as_slice()) else {
            continue;
        };
        let found = |name: &'d Text| Some((name.value.as_str(), *declared[*file].get(name.value.as_str())?));
        names.extend(used.names.iter().filter_map(found));
    }
    names
}

/// A client file, or the one that has the name of the folder, or of a folder above.
fn client(doc: &FileDecl, files: &[FileDecl], by_module: &HashMap<&[String], usize>) -> Option<usize> {
    let mut path = doc.module.as_slice();
    while !path.is_empty() {
        let owner = by_module.get(path).filter(|file| files[**file].client.is_some());
        if let Some(owner) = owner {
            return Some(*owner);
        }
        path = &path[..path.len() - 1];
    }
    None
}
