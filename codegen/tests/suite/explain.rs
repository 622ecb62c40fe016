//! The pages that explain codes: every code has one, the wrong example gives that code and nothing
//! else, and the corrected one is in order.

use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::{Code, CodeInfo, Diagnostics, Severity, TABLE, explain};
use chainloom_codegen::read_sources;
use chainloom_codegen::understand;

/// Mistakes that text in a page cannot make.
const WITHOUT_EXAMPLE: [Code; 3] = [Code::Unreadable, Code::NotUtf8, Code::TooLarge];

fn explained() -> impl Iterator<Item = &'static CodeInfo> {
    TABLE.iter().filter(|info| info.code != Code::Bug)
}

#[test]
fn every_code_has_a_page() {
    let missing: Vec<&str> = explained()
        .filter(|info| explain::page(info.code).is_none_or(|page| page.trim().is_empty()))
        .map(|info| info.name)
        .collect();
    assert!(missing.is_empty(), "write and list codegen/src/diagnostic/explain/<code>.md for {missing:?}");
    assert!(explain::page(Code::Bug).is_none());
}

#[test]
fn pages_are_short() {
    for info in explained() {
        let lines = explain::page(info.code).unwrap_or_default().lines().count();
        assert!(lines <= 60, "{}: {lines} lines", info.name);
    }
}

#[test]
fn examples_do_what_their_pages_say() {
    let checked = explained().filter(|info| !WITHOUT_EXAMPLE.contains(&info.code)).map(check);
    let failures: Vec<String> = checked.filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

#[test]
fn codes_are_found_by_name() {
    assert_eq!(explain::find("unknown-type").unwrap().code, Code::UnknownType);
    assert_eq!(explain::find("unknown-typ").unwrap_err().as_deref(), Some("did you mean `unknown-type`?"));
    assert_eq!(explain::find("xyz").unwrap_err(), None);
}

fn check(info: &CodeInfo) -> Result<(), String> {
    let page = explain::page(info.code).unwrap_or_default();
    let examples = page.split_once("\nWrong:\n").and_then(|(_, rest)| rest.split_once("\nRight:\n"));
    let (wrong, right) = examples.ok_or_else(|| format!("{}: no `Wrong:` and `Right:`", info.name))?;
    let diagnostics = diagnostics_of(wrong);
    if diagnostics.is_empty() || diagnostics.iter().any(|one| one.code != info.code) {
        return Err(format!("{}: the wrong example says\n{diagnostics}", info.name));
    }
    let diagnostics = diagnostics_of(right);
    if diagnostics.iter().any(|one| one.severity == Severity::Error || one.code == info.code) {
        return Err(format!("{}: the right example says\n{diagnostics}", info.name));
    }
    Ok(())
}

/// Returns the diagnostics of the files in the fenced blocks of a text.
fn diagnostics_of(text: &str) -> Diagnostics {
    let try_all = || -> Result<Diagnostics, Diagnostics> {
        let sources: Vec<SourceFile> = read_sources("", files(text))?;
        understand(&sources, &[]).map(|(_, warnings)| warnings)
    };
    try_all().unwrap_or_else(|mistakes| mistakes)
}

/// Returns path and text of each block; a block that does not name its file is `library.yaml`.
fn files(text: &str) -> Vec<(String, Vec<u8>)> {
    let blocks = text.split("```yaml\n").skip(1).map(|block| block.split_once("```").expect("a block ends").0);
    let named = blocks.map(|block| {
        let first = block.lines().next().unwrap_or_default();
        let path = first.strip_prefix("# file: ").unwrap_or("library.yaml");
        (path.to_owned(), block.as_bytes().to_vec())
    });
    let files: Vec<_> = named.collect();
    assert!(!files.is_empty(), "no example in {text}");
    files
}
