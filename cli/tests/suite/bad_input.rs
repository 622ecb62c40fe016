//! Bad specs through the program: exit code 1, the place, a hint at what is wrong, no panic, and an
//! output folder that stays as it was, to the byte and to the time of change. The ordinary run tries
//! one of four.

use crate::common::full::step;
use crate::common::{Project, text};

/// The file that is bad; the rest of the spec is in order.
const FILE: &str = "spec/library/bad.yaml";
const HEAD: &str = "chainloom: 1\ndoc: Bad on purpose.\nservice: library\n";

/// Mistake: the text after the head of the file, the code of the message, and the place if it is the place of one
/// character.
struct Case {
    name: &'static str,
    bytes: Vec<u8>,
    code: &'static str,
    place: &'static str,
}

/// Creates a case with these lines, from the fourth on.
fn case(name: &'static str, lines: &str, code: &'static str, place: &'static str) -> Case {
    Case { name, bytes: format!("{HEAD}{lines}\n").into_bytes(), code, place }
}

fn whole(name: &'static str, bytes: impl Into<Vec<u8>>, code: &'static str, place: &'static str) -> Case {
    Case { name, bytes: bytes.into(), code, place }
}

/// Creates a case with an operation with these keys, on the fifth line.
fn operation(name: &'static str, keys: &str, code: &'static str, place: &'static str) -> Case {
    case(name, &format!("operations:\n  bad: {{ doc: Bad., {keys}, response: string }}"), code, place)
}

fn small_mistakes() -> Vec<Case> {
    vec![
        case("an unknown key", "tipes: {}", "unknown-key", "4:1"),
        case("an unknown type", "types:\n  A: { doc: A., fields: { b: Bok } }", "unknown-type", "5:30"),
        case("a duplicate key", "types:\n  A: { doc: A., doc: B., fields: {} }", "duplicate-key", "5:17"),
        case("a duplicate member", "types:\n  A: { doc: A., enum: [b, b] }", "duplicate-member", "5:27"),
        operation("a bad range", "get: /bad, query: { a?: { type: integer, range: 9..=1 } }", "bad-range", "5:69"),
        operation("a parameter not in the path", "get: /bad, path: { a: string }", "path-parameter", "5:40"),
        operation("a path without its parameter", "get: \"/bad/{a}\"", "path-parameter", ""),
        case(
            "overlapping arms",
            "types:\n  A: { doc: A., union: form, arms: { a: string, b: string } }",
            "overlapping-arms",
            "5:49",
        ),
        case(
            "two names, one in Rust",
            "types:\n  A: { doc: A., fields: { aB: string, a_b: string } }",
            "name-collision",
            "",
        ),
        operation(
            "a name of another operation",
            "get: \"/books/{room}\", path: { room: string }",
            "duplicate-call",
            "",
        ),
        case("tabs", "types:\n\tA: { doc: A., enum: [b] }", "tab", "5:1"),
        case("no YAML", "types: { A: [", "syntax", ""),
    ]
}

fn duplicate_operation() -> Case {
    let keys = "{ doc: Again., get: /again, response: string }";
    case("a duplicate operation", &format!("operations:\n  listBooks: {keys}"), "duplicate-operation", "")
}

fn whole_files() -> Vec<Case> {
    let deep = |open: &str, close: &str| format!("{HEAD}types: {}{}\n", open.repeat(10_000), close.repeat(10_000));
    let mut block = HEAD.to_owned();
    for level in 0..2_000 {
        block.push_str(&format!("{}a:\n", " ".repeat(level)));
    }
    vec![
        whole("an empty file", "", "empty-file", "1:1"),
        whole("a blank file", "\u{feff} \n\n", "empty-file", "1:1"),
        whole("broken UTF-8", b"chainloom: 1\ndoc: \xc3\x28\n".as_slice(), "not-utf8", "2:6"),
        whole("a cut character", b"chainloom: 1\ndoc: \xf0\x9f".as_slice(), "not-utf8", "2:6"),
        whole("another version", "chainloom: 2\ndoc: New.\n", "version", "1:12"),
        whole("nested lists", deep("[", "]"), "too-deep", ""),
        whole("nested mappings", deep("{ a: ", "}"), "too-deep", ""),
        whole("nested and never closed", deep("[", ""), "too-deep", ""),
        whole("nested in block style", block, "too-deep", ""),
        whole("nested dashes", format!("{HEAD}types: \n  {}a\n", "- ".repeat(10_000)), "too-deep", ""),
        whole("a file of 50 MB", vec![b'a'; 50_000_000], "too-large", "1:1"),
        whole(
            "a long line of mistakes",
            format!("{HEAD}types: {{ {} }}\n", "a, ".repeat(50_000)),
            "duplicate-key",
            "4:13",
        ),
        whole("null bytes", format!("{HEAD}\0\0\0\n"), "", ""),
    ]
}

#[test]
fn every_mistake_is_reported_and_nothing_is_touched() {
    assert_reported(small_mistakes().into_iter().chain([duplicate_operation()]).collect());
}

#[test]
fn every_file_that_is_no_spec_is_reported_and_nothing_is_touched() {
    assert_reported(whole_files());
}

fn assert_reported(cases: Vec<Case>) {
    let project = Project::generated();
    let before = project.output();
    let mut failures = Vec::new();
    for case in cases.into_iter().step_by(step(4)) {
        project.write(FILE, &case.bytes);
        for output in [project.codegen(), project.check()] {
            if let Err(why) = check(&case, output.status.code(), &output.stdout, &text(&output.stderr)) {
                failures.push(format!("{}: {why}", case.name));
            }
        }
        if project.output() != before {
            failures.push(format!("{}: the output was touched", case.name));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    std::fs::remove_file(project.path(FILE)).unwrap();
    assert!(project.check().status.success(), "without the bad file all is well");
}

/// Checks that a bad spec ends with its error code and a place, without a panic. The error describes the first check
/// that fails.
fn check(case: &Case, code: Option<i32>, stdout: &[u8], stderr: &str) -> Result<(), String> {
    let shown: String = stderr.chars().take(2_000).collect();
    let fail = |what: &str| Err(format!("{what}:\n{shown}"));
    if code != Some(1) {
        return fail(&format!("exit code {code:?} instead of 1"));
    }
    if stderr.contains("panicked") || stderr.contains("overflowed its stack") {
        return fail("it panicked");
    }
    if !stdout.is_empty() {
        return fail("something went to stdout");
    }
    if !stderr.contains(&format!("error[{}", case.code)) {
        return fail(&format!("no `error[{}]`", case.code));
    }
    // The file is shown by the spec folder's own name.
    let places = places(stderr);
    if places.is_empty() {
        return fail("no file:line:column");
    }
    if !case.place.is_empty() && !places.contains(&case.place.to_owned()) {
        return fail(&format!("not at {} but at {places:?}", case.place));
    }
    Ok(())
}

/// Returns the `line:column` of every `file:line:column` of the bad file.
fn places(stderr: &str) -> Vec<String> {
    let after = stderr.match_indices(FILE).map(|(at, _)| &stderr[at + FILE.len()..]);
    let numbers = after.filter_map(|rest| {
        let rest = rest.strip_prefix(':')?;
        let (line, rest) = rest.split_once(':')?;
        let column: String = rest.chars().take_while(char::is_ascii_digit).collect();
        let (line_number, column_number) = (line.parse::<usize>().ok()?, column.parse::<usize>().ok()?);
        (line_number > 0 && column_number > 0).then(|| format!("{line}:{column}"))
    });
    numbers.collect()
}

/// Mistakes in several files, and several in one, are reported in one run, in the order of the files.
#[test]
fn all_mistakes_at_once() {
    let project = Project::generated();
    let before = project.output();
    project.write(FILE, format!("{HEAD}types:\n  A: {{ doc: A., fields: {{ b: Bok, c: Cok }} }}\n"));
    project.write("spec/station/bad.yaml", "chainloom: 1\ndoc: Bad.\ntypes:\n  A: { doc: A., fields: { d: Dok } }\n");
    let said = text(&project.codegen().stderr);
    let at: Vec<_> = ["`Bok`", "`Cok`", "`Dok`"].iter().map(|name| said.find(name)).collect();
    assert!(at.iter().all(Option::is_some) && at.is_sorted(), "{said}");
    assert!(said.contains("3 errors"), "{said}");
    assert!(project.output() == before);
}
