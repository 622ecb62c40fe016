//! Layout: files become modules, and client files become clients that own the files of their
//! folder.
//!
//! Input: the files with their paths. Output: the modules of the model, and the client of each
//! file. Keys of clients are checked in `services`.

use std::collections::HashMap;

use crate::analysis::check::context::{Checker, opt, prose};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::ident::RustIdent;
use crate::language::node::Text;
use crate::model::{ClientId, Module, ModuleId, Unit};
use crate::spec::document::FileDecl;

impl Checker<'_> {
    pub(crate) fn check_layout(&mut self) {
        for (file, doc) in self.files.iter().enumerate() {
            self.check_feature(doc.feature.as_ref());
            if is_lib(doc) {
                let lib = &doc.lib;
                self.check_feature(lib.serde.as_ref());
                self.check_feature(lib.macros.as_ref());
                self.check_feature(lib.fixtures.as_ref());
                self.check_crate_name(lib.crate_name.as_ref());
                self.model.doc = prose(doc.doc.as_ref());
                self.model.crate_name = opt(lib.crate_name.as_ref());
                self.model.serde = opt(lib.serde.as_ref());
                self.model.macros = opt(lib.macros.as_ref());
                self.model.fixtures = opt(lib.fixtures.as_ref());
                self.model.readme = lib.readme;
                self.model.sources = lib.sources.clone();
                self.model.synonyms = lib.synonyms.clone();
                self.model.units = lib.units.iter().cloned().map(Unit::from).collect();
                continue;
            }
            self.modules[file] = Some(ModuleId(self.model.modules.len()));
            self.model.modules.push(Module {
                path: doc.module[usize::from(doc.package.is_some())..].to_vec(),
                package: doc.package.clone(),
                file: doc.path.clone(),
                top: doc.top,
                doc: prose(doc.doc.as_ref()),
                feature: opt(doc.feature.as_ref()),
            });
        }
        self.check_marks();
        self.find_clients();
        self.assign_clients();
    }

    /// Reports `source` marks that name no document under `sources` of `lib.yaml`, if the key is
    /// used.
    fn check_marks(&mut self) {
        let known: Vec<String> = self.model.sources.iter().map(|document| document.mark.clone()).collect();
        let own = self.files.iter().filter(|doc| doc.package.is_none());
        let marks = own.flat_map(|doc| &doc.marks).filter(|_| !known.is_empty());
        for mark in marks.cloned().collect::<Vec<_>>() {
            let word = mark.value.split(' ').next().unwrap_or_default();
            if known.iter().any(|one| one == word) {
                continue;
            }
            let message = format!("`{word}` is no mark of a document under `sources`");
            let near = did_you_mean(word, known.iter().map(String::as_str));
            let problem = Diagnostic::error(Code::BadValue, mark.span, message);
            self.report(problem.hint("add the document to `sources` of `lib.yaml`").hint_opt(near));
        }
    }

    fn check_crate_name(&mut self, name: Option<&Text>) {
        if let Some(name) = name.filter(|name| RustIdent::new(&name.value.replace('-', "_")).is_none()) {
            let message = format!("no crate can have the name `{}`", name.value);
            self.error(Code::BadName, name.span, message, "write the name that `Cargo.toml` states: `my-crate`");
        }
    }

    fn check_feature(&mut self, feature: Option<&Text>) {
        let Some(feature) = feature else {
            return;
        };
        let good = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        let starts = feature.value.starts_with(|letter: char| letter.is_ascii_lowercase());
        if !starts || !feature.value.chars().all(good) {
            let message = format!("`{}` is not a feature name", feature.value);
            let hint = "use lower kebab case: `token-lists`";
            self.error(Code::BadFeature, feature.span, message, hint);
        }
    }

    fn find_clients(&mut self) {
        let mut known: HashMap<(Option<&String>, &String), usize> = HashMap::new();
        for (file, doc) in self.files.iter().enumerate() {
            let (Some(client), Some(name)) = (&doc.client, doc.module.last()) else {
                continue;
            };
            let key = (doc.package.as_ref(), name);
            if let Some(first) = known.get(&key) {
                let message = format!("the client `{name}` is defined twice");
                let mut problem = Diagnostic::error(Code::DuplicateClient, client.span, message);
                if let Some(first) = self.files.get(*first).and_then(|doc| doc.client.as_ref()) {
                    problem = problem.second(first.span, "first here");
                }
                self.report(problem.hint("rename one of the files; a client has the name of its file"));
                continue;
            }
            known.insert(key, file);
            self.scopes.client_of[file] = Some(ClientId(self.scopes.client_files.len()));
            self.scopes.client_files.push(file);
        }
    }

    /// Assigns each file to the client file that has the name of one of its folders, the innermost
    /// first.
    fn assign_clients(&mut self) {
        let owners: HashMap<&[String], ClientId> = self
            .scopes
            .client_files
            .iter()
            .enumerate()
            .map(|(client, file)| (self.files[*file].module.as_slice(), ClientId(client)))
            .collect();
        for (file, doc) in self.files.iter().enumerate() {
            if self.scopes.client_of[file].is_some() {
                continue;
            }
            let mut folder = doc.module.as_slice();
            while let Some((_, parent)) = folder.split_last() {
                folder = parent;
                if let Some(client) = owners.get(folder) {
                    self.scopes.client_of[file] = Some(*client);
                    break;
                }
            }
        }
    }
}

pub(crate) fn is_lib(doc: &FileDecl) -> bool {
    doc.module.len() == 1 && doc.module[0] == "lib"
}
