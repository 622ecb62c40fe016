//! The front end from outside: texts in, a model or diagnostics out.
//!
//! Each folder in `tests/front` is a case: a spec, and in `expected.txt` what is said of it. With
//! `CHAINLOOM_BLESS=1` the test writes what is said now.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::common::bless::Expected;
use crate::common::{here, real_spec, sources, yaml_files};
use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::{Code, Diagnostics, TABLE};
use chainloom_codegen::model::{CallId, Facts, Model, Value};
use chainloom_codegen::{generate, understand};
use chainloom_codegen::{read_source, read_sources};

fn model(sources: &[SourceFile]) -> Result<Model, Diagnostics> {
    understand(sources, &[]).map(|(model, _)| model)
}

fn source(path: &str, text: &str) -> SourceFile {
    read_source("", path, text.as_bytes().to_vec()).unwrap()
}

/// Returns the diagnostics of a spec, and the time that they take.
fn timed_diagnostics(text: String) -> (String, Duration) {
    let start = Instant::now();
    let sources = [read_source("", "a.yaml", text.into_bytes()).unwrap()];
    let said = model(&sources).unwrap_err().lines();
    (said, start.elapsed())
}

/// Formats the diagnostics, or the content of the model.
fn report(sources: &[SourceFile]) -> String {
    let model = match model(sources) {
        Ok(model) => model,
        Err(found) => return found.render(sources, false),
    };
    let mut text = String::from("no mistakes\n");
    for ty in &model.types {
        writeln!(text, "type {}", ty.name).unwrap();
    }
    for call in model.typed_calls() {
        let service = &model.services[call.operation.service.0].name;
        let params: Vec<&str> = call.params().map(|param| param.field.name.as_str()).collect();
        writeln!(text, "operation {service}.{}({})", call.name(), params.join(", ")).unwrap();
    }
    text
}

#[test]
fn every_case_says_what_is_expected() {
    let mut expected = Expected::default();
    let mut count = 0;
    for entry in std::fs::read_dir(here().join("tests/front")).unwrap() {
        let folder = entry.unwrap().path();
        let said = match read_sources("", yaml_files(&folder)) {
            Ok(sources) => report(&sources),
            Err(found) => found.render(&[], false),
        };
        expected.file(&folder.join("expected.txt"), &said);
        count += 1;
    }
    assert!(count >= 60, "{count} cases");
    expected.close();
}

#[test]
fn the_real_spec_gives_a_model() {
    let sources = real_spec();
    let model = model(&sources).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let described: usize = sources.iter().map(|source| count_operations(&source.text)).sum();
    assert_eq!(model.operations.len(), described, "every operation of the files is in the model");
    assert!(model.typed_calls().enumerate().all(|(at, call)| call.own.id == CallId(at)), "ids are places");
    assert!(model.operations.iter().all(|operation| !operation.calls.is_empty()));
    assert_eq!(model.modules.len(), sources.len() - 1, "lib.yaml is no module");
}

/// Facts of an operation are stated once; a typed call inherits them, and adds to them or overrides them.
#[test]
fn a_typed_call_says_what_its_operation_says_and_more() {
    let text = "chainloom: 1\nclient: { baseUrl: \"https://shop.example\" }\noperations:\n  look:\n    doc: Looks.\n\
                \x20   source: shop 1\n    since: v1\n    until: v9\n    get: /look/{id}\n\
                \x20   path: { id: string }\n    query: { full: boolean }\n    notes: [{ text: Be kind. }]\n\
                \x20   variants:\n\
                \x20     glance: { fix: { full: false } }\n\
                \x20     stare: { doc: For long., fix: { full: true }, source: shop 2, since: v2, notes: [{ text: It \
                hurts. }] }\n\
                \x20 leave: { doc: Goes., post: /leave, effect: write }\n";
    let model = model(&[source("shop.yaml", text)]).unwrap();
    let [look, leave] = model.operations.as_slice() else { panic!("{:?}", model.operations) };
    let ids: Vec<(usize, &str)> = model.typed_calls().map(|call| (call.own.id.0, call.name())).collect();
    assert_eq!(ids, [(0, "glance"), (1, "stare"), (2, "leave")]);
    assert!(leave.calls[0].doc.is_empty(), "what the operation says is not said again");

    let said = |facts: Facts<'_>| {
        let notes: Vec<String> = facts.notes.iter().map(|note| note.text.clone()).collect();
        let words =
            [facts.source.map(|source| source.0.as_str()), facts.since, facts.until].map(|word| word.unwrap_or(""));
        format!("{:?} {} {}", facts.doc, words.join(", "), notes.join(" "))
    };
    let [glance, stare] = [0, 1].map(|at| look.views().nth(at).unwrap());
    assert_eq!(said(look.facts()), "\"Looks.\" , , v9 Be kind.");
    assert_eq!(said(glance.facts()), "\"Looks.\" shop 1, v1, v9 Be kind.");
    assert_eq!(said(stare.facts()), "\"Looks.\\n\\nFor long.\" shop 2, v2, v9 Be kind. It hurts.");
    assert_eq!(stare.free_params().map(|param| param.field.name.as_str()).collect::<Vec<_>>(), ["id"]);
    assert_eq!(stare.fixed_params().collect::<Vec<_>>(), [("full", &Value::Boolean(true))]);
}

/// Counts the keys at the second level below `operations:`.
fn count_operations(text: &str) -> usize {
    let lines = text.lines().skip_while(|line| *line != "operations:").skip(1);
    let section = lines.take_while(|line| line.starts_with(' ') || line.is_empty());
    section.filter(|line| line.starts_with("  ") && !line.starts_with("   ") && line.ends_with(':')).count()
}

#[test]
fn the_order_of_the_files_does_not_matter() {
    let sources = sources("invented", &here().join("../tests/data/invented"));
    let mut turned = sources.clone();
    turned.reverse();
    assert_eq!(generate(&sources).unwrap(), generate(&turned).unwrap());
}

#[test]
fn broken_utf8_is_shown_by_line_and_column() {
    let bytes = b"chainloom: 1\ndoc: \xc3\xa9 \xff\n".to_vec();
    let found = read_source("spec", "a.yaml", bytes).unwrap_err();
    assert_eq!(found.line(), "spec/a.yaml:2:8: error[not-utf8]: the file is not UTF-8 text");
}

#[test]
fn empty_files_are_refused() {
    for text in ["", "  \n\n", "\u{feff}\n"] {
        let found = read_source("spec", "a.yaml", text.as_bytes().to_vec()).unwrap_err();
        assert_eq!(found.line(), "spec/a.yaml:1:1: error[empty-file]: the file is empty");
    }
    let (said, _) = timed_diagnostics("# nothing\n".to_owned());
    assert_eq!(said, "a.yaml:1:1: error[empty-file]: the file holds only comments");
}

#[test]
fn a_huge_file_is_refused_before_it_is_scanned() {
    // It is neither UTF-8 nor YAML, so whoever scanned it first would say so.
    let found = read_source("", "a.yaml", vec![0xff; 50 * 1024 * 1024]).unwrap_err();
    assert!(found.line().contains("error[too-large]"), "{}", found.line());
}

#[test]
fn a_short_spec_that_stands_for_much_code_is_refused() {
    const HEAD: &str = "chainloom: 1\nclient: { baseUrl: \"https://shop.example\" }\n";
    let list = |count: usize, entry: &dyn Fn(usize) -> String| (0..count).map(entry).collect::<Vec<_>>().join(", ");
    let members = list(1000, &|at| format!("m{at}: T"));
    let uses = list(1000, &|at| format!("u{at}: P<N{at}>"));
    let names = list(1000, &|at| format!("N{at}: json"));
    let queries = list(500, &|at| format!("\"p{at}?\": string"));
    let paged = list(500, &|at| format!("o{at}: {{ get: /o{at}, response: A, paginate: {{ items: a }} }}"));
    let texts = [
        format!("{HEAD}types: {{ P: {{ of: T, fields: {{ {members} }} }}, R: {{ fields: {{ {uses} }} }}, {names} }}"),
        format!(
            "chainloom: 1\nclient:\n  baseUrl: \"https://shop.example\"\n  paging: {{ into: p0, next: n, query: {{ {queries} }} }}\n\
             types: {{ A: {{ fields: {{ a: [string], \"n?\": string }} }} }}\noperations: {{ {paged} }}"
        ),
    ];
    for text in texts {
        let (said, time) = timed_diagnostics(text);
        assert!(said.contains("error[too-large]") && said.lines().count() == 1, "{said}");
        assert!(time < Duration::from_secs(20), "{time:?}");
    }
}

/// Returns whether eight times as much of a text takes at most about as many times as long. A machine with other work
/// delays some tries, so that one is enough; what grows with the square takes 64 times as long in all of them.
fn is_linear(text: impl Fn(usize) -> String) -> bool {
    (0..20).any(|_| timed_diagnostics(text(8_000)).1 < timed_diagnostics(text(1_000)).1 * 24 + Duration::from_millis(1))
}

#[test]
fn deep_nesting_is_refused_in_linear_time() {
    let block = |levels: usize| {
        (0..levels).fold(String::from("chainloom: 1\n"), |mut text, level| {
            text.push_str(&" ".repeat(level.min(300)));
            text.push_str("a:\n");
            text
        })
    };
    let dashes = |levels: usize| format!("chainloom: 1\na:\n  {}x\n", "- ".repeat(levels));
    let lists = |levels: usize| format!("chainloom: 1\na: {}", "[".repeat(levels));
    let closed = |levels: usize| format!("chainloom: 1\na: {}{}\n", "[".repeat(levels), "]".repeat(levels));
    let maps = |levels: usize| format!("chainloom: 1\na: {}", "{b: ".repeat(levels));
    let keys = |levels: usize| format!("chainloom: 1\n{}", "? ".repeat(levels));
    let texts: [fn(usize) -> String; 6] = [block, dashes, lists, closed, maps, keys];
    for text in texts {
        let (said, _) = timed_diagnostics(text(10_000));
        assert!(said.contains("error[too-deep]"), "{}: {said}", text(10));
        assert!(is_linear(text), "{}", text(10));
    }
}

#[test]
fn a_long_line_of_mistakes_is_linear() {
    let entries = |count: usize| {
        let keys: Vec<String> = (0..count).map(|at| format!("ключ{at}: 1")).collect();
        format!("chainloom: 1\ndoc: x\nvars: {{ {} }}\n", keys.join(", "))
    };
    let (said, _) = timed_diagnostics(entries(10));
    assert!(said.contains("error[bad-shape]"), "{said}");
    assert!(is_linear(entries));
}

/// A spec of many operations takes about as many times as long as one has more.
#[test]
fn time_grows_with_the_size() {
    let spec = |count: usize| {
        let mut sources = vec![source("shop.yaml", "chainloom: 1\nclient: { baseUrl: \"https://shop.example\" }\n")];
        for at in 0..count {
            let text = format!(
                "chainloom: 1\nservice: shop\ntypes:\n  Thing{at}:\n    fields:\n      name: string\n\
                 \x20     next?: Thing{at}\n\
                 operations:\n  getThing{at}:\n    get: /things/{at}/{{id}}\n    path: {{ id: string }}\n\
                 \x20   response: Thing{at}\n\
                 \x20   examples: [{{ request: {{ id: a }}, response: {{ name: b }} }}]\n"
            );
            sources.push(source(&format!("shop/thing_{at}.yaml"), &text));
        }
        sources
    };
    let time = |count: usize| {
        let sources = spec(count);
        let start = Instant::now();
        model(&sources).unwrap();
        start.elapsed()
    };
    time(10);
    let (small, large) = (time(50).min(time(50)), time(500));
    assert!(large < small * 10 * 5, "{small:?} against {large:?}");
}

/// Every code is seen in a case, but for those that no folder of texts can bring about.
#[test]
fn every_code_has_a_case() {
    let elsewhere = [Code::Bug, Code::Unreadable];
    let folders = std::fs::read_dir(here().join("tests/front")).unwrap();
    let read =
        |entry: std::fs::DirEntry| std::fs::read_to_string(entry.path().join("expected.txt")).unwrap_or_default();
    let said: Vec<String> = folders.map(|entry| read(entry.unwrap())).collect();
    for info in TABLE.iter().filter(|info| !info.code.is_lint() && !elsewhere.contains(&info.code)) {
        let marked = format!("[{}]", info.name);
        assert!(said.iter().any(|text| text.contains(&marked)), "no case says {marked}");
    }
    let of_several =
        |text: &&String| text.lines().last().is_some_and(|line| !line.starts_with("1 ") && line.ends_with("errors"));
    assert!(said.iter().filter(of_several).count() >= 10, "mistakes are told together");
}
