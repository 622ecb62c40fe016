//! Decides the file of each type, and writes the `use` entries between files.
//!
//! Input: types, and trees that use them. Output: the file of each type, which is the only one that
//! uses it, or the file of the client. A file that cannot see a type gets an entry under `use`.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chainloom_codegen::CALLS;

use crate::operation::File;
use crate::tree::{Fix, Kind, Node};

/// Keys of a type or an operation whose values contain no types.
const DATA: [&str; 14] = [
    "doc", "source", "default", "example", "examples", "enum", "const", "pattern", "rust", "notes", "deprecated",
    "security", "server", "servers",
];

/// Path of the file for each type and scalar, by name.
pub(crate) struct TypeFiles(BTreeMap<String, String>);

impl TypeFiles {
    /// Chooses the file of each type. `types` are declared types with their definitions, and `uses`
    /// are all other parts of files. A type that only one file uses belongs to that file, any other
    /// to the file of the client.
    pub(crate) fn of(types: Vec<(&str, Node)>, scalars: Vec<&str>, uses: &[(String, Node)], client: &str) -> Self {
        let known: HashSet<&str> = types.iter().map(|(name, _)| *name).collect();
        let within: HashMap<&str, BTreeSet<String>> =
            types.iter().map(|(name, tree)| (*name, type_names_in(tree, &known))).collect();
        let mut users: HashMap<String, BTreeSet<&str>> = HashMap::new();
        for (file, tree) in uses {
            let mut open: Vec<String> = type_names_in(tree, &known).into_iter().collect();
            let mut seen: HashSet<String> = HashSet::new();
            while let Some(name) = open.pop() {
                if seen.insert(name.clone()) {
                    users.entry(name.clone()).or_default().insert(file);
                    open.extend(within.get(name.as_str()).into_iter().flatten().cloned());
                }
            }
        }
        let file = |name: &str| match users.get(name).map(|files| files.iter().collect::<Vec<_>>()) {
            Some(files) if files.len() == 1 => (*files[0]).to_owned(),
            _ => client.to_owned(),
        };
        let names = types.iter().map(|(name, _)| *name).chain(scalars);
        Self(names.map(|name| (name.to_owned(), file(name))).collect())
    }

    /// Returns whether a type belongs to a file.
    pub(crate) fn is(&self, name: &str, file: &str) -> bool {
        self.0.get(name).is_some_and(|own| own == file)
    }

    /// Returns the files that have a type.
    pub(crate) fn files(&self) -> BTreeSet<String> {
        self.0.values().cloned().collect()
    }

    /// Adds the key `use` to files that name types which they do not see.
    pub(crate) fn link(&self, files: &mut [File], client: &str) {
        let known: HashSet<&str> = self.0.keys().map(String::as_str).collect();
        for (file, root) in files {
            let folder = format!("{client}/");
            let sees = |other: &String| {
                let is_root = !other.contains('/') && other != client;
                other == file || is_root || (other == client && file.starts_with(&folder))
            };
            let mut taken: BTreeMap<&String, Vec<Node>> = BTreeMap::new();
            for name in type_names_in(root, &known) {
                if let Some(other) = self.0.get(&name).filter(|other| !sees(other)) {
                    taken.entry(other).or_default().push(Node::text(&name));
                }
            }
            if let (Kind::Map(entries), false) = (&mut root.kind, taken.is_empty()) {
                let at = entries.iter().take_while(|(key, _)| key == "chainloom" || key == "doc").count();
                let uses = taken.into_iter().map(|(other, names)| (other.clone(), Node::list(names)));
                entries.insert(at, ("use".to_owned(), Node::map(uses)));
            }
        }
    }
}

/// Returns the known types that a tree names.
pub(crate) fn type_names_in(node: &Node, known: &HashSet<&str>) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    collect_type_names(node, known, &mut found);
    found
}

/// Meaning of a node, as far as it decides whether its texts name types.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypePlace {
    Outside,
    /// The node is a type.
    Type,
    /// The node is a mapping from members to types, or is a type itself.
    Members,
}

impl TypePlace {
    /// Returns the meaning of the value of `key` in a node with this meaning. Some keys have types as values, others
    /// have mappings from members to types. In such a mapping, each value is a type.
    fn below(self, key: &str, value: &Node) -> Self {
        const TYPES: [&str; 7] = ["type", "list", "map", "key", "extends", "item", "lines"];
        const MEMBERS: [&str; 15] = [
            "fields", "common", "seen", "arms", "path", "query", "headers", "cookies", "params", "body", "body?",
            "response", "result", "events", "types",
        ];
        match MEMBERS.contains(&key) {
            true if matches!(value.kind, Kind::Map(_)) => Self::Members,
            has_type if has_type || self == Self::Members || TYPES.contains(&key) => Self::Type,
            _ => Self::Outside,
        }
    }
}

/// Renames declared types at all places of a tree where texts name types.
pub(crate) fn rename_types(root: &mut Node, names: &HashMap<String, String>) {
    rename(root, names, TypePlace::Outside);
}

/// Renames types in a node and its fixes. `place` is the meaning of the node.
fn rename(node: &mut Node, names: &HashMap<String, String>, place: TypePlace) {
    for fix in &mut node.fixes {
        if let Fix::Replace(other) = fix {
            rename(other, names, place);
        }
    }
    match &mut node.kind {
        Kind::Text(text) if place != TypePlace::Outside => *text = replace_type_names(text, names),
        Kind::List(items) => items.iter_mut().for_each(|item| rename(item, names, place)),
        Kind::Map(entries) => {
            let is_type = place != TypePlace::Members || is_type(entries);
            for (key, value) in entries.iter_mut().filter(|(key, _)| !(is_type && DATA.contains(&key.as_str()))) {
                let place = place.below(key, value);
                rename(value, names, place);
            }
        }
        _ => {}
    }
}

/// Replaces the words of a text that are names of types.
fn replace_type_names(text: &str, names: &HashMap<String, String>) -> String {
    let words = text.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric());
    let other = |piece: &str| {
        let word = piece.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric());
        names.get(word).map_or_else(|| piece.to_owned(), |name| format!("{name}{}", &piece[word.len()..]))
    };
    words.map(other).collect()
}

/// Adds the known types that a node names to `found`.
fn collect_type_names(node: &Node, known: &HashSet<&str>, found: &mut BTreeSet<String>) {
    match &node.kind {
        // A text that begins with `/` is the path of a call.
        Kind::Text(text) if text.starts_with('/') => {}
        Kind::Text(text) => {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            found.extend(words.filter(|word| known.contains(word)).map(str::to_owned));
        }
        Kind::List(items) => items.iter().for_each(|item| collect_type_names(item, known, found)),
        Kind::Map(entries) => {
            let is_type = is_type(entries);
            for (_, value) in entries.iter().filter(|(key, _)| !(is_type && DATA.contains(&key.as_str()))) {
                collect_type_names(value, known, found);
            }
        }
        _ => {}
    }
}

/// Returns whether a mapping is a type or an operation. In other mappings, keys are names of
/// members, even if they look like keys with data.
fn is_type(entries: &[(String, Node)]) -> bool {
    const KEYS: [&str; 6] = ["type", "list", "map", "union", "enum", "doc"];
    let is_call = |key: &str| CALLS.iter().any(|(call, _)| *call == key);
    entries.iter().any(|(key, _)| KEYS.contains(&key.as_str()) || is_call(key))
}
