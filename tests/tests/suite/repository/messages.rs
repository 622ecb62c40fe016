//! No code of the machine, or of its fuzz targets, reads messages: texts are made for people, and decisions follow data.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::{Path, PathBuf};

use chainloom_tests::machine;
use chainloom_tests::vectors::repository;

/// Ways to look into a message.
const LOOKS: [&str; 12] = [
    ".to_string().contains(", ".to_string().starts_with(", ".to_string().ends_with(", ".to_string().split(",
    "message.contains(", "message.starts_with(", "message.split(", "wanted.contains(", "hint.contains(", "split('`')",
    "find('`')", "contains('`')",
];

/// Files that look into texts which are not messages of ours, or print them.
const FOREIGN: [(&str, &str); 9] = [
    ("crates/conform/src/markdown.rs", "escapes what stands between backquotes"),
    ("crates/diff/src/print.rs", "quotes a declaration unless it is quoted"),
    ("crates/import/src/repair.rs", "folds names out of a line of the report"),
    ("crates/mcp/src/lines.rs", "an error of serde_json has no kind for depth"),
    ("fuzz/src/pages.rs", "looks for a secret in a position"),
    ("macros/src/declare/hints.rs", "prints a message in the notation of attributes"),
    ("runtime/src/call/exchange.rs", "an error of TLS has no common type"),
    ("runtime/src/dry_run/curl.rs", "a URL is no message"),
    ("runtime/src/response/hints.rs", "a service says by words that it does not serve yet"),
];

#[test]
fn no_code_reads_messages() {
    let root = repository();
    let mut found = Vec::new();
    let mut met = Vec::new();
    for folder in machine::crates(&root).into_iter().chain([PathBuf::from("fuzz")]) {
        for file in sources(&root.join(folder).join("src")) {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let lines = code.lines().filter(|line| LOOKS.iter().any(|look| line.contains(look)));
            let name = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            match FOREIGN.iter().position(|(known, _)| *known == name) {
                Some(at) => met.extend(lines.map(|_| at)),
                None => found.extend(lines.map(|line| format!("{name}: {}", line.trim()))),
            }
        }
    }
    assert!(found.is_empty(), "code that reads messages: return a value instead\n{}", found.join("\n"));
    let unused: Vec<&str> =
        FOREIGN.iter().enumerate().filter(|(at, _)| !met.contains(at)).map(|(_, (file, _))| *file).collect();
    assert!(unused.is_empty(), "exceptions without a case: {unused:?}");
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let is_test = |path: &PathBuf| path.file_stem().is_some_and(|stem| stem == "tests" || stem == "test");
    machine::files(folder, "rs").into_iter().filter(|path| !is_test(path)).collect()
}
