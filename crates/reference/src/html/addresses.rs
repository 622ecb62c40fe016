//! Addresses: the file and the fragment of every item on a page.
//!
//! Input: a reference. Output: paths relative to the root of the site. A name of a spec may contain
//! characters that are unsafe in a file name, and two names may differ only in case.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::FOLDER;
use crate::data::{Reference, TypeEntry};

/// Files of services and of modules of types.
pub(super) struct Addresses {
    services: HashMap<String, String>,
    /// Files by the module of the types.
    modules: BTreeMap<String, String>,
    /// Service of each operation and subscription, by their IDs.
    of_items: HashMap<String, String>,
}

impl Addresses {
    pub(super) fn new(reference: &Reference) -> Self {
        let mut taken = HashSet::new();
        let services = reference.services.iter().map(|one| (one.name.clone(), file("service", &one.name, &mut taken)));
        let services = services.collect();
        let mut modules = BTreeMap::new();
        for entry in &reference.types {
            let module = module(&entry.id);
            if !modules.contains_key(module) {
                modules.insert(module.to_owned(), file("types", &module.replace("::", "."), &mut taken));
            }
        }
        let operations = reference.operations.iter().map(|one| (one.id.clone(), one.service.clone()));
        let subscriptions = reference.subscriptions.iter().map(|one| (one.id.clone(), one.service.clone()));
        Self { services, modules, of_items: operations.chain(subscriptions).collect() }
    }

    /// Returns the file of a service; the start page for an unknown service.
    pub(super) fn service(&self, name: &str) -> &str {
        self.services.get(name).map_or("index.html", String::as_str)
    }

    /// Returns the modules that have types, with their files.
    pub(super) fn modules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.modules.iter().map(|(module, file)| (module.as_str(), file.as_str()))
    }

    /// Returns the address of an operation, a subscription or webhooks. Webhooks are on the start
    /// page.
    pub(super) fn item(&self, id: &str) -> String {
        match self.of_items.get(id) {
            Some(service) => format!("{}#{}", self.service(service), escaped(&fragment(id))),
            None => format!("index.html#{}", escaped(&of_webhooks(id))),
        }
    }

    /// Returns the address of a type.
    pub(super) fn ty(&self, id: &str) -> String {
        let file = self.modules.get(module(id)).map_or("index.html", String::as_str);
        format!("{file}#{}", escaped(&fragment(short(id))))
    }
}

/// Returns the module of a type, from its ID.
pub(super) fn module(id: &str) -> &str {
    id.rsplit_once("::").map_or("", |(module, _)| module)
}

/// Returns the name of a type in its module, from its ID.
pub(super) fn short(id: &str) -> &str {
    id.rsplit_once("::").map_or(id, |(_, name)| name)
}

/// Returns the types of a module.
pub(super) fn types_of<'r>(reference: &'r Reference, of: &str) -> Vec<&'r TypeEntry> {
    reference.types.iter().filter(|entry| module(&entry.id) == of).collect()
}

/// Converts a name to a value of the attribute `id`, which must not contain white space.
pub(super) fn fragment(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join("_")
}

/// Returns the fragment of a file of the spec.
pub(super) fn of_file(name: &str) -> String {
    format!("file.{}", fragment(name))
}

/// Returns the fragment of webhooks, from their name.
pub(super) fn of_webhooks(name: &str) -> String {
    fragment(&format!("webhooks.{name}"))
}

/// Percent-encodes a fragment for an address.
pub(super) fn escaped(fragment: &str) -> String {
    let mut out = String::with_capacity(fragment.len());
    for byte in fragment.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Returns a file name that is unique, regardless of letter case.
fn file(kind: &str, name: &str, taken: &mut HashSet<String>) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    let stem: String = name.chars().map(plain).collect();
    let stem = if stem.is_empty() { kind.to_owned() } else { format!("{kind}-{stem}") };
    let mut number = 1;
    loop {
        let unique = if number == 1 { stem.clone() } else { format!("{stem}-{number}") };
        if taken.insert(unique.to_lowercase()) {
            return format!("{FOLDER}/{unique}.html");
        }
        number += 1;
    }
}
