//! Measures time and memory of a program, with a time limit.
//!
//! Input: a command. Output: time and peak memory. The memory of the running program is known on
//! Linux only.

use std::fs;
use std::io::{Read as _, Seek as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use chainloom_command::Failure;

use super::measure::{ProgramTime, measure_work};
use crate::step::{cannot_start, say_command};

/// Time and memory of a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage {
    pub(super) spent: ProgramTime,
    /// Maximum memory in bytes of the program or one that it started, if the system reports it.
    pub(super) memory: Option<u64>,
}

/// Runs a program to its end, with one of the exit codes `accepted`. After `limit`, it is stopped, and the result is
/// `None`.
pub(super) fn watched(command: &mut Command, accepted: &[i32], limit: Duration) -> Result<Option<Usage>, Failure> {
    let line = say_command(command);
    let failed = |error: std::io::Error| Failure::new(format_args!("cannot watch `{line}`: {error}"));
    let mut printed = tempfile::tempfile().map_err(failed)?;
    let stderr = printed.try_clone().map_err(failed)?;
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr);
    let (spent, (status, memory)) = measure_work(|| {
        let mut child = command.spawn().map_err(|error| cannot_start(&line, &error))?;
        watch(&mut child, limit).map_err(failed)
    })?;
    let Some(status) = status else { return Ok(None) };
    if status.code().is_some_and(|code| accepted.contains(&code)) {
        return Ok(Some(Usage { spent, memory }));
    }
    let mut text = String::new();
    printed.rewind().and_then(|()| printed.read_to_string(&mut text)).map_err(failed)?;
    Err(Failure::new(format_args!("`{line}` failed ({status}):\n{text}")))
}

/// Looks at a program until it ends or is stopped.
fn watch(child: &mut Child, limit: Duration) -> std::io::Result<(Option<ExitStatus>, Option<u64>)> {
    let (began, id, mut most) = (Instant::now(), child.id().to_string(), None);
    loop {
        most = most.max(memory(&id));
        if let Some(status) = child.try_wait()? {
            return Ok((Some(status), most));
        }
        let elapsed = began.elapsed();
        if elapsed > limit {
            stop(child)?;
            child.wait()?;
            return Ok((None, most));
        }
        // The interval keeps the measured time right to a hundredth, without taking much time from the program.
        thread::sleep((elapsed / 100).clamp(Duration::from_millis(1), Duration::from_millis(100)));
    }
}

/// Stops a program, and what it started.
fn stop(child: &mut Child) -> std::io::Result<()> {
    let started = descendants(&child.id().to_string());
    child.kill()?;
    if !started.is_empty() {
        Command::new("kill").arg("-KILL").args(started).status()?;
    }
    Ok(())
}

/// Returns the IDs of all programs that a program started, and that these started, if the system reports them.
fn descendants(id: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let started = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let started: Vec<String> =
        started.flat_map(|all| all.split_whitespace().map(str::to_owned).collect::<Vec<_>>()).collect();
    started.iter().flat_map(|id| descendants(id)).chain(started.iter().cloned()).collect()
}

/// Returns the maximum memory so far of a program, or of one that it started. `None` for a program that has ended.
fn memory(id: &str) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let own = line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)?;
    // Children of the first thread; no measured program starts one from another thread.
    let started = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
    Some(started.split_whitespace().filter_map(memory).fold(own, u64::max))
}
