//! `codegen --watch`: runs again at each change of the spec folder.
//!
//! Input: a [`Request`]. Output: the output of a run, for each state of the folder, until the process is interrupted. A
//! change counts if the content of the spec differs; file system events only trigger the comparison. The files that a
//! run writes start no other run.
//!
//! Bursts are collected here and not by notify-debouncer-full, which forwards each change at a
//! fixed age. A long burst, such as the checkout of a branch, would then cause many runs, on states
//! that nobody saved.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use notify::{Event, RecursiveMode, Watcher};

use chainloom_disk::{Failure, read_folder, shown};

use crate::args::Format;
use crate::codegen::{outcome, run};
use crate::interrupt;
use crate::report::{Report, is_closed_pipe, report};
use crate::request::Request;
use crate::timings::{Part, Timings};

/// Time without a change after which a burst of changes ends.
const QUIET: Duration = Duration::from_millis(30);
/// Maximum duration of a burst of changes.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Runs once or repeatedly, depending on the flags, and prints the reports. An interrupt leaves no unfinished file.
/// This is for programs, since it handles the signals of the process.
#[must_use]
pub fn execute(request: &Request) -> ExitCode {
    interrupt::expect();
    if request.flags.watch { watch(request) } else { run(request).print() }
}

/// Runs at each change of the spec folder, and prints each report. Ends when the folder can no
/// longer be watched, or the output is closed.
#[must_use]
pub fn watch(request: &Request) -> ExitCode {
    match follow(request) {
        Ok(end) => end,
        Err(failure) => report(request, &failure.into()).print(),
    }
}

/// Runs the command once and after each change. Returns only if stdout is closed, or the folder can no longer be
/// watched.
fn follow(request: &Request) -> Result<ExitCode, Failure> {
    let cannot = |error: notify::Error| Failure::new(format_args!("cannot watch `{}`: {error}", shown(&request.spec)));
    let root = fs::canonicalize(&request.spec).map_err(|error| Failure::io("cannot watch", &request.spec, &error))?;
    let (sender, changes) = channel();
    let mut watcher = notify::recommended_watcher(sender).map_err(cannot)?;
    watcher.watch(&root, RecursiveMode::Recursive).map_err(cannot)?;
    if let Some(above) = root.parent() {
        // Only the parent folder reports that the folder itself is removed or created again.
        let _ = watcher.watch(above, RecursiveMode::NonRecursive);
    }
    if request.flags.format == Format::Text {
        let start = format!("watching `{}`; interrupt to end\n", shown(&request.spec));
        let _ = Report { stderr: start, ..Report::default() }.try_print();
    }
    let mut last = None;
    loop {
        let mut timings = Timings::start();
        let folder = timings.of(Part::Read, || read_folder(&request.spec));
        if last.as_ref() != Some(&folder) {
            last = Some(folder.clone());
            let report = report(request, &outcome(request, folder, timings));
            match report.try_print() {
                Ok(()) => {}
                Err(error) if is_closed_pipe(&error) => return Ok(ExitCode::SUCCESS),
                Err(error) => return Ok(report.unprinted(&error)),
            }
        }
        let burst = Burst::wait(&changes, &root).map_err(cannot)?;
        if burst.touches_root {
            // The folder may be another one by now. If it is gone, the next run says so.
            let _ = watcher.unwatch(&root);
            let _ = watcher.watch(&root, RecursiveMode::Recursive);
        }
    }
}

/// A burst of changes.
#[derive(Default)]
struct Burst {
    /// Whether the folder itself was created, removed or renamed.
    touches_root: bool,
}

impl Burst {
    /// Waits for a change in the folder, and for those that follow it closely.
    fn wait(changes: &Receiver<notify::Result<Event>>, root: &Path) -> notify::Result<Self> {
        let mut burst = Self::default();
        loop {
            let event = changes.recv().map_err(|_| notify::Error::generic("the watcher ended"))?;
            if burst.takes(event, root)? {
                break;
            }
        }
        let began = Instant::now();
        while began.elapsed() < MAX_WAIT {
            match changes.recv_timeout(QUIET) {
                Ok(event) => burst.takes(event, root)?,
                Err(_) => break,
            };
        }
        Ok(burst)
    }

    /// Returns whether the event may be a change of the spec. Reading a file is not, and a run reads all files.
    fn takes(&mut self, event: notify::Result<Event>, root: &Path) -> notify::Result<bool> {
        let event = match event {
            Ok(event) => event,
            // What was to be watched is gone already; that is a change.
            Err(error) if matches!(error.kind, notify::ErrorKind::PathNotFound) => return Ok(true),
            Err(error) => return Err(error),
        };
        if event.kind.is_access() {
            return Ok(false);
        }
        self.touches_root |= event.paths.iter().any(|path| path == root);
        Ok(event.need_rescan() || event.paths.iter().any(|path| path.starts_with(root)))
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "tests")]
mod tests {
    use notify::EventKind;
    use notify::event::{AccessKind, CreateKind};

    use super::*;

    const ROOT: &str = "/project/spec";

    fn made(path: &str) -> notify::Result<Event> {
        Ok(Event::new(EventKind::Create(CreateKind::Any)).add_path(path.into()))
    }

    /// Creates a closed channel that holds these events.
    fn channel_of(events: Vec<notify::Result<Event>>) -> Receiver<notify::Result<Event>> {
        let (sender, changes) = channel();
        for event in events {
            sender.send(event).unwrap();
        }
        changes
    }

    #[test]
    fn a_burst_is_taken_whole() {
        let changes = channel_of((0..50).map(|n| made(&format!("{ROOT}/m{n}.yaml"))).collect());
        let burst = Burst::wait(&changes, Path::new(ROOT)).unwrap();
        assert!(changes.try_recv().is_err() && !burst.touches_root);
    }

    #[test]
    fn reading_and_what_lies_beside_are_no_changes() {
        let read = Event::new(EventKind::Access(AccessKind::Any)).add_path(format!("{ROOT}/a.yaml").into());
        let changes = channel_of(vec![Ok(read), made("/project/out"), made("/project/specification")]);
        assert!(Burst::wait(&changes, Path::new(ROOT)).is_err(), "it waits on, until there is nothing to wait for");
    }

    #[test]
    fn the_folder_itself_is_told() {
        let changes = channel_of(vec![made("/project/spec/a.yaml"), made(ROOT)]);
        assert!(Burst::wait(&changes, Path::new(ROOT)).unwrap().touches_root);
    }

    #[test]
    fn what_is_gone_already_is_a_change_and_other_errors_end_it() {
        let changes = channel_of(vec![Err(notify::Error::path_not_found())]);
        assert!(Burst::wait(&changes, Path::new(ROOT)).is_ok());
        let changes = channel_of(vec![Err(notify::Error::new(notify::ErrorKind::MaxFilesWatch))]);
        assert!(Burst::wait(&changes, Path::new(ROOT)).is_err());
    }
}
