//! Imports: fills the scope of each file with the types of root files and the types that it names under `use`.
//! Reports a name that would have two meanings. The order of look-up is defined in `context/scopes.rs`.

use std::collections::HashMap;

use crate::analysis::check::context::Checker;
use crate::analysis::check::context::deferred::{UnknownType, UnknownUse};
use crate::analysis::check::context::views::{BROKEN, BUILTINS, broken, builtin_type, is_raw_name};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Type, TypeId};
use crate::spec::document::{ANY, FileDecl, UseDecl};

impl<'d> Checker<'d> {
    pub(crate) fn check_scopes(&mut self) {
        for file in 0..self.files.len() {
            if is_shared(&self.files[file]) {
                self.add_shared_types(file);
            }
        }
        for file in 0..self.files.len() {
            self.refuse_shadows(file);
        }
        let by_path: HashMap<String, usize> =
            self.files.iter().enumerate().map(|(file, doc)| (doc.module.join("/"), file)).collect();
        for file in 0..self.files.len() {
            for used in &self.files[file].uses {
                self.use_types(file, used, &by_path);
            }
        }
    }

    /// Returns the types that a file declares, in the order of the file.
    fn declared_in_order(&self, file: usize) -> Vec<(&'d str, TypeId)> {
        let mut names: Vec<(&'d str, TypeId)> =
            self.scopes.declared[file].iter().map(|(name, id)| (*name, *id)).collect();
        names.sort_by_key(|(_, id)| *id);
        names
    }

    /// Adds the types of a root file to the types that all files of its package see.
    fn add_shared_types(&mut self, file: usize) {
        for (name, id) in self.declared_in_order(file) {
            if let Some(first) = self.scopes.shared(file, name) {
                self.report_shadowed(name, id, first, "it is declared in another root file");
            } else {
                self.scopes.root.insert((self.files[file].package.as_deref(), name), id);
            }
        }
    }

    /// Reports types whose name is already visible in the file.
    fn refuse_shadows(&mut self, file: usize) {
        if is_shared(&self.files[file]) {
            return;
        }
        let client = self.scopes.client_file(file);
        for (name, id) in self.declared_in_order(file) {
            let outer = client.filter(|client| *client != file);
            let outer = outer.and_then(|client| self.scopes.declared[client].get(name));
            if let Some(first) = outer.copied().or_else(|| self.scopes.shared(file, name)) {
                self.report_shadowed(name, id, first, "it is already visible there");
            }
        }
    }

    fn report_shadowed(&mut self, name: &str, id: TypeId, first: TypeId, label: &str) {
        let message = format!("two visible types have the name `{name}`");
        let problem = Diagnostic::error(Code::ShadowedType, self.slots[id.0].span, message);
        let problem = problem.second(self.slots[first.0].span, label);
        self.report(problem.hint("rename one of the two"));
    }

    fn use_types(&mut self, file: usize, used: &'d UseDecl, by_path: &HashMap<String, usize>) {
        let Some(other) = by_path.get(&used.module.value).copied() else {
            let message = format!("there is no file `{}`", used.module.value);
            let near = did_you_mean(&used.module.value, by_path.keys().map(String::as_str));
            let problem = Diagnostic::error(Code::UnknownUse, used.module.span, message);
            let hint = "write the path inside the spec, without the ending: `folder/file`";
            self.report(problem.hint(hint).hint_opt(near));
            // The names count as known, so that their uses are not reported too.
            for name in &used.names {
                self.scopes.used[file].insert(&name.value, BROKEN);
            }
            return;
        };
        for name in &used.names {
            let Some(id) = self.scopes.declared[other].get(name.value.as_str()).copied() else {
                let message = format!("{} declares no type `{}`", self.files[other].path, name.value);
                let near = did_you_mean(&name.value, self.scopes.declared[other].keys().copied());
                let elsewhere =
                    (0..self.files.len()).find(|file| self.scopes.declared[*file].contains_key(&*name.value));
                let elsewhere = elsewhere.map(|file| format!("`{}` has it", self.files[file].module.join("/")));
                let hint = elsewhere.or(near);
                let has_near = hint.is_some();
                let problem = Diagnostic::error(Code::UnknownUse, name.span, message).hint_opt(hint);
                self.unknown_uses.push(UnknownUse { name: name.value.clone(), of: other, has_near, problem });
                self.scopes.used[file].insert(&name.value, BROKEN);
                continue;
            };
            if let Some(first) = self.scopes.visible(file, &name.value).filter(|first| *first != id && *first != BROKEN)
            {
                let message = format!("a type `{}` is already visible here", name.value);
                let mut problem = Diagnostic::error(Code::ShadowedType, name.span, message);
                if let Some(slot) = self.slots.get(first.0) {
                    problem = problem.second(slot.span, "declared here");
                }
                self.report(problem.hint("rename one of the two"));
            }
            self.used_types.insert(id);
            self.scopes.used[file].insert(&name.value, id);
        }
    }

    /// Returns the type to which a name refers in a file. An unknown name is recorded, and gets a
    /// type that fits every value.
    pub(crate) fn named_type(&mut self, file: usize, name: &str, span: Span) -> Type {
        if let Some(ty) = builtin_type(name) {
            return ty;
        }
        if name == ANY {
            return broken();
        }
        if let Some(id) = self.scopes.visible(file, name) {
            self.used_types.insert(id);
            return Type::Named(id);
        }
        let hint = self.unknown_type_hint(file, name);
        self.unknown.push(UnknownType { name: name.to_owned(), file, span, hint });
        Type::Named(BROKEN)
    }

    pub(crate) fn unknown_type_hint(&self, file: usize, name: &str) -> Option<String> {
        if is_raw_name(name) {
            let place =
                if name == "file" { "a part of a body, or a list of parts" } else { "a whole body or a part of one" };
            return Some(format!("`{name}` is {place}; elsewhere bytes are a scalar, such as `text: base64`"));
        }
        let mut templates = self.files.iter().flat_map(|doc| &doc.templates);
        if templates.any(|template| template.item.name.value == name) {
            return Some(format!("`{name}` has a parameter: write `{name}<Type>`"));
        }
        if name.contains('<') {
            return Some(
                "this place needs the name of a record: write the members of the generic record out".to_owned(),
            );
        }
        let elsewhere = (0..self.files.len()).find(|other| self.scopes.declared[*other].contains_key(name));
        if let Some(other) = elsewhere {
            let module = self.files[other].module.join("/");
            return Some(format!("{module} has it: add `use: {{ {module}: [{name}] }}`"));
        }
        let client = self.scopes.client_file(file);
        let own = self.scopes.declared[file].keys().copied();
        let clients = client.into_iter().flat_map(|client| self.scopes.declared[client].keys().copied());
        let known = own.chain(clients).chain(self.scopes.all_shared(file).map(|(name, _)| name));
        did_you_mean(name, known.chain(BUILTINS.iter().map(|(name, _)| *name)))
    }
}

/// Returns whether every file sees the types of a file: a root file that is not a client file and not `lib`.
fn is_shared(doc: &FileDecl) -> bool {
    let at_root = doc.module.len() == 1 + usize::from(doc.package.is_some());
    at_root && doc.client.is_none() && !super::layout::is_lib(doc)
}
