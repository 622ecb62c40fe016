//! Texts of a command line as the JSON that is sent.

use chainloom_caller::{Caller, Profile};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;

const YARD: &str = r#"
chainloom: 1
doc: Ships.
client: { baseUrl: "http://yard.invalid" }
service: yard
allow: [no-example]
types:
  Which: { doc: Name or number., union: form, arms: { name: { type: string, doc: Name. }, number: { type: uint32, doc: Number. } } }
  Names: { doc: Names., union: form, arms: { one: { type: string, doc: One. }, all: { list: string, doc: Several. } } }
  Shown: { doc: What is shown., union: form, arms: { any: { type: boolean, doc: Whether. }, names: { type: Names, doc: Names. } } }
operations:
  change:
    doc: Changes a ship.
    put: /ship
    effect: idempotent
    body:
      crew?: { type: uint8 | null, doc: Number of people. }
      note?: { type: string | null, doc: Note. }
      counts?: { list: uint8 | null, doc: Counts. }
      which?: { type: Which, doc: Other ship. }
      shown?: { type: Shown, doc: What is shown. }
    response: none
  label: { doc: Labels a ship., delete: /label, effect: write, content: form, body: { "text?": { type: string, doc: Text. } }, response: none }
"#;

/// Returns the request of a call with a parameter, as HTTP; or what is wrong with the parameter.
fn request(id: &str, name: &str, texts: &[&str]) -> String {
    let source = ("yard.yaml".to_owned(), YARD.as_bytes().to_vec());
    let sources = read_sources("spec", vec![source]).unwrap();
    let api = Api::load(&sources, &[]).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let caller = Caller::new(api, Profile::default()).unwrap();
    let mut call = caller.prepare(id).unwrap();
    if !texts.is_empty() {
        let texts: Vec<String> = texts.iter().map(|text| (*text).to_owned()).collect();
        call.texts(name, &texts);
    }
    call.dry_run().map_or_else(|error| error.to_string(), |request| request.to_string())
}

#[test]
fn a_text_becomes_the_json_of_its_type() {
    for (name, texts, json) in [
        ("crew", &["null"][..], "null"),
        ("crew", &["7"], "7"),
        // The same text may be meant.
        ("note", &["null"], r#""null""#),
        ("counts", &["1", "null"], "[1,null]"),
        // Digits are a number where an arm takes numbers, whatever the order of the arms.
        ("which", &["5"], "5"),
        ("which", &["5a"], r#""5a""#),
        ("shown", &["true"], "true"),
        ("shown", &["a"], r#""a""#),
        ("shown", &["a", "b"], r#"["a","b"]"#),
    ] {
        let (request, body) = (request("yard.change", name, texts), format!("{{\"{name}\":{json}}}"));
        assert!(request.ends_with(&body), "{texts:?}: {request}");
    }
    let wrong = request("yard.change", "which", &["a", "b"]);
    assert!(wrong.contains("`which` must be given once"), "{wrong}");
}

#[test]
fn a_form_without_members_is_no_body() {
    assert!(request("yard.label", "text", &["a"]).contains("content-type: application/x-www-form-urlencoded"));
    let without = request("yard.label", "text", &[]);
    assert!(without.starts_with("DELETE ") && !without.contains("content-type"), "{without}");
}
