//! Warnings from outside: texts in, warnings out.
//!
//! Each folder in `tests/lint` is a case: a spec, and in `expected.txt` what is said of it. With
//! `CHAINLOOM_BLESS=1` the test writes what is said now.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::common::bless::Expected;
use crate::common::{cases, here, sources, yaml_files};
use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::{Diagnostics, Severity, TABLE};
use chainloom_codegen::understand;
use chainloom_codegen::{read_source, read_sources};

fn source(path: &str, text: &str) -> SourceFile {
    read_source("", path, text.as_bytes().to_vec()).unwrap()
}

/// Returns the warnings, or the errors.
fn warnings(sources: &[SourceFile]) -> Result<Diagnostics, Diagnostics> {
    understand(sources, &[]).map(|(_, warnings)| warnings)
}

fn report(sources: &[SourceFile]) -> String {
    match warnings(sources) {
        Ok(found) if found.is_empty() => "no warnings\n".to_owned(),
        Ok(found) | Err(found) => found.render(sources, false),
    }
}

#[test]
fn every_case_says_what_is_expected() {
    let mut expected = Expected::default();
    for folder in cases("lint") {
        expected.file(&folder.join("expected.txt"), &report(&sources("", &folder)));
    }
    assert!(cases("lint").len() >= 20, "{} cases", cases("lint").len());
    expected.close();
}

/// Each warning is shown by a case, accepted by another, and contains a remedy.
#[test]
fn every_warning_is_reported_and_can_be_accepted() {
    let mut shown = std::collections::BTreeSet::new();
    let mut accepted = String::new();
    for folder in cases("lint") {
        let sources = sources("", &folder);
        let Ok(found) = warnings(&sources) else {
            continue;
        };
        for warning in found.iter() {
            assert!(warning.severity == Severity::Warning && warning.code.is_lint(), "{}", warning.line());
            assert!(warning.hint.is_some(), "{} says what to do", warning.line());
            shown.insert(warning.code.name());
        }
        for source in &sources {
            accepted.push_str(&source.text);
        }
    }
    for info in TABLE.iter().filter(|info| info.code.is_lint()) {
        assert!(shown.contains(info.name), "no case shows {}", info.name);
        let is_accepted = accepted.lines().any(|line| line.contains("allow:") && line.contains(info.name));
        assert!(is_accepted || info.name == "needless-allow", "no case accepts {}", info.name);
    }
}

fn assert_clean(sources: &[SourceFile]) {
    let found = warnings(sources).unwrap_or_else(|found| panic!("{}", found.render(sources, false)));
    assert!(found.is_empty(), "{}", found.render(sources, false));
}

#[test]
fn the_real_spec_has_no_warning() {
    assert_clean(&sources("spec", &here().join("../spec")));
}

#[test]
fn the_invented_spec_has_no_warning() {
    assert_clean(&sources("invented", &here().join("../tests/data/invented")));
}

/// Whatever `check` lets through can be looked at.
#[test]
fn the_cases_of_other_tests_bring_no_panic() {
    let mut looked_at = 0;
    for tests in ["front", "emitted"] {
        for folder in cases(tests) {
            let Ok(sources) = read_sources("", yaml_files(&folder)) else { continue };
            looked_at += usize::from(warnings(&sources).is_ok());
        }
    }
    assert!(looked_at >= 8, "{looked_at} are legal");
}

/// The file of the README, with what it needs of the real spec.
#[test]
fn the_example_of_the_readme_has_no_warning() {
    let readme = std::fs::read_to_string(here().join("../README.md")).unwrap();
    let yaml = readme.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let head = yaml.lines().next().unwrap();
    let path = head.split("spec/").nth(1).expect("its first line says which file it is").trim();
    let mut all = sources("spec", &here().join("../spec"));
    // In the place of the real file, if there is one of the same name.
    all.retain(|source| Some(source.module.as_str()) != path.strip_suffix(".yaml"));
    all.push(read_source("spec", path, yaml.as_bytes().to_vec()).unwrap());
    let found = warnings(&all).unwrap_or_else(|found| panic!("{}", found.render(&all, false)));
    let of_file: Vec<String> =
        found.iter().filter(|warning| warning.file.ends_with(path)).map(|warning| warning.line()).collect();
    assert!(of_file.is_empty(), "{}", of_file.join("\n"));
}

/// A spec of many files with many warnings takes about as many times as long as it has more.
#[test]
fn time_grows_with_the_size() {
    let spec = |count: usize| {
        let mut sources =
            vec![source("shop.yaml", "chainloom: 1\ndoc: A shop.\nclient: { baseUrl: \"https://shop.example\" }\n")];
        for at in 0..count {
            let mut text = String::from("chainloom: 1\nservice: shop\nallow: [no-doc]\ntypes:\n");
            for member in 0..5 {
                let next = (member + 1) % 5;
                writeln!(
                    text,
                    "  T{at}of{member}: {{ fields: {{ a: {{ type: uint64, unit: atto }}, next?: T{at}of{next} }} }}"
                )
                .unwrap();
            }
            write!(text, "operations:\n  getThing{at}: {{ get: /things/{at}, response: json }}\n").unwrap();
            sources.push(source(&format!("shop/thing_{at}.yaml"), &text));
        }
        sources
    };
    let time = |count: usize| {
        let sources = spec(count);
        let start = Instant::now();
        let (_, found) = understand(&sources, &[]).unwrap();
        let took = start.elapsed();
        assert_eq!(found.len(), count * 11, "five unused types, five small numbers, no example");
        took
    };
    time(10);
    let (small, large) = (time(50).min(time(50)), time(500));
    assert!(large < small * 10 * 5 + Duration::from_millis(100), "{small:?} against {large:?}");
}
