//! Modules: the Rust paths of files, and the scopes of the items in each module.
//!
//! Input: the modules of a model, and the layout of the output. Output: [`Modules`], which the
//! other steps fill.

use std::collections::BTreeMap;

use super::patterns::without_keyword;
use super::reserved::{CLIENT_ITEMS, FIXTURES_ITEMS, FOLDER, Namespace, OF_CARGO, ROOT_ITEMS, SOCKET_ITEMS};
use super::scope::{Noun, Owner, Scope};
use super::{ModuleNames, RootNames};
use crate::diagnostic::{Code, Diagnostic};
use crate::files;
use crate::ident::{RustIdent, is_identifier};
use crate::model::{ClientId, Model, Module, ModuleId};
use crate::options::Layout;

/// Items that the root re-exports from the runtime.
const REEXPORTS: [&str; 3] = ["Error", "ErrorKind", "Reply"];
/// Name of the function that returns all operations.
const CATALOG: &str = "operations";

/// Identity of a module: its package, and its path in the package.
type ModulePath<'n> = (Option<&'n str>, Vec<&'n str>);

/// Scopes of one module.
#[derive(Debug)]
pub(super) struct ModuleScopes<'n> {
    /// Modules, types and traits.
    pub(super) items: Scope<'n>,
    /// Statics, and types that can be called like functions.
    pub(super) statics: Scope<'n>,
    /// Structs of calls, in a separate module.
    pub(super) calls: Scope<'n>,
    /// Statics that describe types, services and calls, in a separate module.
    pub(super) tables: Scope<'n>,
}

impl ModuleScopes<'_> {
    fn new() -> Self {
        let [items, statics, calls, tables] =
            [Namespace::Items, Namespace::Statics, Namespace::Items, Namespace::Statics].map(Scope::new);
        Self { items, statics, calls, tables }
    }
}

/// Modules with their scopes.
#[derive(Debug)]
pub(super) struct Modules<'n> {
    names: Vec<ModuleNames>,
    /// Identity of each module, by its index.
    at: Vec<ModulePath<'n>>,
    places: BTreeMap<ModulePath<'n>, ModuleScopes<'n>>,
}

impl<'n> Modules<'n> {
    pub(super) fn new(model: &'n Model, layout: Layout, found: &mut Vec<Diagnostic>) -> Self {
        let skipped = omitted_segments(model, layout);
        let at: Vec<ModulePath<'_>> = model.modules.iter().map(|module| module_path(module, skipped)).collect();
        let mut modules = Self { names: Vec::new(), at, places: BTreeMap::new() };
        modules.places.insert((None, Vec::new()), ModuleScopes::new());
        for at in modules.at.clone() {
            modules.reserve(&at);
        }
        let has_fixtures = model.fixtures.is_some() && layout == Layout::Crate;
        if let Some(root) = modules.places.get_mut(&(None, Vec::new())).filter(|_| has_fixtures) {
            root.items.reserve(FIXTURES_ITEMS);
        }
        for (module, at) in model.modules.iter().zip(modules.at.clone()) {
            let path = (0..at.1.len()).map(|depth| modules.claim_segment(module, &at, depth, found)).collect();
            modules.names.push(ModuleNames { path });
            refuse_path(module, layout, found);
        }
        for (index, client) in model.clients.iter().enumerate() {
            if let Some(place) = modules.at.get(client.module.0).and_then(|at| modules.places.get_mut(at)) {
                place.items.reserve(CLIENT_ITEMS);
                if model.has_websocket(ClientId(index)) {
                    place.items.reserve(SOCKET_ITEMS);
                }
            }
        }
        modules
    }

    /// Creates the scopes of a module and of its parent modules up to the root.
    fn reserve(&mut self, at: &ModulePath<'n>) {
        for depth in 0..=at.1.len() {
            let place = self.places.entry((at.0, at.1[..depth].to_vec())).or_insert_with(ModuleScopes::new);
            if depth == 0 {
                place.items.reserve(ROOT_ITEMS);
            }
        }
    }

    fn claim_segment(
        &mut self,
        module: &'n Module,
        at: &ModulePath<'n>,
        depth: usize,
        found: &mut Vec<Diagnostic>,
    ) -> RustIdent {
        let name = at.1[depth];
        // An invalid name of a module is reported once, with the whole path.
        if !is_lower_snake(name) {
            return RustIdent::new(name).unwrap_or_default();
        }
        let owner = Owner { noun: Noun::Module, name, span: module.top };
        let above = self.places.get_mut(&(at.0, at.1[..depth].to_vec()));
        above.map(|above| above.items.claim(owner, name.to_owned(), found)).unwrap_or_default()
    }

    /// Returns the names of all modules, by module index.
    pub(super) fn names(&self) -> Vec<ModuleNames> {
        self.names.clone()
    }

    /// Returns the scopes of a module. For an unknown module of an incomplete model it returns the
    /// scopes of the root.
    pub(super) fn scopes_of(&mut self, module: ModuleId) -> &mut ModuleScopes<'n> {
        let at = self.at.get(module.0).cloned().unwrap_or_default();
        self.places.entry(at).or_insert_with(ModuleScopes::new)
    }

    pub(super) fn name_root(&mut self) -> RootNames {
        let place = self.places.entry((None, Vec::new())).or_insert_with(ModuleScopes::new);
        let free = REEXPORTS.iter().filter(|name| !place.items.has(name));
        let reexports = free.filter_map(|name| RustIdent::new(name)).collect();
        RootNames { reexports, catalog: place.statics.claim_generated(CATALOG.to_owned()) }
    }
}

fn module_path(module: &Module, skipped: usize) -> ModulePath<'_> {
    let skipped = if module.package.is_none() { skipped } else { 0 };
    (module.package.as_deref(), module.path[skipped..].iter().map(String::as_str).collect())
}

/// Returns the number of leading path segments to omit: 1 if a single module encloses all others, so that it becomes
/// the root. Then a spec of one file or client is not a module in a module.
fn omitted_segments(model: &Model, layout: Layout) -> usize {
    if layout != Layout::File {
        return 0;
    }
    let own = || model.modules.iter().filter(|module| module.package.is_none());
    let first = own().map(|module| module.path.as_slice()).find(|path| path.len() == 1);
    usize::from(first.is_some_and(|first| own().all(|module| module.path.starts_with(first))))
}

/// Reports a path that is not a valid file on some system, or that has a special meaning for cargo.
fn refuse_path(module: &Module, layout: Layout, found: &mut Vec<Diagnostic>) {
    if let Some(part) = module.path.iter().find(|part| !is_lower_snake(part)) {
        let message = format!("`{part}` is not a lower snake case name");
        let hint = "name files and folders like `token_lists`: they become modules";
        found.push(Diagnostic::error(Code::FileName, module.top, message).hint(hint));
        return;
    }
    if layout != Layout::Crate || module.package.is_some() {
        return;
    }
    let name = module.path.last().map(String::as_str).unwrap_or_default();
    let of_cargo = module.path.first().is_some_and(|first| OF_CARGO.contains(&first.as_str()));
    let message = if of_cargo {
        format!("`{}` has a special meaning in a crate", module.path[0])
    } else if name == FOLDER && module.path.len() > 1 {
        "`mod` is the file of the folder itself".to_owned()
    } else {
        let path = files::source_path(&module.path);
        let Some(fault) = files::path_fault(&path) else { return };
        format!("`{path}` cannot be a file: {fault}")
    };
    let hint = "give the file or folder another name";
    found.push(Diagnostic::error(Code::FileName, module.top, message).hint(hint));
}

fn is_lower_snake(name: &str) -> bool {
    let good = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
    let starts = name.starts_with(|letter: char| letter.is_ascii_lowercase());
    starts && name.chars().all(good) && is_identifier(&without_keyword(name.to_owned()))
}
