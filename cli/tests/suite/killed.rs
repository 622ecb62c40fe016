//! A run that is killed at any moment: each file is absent, wholly the old or wholly the new one,
//! and the next run brings the folder to the exact state.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::common::full::is_full;
use crate::common::{CODEGEN, Project};

/// So many modules have the spec: enough for a run to be killed between the first file and the
/// last.
const MODULES: usize = 120;
/// A run takes far less; a test must not hang.
const LIMIT: Duration = Duration::from_secs(120);

type Texts = BTreeMap<String, Vec<u8>>;

/// Writes a spec of many modules; the text of each depends on `doc`.
fn write_spec(project: &Project, doc: &str) {
    project.write("spec/lib.yaml", format!("chainloom: 1\ndoc: {doc}\n"));
    for n in 0..MODULES {
        let fields: Vec<String> = (0..5).map(|field| format!("f{field}: string")).collect();
        let types = format!("  A{n}: {{ doc: {doc}, fields: {{ {} }} }}", fields.join(", "));
        project.write(&format!("spec/m{n}.yaml"), format!("chainloom: 1\ndoc: {doc}\ntypes:\n{types}\n"));
    }
}

/// Both states of the output: before and after the spec was edited.
static STATES: LazyLock<(Texts, Texts)> = LazyLock::new(|| {
    let project = Project::new();
    write_spec(&project, "The old text.");
    project.must_write();
    let old = project.texts();
    write_spec(&project, "The new text.");
    project.must_write();
    (old, project.texts())
});

/// Starts a run and kills it once `done` returns true. Returns whether the run was still at work.
fn kill_when(project: &Project, mut done: impl FnMut() -> bool) -> bool {
    let mut run = project.command(&CODEGEN).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let began = Instant::now();
    while !done() && !ended(&mut run) && began.elapsed() < LIMIT {
        std::thread::yield_now();
    }
    let alive = !ended(&mut run);
    run.kill().unwrap();
    chainloom_bounded::wait(&mut run).unwrap();
    alive
}

fn ended(run: &mut Child) -> bool {
    run.try_wait().unwrap().is_some()
}

/// Returns the numbers of files after which a run is killed.
fn moments() -> &'static [usize] {
    if is_full() { &[0, 1, 5, 20, 50] } else { &[20] }
}

/// Number of further runs, of which one must be killed halfway: where the machine is busy, a run may end before this
/// test sees its files.
const FURTHER_RUNS: usize = 20;

/// Calls `is_halfway` with each of the moments, and further times until it has returned `true` once.
fn at_moments(mut is_halfway: impl FnMut(usize) -> bool) {
    let halfway = moments().iter().filter(|files| is_halfway(**files)).count();
    assert!(
        halfway > 0 || (0..FURTHER_RUNS).any(|_| is_halfway(20)),
        "at least one run was killed between the first file and the last"
    );
}

/// Returns the number of new files in a folder.
fn count(folder: &Path, is_new: impl Fn(&Path) -> bool) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.') && is_new(&entry.path())).count()
}

/// Returns the files of the crate, without files that are being written, which have separate names.
fn settled(project: &Project) -> Texts {
    project.texts().into_iter().filter(|(path, _)| !is_unfinished(path)).collect()
}

fn is_unfinished(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.starts_with(".chainloom-"))
}

/// Runs once more, after which nothing may differ.
fn assert_repaired(project: &Project, expected: &Texts) {
    let left: Vec<String> = project.texts().into_keys().filter(|path| is_unfinished(path)).collect();
    let told = String::from_utf8(project.check().stderr).unwrap();
    for path in &left {
        let name = path.rsplit('/').next().unwrap();
        assert!(told.contains(name), "--check names {path}:\n{told}");
    }
    project.must_write();
    assert!(project.texts() == *expected, "the next run brings the exact state, and leaves nothing of the killed one");
    assert!(project.check().status.success());
}

#[test]
fn while_it_makes_files() {
    let (_, expected) = &*STATES;
    at_moments(|files| {
        let project = Project::new();
        write_spec(&project, "The new text.");
        let folder = project.path("out/src");
        kill_when(&project, || files == 0 || count(&folder, |_| true) >= files);
        let found = settled(&project);
        for (path, bytes) in &found {
            assert!(expected.get(path) == Some(bytes), "{path} is not whole");
        }
        assert_repaired(&project, expected);
        !found.is_empty() && found.len() < expected.len()
    });
}

#[test]
fn while_it_changes_files() {
    let (old, new) = &*STATES;
    at_moments(|files| {
        let project = Project::new();
        write_spec(&project, "The old text.");
        project.must_write();
        write_spec(&project, "The new text.");
        let folder = project.path("out/src");
        let is_new = |path: &Path| {
            let name = format!("src/{}", path.file_name().unwrap().to_string_lossy());
            std::fs::read(path).is_ok_and(|bytes| new.get(&name) == Some(&bytes))
        };
        kill_when(&project, || files == 0 || count(&folder, is_new) >= files);
        let found = settled(&project);
        assert!(found.keys().eq(old.keys()), "no file is gone");
        for (path, bytes) in &found {
            assert!(old[path] == *bytes || new[path] == *bytes, "{path} is neither the old nor the new one");
        }
        assert_repaired(&project, new);
        found != *old && found != *new
    });
}
