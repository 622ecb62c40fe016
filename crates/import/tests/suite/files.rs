//! Documents in several files: references to files are bounded, and need a reader. What becomes of them stands in
//! `tests/cases/files.txt`.

use chainloom_import::{FileReader, Kind, Options, openapi, openapi_with_files};

const HEAD: &str = "openapi: 3.1.0\ninfo: { title: Shop, version: '1' }\nservers: [{ url: 'https://shop.example' }]\n";
const SCHEMA: &str = "paths: { /a: { get: { operationId: a, responses: { '200': { description: ok, content: \
                      { application/json: { schema: { $ref: 0.yaml } } } } } } } }\n";
const ITEM: &str = "paths: { /a: { $ref: 0.yaml } }\n";

/// Files whose names are numbers, by what the number makes.
struct Numbered(fn(usize) -> String);

impl FileReader for Numbered {
    fn read(&self, path: &str) -> Result<Option<String>, String> {
        path.trim_end_matches(".yaml").parse().map(self.0).map(Some).map_err(|_| "no number".to_owned())
    }
}

#[test]
fn files_are_bounded() {
    let endless = |number: usize| format!("type: object\nproperties: {{ next: {{ $ref: '{}.yaml' }} }}\n", number + 1);
    let large = |_: usize| format!("description: {}\n", "a".repeat(70 * 1024 * 1024));
    let deep = |number: usize| format!("post: {{ callbacks: {{ a: {{ x: {{ $ref: '{}.yaml' }} }} }} }}\n", number + 1);
    // Callbacks within callbacks, twice at each level.
    let doubling = |number: usize| {
        let next = format!("{{ x: {{ $ref: '{}.yaml' }} }}", number + 1);
        let callbacks = if number < 25 { format!("a: {next}, b: {next}") } else { String::new() };
        format!("post: {{ responses: {{}}, callbacks: {{ {callbacks} }} }}\n")
    };
    for (rest, files, why) in [
        (SCHEMA, Numbered(endless), "the document refers to more than 1000 files"),
        (SCHEMA, Numbered(large), "the files beside the document have more than 67108864 bytes"),
        (ITEM, Numbered(deep), "references to other files nest more than 32 deep"),
        (ITEM, Numbered(doubling), "there are more than 20000 references to other files"),
    ] {
        let refused = openapi_with_files(&(HEAD.to_owned() + rest), "api.yaml", &files, &Options::default());
        assert_eq!(refused.unwrap_err().split(", at ").next(), Some(why));
    }
}

#[test]
fn without_a_reader_references_to_files_are_told() {
    let imported = openapi(&(HEAD.to_owned() + SCHEMA), &Options::default()).unwrap();
    let lost = imported.report.sorts(Kind::Lost);
    assert!(lost.iter().any(|(told, _)| *told == "a reference to another document, `0.yaml`"), "{lost:?}");
}
