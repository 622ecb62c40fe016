//! Scopes: resolves type names in each file, and knows the client and service of each file. `lint`
//! uses them too.
//!
//! Input: the declarations that the first steps of `check` enter. Output: look-ups. Nothing here
//! reports. Files are indices of [`crate::spec::document::Documents::files`].

use std::collections::HashMap;

use crate::model::{ClientId, ServiceId, TypeId};
use crate::spec::document::Documents;

/// Type names visible in each file, and the client and service of each file.
pub(crate) struct Scopes<'d> {
    /// Package of each file; `None` for a file of the spec itself.
    packages: Vec<Option<&'d str>>,
    /// Client that each file belongs to.
    pub(crate) client_of: Vec<Option<ClientId>>,
    /// File of each client.
    pub(crate) client_files: Vec<usize>,
    /// Service of the operations of each file.
    pub(crate) service_of: Vec<Option<ServiceId>>,
    /// File that defines each service.
    pub(crate) service_files: Vec<usize>,
    /// Types declared in each file.
    pub(crate) declared: Vec<HashMap<&'d str, TypeId>>,
    /// Types that each file imports from other files.
    pub(crate) used: Vec<HashMap<&'d str, TypeId>>,
    /// Types of the root files that are not client files, by package and name.
    pub(crate) root: HashMap<(Option<&'d str>, &'d str), TypeId>,
}

impl<'d> Scopes<'d> {
    pub(crate) fn new(documents: &'d Documents) -> Self {
        let count = documents.files.len();
        Self {
            packages: documents.files.iter().map(|file| file.package.as_deref()).collect(),
            client_of: vec![None; count],
            client_files: Vec::new(),
            service_of: vec![None; count],
            service_files: Vec::new(),
            declared: vec![HashMap::new(); count],
            used: vec![HashMap::new(); count],
            root: HashMap::new(),
        }
    }

    /// Returns the type that `name` refers to in a file: a type of the file, of its client's file
    /// or of a root file, or an imported type.
    pub(crate) fn visible(&self, file: usize, name: &str) -> Option<TypeId> {
        let client = self.client_file(file);
        self.declared[file]
            .get(name)
            .or_else(|| client.and_then(|client| self.declared[client].get(name)))
            .copied()
            .or_else(|| self.shared(file, name))
            .or_else(|| self.used[file].get(name).copied())
    }

    /// Returns the type `name` of the root files in the package of `file`.
    pub(crate) fn shared(&self, file: usize, name: &str) -> Option<TypeId> {
        self.root.get(&(self.packages[file], name)).copied()
    }

    /// Iterates over the types of the root files, which all files in the package of `file` see.
    pub(crate) fn all_shared(&self, file: usize) -> impl Iterator<Item = (&'d str, TypeId)> {
        let package = self.packages[file];
        self.root.iter().filter(move |((other, _), _)| *other == package).map(|((_, name), id)| (*name, *id))
    }

    /// Returns whether all files of the spec itself see the type `id` as `name`.
    pub(crate) fn is_shared(&self, name: &str, id: TypeId) -> bool {
        self.root.get(&(None, name)) == Some(&id)
    }

    /// Returns the index of the client file to which a file belongs; `None` for a file outside of
    /// clients.
    pub(crate) fn client_file(&self, file: usize) -> Option<usize> {
        self.client_of[file].map(|client| self.client_files[client.0])
    }

    /// Returns whether the service of a file's operations is defined in this file, rather than
    /// joined.
    pub(crate) fn defines_its_service(&self, file: usize) -> bool {
        self.service_of[file].is_some_and(|service| self.service_files.get(service.0) == Some(&file))
    }
}
