//! The rooms of the machine: no circle between files of different folders, none of more than two files within one, and in
//! the generator every import leads from a later stage to an earlier one.
//!
//! A file imports another when it names it in a `use`, or in a path from the root of the crate. What a file brings along of its
//! own modules (`pub use`) is no import. `x.rs` stands in the folder `x`, if there is one.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use chainloom_tests::machine;
use chainloom_tests::vectors::repository;
use syn::{Item, UseTree, Visibility};

/// The stages of the generator. A file imports from its own stage, or from one above it in this list.
const STAGES: [&[&str]; 6] = [
    // What everything stands on.
    &["casing", "characters", "diagnostic", "files", "ident", "options", "parallel", "source", "stage"],
    &["model", "sentences"],
    &["spec"],
    &["analysis"],
    &["rust", "documents"],
    &["outputs", "pipeline"],
];

type Module = Vec<String>;

/// The files of a crate by their modules, each with the modules that it names.
struct Crate {
    files: BTreeMap<Module, BTreeSet<Module>>,
    folders: BTreeSet<Module>,
}

impl Crate {
    fn read(folder: &Path) -> Self {
        let root = repository().join(folder).join("src");
        let mut paths = Vec::new();
        collect(&root, &mut paths);
        let modules: Vec<(Module, PathBuf)> = paths.into_iter().map(|path| (module(&root, &path), path)).collect();
        let known: BTreeSet<Module> = modules.iter().map(|(module, _)| module.clone()).collect();
        let folders = known.iter().filter_map(|module| Some(module.split_last()?.1.to_vec())).collect();
        let files = modules.into_iter().map(|(module, path)| {
            let imports = imports(&module, &std::fs::read_to_string(&path).unwrap());
            let targets = imports.iter().filter_map(|path| deepest(path, &known)).filter(|target| *target != module);
            let targets = targets.collect();
            (module, targets)
        });
        Self { files: files.collect(), folders }
    }

    fn folder(&self, module: &Module) -> Module {
        match self.folders.contains(module) {
            true => module.clone(),
            false => module.split_last().map(|(_, above)| above.to_vec()).unwrap_or_default(),
        }
    }

    /// Everything that a file leads to.
    fn reach(&self, from: &Module) -> BTreeSet<&Module> {
        let mut seen = BTreeSet::new();
        let mut open: Vec<&Module> = self.files[from].iter().collect();
        while let Some(next) = open.pop() {
            if seen.insert(next) {
                open.extend(&self.files[next]);
            }
        }
        seen
    }

    /// Files that lead to each other.
    fn circles(&self) -> Vec<BTreeSet<&Module>> {
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            self.files.keys().map(|module| (module, self.reach(module))).collect();
        let mut all: BTreeSet<BTreeSet<&Module>> = BTreeSet::new();
        for (module, ends) in &reach {
            let circle: BTreeSet<&Module> = ends.iter().copied().filter(|end| reach[end].contains(module)).collect();
            all.insert(circle);
        }
        all.into_iter().filter(|circle| circle.len() > 1).collect()
    }
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

/// The root of the crate has an empty path.
fn module(root: &Path, path: &Path) -> Module {
    let inner = path.strip_prefix(root).unwrap().with_extension("");
    let parts: Module = inner.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    match parts.split_last() {
        Some((last, above)) if ["lib", "main", "mod"].contains(&last.as_str()) => above.to_vec(),
        _ => parts,
    }
}

fn deepest(path: &Module, known: &BTreeSet<Module>) -> Option<Module> {
    (1..=path.len()).rev().map(|depth| path[..depth].to_vec()).find(|prefix| known.contains(prefix))
}

/// The paths that a file names, from the root of its crate.
fn imports(module: &Module, text: &str) -> BTreeSet<Module> {
    let file = syn::parse_file(text).unwrap();
    let mut found = BTreeSet::new();
    for item in &file.items {
        let Item::Use(item) = item else { continue };
        let mut paths = Vec::new();
        flatten(&item.tree, &[], &mut paths);
        let paths: Vec<Module> = paths.iter().map(|path| absolute(module, path)).collect();
        let is_own = |path: &Module| path.starts_with(module) && !matches!(item.vis, Visibility::Inherited);
        found.extend(paths.into_iter().filter(|path| !is_own(path)));
    }
    for line in text.lines().take_while(|line| !line.contains("mod tests {")).map(str::trim_start) {
        if line.starts_with("//") {
            continue;
        }
        let named = line.split("crate::").skip(1);
        let paths =
            named.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').next().unwrap());
        found.extend(paths.map(|path| path.split("::").map(str::to_owned).collect::<Module>()));
    }
    found
}

fn flatten(tree: &UseTree, above: &[String], found: &mut Vec<Module>) {
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &[above, &[path.ident.to_string()]].concat(), found),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, above, found)),
        UseTree::Name(name) => found.push([above, &[name.ident.to_string()]].concat()),
        UseTree::Rename(name) => found.push([above, &[name.ident.to_string()]].concat()),
        UseTree::Glob(_) => found.push(above.to_vec()),
    }
}

fn absolute(module: &Module, path: &[String]) -> Module {
    match path.split_first() {
        Some((first, rest)) if first == "crate" => rest.to_vec(),
        Some((first, rest)) if first == "self" => [module.as_slice(), rest].concat(),
        Some((first, _)) if first == "super" => {
            let ups = path.iter().take_while(|part| *part == "super").count();
            [&module[..module.len().saturating_sub(ups)], &path[ups..]].concat()
        }
        // A module of its own, or of another crate: then no file has the path.
        _ => [module.as_slice(), path].concat(),
    }
}

fn shown(module: &Module) -> String {
    if module.is_empty() { "the root".to_owned() } else { module.join("/") }
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    let mut wrong = Vec::new();
    for folder in machine::crates(&repository()) {
        let read = Crate::read(&folder);
        for circle in read.circles() {
            let folders: BTreeSet<Module> = circle.iter().map(|module| read.folder(module)).collect();
            if circle.len() > 2 || folders.len() > 1 {
                let files: Vec<String> = circle.iter().map(|module| shown(module)).collect();
                wrong.push(format!("{}: {}", folder.display(), files.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "these import each other; put what they share below all of them:\n{}", wrong.join("\n"));
}

#[test]
fn imports_lead_to_earlier_stages() {
    let generator = Crate::read(Path::new("codegen"));
    let stage = |module: &Module| {
        let room = module.first()?;
        let found = STAGES.iter().position(|rooms| rooms.contains(&room.as_str()));
        Some(found.unwrap_or_else(|| panic!("add `{room}` to a stage in {}", file!())))
    };
    let mut wrong = Vec::new();
    for (from, targets) in generator.files.iter().filter(|(from, _)| !from.is_empty()) {
        for to in targets {
            let is_later = stage(to) > stage(from) || to.is_empty();
            // Two rooms of one stage do not know each other, unless both are the ground.
            let is_beside =
                stage(to) == stage(from) && stage(to) >= Some(4) && to[0] != from[0] && stage(to) != Some(5);
            if is_later || is_beside {
                wrong.push(format!("{} imports {}", shown(from), shown(to)));
            }
        }
    }
    assert!(wrong.is_empty(), "imports against the order of the stages:\n{}", wrong.join("\n"));
}
