//! Which files of the machine import which: there is no import cycle between folders, and none of
//! more than two files. In the generator and the runtime, imports lead to earlier stages alone.
//!
//! The ordinary run reads the runtime alone, with `CHAINLOOM_FULL=1` all crates are read.
//!
//! What a file imports is decided in `resolve`. A file may call the modules that it declares, and
//! may export their names.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod resolve;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chainloom_tests::full::is_full;
use chainloom_tests::machine;
use chainloom_tests::vectors::repository;

use resolve::{Crate, Module, shown};

/// The stages of the generator. A file imports from its own stage, or from one above it in this
/// list.
const STAGES: [&[&str]; 7] = [
    // What everything stands on.
    &[
        "casing", "characters", "diagnostic", "files", "ident", "json_lines", "keep", "options", "parallel", "source",
        "stage",
    ],
    &["language"],
    &["model", "sentences", "walk"],
    &["spec"],
    &["analysis"],
    &["rust", "documents"],
    &["named", "outputs", "pipeline"],
];

/// The floors of the runtime. A file imports from its own folder, or from one before it in this
/// list.
const FLOORS: [&[&str]; 7] = [
    &["macros", "json", "value"],
    &["transport", "error"],
    &["encode", "rpc", "events"],
    &["client"],
    &["request", "response", "websocket", "call"],
    &["batch", "pages", "stream", "waiting"],
    &["dry_run", "raw", "support", "catalog", "testing", "blocking", "codec", "webhooks", "__private"],
];

/// The crates of the machine, by their folders; in the ordinary run the runtime alone.
static CRATES: LazyLock<BTreeMap<PathBuf, Crate>> = LazyLock::new(|| {
    let mut folders = machine::crates(&repository());
    folders.retain(|folder| is_full() || folder == Path::new("runtime"));
    std::thread::scope(|scope| {
        let read = |folder: PathBuf| scope.spawn(|| (Crate::read(&repository().join(&folder)), folder));
        let all: Vec<_> = folders.into_iter().map(read).collect();
        let all = all.into_iter().map(|one| one.join().unwrap());
        all.map(|(read, folder)| (folder, read)).collect()
    })
});

/// The folder whose files hold the types of one description. Such types may name each other.
const DATA: &str = "model";

#[test]
fn all_imports_lead_to_a_definition() {
    let unresolved = CRATES.iter().flat_map(|(folder, read)| {
        read.unresolved.iter().map(move |import| format!("{}/src/{import}", folder.display()))
    });
    let unresolved: Vec<String> = unresolved.collect();
    assert!(
        unresolved.is_empty(),
        "these lead neither to a definition nor to another crate:\n{}",
        unresolved.join("\n")
    );
    let runtime = &CRATES[Path::new("runtime")];
    assert!(runtime.imports > 1000, "only {} imports of the runtime were found", runtime.imports);
}

#[test]
fn there_are_no_import_cycles() {
    let mut wrong = Vec::new();
    for (folder, read) in &*CRATES {
        for cycle in read.cycles() {
            let folders: BTreeSet<Module> = cycle.iter().map(|module| read.folder(module)).collect();
            let is_data = cycle.iter().all(|module| module.first().is_some_and(|folder| folder == DATA));
            if !is_data && (cycle.len() > 2 || folders.len() > 1) {
                let files: Vec<String> = cycle.iter().map(shown).collect();
                wrong.push(format!("{}: {}", folder.display(), files.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "these import each other; put what they share below all of them:\n{}", wrong.join("\n"));
}

#[test]
fn imports_lead_to_earlier_stages() {
    let Some(generator) = CRATES.get(Path::new("codegen")) else {
        println!("skipped: only with CHAINLOOM_FULL=1");
        return;
    };
    let wrong = against(generator, |from, to| {
        let stage = |room: &str| place(&STAGES, room).0;
        // Two rooms of one stage do not know each other, unless both are the ground.
        let is_beside = stage(to) == stage(from) && stage(to) == 4 && to != from;
        stage(to) > stage(from) || is_beside
    });
    assert!(wrong.is_empty(), "imports against the order of the stages:\n{}", wrong.join("\n"));
}

#[test]
fn imports_lead_to_lower_floors() {
    let wrong = against(&CRATES[Path::new("runtime")], |from, to| place(&FLOORS, to) > place(&FLOORS, from));
    assert!(wrong.is_empty(), "imports against the order of the floors:\n{}", wrong.join("\n"));
}

/// The imports that lead to the root, or from a room to another one that it may not know.
fn against(krate: &Crate, is_wrong: impl Fn(&str, &str) -> bool) -> Vec<String> {
    let files = krate.files.iter().filter_map(|(from, targets)| Some((from, from.first()?, targets)));
    let imports = files.flat_map(|(from, room, targets)| targets.iter().map(move |to| (from, room, to)));
    let wrong = imports.filter(|(_, room, to)| to.first().is_none_or(|to| is_wrong(room, to)));
    wrong.map(|(from, _, to)| format!("{} imports {}", shown(from), shown(to))).collect()
}

/// The row of a room, and its place in it.
fn place(rows: &[&[&str]], room: &str) -> (usize, usize) {
    let places =
        rows.iter().enumerate().find_map(|(row, rooms)| Some((row, rooms.iter().position(|one| *one == room)?)));
    places.unwrap_or_else(|| panic!("add `{room}` to a row in {}", file!()))
}
