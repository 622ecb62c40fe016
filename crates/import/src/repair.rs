//! Repairs the files of a spec: simplifies nodes that the generator refuses, until it accepts all
//! files.
//!
//! Input: the files of a spec. Output: their texts, which the generator accepts. The report lists
//! each simplification.

use std::collections::{HashMap, HashSet};

use chainloom_codegen::diagnostic::{Code, Diagnostic, Diagnostics};
use chainloom_codegen::{Package, SourceFile, Tree, read_trees, understand_trees};

use crate::extraction::Extraction;
use crate::numbered::{Parts, tree_of};
use crate::operation::File;
use crate::print::print;
use crate::report::Report;
use crate::tree::{Fix, Kind, Node, Path};

/// Keys that change no call: bounds only refuse values, and the other keys only describe them.
const KEYS_WITHOUT_EFFECT: [&str; 7] = ["examples", "example", "pattern", "range", "size", "unit", "default"];

/// Maximum number of times that the generator runs. After each refusal, nodes are simplified.
const ROUNDS: usize = 60;

/// Paths and texts of files.
pub(crate) type Texts = Vec<(String, String)>;

/// Files and packages of an existing spec, which stay as they are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ExistingSpec<'s> {
    pub(crate) sources: &'s [SourceFile],
    pub(crate) packages: &'s [Package],
}

/// Simplifies files until the generator accepts them together with the files of `beside`, and
/// returns their texts. `head` becomes the first line of each text. With `allows`, files get the
/// key `allow` for warnings about facts that the document does not state.
pub(crate) fn repair(
    files: &mut Vec<File>,
    head: &str,
    report: &mut Report,
    allows: bool,
    beside: &ExistingSpec<'_>,
) -> Result<Texts, String> {
    let mut trees = read_trees(beside.sources).map_err(|refused| refused.lines())?;
    let first = trees.len();
    let mut last = Diagnostics::default();
    for _ in 0..ROUNDS {
        trees.truncate(first);
        let mut numbered = Vec::with_capacity(files.len());
        for (path, root) in files.iter() {
            let (tree, parts) = tree_of(trees.len(), path, root);
            trees.push(tree);
            numbered.push(parts);
        }
        let refused = match understand_trees(&trees, beside.packages) {
            Err(refused) => refused,
            Ok((_, warnings)) => {
                if allows && remove_unused(files, (first, &numbered), &warnings) {
                    continue;
                }
                if allows {
                    add_allow(files, &warnings, first);
                }
                return texts_of(files, head);
            }
        };
        let is_simpler = apply_fixes(files, (first, &numbered), &refused, report);
        files.retain(|(_, root)| {
            ["client", "operations", "subscriptions", "rpc", "types", "scalars", "deployment"]
                .iter()
                .any(|key| root.get(key).is_some())
        });
        if !is_simpler {
            return Err(format!(
                "the generator refuses the spec, and no part of it can be simplified further:\n{}",
                refused.lines()
            ));
        }
        last = refused;
    }
    Err(format!("the generator still refuses the spec after {ROUNDS} rounds of simplification:\n{}", last.lines()))
}

/// Returns texts as files that the generator reads.
pub(crate) fn sources_of(texts: &Texts) -> Vec<SourceFile> {
    let source = |(path, text): &(String, String)| SourceFile {
        path: path.clone(),
        module: path.trim_end_matches(".yaml").to_owned(),
        text: text.clone(),
    };
    texts.iter().map(source).collect()
}

/// Returns the texts of files, after a check that reading them gives the same trees.
fn texts_of(files: &[File], head: &str) -> Result<Texts, String> {
    let text = |(path, root): &File| (format!("{path}.yaml"), format!("{head}{}", print(root)));
    let texts: Texts = files.iter().map(text).collect();
    let read: Vec<Tree> = read_trees(&sources_of(&texts)).map_err(|refused| refused.lines())?;
    let is_other =
        |((path, root), read): &(&File, &Tree)| tree_of(0, path, root).0.root.to_json() != read.root.to_json();
    match files.iter().zip(&read).find(is_other) {
        Some(((path, _), _)) => {
            Err(format!("the text of `{path}.yaml` differs from what was imported, which is a bug of the importer"))
        }
        None => Ok(texts),
    }
}

/// Removes types and scalars that no operation uses: the report has an entry for a use that was simplified, and the
/// members of a body may have become parameters. Removes names under `use` that their file does not need, too. Returns
/// whether there was any.
fn remove_unused(files: &mut [File], (first, numbered): (usize, &[Parts]), warnings: &Diagnostics) -> bool {
    let uses = warnings.iter().filter(|one| one.code == Code::UnusedUse).filter_map(|one| {
        let file = one.span.file.checked_sub(first)?;
        Some((file, numbered.get(file)?.part_at(one.span, |_| true)?))
    });
    let mut uses: Vec<(usize, Path)> = uses.collect();
    // From the end, so that a removal does not shift the names before it.
    uses.sort_by(|one, other| other.cmp(one));
    let mut is_removed = !uses.is_empty();
    for (file, path) in uses {
        apply_next_fix(&mut files[file].1, &path);
    }
    for (at, (_, root)) in (first..).zip(files) {
        let of_file = warnings.iter().filter(|one| one.code == Code::UnusedType && one.span.file == at);
        let names: HashSet<&str> = of_file.filter_map(|one| one.subject.as_deref()).collect();
        let Kind::Map(entries) = &mut root.kind else { continue };
        for (_, declared) in entries.iter_mut().filter(|(key, _)| key == "types" || key == "scalars") {
            let Kind::Map(declared) = &mut declared.kind else { continue };
            let count = declared.len();
            declared.retain(|(name, _)| !names.contains(name.as_str()));
            is_removed |= declared.len() < count;
        }
        drop_empty(root);
    }
    is_removed
}

/// Warnings of facts that a document does not state, such as descriptions.
const TOLERATED_WARNINGS: [Code; 4] = [Code::NoDoc, Code::NoExample, Code::DocIsName, Code::SingleValueEnum];

/// Adds the key `allow` to each file with warnings of [`TOLERATED_WARNINGS`]. `first` is the index of the first
/// file in the warnings.
fn add_allow(files: &mut [File], warnings: &Diagnostics, first: usize) {
    for (at, (_, root)) in (first..).zip(files) {
        let has = |code: &&Code| warnings.iter().any(|one| one.code == **code && one.span.file == at);
        let codes: Vec<&str> = TOLERATED_WARNINGS.iter().filter(has).map(|code| code.name()).collect();
        let Kind::Map(entries) = &mut root.kind else { continue };
        if codes.is_empty() {
            continue;
        }
        let mut node = Node::texts(codes);
        node.comment = Some("the imported document lacks what these warnings ask for".to_owned());
        let head = entries.iter().take_while(|(key, _)| key == "chainloom" || key == "doc").count();
        entries.insert(head, ("allow".to_owned(), node));
    }
}

/// Applies one fix for each diagnostic, and returns whether there was any. `first` is the index of
/// the first file in the diagnostics.
fn apply_fixes(
    files: &mut [File],
    (first, numbered): (usize, &[Parts]),
    refused: &Diagnostics,
    report: &mut Report,
) -> bool {
    let mut targets: Vec<(usize, Path, &Diagnostic)> = Vec::new();
    let mut unknown: HashMap<&str, &Diagnostic> = HashMap::new();
    for diagnostic in refused.iter() {
        // A diagnostic may concern a type in one file and its example in another.
        let spans = std::iter::once(diagnostic.span).chain(diagnostic.secondary.iter().map(|second| second.span));
        let places: Vec<(usize, Path)> = spans
            .filter_map(|span| {
                let file = span.file.checked_sub(first)?;
                let ((_, root), numbered) = files.get(file).zip(numbered.get(file))?;
                let can = |path: &Path| node_at(root, path).is_some_and(|node| !node.fixes.is_empty());
                Some((file, numbered.part_at(span, can)?))
            })
            .collect();
        // If an example does not fit its type, the example is removed.
        let is_example = |(file, path): &&(usize, Path)| has_key(&files[*file].1, path, &["examples", "example"]);
        let example = places.iter().find(is_example).filter(|_| diagnostic.code == Code::BadExample);
        if let Some((file, path)) = example.or(places.first()) {
            targets.push((*file, path.clone(), diagnostic));
        }
        if let (Code::UnknownType, Some(name)) = (diagnostic.code, diagnostic.subject.as_deref()) {
            unknown.entry(name).or_insert(diagnostic);
        }
    }
    // The generator reports each unknown name once, but many places may use it.
    for (file, (_, root)) in files.iter().enumerate().filter(|_| !unknown.is_empty()) {
        let mut found = Vec::new();
        collect_uses(root, &unknown, &mut Vec::new(), &mut found);
        targets.extend(found.into_iter().map(|(path, diagnostic)| (file, path, diagnostic)));
    }
    // Fixes are applied from the end, so that a removal does not shift nodes that still have to be
    // fixed. Each node is fixed once.
    targets.sort_by(|a, b| (b.0, &b.1).cmp(&(a.0, &a.1)));
    targets.dedup_by(|a, b| (a.0, &a.1) == (b.0, &b.1));
    let mut named = Extraction::new(files);
    for (file, path, diagnostic) in &targets {
        if named.extract(*file, &mut files[*file].1, path, diagnostic) {
            continue;
        }
        let place = origin(&files[*file].1, path);
        let what = generalize_message(&files[*file].1, path, diagnostic);
        // Keys that change no call count as details.
        let root = &files[*file].1;
        let is_detail = has_key(root, path, &KEYS_WITHOUT_EFFECT) || repeats_members(root, path, diagnostic);
        report.refused(what, &place, is_detail);
        apply_next_fix(&mut files[*file].1, path);
    }
    named.declare(files);
    files.iter_mut().for_each(|(_, root)| drop_empty(root));
    !targets.is_empty()
}

/// Returns whether the fix of a node only repeats the members of a record in place of its name,
/// because the record has the tag of the union.
fn repeats_members(root: &Node, path: &Path, diagnostic: &Diagnostic) -> bool {
    let fix = node_at(root, path).and_then(|node| node.fixes.front());
    let has_fields = matches!(fix, Some(Fix::Replace(other)) if other.get("fields").is_some());
    diagnostic.code == Code::BadUnion && has_fields
}

/// Returns whether one of these keys is on the path to a part.
fn has_key(root: &Node, path: &Path, keys: &[&str]) -> bool {
    let mut node = root;
    for at in path {
        if let Kind::Map(entries) = &node.kind {
            if entries.get(*at).is_some_and(|(key, _)| keys.contains(&key.as_str())) {
                return true;
            }
        }
        let Some(next) = node.child(*at) else { return false };
        node = next;
    }
    false
}

/// Collects the paths of nodes that name one of these types and have a fix.
fn collect_uses<'d>(
    node: &Node,
    names: &HashMap<&str, &'d Diagnostic>,
    path: &mut Path,
    found: &mut Vec<(Path, &'d Diagnostic)>,
) {
    let diagnostic_of = |node: &Node| match &node.kind {
        Kind::Text(text) => names.get(text.strip_suffix(" | null").unwrap_or(text)).copied(),
        _ => None,
    };
    let used = diagnostic_of(node).or_else(|| node.get("type").and_then(diagnostic_of));
    if let Some(diagnostic) = used.filter(|_| !node.fixes.is_empty()) {
        found.push((path.clone(), diagnostic));
        return;
    }
    for (at, child) in node.children().into_iter().enumerate() {
        path.push(at);
        collect_uses(child, names, path, found);
        path.pop();
    }
}

/// Returns the node at a path.
fn node_at<'t>(root: &'t Node, path: &Path) -> Option<&'t Node> {
    path.iter().try_fold(root, |node, at| node.child(*at))
}

pub(crate) fn node_at_mut<'t>(root: &'t mut Node, path: &[usize]) -> Option<&'t mut Node> {
    path.iter().try_fold(root, |node, at| node.child_mut(*at))
}

/// Returns the place in the document of the innermost part on a path that has one, or an empty
/// text.
fn origin(root: &Node, path: &Path) -> String {
    let mut node = root;
    let mut found = String::new();
    for at in path {
        let Some(next) = node.child(*at) else { break };
        node = next;
        if let Some(origin) = &node.origin {
            found.clone_from(origin);
        }
    }
    found
}

/// Returns the key of a part and the message of its diagnostic, without names, so that equal
/// reports are counted together.
fn generalize_message(root: &Node, path: &Path, diagnostic: &Diagnostic) -> String {
    let parent = path.split_last().and_then(|(at, above)| Some((node_at(root, &above.to_vec())?, *at)));
    let key = parent.and_then(|(node, at)| match &node.kind {
        Kind::Map(entries) => entries.get(at).map(|(key, _)| key.clone()),
        _ => None,
    });
    const WORDS: [&str; 23] = [
        "pattern", "range", "size", "default", "example", "examples", "join", "style", "content", "response", "paging",
        "paginate", "rules", "security", "server", "servers", "auth", "headers", "status", "redirects", "deprecated",
        "slashes", "explode",
    ];
    let prefix = key.filter(|key| WORDS.contains(&key.as_str())).map(|key| format!("`{key}`: ")).unwrap_or_default();
    let mut general = String::new();
    for (at, part) in diagnostic.message.split('`').enumerate() {
        general.push_str(if at % 2 == 0 { part } else { "`…`" });
    }
    format!("{prefix}{general} ({})", diagnostic.code.name())
}

/// Applies the next fix of the node at a path. A node without fixes is removed.
fn apply_next_fix(root: &mut Node, path: &Path) {
    let Some((last, above)) = path.split_last() else { return };
    let Some(parent) = node_at_mut(root, above) else { return };
    let Some(node) = parent.child_mut(*last) else { return };
    match node.fixes.pop_front() {
        Some(Fix::Replace(other)) => {
            let mut other = *other;
            other.fixes.extend(std::mem::take(&mut node.fixes));
            other.origin = other.origin.or(node.origin.take());
            *node = other;
        }
        Some(Fix::Remove) | None => {
            parent.remove(*last);
            unwrap_type(parent);
        }
    }
}

/// Replaces a mapping whose only key is `type` by the name of the type.
fn unwrap_type(node: &mut Node) {
    let Kind::Map(entries) = &mut node.kind else { return };
    if let [(key, value)] = entries.as_mut_slice() {
        if key == "type" && matches!(value.kind, Kind::Text(_)) {
            node.kind = std::mem::take(&mut value.kind);
        }
    }
}

/// Removes keys with empty values that the generator would refuse, and the service of a file
/// without operations.
fn drop_empty(root: &mut Node) {
    drop_empty_entries(root);
    if let Kind::Map(entries) = &mut root.kind {
        for (_, uses) in entries.iter_mut().filter(|(key, _)| key == "use") {
            if let Kind::Map(uses) = &mut uses.kind {
                uses.retain(|(_, names)| !names.is_empty());
            }
        }
        entries.retain(|(key, value)| !["types", "use"].contains(&key.as_str()) || !value.is_empty());
    }
    if root.get("operations").is_some_and(Node::is_empty) {
        if let Kind::Map(entries) = &mut root.kind {
            entries.retain(|(key, _)| key != "operations" && key != "service");
        }
    }
}

fn drop_empty_entries(node: &mut Node) {
    const KEYS: [&str; 6] = ["examples", "rules", "errors", "auth", "headers", "end"];
    match &mut node.kind {
        Kind::Map(entries) => {
            entries.retain(|(key, value)| !(KEYS.contains(&key.as_str()) && value.is_empty()));
            entries.iter_mut().for_each(|(_, value)| drop_empty_entries(value));
        }
        Kind::List(items) => items.iter_mut().for_each(drop_empty_entries),
        _ => {}
    }
}
