//! `docs/troubleshooting.md`: each text that a user may see is in a source, and each feature that
//! the compiler may miss is one of the crate.
#![allow(clippy::unwrap_used, missing_docs)]

use std::process::Command;

use chainloom_bounded::Bounded as _;
use chainloom_tests::vectors::repository;

/// Sources of what users run, without tests, as one text. Escaped quotes and line breaks within
/// texts are undone.
fn sources() -> String {
    let listed = Command::new("git").args(["ls-files", "*.rs"]).current_dir(repository()).bounded_output().unwrap();
    let files = String::from_utf8(listed.stdout).unwrap();
    let is_source = |file: &&str| {
        let is_tool = ["tests/", "generated/", "examples/", "fuzz/", "benches/", "xtask/"]
            .iter()
            .any(|folder| file.starts_with(folder));
        !is_tool && !file.contains("/tests/") && !file.ends_with("tests.rs")
    };
    let mut all = String::new();
    for file in files.lines().filter(is_source) {
        let text = std::fs::read_to_string(repository().join(file)).unwrap_or_default().replace("\\\"", "\"");
        let mut parts = text.split("\\\n");
        all.push_str(parts.next().unwrap_or_default());
        parts.for_each(|part| all.push_str(part.trim_start()));
    }
    all
}

/// The texts in the first cells of tables: code between any number of backquotes.
fn texts(page: &str) -> Vec<&str> {
    let cells = page.lines().filter_map(|line| {
        let rest = line.strip_prefix("| `")?.trim_start_matches('`');
        let marks = &line[2..line.len() - rest.len()];
        Some(rest.split_once(&format!("{marks} |"))?.0.trim())
    });
    cells.collect()
}

#[test]
fn each_text_is_in_a_source() {
    let page = std::fs::read_to_string(repository().join("docs/troubleshooting.md")).unwrap();
    let (ours, of_compiler) = page.split_once("## The compiler").unwrap();
    let (sources, texts) = (sources(), texts(ours));
    assert!(texts.len() >= 30, "{} texts", texts.len());
    let is_missing = |text: &&str| text.split('…').any(|piece| !sources.contains(piece));
    let missing: Vec<&str> = texts.into_iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "no source has these texts of docs/troubleshooting.md: {missing:#?}");
    assert!(is_missing(&"not sent: … by a text that nothing has"), "it bites");

    let manifest = std::fs::read_to_string(repository().join("generated/Cargo.toml")).unwrap();
    let features =
        of_compiler.lines().filter_map(|line| line.strip_prefix("| ``")?.split(" | `").nth(1)?.split('`').next());
    let features: Vec<&str> = features.collect();
    assert!(features.len() > 5, "{features:?}");
    let unknown: Vec<_> = features.iter().filter(|name| !manifest.contains(&format!("\n{name} = ["))).collect();
    assert!(unknown.is_empty(), "features of docs/troubleshooting.md that `chainloom` does not have: {unknown:?}");
}
