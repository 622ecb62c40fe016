//! Which files of a crate name the definitions of which other files.
//!
//! Input: the folder of a crate. Output: for each file the files that define what it names, and the
//! imports that lead nowhere. A name is followed through `use`, re-exports, globs and renames to
//! its definition, so a file that only re-exports a name is not imported. Tests within the files
//! are left out. What an import may be belongs into the tests.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::{Attribute, Item, UseTree, Visibility};

/// The path of a module from the root of its crate, whose path is empty.
pub(super) type Module = Vec<String>;

/// The files of a crate by their modules.
pub(super) struct Crate {
    /// Each file with the files whose definitions it names.
    pub(super) files: BTreeMap<Module, BTreeSet<Module>>,
    /// Imports that lead neither to a definition nor to another crate.
    pub(super) unresolved: Vec<String>,
    /// The number of names that `use` items import from the crate itself.
    pub(super) imports: usize,
    folders: BTreeSet<Module>,
}

impl Crate {
    pub(super) fn read(folder: &Path) -> Self {
        let root = folder.join("src");
        let mut paths = Vec::new();
        collect(&root, &mut paths);
        let read = |path: &PathBuf| (module(&root, path), std::fs::read_to_string(path).unwrap());
        let texts: BTreeMap<Module, String> = paths.iter().map(read).collect();
        let mut scopes = Scopes { crates: other_crates(folder), ..Scopes::default() };
        for (module, text) in &texts {
            scopes.add(module.clone(), module, syn::parse_file(text).unwrap().items);
        }
        let folders = texts.keys().filter_map(|module| Some(module.split_last()?.1.to_vec())).collect();
        let mut read = Self { files: BTreeMap::new(), unresolved: Vec::new(), imports: 0, folders };
        for (module, text) in &texts {
            let mut targets = read.of_imports(&scopes, module);
            targets.extend(read.of_paths(&scopes, module, text));
            targets.remove(module);
            read.files.insert(module.clone(), targets);
        }
        read
    }

    /// The files that the `use` items of a file lead to, except its own modules that it re-exports.
    fn of_imports(&mut self, scopes: &Scopes, file: &Module) -> BTreeSet<Module> {
        let mut targets = BTreeSet::new();
        for import in scopes.imports.iter().filter(|import| scopes.of[&import.module].file == *file) {
            match scopes.resolve(&import.module, &import.path) {
                Some(found) => {
                    self.imports += 1;
                    let is_own = |target: &Module| import.is_re_export && target.starts_with(file);
                    targets.extend(found.into_iter().filter(|target| !is_own(target)));
                }
                None if scopes.of_other_crate(&import.path).is_some() => {}
                None => self.unresolved.push(format!("{}: {}", shown(file), import.path.join("::"))),
            }
        }
        targets
    }

    /// The files that all other paths of a file lead to.
    fn of_paths(&mut self, scopes: &Scopes, file: &Module, text: &str) -> BTreeSet<Module> {
        let mut paths = BTreeSet::new();
        named(text.parse().unwrap(), &mut paths);
        let mut targets = BTreeSet::new();
        // A path may stand in a module within the file.
        let within: Vec<&Module> =
            scopes.of.iter().filter(|(_, scope)| scope.file == *file).map(|(module, _)| module).collect();
        for path in paths {
            match within.iter().find_map(|module| scopes.resolve(module, &path)) {
                // A file knows the modules that it declares.
                Some(found) => targets.extend(found.into_iter().filter(|target| !target.starts_with(file))),
                None if ["crate", "super"].contains(&path[0].as_str()) => {
                    self.unresolved.push(format!("{}: {}", shown(file), path.join("::")));
                }
                // A variable, a type parameter, or a name of another crate.
                None => {}
            }
        }
        targets
    }

    /// The folder of a file: `x.rs` stands in the folder `x`, if there is one.
    pub(super) fn folder(&self, module: &Module) -> Module {
        match self.folders.contains(module) {
            true => module.clone(),
            false => module.split_last().map(|(_, above)| above.to_vec()).unwrap_or_default(),
        }
    }

    /// Files that lead to each other.
    pub(super) fn cycles(&self) -> BTreeSet<BTreeSet<Module>> {
        cycles(&self.files)
    }
}

fn cycles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> BTreeSet<BTreeSet<Module>> {
    let reach = |from: &Module| {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = graph[from].iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(&graph[next]);
            }
        }
        seen
    };
    let reach: BTreeMap<&Module, BTreeSet<&Module>> = graph.keys().map(|module| (module, reach(module))).collect();
    let around = |(module, ends): (&&Module, &BTreeSet<&Module>)| -> BTreeSet<Module> {
        ends.iter().filter(|end| reach[*end].contains(*module)).map(|end| (*end).clone()).collect()
    };
    reach.iter().map(around).filter(|cycle| cycle.len() > 1).collect()
}

/// The names in one module.
#[derive(Default)]
struct Scope {
    /// The file that the module stands in.
    file: Module,
    items: BTreeSet<String>,
    modules: BTreeSet<String>,
    /// Imported names, each with the path that it stands for.
    uses: Vec<(String, Vec<String>)>,
    globs: Vec<Vec<String>>,
    /// Words in calls of macros, which may define any of them.
    words: BTreeSet<String>,
}

/// One name of a `use` item.
struct Import {
    module: Module,
    path: Vec<String>,
    is_re_export: bool,
}

/// The modules of a crate.
#[derive(Default)]
struct Scopes {
    /// The names of other crates.
    crates: BTreeSet<String>,
    of: BTreeMap<Module, Scope>,
    imports: Vec<Import>,
    /// Macros that stand at the root, wherever they are defined.
    exported: BTreeMap<String, Module>,
    /// Paths that are being resolved: globs may lead back to where they are.
    open: RefCell<BTreeSet<(Module, Vec<String>)>>,
}

impl Scopes {
    fn add(&mut self, module: Module, file: &Module, items: Vec<Item>) {
        let mut scope = Scope { file: file.clone(), ..Scope::default() };
        for item in items {
            match item {
                Item::Use(item) if !is_test(&item.attrs) => {
                    let is_re_export = !matches!(item.vis, Visibility::Inherited);
                    let mut names = Vec::new();
                    let above = item.leading_colon.map(|_| String::new());
                    flatten(&item.tree, above.as_slice(), &mut names);
                    for (name, path) in names {
                        self.imports.push(Import { module: module.clone(), path: path.clone(), is_re_export });
                        match name {
                            Some(name) => scope.uses.push((name, path)),
                            None => scope.globs.push(path),
                        }
                    }
                }
                Item::Mod(item) if !is_test(&item.attrs) => {
                    let name = item.ident.to_string();
                    if let Some((_, items)) = item.content {
                        self.add(below(&module, &name), file, items);
                    }
                    scope.modules.insert(name);
                }
                Item::Macro(item) => match item.ident {
                    Some(name) if item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export")) => {
                        self.exported.insert(name.to_string(), file.clone());
                    }
                    Some(name) => scope.items.extend([name.to_string()]),
                    None => words(item.mac.tokens, &mut scope.words),
                },
                // `use {a, ::b}` is none of syn's items.
                Item::Verbatim(item) => panic!("{}: split `{item}`", shown(file)),
                item => scope.items.extend(name_of(&item)),
            }
        }
        self.of.insert(module, scope);
    }

    /// The files that define what a path means in a module, or nothing if it means nothing there. A
    /// path to a module has no file: what is taken out of the module has.
    fn resolve(&self, from: &Module, path: &[String]) -> Option<BTreeSet<Module>> {
        let key = (from.clone(), path.to_vec());
        if !self.open.borrow_mut().insert(key.clone()) {
            return None;
        }
        let found = match (path[0].as_str(), from.split_last()) {
            ("crate", _) => self.within(&[], &path[1..]),
            ("self", _) => self.within(from, &path[1..]),
            ("super", Some((_, above))) if path.get(1).is_some_and(|next| next == "super") => {
                self.resolve(&above.to_vec(), &path[1..])
            }
            ("super", Some((_, above))) => self.within(above, &path[1..]),
            _ => self.within(from, path),
        };
        self.open.borrow_mut().remove(&key);
        found
    }

    /// As [`Self::resolve`], for a path that begins with a name of the module. A name may stand for
    /// a module and an item.
    fn within(&self, module: &[String], path: &[String]) -> Option<BTreeSet<Module>> {
        let scope = self.of.get(module)?;
        let Some((name, rest)) = path.split_first() else { return Some(BTreeSet::new()) };
        let longer = |path: &[String]| -> Vec<String> { [path, rest].concat() };
        let item = scope.items.contains(name).then(|| BTreeSet::from([scope.file.clone()]));
        let is_module = scope.modules.contains(name);
        // What leads further is the module; at the end it may as well be a function of that name.
        if is_module && !rest.is_empty() {
            return self.within(&below(module, name), rest);
        }
        let uses = scope.uses.iter().filter(|(known, _)| known == name);
        // `use x::x` begins at the module or crate of that name, not at itself.
        let uses = uses.filter_map(|(_, target)| match target[0] == *name {
            true if is_module => self.within(&below(module, name), &longer(&target[1..])),
            true => self.of_other_crate(target),
            false => self.resolve(&module.to_vec(), &longer(target)).or_else(|| self.of_other_crate(target)),
        });
        let found: Vec<_> = item.into_iter().chain(is_module.then(BTreeSet::new)).chain(uses).collect();
        if !found.is_empty() {
            return Some(found.into_iter().flatten().collect());
        }
        let is_known = scope.uses.iter().any(|(known, _)| known == name);
        let mut globs = scope.globs.iter().filter(|glob| !is_known && glob[0] != *name);
        let glob = globs.find_map(|glob| self.resolve(&module.to_vec(), &[glob.as_slice(), path].concat()));
        let exported = || self.exported.get(name).filter(|_| module.is_empty());
        let by_macro = || scope.words.contains(name).then_some(&scope.file);
        glob.or_else(|| exported().or_else(by_macro).map(|file| BTreeSet::from([file.clone()])))
    }

    /// What other crates define has no file here. A path that begins with `::` has an empty first
    /// name.
    fn of_other_crate(&self, path: &[String]) -> Option<BTreeSet<Module>> {
        let name = if path[0].is_empty() { &path[1] } else { &path[0] };
        self.crates.contains(name).then(BTreeSet::new)
    }
}

fn below(module: &[String], name: &str) -> Module {
    [module, &[name.to_owned()]].concat()
}

/// The names of a `use` item with their paths. A glob has no name.
fn flatten(tree: &UseTree, above: &[String], found: &mut Vec<(Option<String>, Vec<String>)>) {
    let named = |ident: &syn::Ident| match ident == "self" {
        true => above.to_vec(),
        false => below(above, &ident.to_string()),
    };
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &below(above, &path.ident.to_string()), found),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, above, found)),
        UseTree::Name(name) => {
            let path = named(&name.ident);
            found.push((path.last().cloned(), path));
        }
        UseTree::Rename(name) => found.push((Some(name.rename.to_string()), named(&name.ident))),
        UseTree::Glob(_) => found.push((None, above.to_vec())),
    }
}

fn name_of(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Union(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

fn words(tokens: TokenStream, found: &mut BTreeSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(word) => found.extend([word.to_string()]),
            TokenTree::Group(group) => words(group.stream(), found),
            _ => {}
        }
    }
}

/// The paths in the text of a file, also within calls of macros, but not those of `use` items and
/// tests. A path of one word is one only if it looks like a type or is called.
fn named(tokens: TokenStream, found: &mut BTreeSet<Vec<String>>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |index: usize, sign: char| match tokens.get(index) {
        Some(TokenTree::Punct(punct)) => punct.as_char() == sign,
        _ => false,
    };
    let group = |index: usize| match tokens.get(index) {
        Some(TokenTree::Group(group)) => Some(group),
        _ => None,
    };
    let word = |index: usize| match tokens.get(index) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    };
    let mut at = 0;
    while at < tokens.len() {
        let is_test =
            || is(at, '#') && group(at + 1).is_some_and(|group| group.to_string().replace(' ', "") == "[cfg(test)]");
        if is_test() || word(at).as_deref() == Some("use") {
            let is_end = |at: &usize| {
                is(*at, ';')
                    || group(*at).is_some_and(|group| group.delimiter() == Delimiter::Brace && !is(at + 1, ';'))
            };
            at = (at..tokens.len()).find(is_end).map_or(tokens.len(), |end| end + 1);
            continue;
        }
        let Some(head) = word(at) else {
            if let Some(group) = group(at) {
                named(group.stream(), found);
            }
            at += 1;
            continue;
        };
        let is_inner = at > 0 && (is(at - 1, '.') || is(at - 1, ':') && at > 1 && is(at - 2, ':'));
        let is_of_macro = at > 0 && is(at - 1, '$') && head != "crate";
        let mut path = vec![head];
        at += 1;
        while let (true, true, Some(next)) = (is(at, ':'), is(at + 1, ':'), word(at + 2)) {
            path.push(next);
            at += 3;
        }
        let is_type = path[0].starts_with(char::is_uppercase);
        let is_called = || group(at).is_some_and(|group| group.delimiter() == Delimiter::Parenthesis);
        if !is_inner && !is_of_macro && path[0] != "Self" && (is_type || path.len() > 1 || is_called()) {
            found.insert(path);
        }
    }
}

/// The names of the crates that a crate depends on, as code writes them.
fn other_crates(folder: &Path) -> BTreeSet<String> {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let mut crates: BTreeSet<String> = ["alloc", "core", "proc_macro", "std"].map(str::to_owned).into();
    let mut section = "";
    for line in manifest.lines() {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        match line.strip_prefix('[') {
            Some(next) => section = next,
            None if section.contains("dependencies]") && !name.is_empty() => crates.extend([name.replace('-', "_")]),
            // A program names the library beside it.
            None if section == "package]" && name == "name" => {
                crates.extend(line.split('"').nth(1).map(|name| name.replace('-', "_")));
            }
            None => {}
        }
    }
    crates
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs")
            && path.file_stem().is_some_and(|stem| stem != "tests")
        {
            files.push(path);
        }
    }
}

fn module(root: &Path, path: &Path) -> Module {
    let inner = path.strip_prefix(root).unwrap().with_extension("");
    let parts: Module = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match parts.split_last() {
        Some((last, above)) if ["lib", "main", "mod"].contains(&last.as_str()) => above.to_vec(),
        _ => parts,
    }
}

/// A module as a path of folders, for messages.
pub(super) fn shown(module: &Module) -> String {
    if module.is_empty() { "the root".to_owned() } else { module.join("/") }
}
