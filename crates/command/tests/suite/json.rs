//! `codegen --format json`: one object on stdout and nothing else, however the run ends.

use std::fs;

use crate::common::{OURS, Project};
use chainloom_command::{Format, Request, run};
use serde_json::Value;

/// Runs with these flags besides; gives the exit code and the object, whose members have been
/// looked at.
fn json_of(request: Request) -> (u8, Value) {
    let mut request = request;
    request.flags.format = Format::Json;
    let report = run(&request);
    assert_eq!(report.stderr, "");
    assert_eq!(report.stdout.lines().count(), 1);
    assert!(!report.stdout.contains('\u{1b}'));
    let object: Value = serde_json::from_str(&report.stdout).unwrap();
    look_at_members(&object);
    assert_eq!(object["ok"] == true, report.code == 0, "{object}");
    (report.code, object)
}

fn names(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Checks the members of an object against `docs/codegen-json.md`.
fn look_at_members(object: &Value) {
    let members =
        ["ok", "spec", "out", "diagnostics", "errors", "warnings", "files", "drift", "failure", "notes", "timings"];
    assert_eq!(names(object), members);
    assert!(object["spec"].is_string() && object["out"].is_string());
    let list = object["diagnostics"].as_array().unwrap();
    let count = |severity: &str| list.iter().filter(|one| one["severity"] == severity).count();
    assert_eq!((&object["errors"], &object["warnings"]), (&count("error").into(), &count("warning").into()));
    assert_eq!(count("error") + count("warning"), list.len());
    list.iter().for_each(look_at_diagnostic);
    if let Some(files) = object["files"].as_object() {
        assert!(are_texts(&files["written"]) && are_texts(&files["removed"]) && files["unchanged"].is_u64());
    }
    if let Some(drift) = object["drift"].as_object() {
        assert!(["missing", "changed", "orphaned"].iter().all(|fate| are_texts(&drift[*fate])));
        assert!(drift["fix"].is_string());
    }
    assert!(object["failure"].is_string() || object["failure"].is_null());
    let ends = ["files", "drift", "failure"].iter().filter(|end| !object[**end].is_null()).count();
    assert_eq!(ends + usize::from(object["errors"] != 0), 1, "a run ends in one way: {object}");
    assert!(object["timings"].is_null() || object["timings"]["total"].is_number());
}

fn look_at_diagnostic(one: &Value) {
    let place = ["line", "column", "endLine", "endColumn"];
    let members = [&["code", "severity", "message", "file"], &place[..], &["label", "help", "related"]].concat();
    assert_eq!(names(one), members);
    assert!(["code", "message", "file", "label"].iter().all(|name| one[*name].is_string()));
    assert!(one["help"].is_string() || one["help"].is_null());
    look_at_place(one);
    for related in one["related"].as_array().unwrap() {
        assert_eq!(names(related), [&["file"], &place[..], &["message"]].concat());
        look_at_place(related);
    }
}

fn look_at_place(one: &Value) {
    let number = |name: &str| one[name].as_u64().unwrap();
    let (start, end) = ((number("line"), number("column")), (number("endLine"), number("endColumn")));
    assert!(start.0 > 0 && start.1 > 0 && start <= end, "{one}");
}

fn are_texts(list: &Value) -> bool {
    list.as_array().is_some_and(|list| list.iter().all(Value::is_string))
}

fn codes(object: &Value) -> Vec<&str> {
    object["diagnostics"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect()
}

#[test]
fn files_that_are_written() {
    let project = Project::new();
    let (code, object) = json_of(project.request());
    assert_eq!(code, 0);
    let written = object["files"]["written"].as_array().unwrap();
    assert_eq!(written.len(), project.output().len());
    assert!(written.iter().any(|path| path == "src/shared/words.rs"), "{object}");
    project.remove("spec/shared/words.yaml");
    let (_, object) = json_of(project.with(|flags| flags.timings = true));
    assert_eq!(object["files"]["removed"], serde_json::json!(["src/shared.rs", "src/shared/words.rs"]));
    assert!(object["files"]["unchanged"].as_u64().unwrap() > 0);
    assert!(object["timings"]["lint"].is_number() && object["timings"]["document"].is_number());
}

#[test]
fn a_check() {
    let project = Project::generated();
    let (code, object) = json_of(project.with(|flags| flags.check = true));
    assert_eq!((code, &object["drift"]["missing"]), (0, &serde_json::json!([])));
    project.write("out/src/weather.rs", OURS);
    project.remove("out/src/shared/words.rs");
    project.write("out/src/old.rs", OURS);
    let (code, object) = json_of(project.with(|flags| flags.check = true));
    let expected = serde_json::json!({
        "missing": ["src/shared/words.rs"], "changed": ["src/weather.rs"], "orphaned": ["src/old.rs"], "fix": "fix it",
    });
    assert_eq!((code, &object["drift"]), (1, &expected));
}

#[test]
fn mistakes_with_their_places() {
    let project = Project::new();
    project.write("spec/a.yaml", "chainloom: 1\ntypes:\n  A: { fields: { ä: strng, a: string, a?: string } }\n");
    let (code, object) = json_of(project.request());
    assert_eq!(code, 1);
    let found = object["diagnostics"].as_array().unwrap();
    let unknown = found.iter().find(|one| one["code"] == "unknown-type").unwrap();
    let place = ["file", "line", "column", "endLine", "endColumn"].map(|name| unknown[name].clone());
    let expected: [Value; 5] = ["spec/a.yaml".into(), 3.into(), 21.into(), 3.into(), 26.into()];
    assert_eq!(place, expected, "{unknown}");
    assert_eq!(unknown["help"], "did you mean `string`?");
    let twice = found.iter().find(|one| one["code"] == "duplicate-member").unwrap();
    assert_eq!(twice["related"][0]["column"], 28, "{twice}");
}

#[test]
fn a_block_of_several_lines_has_its_end() {
    let project = Project::new();
    project.write("spec/a.yaml", "chainloom: 1\ntypes:\n  A:\n    doc: Says\n      nothing.\n\n  B: { fields: {} }\n");
    let (_, object) = json_of(project.request());
    let found = &object["diagnostics"][0];
    assert_eq!((&found["code"], &found["line"], &found["endLine"]), (&"missing-key".into(), &4.into(), &5.into()));
}

#[test]
fn files_that_cannot_be_taken() {
    let project = Project::new();
    project.write("spec/a.yaml", b"chainloom: 1\ndoc: \xff\n");
    project.write("spec/b.yml", "chainloom: 1\n");
    project.write("spec/c.yaml", "");
    fs::File::create(project.path("spec/d.yaml")).unwrap().set_len(50 * 1024 * 1024).unwrap();
    let (code, object) = json_of(project.request());
    assert_eq!((code, codes(&object)), (1, vec!["not-utf8", "file-name", "empty-file", "too-large"]));
    assert_eq!((&object["diagnostics"][0]["line"], &object["diagnostics"][0]["column"]), (&2.into(), &6.into()));
}

#[test]
fn text_that_is_no_yaml() {
    let project = Project::new();
    project.write("spec/a.yaml", "chainloom: 1\ntypes: { A: [\n");
    project.write("spec/b.yaml", "chainloom: 1\n\ttabs: 1\n");
    assert_eq!(codes(&json_of(project.request()).1), ["syntax", "tab"]);
}

#[test]
fn failures_of_the_disk() {
    let project = Project::generated();
    let failure = |request: Request| {
        let (code, object) = json_of(request);
        assert_eq!(code, 1);
        object["failure"].as_str().unwrap().to_owned()
    };
    let missing = failure(Request { spec: project.path("missing"), ..project.request() });
    assert!(missing.contains("there is no folder"), "{missing}");
    let no_folder = failure(Request { out: project.path("spec/lib.yaml"), ..project.request() });
    assert!(no_folder.contains("--out takes the folder"), "{no_folder}");
    project.write("out/src/weather.rs", "// by hand\n");
    for check in [false, true] {
        let blocked = failure(project.with(|flags| flags.check = check));
        assert!(blocked.contains("stands in the way"), "{blocked}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_read() {
    let project = Project::new();
    std::os::unix::fs::symlink("/dev/zero", project.path("spec/zero.yaml")).unwrap();
    let (_, object) = json_of(project.request());
    assert_eq!((codes(&object), &object["diagnostics"][0]["file"]), (vec!["unreadable"], &"spec/zero.yaml".into()));
}

/// Each member of an object that was printed has its row in the documentation.
#[test]
fn the_documentation_names_every_member() {
    let project = Project::generated();
    project.write("spec/a.yaml", "chainloom: 1\ntypes: { A: { fields: { a: strng, b: string, b?: string } } }\n");
    let (_, refused) = json_of(project.request());
    project.remove("spec/a.yaml");
    let (_, written) = json_of(project.with(|flags| flags.timings = true));
    let (_, checked) = json_of(project.with(|flags| flags.check = true));
    let text = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/codegen-json.md")).unwrap();
    let found = refused["diagnostics"].as_array().unwrap().iter();
    let related = found.clone().flat_map(|one| one["related"].as_array().unwrap());
    let inner = [&written["files"], &written["timings"], &checked["drift"]];
    for object in [&refused].into_iter().chain(inner).chain(found).chain(related) {
        for name in names(object) {
            let rows = text.split_once("| member |").unwrap().1;
            let is_named = rows.contains(&format!("`{name}`")) || rows.contains(&format!("\"{name}\": "));
            assert!(is_named, "`{name}` is not documented");
        }
    }
}
