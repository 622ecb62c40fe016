//! Documents in several files: what becomes of references to files beside a document.

use std::cell::RefCell;
use std::collections::BTreeMap;

use chainloom_import::{FileReader, Imported, Kind, Options, openapi, openapi_with_files};

/// Files in memory, with the paths that were asked for.
#[derive(Default)]
struct Memory {
    texts: BTreeMap<String, String>,
    asked: RefCell<Vec<String>>,
}

impl FileReader for Memory {
    fn read(&self, path: &str) -> Result<String, String> {
        self.asked.borrow_mut().push(path.to_owned());
        self.texts.get(path).cloned().ok_or_else(|| "no such file".to_owned())
    }
}

fn files(texts: &[(&str, &str)]) -> Memory {
    let texts = texts.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned()));
    Memory { texts: texts.collect(), ..Memory::default() }
}

fn head(rest: &str) -> String {
    format!(
        "openapi: 3.1.0\ninfo: {{ title: Shop, version: '1' }}\nservers: [{{ url: 'https://shop.example' }}]\n{rest}"
    )
}

fn import(rest: &str, files: &Memory) -> Result<Imported, String> {
    openapi_with_files(&head(rest), "api.yaml", files, &Options::default())
}

fn spec(imported: &Imported) -> String {
    imported.files.iter().map(|(_, text)| text.as_str()).collect()
}

/// A path whose response has a schema.
fn responds(path: &str, id: &str, reference: &str) -> String {
    format!(
        "  {path}: {{ get: {{ operationId: {id}, responses: {{ '200': {{ description: ok, content: {{ application/json: {{ schema: {{ $ref: '{reference}' }} }} }} }} }} }} }}\n"
    )
}

#[test]
fn pieces_of_other_files_are_read() {
    let memory = files(&[
        (
            "paths/pets.yaml",
            "get:\n  operationId: listPets\n  parameters: [{ $ref: '../parts.json#/parameters/limit' }]\n  responses:\n    '200': { $ref: '../parts.json#/responses/Pets' }\n",
        ),
        (
            "parts.json",
            r#"{ "parameters": { "limit": { "name": "limit", "in": "query", "schema": { "type": "integer" } } },
                 "responses": { "Pets": { "description": "Pets.", "content": { "application/json": { "schema": {
                     "type": "array", "items": { "$ref": "schemas/pet.yaml" } } } } } } }"#,
        ),
        (
            "schemas/pet.yaml",
            "type: object\nrequired: [name]\nproperties:\n  name: { type: string }\n  friend: { $ref: '#' }\n  owner: { $ref: './people.yaml#/Owner' }\n  shop: { $ref: '../api.yaml#/components/schemas/Shop' }\n",
        ),
        (
            "schemas/people.yaml",
            "Owner: { type: object, required: [pets], properties: { pets: { type: array, items: { $ref: 'pet.yaml' } } } }\n",
        ),
    ]);
    let imported = import(
        "paths:\n  /pets: { $ref: './paths/pets.yaml' }\ncomponents:\n  schemas:\n    Shop: { type: object, required: [city], properties: { city: { type: string } } }\n",
        &memory,
    )
    .unwrap();
    let text = spec(&imported);
    for line in ["get: /pets\n", "\"limit?\": integer", "Pet:", "Owner:", "Shop:", "name: string", "city: string"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(imported.report.is_complete(), "{}", imported.report.text());
    assert_eq!(memory.asked.borrow().len(), 4, "each file is read once");
}

#[test]
fn maps_operations_and_components_may_be_in_other_files() {
    let memory = files(&[
        ("paths.yaml", "/a:\n  get: { $ref: './operations/a.yaml' }\n"),
        (
            "operations/a.yaml",
            "operationId: a\nresponses: { '200': { description: ok, content: { application/json: { schema: { $ref: '../schemas/index.yaml#/Pet' } } } } }\n",
        ),
        ("schemas/index.yaml", "Pet: { $ref: './pet.yaml' }\n"),
        ("schemas/pet.yaml", "type: object\nrequired: [name]\nproperties: { name: { type: string } }\n"),
    ]);
    let imported =
        import("paths: { $ref: paths.yaml }\ncomponents:\n  schemas: { $ref: schemas/index.yaml }\n", &memory).unwrap();
    let text = spec(&imported);
    assert!(text.contains("get: /a\n") && text.contains("Pet:") && text.contains("name: string"), "{text}");
    assert!(!text.contains("pet_"), "{text}");
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn names_that_collide_are_told_apart() {
    let memory = files(&[
        ("cats.yaml", "Pet: { type: object, required: [lives], properties: { lives: { type: integer } } }\n"),
        ("dogs.yaml", "Pet: { type: object, required: [bark], properties: { bark: { type: string } } }\n"),
    ]);
    let paths = [
        responds("/a", "a", "cats.yaml#/Pet"),
        responds("/b", "b", "dogs.yaml#/Pet"),
        responds("/c", "c", "#/components/schemas/Pet"),
    ];
    let own = "components: { schemas: { Pet: { type: object, required: [name], properties: { name: { type: string } } } } }\n";
    let imported = import(&format!("paths:\n{}{own}", paths.concat()), &memory).unwrap();
    let text = spec(&imported);
    for line in ["CatsPet:", "DogsPet:", " Pet:", "lives: integer", "bark: string", "name: string"] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(imported.report.is_complete(), "{}", imported.report.text());
}

#[test]
fn places_name_the_file() {
    let memory = files(&[
        (
            "a.yaml",
            "get: { operationId: a, parameters: [{ name: c, in: cookie, schema: { $ref: 's.yaml#/S' } }], responses: { '204': { description: ok } } }\n",
        ),
        (
            "s.yaml",
            "S: { type: object, properties: { x: { type: string, format: uri }, x: { type: string, format: uri } } }\n",
        ),
    ]);
    let rest = format!("paths:\n  /a: {{ $ref: a.yaml }}\n{}", responds("/s", "s", "s.yaml#/S"));
    let imported = import(&rest, &memory).unwrap();
    let report = imported.report.json().to_string();
    for place in ["a.yaml#/get/parameters/0", "s.yaml#/S/properties/x"] {
        assert!(report.contains(place), "{place}\n{report}");
    }
    assert!(imported.report.text().contains(" a.yaml#/get/parameters/0"), "{}", imported.report.text());
}

#[test]
fn nothing_out_of_the_folder_is_read() {
    let memory = Memory::default();
    for reference in [
        "../../etc/passwd",
        "/etc/passwd",
        "%2e%2e/passwd",
        "file:///etc/passwd",
        "https://elsewhere.example/s.yaml#/S",
        "//elsewhere.example/s.yaml",
        "s.yaml#anchor",
    ] {
        let imported = import(&format!("paths:\n{}", responds("/a", "a", reference)), &memory).unwrap();
        let lost = imported.report.sorts(Kind::Lost);
        let what = format!("a reference to another document, `{reference}`");
        assert!(lost.iter().any(|(told, _)| *told == what), "{reference}: {lost:?}");
        assert!(!imported.report.is_complete());
    }
    let path = import("paths:\n  /a: { $ref: '../a.yaml' }\n", &memory).unwrap();
    assert_eq!(path.report.sorts(Kind::Lost)[0].0, "a reference to another document, `../a.yaml`");
    assert!(memory.asked.borrow().is_empty(), "{:?}", memory.asked.borrow());
}

#[test]
fn references_in_odd_places_are_told() {
    let memory = Memory::default();
    let away = "https://elsewhere.example/a.yaml";
    for (rest, place) in [
        (format!("paths: {{ $ref: '{away}' }}\n"), "/paths"),
        (format!("paths: {{ /a: {{ get: {{ $ref: '{away}' }} }} }}\n"), "/paths/~1a/get"),
        ("paths: { /a: { get: { $ref: '#/x-get' } } }\nx-get: { operationId: a }\n".to_owned(), "/paths/~1a/get"),
        (
            format!("paths: {{ /a: {{ get: {{ parameters: {{ $ref: '{away}' }}, responses: {{ '204': {{ description: ok }} }} }} }} }}\n"),
            "/paths/~1a/get/parameters",
        ),
        (
            "paths: { /a: { get: { responses: { '200': { description: ok, content: { application/json: { $ref: '#/components/mediaTypes/A' } } } } } } }\n".to_owned(),
            "/paths/~1a/get/responses/200/content/application~1json",
        ),
    ] {
        let imported = import(&rest, &memory).unwrap();
        assert!(imported.report.entries.iter().any(|entry| entry.place == place), "{rest}{:?}", imported.report);
        assert!(!imported.report.is_complete(), "{rest}");
    }
}

#[test]
fn without_a_reader_references_to_files_are_told() {
    let document = head(&format!("paths:\n{}", responds("/a", "a", "s.yaml#/S")));
    let imported = openapi(&document, &Options::default()).unwrap();
    let what = "a reference to another document, `s.yaml#/S`";
    assert!(imported.report.sorts(Kind::Lost).iter().any(|(told, _)| *told == what));
}

#[test]
fn what_is_missing_is_an_error() {
    let memory = files(&[("s.yaml", "S: { type: string }\n"), ("odd.yaml", "{"), ("text.yaml", "just text")]);
    for (reference, why) in [
        ("none.yaml", "cannot read `none.yaml`, to which the document refers: no such file"),
        ("s.yaml#/T", "the file `s.yaml` has nothing at `#/T`"),
        ("odd.yaml", "the file `odd.yaml`: the document is no JSON"),
        ("text.yaml#/a", "the file `text.yaml` has nothing at `#/a`"),
    ] {
        let failed = import(&format!("paths:\n{}", responds("/a", "a", reference)), &memory).unwrap_err();
        assert!(failed.starts_with(why), "{failed}");
    }
}

#[test]
fn circles_between_files_end() {
    let schemas = files(&[
        (
            "a.yaml",
            "A: { type: object, properties: { b: { $ref: 'b.yaml#/B' } } }\nSelf: { $ref: 'a.yaml#/Self' }\nFirst: { $ref: 'b.yaml#/Second' }\n",
        ),
        (
            "b.yaml",
            "B: { type: object, properties: { a: { $ref: 'a.yaml#/A' } } }\nSecond: { $ref: 'a.yaml#/First' }\n",
        ),
    ]);
    let imported = import(&format!("paths:\n{}", responds("/a", "a", "a.yaml#/A")), &schemas).unwrap();
    assert!(imported.report.is_complete(), "{}", imported.report.text());
    for alias in ["a.yaml#/Self", "a.yaml#/First"] {
        let imported = import(&format!("paths:\n{}", responds("/a", "a", alias)), &schemas);
        assert!(imported.is_err() || !imported.is_ok_and(|imported| imported.report.is_complete()), "{alias}");
    }
    let paths = files(&[
        ("self.yaml", "$ref: self.yaml\n"),
        ("one.yaml", "$ref: two.yaml\n"),
        ("two.yaml", "$ref: one.yaml\n"),
        (
            "calls.yaml",
            "post: { operationId: a, responses: { '204': { description: ok } }, callbacks: { done: { '{$url}': { $ref: calls.yaml } } } }\n",
        ),
    ]);
    for path in ["self.yaml", "one.yaml", "calls.yaml"] {
        let failed = import(&format!("paths:\n  /a: {{ $ref: {path} }}\n"), &paths).unwrap_err();
        assert!(failed.contains("leads back to itself"), "{failed}");
    }
}

#[test]
fn files_are_bounded() {
    /// Files that each refer to the next one.
    struct Endless;
    impl FileReader for Endless {
        fn read(&self, path: &str) -> Result<String, String> {
            let number: usize = path.trim_end_matches(".yaml").parse().map_err(|_| "no number".to_owned())?;
            Ok(format!("type: object\nproperties: {{ next: {{ $ref: '{}.yaml' }} }}\n", number + 1))
        }
    }
    /// Files of a large text.
    struct Large;
    impl FileReader for Large {
        fn read(&self, _: &str) -> Result<String, String> {
            Ok(format!("description: {}\n", "a".repeat(70 * 1024 * 1024)))
        }
    }
    /// Callbacks within callbacks, twice at each level.
    struct Doubling;
    impl FileReader for Doubling {
        fn read(&self, path: &str) -> Result<String, String> {
            let number: usize = path.trim_end_matches(".yaml").parse().map_err(|_| "no number".to_owned())?;
            if number == 25 {
                return Ok("post: { responses: {} }\n".to_owned());
            }
            let next = format!("{{ x: {{ $ref: '{}.yaml' }} }}", number + 1);
            Ok(format!("post: {{ responses: {{}}, callbacks: {{ a: {next}, b: {next} }} }}\n"))
        }
    }
    let document = |rest: String| head(&format!("paths:\n{rest}"));
    let import = |text: &str, files: &dyn FileReader| {
        openapi_with_files(text, "api.yaml", files, &Options::default()).unwrap_err()
    };
    let many = import(&document(responds("/a", "a", "0.yaml")), &Endless);
    assert_eq!(many, "the document refers to more than 1000 files");
    let large = import(&document(responds("/a", "a", "0.yaml")), &Large);
    assert!(large.contains("more than 67108864 bytes"), "{large}");
    /// Path items within path items.
    struct Deep;
    impl FileReader for Deep {
        fn read(&self, path: &str) -> Result<String, String> {
            let number: usize = path.trim_end_matches(".yaml").parse().map_err(|_| "no number".to_owned())?;
            Ok(format!("post: {{ callbacks: {{ a: {{ x: {{ $ref: '{}.yaml' }} }} }} }}\n", number + 1))
        }
    }
    let deep = import(&document("  /a: { $ref: 0.yaml }\n".to_owned()), &Deep);
    assert!(deep.contains("nest more than 32 deep"), "{deep}");
    let doubled = import(&document("  /a: { $ref: 0.yaml }\n".to_owned()), &Doubling);
    assert!(doubled.contains("more than 20000 references to other files"), "{doubled}");
}
