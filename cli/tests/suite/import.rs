//! `chainloom import`: files and a report, and nothing written over.

use chainloom_bounded::Bounded as _;

use crate::common::{Project, files_below};

const DOCUMENT: &str = "openapi: 3.0.0\ninfo: { title: Harbour API, version: '1' }\n\
                        servers: [{ url: 'https://harbour.example' }]\npaths:\n  /piers/{pier}:\n    get:\n\
                        \x20     operationId: find_pier\n      summary: Finds a pier.\n\
                        \x20     parameters: [{ name: pier, in: path, required: true, schema: { type: integer } }]\n\
                        \x20     responses: { '200': { description: ok, content: { application/json: { schema: { \
                        type: string, format: uri } } } } }\n";

#[test]
fn a_document_becomes_a_spec_that_generates() {
    let project = Project::new();
    project.write("harbour.yaml", DOCUMENT);
    let output = project.command(&["import", "openapi", "harbour.yaml", "--out", "spec"]).bounded_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("1 of 1 operations") && said.contains("the format `uri` of a text"), "{said}");
    assert!(project.read("spec/harbour.yaml").contains("get: /piers/{pier}"));
    project.must_write();
}

#[test]
fn nothing_is_written_over_unless_asked() {
    let project = Project::new();
    project.write("harbour.yaml", DOCUMENT);
    project.write("spec/harbour.yaml", "mine");
    let import = ["import", "openapi", "harbour.yaml", "--out", "spec"];
    let output = project.command(&import).bounded_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("--overwrite") && said.contains("`harbour.yaml`"), "{said}");
    assert_eq!(project.read("spec/harbour.yaml"), "mine");
    let output =
        project.command(&[&import[..], &["--overwrite", "--format", "json"]].concat()).bounded_output().unwrap();
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["ok"], true);
    assert_eq!(object["report"]["lost"][0]["count"], 1);
    assert_ne!(project.read("spec/harbour.yaml"), "mine");
}

#[test]
fn chosen_operations_are_imported_and_unknown_ones_refused() {
    let project = Project::new();
    let more = DOCUMENT.replace(
        "paths:\n",
        "paths:\n  /ships: { get: { operationId: list_ships, responses: { '204': { description: none } } } }\n",
    );
    project.write("harbour.yaml", more);
    let import = |only: &[&str]| {
        let arguments = [&["import", "openapi", "harbour.yaml", "--out", "spec", "--overwrite"], only].concat();
        let output = project.command(&arguments).bounded_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = import(&["--only", "find_peer", "--only", "/ships"]);
    let expected = "error: cannot import `harbour.yaml`: the document has no operation `find_peer`; did you mean \
                    `find_pier`?\n";
    assert_eq!((code, said.as_str()), (Some(1), expected));
    assert!(!project.path("spec").exists());
    let (code, said) = import(&["--only", "GET /piers/{pier}"]);
    assert!(code == Some(0) && said.starts_with("1 of 1 operations are in the spec."), "{said}");
    assert!(!project.read("spec/harbour.yaml").contains("/ships"));
    project.must_write();
    let (code, said) = import(&["--only", "find_pier", "--only", "/ships"]);
    assert!(code == Some(0) && said.starts_with("2 of 2 operations are in the spec."), "{said}");
}

#[test]
fn operations_are_added_to_a_spec_whose_files_stay_as_they_are() {
    let project = Project::new();
    project.write("harbour.yaml", DOCUMENT);
    let spec =
        "chainloom: 1 # mine\ndoc: Harbour.\nclient: { baseUrl: \"https://harbour.example\" }\nservice: harbour\n";
    project.write("spec/harbour.yaml", spec);
    let import = |further: &[&str]| {
        let arguments = [&["import", "openapi", "harbour.yaml", "--into", "spec"], further].concat();
        let output = project.command(&arguments).bounded_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = import(&["--only", "find_pier", "--name", "piers", "--service", "harbor"]);
    let expected =
        "error: cannot import `harbour.yaml`: the spec has no REST service `harbor`: did you mean `harbour`?\n";
    assert_eq!((code, said.as_str()), (Some(1), expected));
    let (code, said) = import(&["--only", "find_pier", "--name", "piers", "--overwrite"]);
    assert!(code == Some(2) && said.contains("--overwrite"), "{said}");
    assert_eq!(files_below(&project.path("spec")).len(), 1);
    let (code, said) = import(&["--only", "find_pier", "--name", "piers"]);
    assert!(code == Some(0) && said.ends_with("1 file written to `spec`\n"), "{said}");
    assert_eq!(project.read("spec/harbour.yaml"), spec);
    assert!(project.read("spec/harbour/piers.yaml").contains("service: harbour\noperations:\n  findPier:\n"));
    project.must_write();
    let (code, said) = import(&["--only", "find_pier", "--name", "more"]);
    let expected = "error: cannot import `harbour.yaml`: the service `harbour` has the operations `findPier` already\n";
    assert_eq!((code, said.as_str()), (Some(1), expected));
    let output = project.command(&["import", "openapi", "harbour.yaml"]).bounded_output().unwrap();
    assert!(!output.status.success() && String::from_utf8(output.stderr).unwrap().contains("--out <DIR>"));
}

#[test]
fn a_file_that_is_no_document_is_refused() {
    let project = Project::new();
    project.write("harbour.yaml", "swagger: '2.0'\n");
    let output = project.command(&["import", "openapi", "harbour.yaml", "--out", "spec"]).bounded_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.starts_with("error: cannot import `harbour.yaml`"), "{said}");
    let output = project.command(&["import", "openrpc", "none.json", "--out", "spec"]).bounded_output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("cannot read the document"));
}

#[test]
fn the_exit_code_tells_whether_all_came_through() {
    let project = Project::new();
    let import = |document: &str| {
        project.write("harbour.yaml", document);
        let arguments = ["import", "openapi", "harbour.yaml", "--out", "spec", "--overwrite"];
        let output = project.command(&arguments).bounded_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = import(DOCUMENT);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains(
            "Left out: 0; simplified: 0; narrowed by guesses: 0; guessed: 0; details that change no call: 1."
        ),
        "{said}"
    );
    let reserved = "{ name: berth, in: query, allowReserved: true, schema: { type: string } }, { name: pier, in: path";
    let (code, said) = import(&DOCUMENT.replace("{ name: pier, in: path", reserved));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("1 of 1 operations") && said.contains("Left out: 1;"), "{said}");
    let (code, said) = import(&format!(
        "{DOCUMENT}    additionalOperations: {{ GET: {{ responses: {{}} }}, CONNECT: {{ responses: {{}} }} }}\n"
    ));
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("Less than half of the document was imported: 1 of 3 operations"), "{said}");
    project.must_write();
    let help = project.command(&["import", "--help"]).bounded_output().unwrap();
    assert!(String::from_utf8(help.stdout).unwrap().contains("2 if the spec is written"));
}

#[test]
fn files_of_the_folder_are_read() {
    let project = Project::new();
    let document = DOCUMENT.replace("{ type: string, format: uri }", "{ $ref: './schemas/pier.yaml#/Pier' }");
    project.write("api/harbour.yaml", &document);
    project.write(
        "api/schemas/pier.yaml",
        "Pier: { type: object, required: [name], properties: { name: { type: string, format: uri } } }\n",
    );
    let import = ["import", "openapi", "api/harbour.yaml", "--out", "spec", "--overwrite", "--format", "json"];
    let output = project.command(&import).bounded_output().unwrap();
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{object}");
    assert_eq!(object["report"]["lost"][0]["places"][0], "schemas/pier.yaml#/Pier/properties/name");
    assert!(project.read("spec/harbour.yaml").contains("name: string"));
    project.write("api/harbour.yaml", document.replace("pier.yaml", "none.yaml"));
    let output = project.command(&import).bounded_output().unwrap();
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(2), "{object}");
    let lost = object["report"]["lost"].as_array().unwrap();
    let missing = lost.iter().find(|lost| lost["what"] == "a missing file").unwrap();
    assert_eq!(missing["places"][0], "schemas/none.yaml");
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_not_followed() {
    let project = Project::new();
    project.write("secret.yaml", "Pier: { type: string, description: hush-hush-42 }\n");
    let import = |reference: &str| {
        project.write("api/harbour.yaml", DOCUMENT.replace("{ type: string, format: uri }", reference));
        let arguments = ["import", "openapi", "api/harbour.yaml", "--out", "spec", "--overwrite"];
        let output = project.command(&arguments).bounded_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let (code, said) = import("{ $ref: './inner.yaml#/Pier' }");
    assert_eq!(code, Some(2), "{said}");
    let link = |from: &str, to: &str| std::os::unix::fs::symlink(to, project.path(from)).unwrap();
    link("api/inner.yaml", "../secret.yaml");
    link("api/folder", "..");
    for reference in ["{ $ref: './inner.yaml#/Pier' }", "{ $ref: 'folder/secret.yaml#/Pier' }"] {
        let (code, said) = import(reference);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("leads out of the folder of the document") && !said.contains("hush-hush-42"), "{said}");
    }
    let (code, said) = import("{ $ref: '../secret.yaml#/Pier' }");
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("a reference to another document, `../secret.yaml#/Pier`"), "{said}");
}
