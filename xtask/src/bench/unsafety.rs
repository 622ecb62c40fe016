//! Counts `unsafe` in the code that a user of each client compiles.
//!
//! Input: the packages that cargo resolves for `benches/rivals`, and their sources. Output: a table
//! of packages, and of the word `unsafe` outside of comments and texts. Build scripts, macros and
//! the standard library are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use chainloom_command::Failure;
use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;
use walkdir::WalkDir;

use super::measure::print;
use super::rivals::MANIFEST;
use crate::metadata::list_packages;
use crate::step::{End, output_of};
use crate::workspace::Workspace;

/// Packages that a user names. `chainloom` comes first.
const CLIENTS: [&str; 4] = ["chainloom", "alloy-provider", "jsonrpsee", "progenitor-client"];

/// Prints a row for each client.
pub(super) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let folders = folders(workspace)?;
    print("| client | packages | with `unsafe` | `unsafe` |\n|---|---|---|---|");
    for client in CLIENTS {
        let packages = packages(workspace, client)?;
        let counts: Vec<usize> = packages.iter().filter_map(|package| folders.get(package)).map(count).collect();
        let with = counts.iter().filter(|count| **count > 0).count();
        print(&format!("| {client} | {} | {with} | {} |", packages.len(), counts.iter().sum::<usize>()));
    }
    Ok(End::Done)
}

/// Returns the folder of each package, by name and version.
fn folders(workspace: &Workspace) -> Result<BTreeMap<String, String>, Failure> {
    let packages = list_packages(workspace, &["--locked", "--manifest-path", MANIFEST])?;
    let said = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let folder = |package: &Value| said(package, "manifest_path").trim_end_matches("Cargo.toml").to_owned();
    let name = |package: &Value| format!("{} v{}", said(package, "name"), said(package, "version"));
    Ok(packages.iter().map(|package| (name(package), folder(package))).collect())
}

/// Returns the packages that a program with this client is linked from, the client included.
fn packages(workspace: &Workspace, client: &str) -> Result<BTreeSet<String>, Failure> {
    let mut tree = workspace.cargo(&["tree", "--locked", "--manifest-path", MANIFEST, "--package", client]);
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none"]);
    let text = output_of(&mut tree)
        .ok_or_else(|| Failure::new(format_args!("`cargo tree` knows no package `{client}` in `{MANIFEST}`")))?;
    Ok(text.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect())
}

/// Counts the occurrences of `unsafe` in the sources of a package.
fn count(folder: &String) -> usize {
    let files = WalkDir::new(Path::new(folder).join("src")).into_iter().flatten();
    let sources = files.filter(|file| file.path().extension().is_some_and(|extension| extension == "rs"));
    let texts = sources.filter_map(|file| fs::read_to_string(file.path()).ok());
    texts.filter_map(|text| text.parse().ok()).map(words).sum()
}

/// Counts the word `unsafe` in tokens.
fn words(tokens: TokenStream) -> usize {
    let count = |token| match token {
        TokenTree::Group(group) => words(group.stream()),
        TokenTree::Ident(ident) => usize::from(ident == "unsafe"),
        TokenTree::Punct(_) | TokenTree::Literal(_) => 0,
    };
    tokens.into_iter().map(count).sum()
}
