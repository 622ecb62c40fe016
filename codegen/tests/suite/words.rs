//! Values of one word of the language, each in a small spec. Input: the table `tests/words.txt`. Output:
//! which of them are taken.

use chainloom_codegen::diagnostic::{Code, Diagnostics};
use chainloom_codegen::{SourceFile, read_source, understand};

use crate::names::KEYWORDS;

fn source(text: &str) -> SourceFile {
    let text = format!("chainloom: 1\nclient: {{ baseUrl: \"https://shop.example\" }}\n{text}\n");
    read_source("", "shop.yaml", text.into_bytes()).unwrap()
}

/// Returns the mistakes of a spec, or its warnings if it has none.
fn diagnostics_of(text: &str) -> Diagnostics {
    match understand(&[source(text)], &[]) {
        Ok((_, warnings)) => warnings,
        Err(mistakes) => mistakes,
    }
}

fn has(text: &str, code: Code) -> bool {
    diagnostics_of(text).iter().any(|problem| problem.code == code)
}

/// Checks a value of the table: whether its spec is reported under the code, and with which hint.
fn check_value(code: &str, template: &str, value: &str, is_reported: bool) {
    let (value, hint) = value.split_once(" => ").map_or((value, None), |(value, hint)| (value, Some(hint)));
    let parts = value.split(" / ").zip(["$1", "$2"]);
    let spec = parts.fold(template.replace(" ;; ", "\n"), |spec, (part, place)| spec.replace(place, part));
    let diagnostics = diagnostics_of(&spec);
    let found = diagnostics.iter().find(|one| one.code.name() == code || (code == "error" && !one.code.is_lint()));
    assert_eq!(found.is_some(), is_reported, "{spec}: {}", diagnostics.lines());
    assert!(is_reported || diagnostics.iter().all(|one| one.code.is_lint()), "{spec}: {}", diagnostics.lines());
    assert!(hint.is_none() || found.is_some_and(|one| one.hint.as_deref() == hint), "{spec}: {found:?}");
}

#[test]
fn each_word_takes_the_values_of_the_table() {
    let (mut code, mut template, mut count) = ("", "", 0);
    for line in include_str!("../words.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some((name, spec)) = line.strip_prefix('[').and_then(|rest| rest.split_once("] ")) {
            (code, template) = (name, spec);
            continue;
        }
        let (word, values) = line.split_once(": ").unwrap();
        assert!(["yes", "no"].contains(&word), "{line}");
        values.split(" | ").for_each(|value| check_value(code, template, value, word == "yes"));
        count += values.split(" | ").count();
    }
    assert!(count > 110, "{count} values");
}

#[test]
fn no_keyword_is_a_name_in_any_place_of_a_path() {
    let is_refused = |path: &str| has(&format!("types:\n  Book: {{ foreign: \"{path}\" }}"), Code::BadValue);
    // They are of types.
    let of_types = ["as", "const", "dyn", "extern", "fn", "for", "impl", "mut", "unsafe", "crate", "self", "super"];
    for word in KEYWORDS.split_whitespace() {
        for path in [
            word.to_owned(),
            format!("my_crate::{word}"),
            format!("my_crate::{word}::Name"),
            format!("Vec<my_crate::{word}>"),
            format!("::{word}::Name"),
        ] {
            assert!(is_refused(&path), "{path}");
        }
        let path = format!("{word}::Name");
        assert!(of_types.contains(&word) || is_refused(&path), "{path}");
    }
}

/// References between types are followed without recursion. A chain that needs recursion in Rust is refused.
#[test]
fn a_long_chain_of_types_is_refused() {
    let types = (0..8_000).map(|at| format!("  T{at}: {{ fields: {{ next?: T{} }} }}\n", (at + 1) % 8_000));
    assert!(has(&format!("types:\n{}", types.collect::<String>()), Code::TooDeep));
}

#[test]
fn ends_are_counted_in_characters_and_lines() {
    let end = |text: &str, is_known: bool| {
        let source = SourceFile { path: "a.yaml".to_owned(), module: "a".to_owned(), text: text.to_owned() };
        let found = understand(std::slice::from_ref(&source), &[]).unwrap_err();
        let told = &found.to_json(if is_known { std::slice::from_ref(&source) } else { &[] })[0];
        ["line", "column", "endLine", "endColumn"].map(|name| told[name].as_u64().unwrap())
    };
    assert_eq!(end("chainloom: жук\n", true), [1, 12, 1, 15]);
    assert_eq!(end("chainloom: жук\n", false), [1, 12, 1, 12]);
    assert_eq!(end("chainloom:\n  c:\n    d: ж\n\n", true), [2, 3, 3, 9]);
}
