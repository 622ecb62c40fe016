//! Values of one word of the language, each in a small spec: which of them are taken.

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

#[test]
fn ranges_are_read_or_refused() {
    let is_refused = |range: &str| {
        let member = format!("m: {{ type: number, range: \"{range}\" }}");
        understand(&[source(&format!("types:\n  Book: {{ fields: {{ {member} }} }}"))], &[]).is_err()
    };
    for good in ["0..=5", "0..", "..=5", "-1..=1", "0.5..=2.75", "5..=5", "0..=1e9", "1e-3..=1E3"] {
        assert!(!is_refused(good), "{good}");
    }
    for bad in [
        "",
        "..",
        "5",
        "5..=1",
        "a..b",
        "a..=b",
        "1..5",
        "1...5",
        "1..==5",
        "..=",
        "1..=5x",
        "01..=5",
        "0x1..=5",
        "2..=1e0",
        "+1..",
        "..=1e9999999999",
    ] {
        assert!(is_refused(bad), "{bad}");
    }
}

fn is_foreign_type(path: &str) -> bool {
    !has(&format!("types:\n  Book: {{ foreign: \"{path}\" }}"), Code::BadValue)
}

#[test]
fn no_keyword_is_a_name_in_any_place_of_a_path() {
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
            assert!(!is_foreign_type(&path), "{path}");
        }
        let path = format!("{word}::Name");
        assert!(of_types.contains(&word) || !is_foreign_type(&path), "{path}");
    }
}

#[test]
fn paths_of_rust_are_taken() {
    for path in [
        "my_crate::Name",
        "::my_crate::Name",
        "crate::own::Name",
        "self::Name",
        "super::super::Name",
        "self::super::Name",
        "my_crate::r#try",
        "my_crate::Json<crate::own::Name>",
        "<my_crate::Name as my_crate::Own>::Value",
        "Box<dyn my_crate::Own>",
        "(crate::A, [super::B; 2])",
    ] {
        assert!(is_foreign_type(path), "{path}");
    }
    for path in ["crate", "my_crate::crate::Name", "super::crate::Name", "my_crate::super::Name", "self", "Vec<super>"]
    {
        assert!(!is_foreign_type(path), "{path}");
    }
}

/// Texts of two forms are told apart unless one text can have both.
#[test]
fn overlaps_of_forms_are_reported() {
    let can_be_both = |one: &str, other: &str| {
        let scalars = format!("scalars:\n  One: {{ text: {one} }}\n  Other: {{ text: {other} }}");
        let union = "types:\n  Key: { union: form, arms: { a: One, b: { type: Other } } }";
        let found = diagnostics_of(&format!("{scalars}\n{union}"));
        let overlaps = found.iter().any(|problem| problem.code == Code::OverlappingArms);
        assert!(overlaps || found.iter().all(|problem| problem.code.is_lint()), "{}", found.lines());
        overlaps
    };
    let hash = "hex, bytes: 32";
    assert!(!can_be_both(hash, "quantity, rust: u64"));
    assert!(can_be_both(hash, "quantity, rust: U256"));
    assert!(can_be_both("quantity, rust: u64", "hex"));
    assert!(!can_be_both(hash, "hex, bytes: 20"));
    assert!(can_be_both("hex, prefix: optional", hash));
    assert!(!can_be_both("hex, prefix: none", hash));
    let distinct = ["date", "date-time", "uuid", "duration", "decimal", hash];
    for (at, one) in distinct.iter().enumerate() {
        for (other_at, other) in distinct.iter().enumerate() {
            assert_eq!(can_be_both(one, other), at == other_at, "{one} {other}");
        }
    }
    let key = "base58, bytes: 32";
    assert!(!can_be_both(key, hash) && can_be_both(key, "decimal") && !can_be_both("uuid", key));
    assert!(can_be_both("decimal", "decimal, rust: u8"));
    let node = "base58check, bytes: 20, prefix: Node-";
    let id = "base58check, bytes: 32";
    assert!(!can_be_both(node, id));
    assert!(!can_be_both(id, "decimal, rust: u64"));
}

/// References between types are followed without recursion. A chain that needs recursion in Rust is refused.
#[test]
fn a_long_chain_of_types_is_refused() {
    let types = (0..8_000).map(|at| format!("  T{at}: {{ fields: {{ next?: T{} }} }}\n", (at + 1) % 8_000));
    assert!(has(&format!("types:\n{}", types.collect::<String>()), Code::TooDeep));
}

#[test]
fn names_of_secrets() {
    let is_secret = |name: &str| has(&format!("types:\n  Book: {{ fields: {{ {name}: string }} }}"), Code::BareSecret);
    for name in ["password", "newPassword", "API_KEY", "privateKey", "privkey", "x-api-key", "clientSecret"] {
        assert!(is_secret(name), "{name}");
    }
    for name in ["passwordHint", "token", "key", "openKey", "secretary", "nonsecret", "accessTokens"] {
        assert!(!is_secret(name), "{name}");
    }
}

#[test]
fn a_description_that_repeats_the_name_is_reported() {
    let only_repeats = |doc: &str, name: &str| {
        let member = format!("{name}: {{ type: string, doc: \"{doc}\" }}");
        has(&format!("types:\n  Book: {{ fields: {{ {member} }} }}"), Code::DocIsName)
    };
    for (doc, name) in [("The book id.", "bookId"), ("Shelf", "shelf"), ("A `book_id`", "bookID")] {
        assert!(only_repeats(doc, name), "{doc}");
    }
    for (doc, name) in [("The id of the book.", "bookId"), ("Its shelf.", "shelf"), ("…", "x")] {
        assert!(!only_repeats(doc, name), "{doc}");
    }
}

#[test]
fn styles_of_names_are_reported() {
    let hint = |text: String| {
        let found = diagnostics_of(&text);
        let style = found.iter().find(|problem| problem.code == Code::NameStyle);
        style.map(|problem| problem.hint.clone().unwrap())
    };
    let of_type = |name: &str| hint(format!("types:\n  {name}: {{ type: string }}"));
    let of_operation = |name: &str| hint(format!("operations:\n  {name}: {{ get: /books, response: string }}"));
    let renamed = |name: &str| Some(format!("rename it to `{name}`, here and wherever it is named"));
    for (good, bad, better) in [("BookId", "book_id", "BookId"), ("HTTPPage", "bookPage", "BookPage")] {
        assert_eq!([good, bad, better].map(of_type), [None, renamed(better), None]);
    }
    for (good, bad, better) in [("getBookByID", "GetBookByID", "getBookById"), ("x", "list_books", "listBooks")] {
        assert_eq!([good, bad, better].map(of_operation), [None, renamed(better), None]);
    }
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
