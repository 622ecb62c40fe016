//! No API in the machine: no name of an API, field or chain stands outside of the spec.
//!
//! The names are taken from the spec itself: every key with a capital inside, which is how the
//! names of members, parameters, operations and types look, but those that are words of the spec
//! language.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::path::Path;

use chainloom_tests::machine::{self, files};
use chainloom_tests::vectors::repository;

/// Names that no spec file can show to be one of ours.
const BRANDS: [&str; 20] = [
    "avalanche", "avax", "ethereum", "etherscan", "glacier", "popsicle", "x-chain", "p-chain", "c-chain", "subnet",
    "coreth", "fuji", "eth_", "erc20", "erc721", "erc1155", "utxo", "nodeid", "platform.get", "info.get",
];

/// Names in the spec that are those of a general form, too, or a word of `OpenAPI`.
const GENERAL: [&str; 8] = [
    "Bech32Address", "DateTime", "FAILED", "TimestampHex", "TimestampMillis", "TimestampText", "apiKey", "operationId",
];

/// Words of one API's trade that are too short or too plain to be found inside of others: looked
/// for as whole words.
const UNITS: [&str; 5] = ["wei", "gwei", "ether", "navax", "gas"];

#[test]
fn the_machine_names_no_api() {
    let root = repository();
    let names = spec_names(&root.join("spec"));
    assert!(names.len() > 100, "the spec gives names to look for");
    let mut found = Vec::new();
    for folder in machine::crates(&root) {
        let sources = root.join(folder).join("src");
        // Pages that `explain` shows are part of the machine too.
        for file in files(&sources, "rs").into_iter().chain(files(&sources, "md")) {
            let text = std::fs::read_to_string(&file).unwrap();
            // The member of documents that holds their spec begins like a chain.
            let lower = text.to_lowercase().replace("x-chainloom", "");
            let brands = BRANDS.iter().filter(|name| lower.contains(**name)).map(|name| (*name).to_owned());
            let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
            let fields = names.iter().filter(|name| words.contains(name.as_str())).cloned();
            let units = lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| UNITS.contains(word));
            // The importer guesses from words of documents of many trades.
            let is_vocabulary = file.parent().is_some_and(|folder| folder.ends_with("import/src/evidence"));
            let units = units.filter(|_| !is_vocabulary).map(str::to_owned).collect::<BTreeSet<_>>();
            found.extend(brands.chain(fields).chain(units).map(|name| format!("{}: {name}", file.display())));
        }
    }
    assert!(found.is_empty(), "names of an API in the machine:\n{}", found.join("\n"));
}

/// The names with a capital inside in the spec: members, parameters, operations, types.
fn spec_names(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in files(folder, "yaml") {
        let text = std::fs::read_to_string(file).unwrap();
        names.extend(text.lines().flat_map(keys));
    }
    let language = language_words();
    names.into_iter().filter(|name| !language.contains(name) && !GENERAL.contains(&name.as_str())).collect()
}

/// The keys of a line, in block and in flow style.
fn keys(line: &str) -> Vec<String> {
    let before_colons = line.match_indices(':').map(|(at, _)| &line[..at]);
    let last_words = before_colons.filter_map(|text| {
        let text = text.trim_end_matches(['?', '"']);
        let name = text.rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_').next();
        name.map(str::to_owned).filter(|name| is_wire_name(name))
    });
    last_words.collect()
}

fn is_wire_name(name: &str) -> bool {
    let starts_with_letter = name.starts_with(|c: char| c.is_ascii_alphabetic());
    starts_with_letter && name.len() > 4 && name.chars().skip(1).any(|c| c.is_ascii_uppercase())
}

/// The words of the language that have a capital inside.
fn language_words() -> BTreeSet<String> {
    let text = std::fs::read_to_string(repository().join("docs/language.md")).unwrap();
    let words = text.split('`').skip(1).step_by(2).flat_map(|code| code.split(|c: char| !c.is_ascii_alphanumeric()));
    words.filter(|word| is_wire_name(word)).map(str::to_owned).collect()
}
