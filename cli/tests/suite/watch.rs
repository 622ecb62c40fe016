//! `chainloom codegen --watch`: a run for each state of the spec, also through mistakes, and none
//! for what it writes.

use std::fs;
use std::io::{BufRead as _, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::{CODEGEN, Project};

/// Far longer than any build takes; a test must not hang.
const LIMIT: Duration = Duration::from_secs(60);

/// Some times as long as a change takes to be answered: what is not printed by then is not printed
/// at all.
const SILENCE: Duration = Duration::from_millis(700);

/// A program at work, and the lines that it prints.
struct Watch {
    child: Child,
    lines: Receiver<String>,
}

impl Watch {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (sender, lines) = channel();
        let pipes: [Box<dyn Read + Send>; 2] =
            [Box::new(child.stdout.take().unwrap()), Box::new(child.stderr.take().unwrap())];
        for pipe in pipes {
            let sender = sender.clone();
            thread::spawn(move || BufReader::new(pipe).lines().map_while(Result::ok).try_for_each(|l| sender.send(l)));
        }
        Self { child, lines }
    }

    /// Reads on to a line with this in it, and gives all that came with it.
    fn until(&self, wanted: &str) -> Vec<String> {
        let deadline = Instant::now() + LIMIT;
        let mut seen = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => seen.push(line),
                Err(error) => panic!("no line with `{wanted}` ({error}):\n{}", seen.join("\n")),
            }
            if seen.last().is_some_and(|line| line.contains(wanted)) {
                return seen;
            }
        }
    }

    /// Asserts that nothing more is printed. This waits for what must not come, so that a slow machine cannot make it
    /// fail.
    fn assert_silent(&self) {
        if let Ok(line) = self.lines.recv_timeout(SILENCE) {
            panic!("printed without a change: {line}");
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn project() -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    project
}

fn watch(project: &Project, more: &[&str]) -> Watch {
    Watch::start(project.command(&[CODEGEN.as_slice(), &["--watch"], more].concat()))
}

/// Saves a file as many editors do: writes the new text next to the old one, then renames.
fn save(project: &Project, path: &str, text: &str) {
    project.write("spec/.saved", text);
    fs::rename(project.path("spec/.saved"), project.path(path)).unwrap();
}

const RUN: &str = " written, ";

#[test]
fn goes_on_through_a_mistake() {
    let project = project();
    let watch = watch(&project, &[]);
    assert_eq!(watch.until("watching").len(), 1, "the first line says what happens");
    watch.until(RUN);
    save(&project, "spec/words.yaml", "chainloom: 1\ntypes: { Wind: { fields: { a: strin } } }\n");
    let said = watch.until("more about a code").join("\n");
    assert!(said.contains("error[unknown-type]") && said.contains("did you mean `string`"), "{said}");
    assert!(!project.path("out/src/words.rs").exists());
    save(&project, "spec/words.yaml", "chainloom: 1\ndoc: Words.\ntypes: { Wind: { fields: { a: string } } }\n");
    watch.until(RUN);
    assert!(project.read("out/src/words.rs").contains("struct Wind"));
    fs::remove_file(project.path("spec/words.yaml")).unwrap();
    assert!(watch.until(RUN).last().unwrap().contains("1 removed"));
    assert!(!project.path("out/src/words.rs").exists());
}

#[test]
fn a_burst_of_changes_is_one_run() {
    let project = project();
    let watch = watch(&project, &["--format", "json"]);
    watch.until("\"ok\":true");
    for n in 0..20 {
        save(&project, &format!("spec/m{n}.yaml"), "chainloom: 1\ndoc: One of many.\n");
    }
    let mut runs = 0;
    while !project.path("out/src/m19.rs").exists() {
        watch.until("\"ok\":true");
        runs += 1;
    }
    assert!(runs < 5, "20 files changed at once, and it ran {runs} times");
}

/// The output lies in the spec folder, another file changes there, and one is saved as it was:
/// nothing of that is a change of the spec.
#[test]
fn its_own_output_is_no_change() {
    let project = project();
    let watch = Watch::start(
        project.command(&["codegen", "--spec", "spec", "--out", "spec/out", "--watch", "--format", "json"]),
    );
    watch.until("\"ok\":true");
    watch.assert_silent();
    project.write("spec/notes.txt", "Nothing of the spec.");
    save(&project, "spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    watch.assert_silent();
    save(&project, "spec/more.yaml", "chainloom: 1\ndoc: The first change.\n");
    let seen = watch.until("out");
    assert_eq!(seen.len(), 1, "{seen:?}");
    let run: serde_json::Value = serde_json::from_str(&seen[0]).unwrap();
    let written = run["files"]["written"].as_array().unwrap();
    assert!(written.iter().any(|path| path == "src/more.rs"), "the next run is that of the change: {run}");
}

#[test]
fn the_folder_itself_goes_and_comes_back() {
    let project = project();
    let watch = watch(&project, &[]);
    watch.until(RUN);
    fs::rename(project.path("spec"), project.path("elsewhere")).unwrap();
    watch.until("there is no folder");
    project.write("new/lib.yaml", "chainloom: 1\ndoc: Another API.\n");
    fs::rename(project.path("new"), project.path("spec")).unwrap();
    watch.until(RUN);
    save(&project, "spec/words.yaml", "chainloom: 1\ndoc: Words.\n");
    watch.until(RUN);
    assert!(project.path("out/src/words.rs").exists());
}

#[test]
fn ends_when_nobody_reads() {
    let project = project();
    let mut command = project.command(&[CODEGEN.as_slice(), &["--watch", "--format", "json"]].concat());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    stdout.read_line(&mut String::new()).unwrap();
    drop(stdout);
    let (sender, ended) = channel();
    let mut stderr = child.stderr.take().unwrap();
    thread::spawn(move || sender.send(stderr.read_to_string(&mut String::new())));
    save(&project, "spec/words.yaml", "chainloom: 1\ndoc: Words.\n");
    let end = ended.recv_timeout(LIMIT);
    let _ = child.kill();
    assert!(end.is_ok(), "it still runs");
    assert!(chainloom_bounded::wait(&mut child).unwrap().success());
}

#[test]
fn what_cannot_be_watched_or_makes_no_sense() {
    let project = Project::new();
    let args = |more| [CODEGEN.as_slice(), &["--watch"], more].concat();
    assert_eq!(project.run(&args(&[])).status.code(), Some(1), "there is no folder `spec`");
    assert_eq!(project.run(&args(&["--check"])).status.code(), Some(2));
}

/// Whatever the reason, a program that asked for JSON gets JSON.
#[test]
fn what_cannot_be_watched_is_reported_as_json_too() {
    let project = Project::new();
    let output = project.run(&[CODEGEN.as_slice(), &["--watch", "--format", "json"]].concat());
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(1), &[][..]));
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(object["ok"], false);
    assert!(object["failure"].as_str().unwrap().contains("cannot watch `spec`"), "{object}");
}
