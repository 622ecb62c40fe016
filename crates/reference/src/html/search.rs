//! Renders the index of the search: a script that sets one variable, because a page on a disk
//! cannot load other files.

use serde_json::json;

use super::addresses::{escaped, fragment, short};
use super::{MARK, Site};
use crate::index::{Entry, EntryKind};
use crate::search::{ENDINGS, LEAST, STOP_WORDS};

/// Renders the script: stop words, word endings, synonyms, and a list of files, each with its
/// entries. An entry is a list: kind, title, text, fragment, names. A fragment equal to the title
/// is empty; names equal to the title or its last part are omitted.
pub(super) fn script(site: &Site<'_>) -> String {
    let mut files: Vec<(String, Vec<String>)> = Vec::new();
    for entry in site.reference.entries() {
        let address = address(site, &entry);
        let (file, fragment) = address.split_once('#').unwrap_or((&address, ""));
        let line = line(&entry, fragment);
        match files.iter_mut().find(|(known, _)| known == file) {
            Some((_, lines)) => lines.push(line),
            None => files.push((file.to_owned(), vec![line])),
        }
    }
    // With one entry per line, a change of the spec gives a small diff.
    let files: Vec<String> =
        files.into_iter().map(|(file, lines)| format!("[{}, [\n{}\n]]", json!(file), lines.join(",\n"))).collect();
    let words = json!({
        "stop": STOP_WORDS.as_slice(), "endings": ENDINGS, "least": LEAST, "synonyms": site.reference.synonyms,
    });
    let entries = files.join(",\n");
    format!("// {MARK}\nwindow.referenceSearch = {{\"words\": {words},\n\"entries\": [\n{entries}\n]}};\n")
}

/// Returns an entry as a line of the index.
fn line(entry: &Entry, fragment: &str) -> String {
    let title = entry.title.as_str();
    let fragment = if fragment == title { "" } else { fragment };
    let last = title.rsplit('.').next().unwrap_or_default();
    let is_code = matches!(entry.kind, EntryKind::Error | EntryKind::ServiceError | EntryKind::Status);
    let names = entry.names.iter().filter(|name| is_code || *name != title && *name != last);
    let head = [json!(entry.kind), json!(title), json!(entry.text), json!(fragment)];
    let parts = head.into_iter().chain(names.map(|name| json!(name)));
    serde_json::Value::Array(parts.collect()).to_string()
}

/// Returns the address at which an entry is shown.
fn address(site: &Site<'_>, entry: &Entry) -> String {
    let addresses = &site.addresses;
    let part = |of: &str, name: &str| escaped(&fragment(&format!("{of}.{name}")));
    let within = |address: String, fragment: String| {
        let file = address.split('#').next().unwrap_or_default().to_owned();
        format!("{file}#{fragment}")
    };
    let last = entry.names.last().map(String::as_str).unwrap_or_default();
    let first = entry.names.first().map(String::as_str).unwrap_or_default();
    match entry.kind {
        EntryKind::Operation | EntryKind::Subscription | EntryKind::Webhooks => addresses.item(&entry.of),
        EntryKind::Type => addresses.ty(&entry.of),
        EntryKind::Parameter => within(addresses.item(&entry.of), part(&entry.of, first)),
        EntryKind::Member => within(addresses.ty(&entry.of), part(short(&entry.of), first)),
        EntryKind::Value => {
            let value = escaped(&fragment(&format!("{}:{first}", short(&entry.of))));
            within(addresses.ty(&entry.of), value)
        }
        EntryKind::Error => within(addresses.item(&entry.of), part(&entry.of, last)),
        EntryKind::ServiceError => within(addresses.service(&entry.of).to_owned(), part(&entry.of, last)),
        EntryKind::Status => {
            let service = site.reference.services.iter().find(|service| service.client == entry.of);
            let file = service.map_or("index.html", |service| addresses.service(&service.name));
            within(file.to_owned(), part("status", first))
        }
    }
}
