//! A run that is interrupted, as by Ctrl-C, while it writes: no unfinished file stays, also with
//! `--watch`.

use std::fs;
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::common::full::is_full;
use crate::common::{CODEGEN, Project};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// So many modules have the spec: enough for a signal to arrive between the first file and the
/// last.
const MODULES: usize = 120;
/// A run takes far less; a test must not hang.
const LIMIT: Duration = Duration::from_secs(120);

fn project() -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: An invented API.\n");
    for n in 0..MODULES {
        let types = format!("  A{n}: {{ doc: Many times., fields: {{ a: string, b: string, c: string }} }}");
        project.write(&format!("spec/m{n}.yaml"), format!("chainloom: 1\ndoc: A module.\ntypes:\n{types}\n"));
    }
    project
}

/// Returns the number of files, including the unfinished ones.
fn files(project: &Project) -> usize {
    fs::read_dir(project.path("out/src")).map_or(0, Iterator::count)
}

fn wait_until(mut done: impl FnMut() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < LIMIT, "it does not come to pass");
        thread::yield_now();
    }
}

fn interrupt(run: &Child, signal: Signal) {
    kill(Pid::from_raw(run.id().try_into().unwrap()), signal).unwrap();
}

/// Returns whether interrupts are ignored. The parent process of the tests may ignore them for its children, as a shell
/// does for a job in the background; `chainloom` then ignores them, too.
fn are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    let ignored = u64::from_str_radix(ignored.trim(), 16).unwrap();
    // Hangup, interrupt, request to end: 1, 2 and 15.
    ignored & (1 | 1 << 1 | 1 << 14) != 0
}

/// Runs it and interrupts it once there are some files. Gives whether it was at work.
fn run_and_interrupt(project: &Project, more: &[&str], signal: Signal, at: usize) -> bool {
    let mut command = project.command(&[CODEGEN.as_slice(), more].concat());
    let mut run = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until(|| files(project) >= at || run.try_wait().unwrap().is_some());
    interrupt(&run, signal);
    let code = chainloom_bounded::wait(&mut run).unwrap().code();
    let ended_by_itself = code == Some(0) && more.is_empty();
    assert!(code == Some(130) || ended_by_itself, "{code:?}");
    files(project) < MODULES
}

#[test]
fn no_unfinished_file_stays() {
    if are_ignored() {
        return;
    }
    // On a busy machine a signal may come too late: at least one run has to be interrupted between
    // the first file and the last.
    wait_until(|| interrupt_runs() > 0);
}

/// Interrupts runs in all ways. Returns how many were interrupted between the first file and the last.
fn interrupt_runs() -> usize {
    let mut halfway = 0;
    for (more, signal) in [(&["--watch"][..], Signal::SIGINT), (&["--watch"], Signal::SIGTERM), (&[], Signal::SIGINT)] {
        for &at in if is_full() { &[1, 20][..] } else { &[20] } {
            let project = project();
            halfway += usize::from(run_and_interrupt(&project, more, signal, at));
            let unfinished: Vec<String> =
                project.output().into_keys().filter(|path| path.contains(".chainloom-")).collect();
            assert!(unfinished.is_empty(), "{unfinished:?}");
        }
    }
    halfway
}
