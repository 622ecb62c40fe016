//! Time limits of tests: no test, and no program that a test starts, runs forever.
//!
//! Input: the body of an asynchronous test, by `#[tokio::test(crate = "chainloom_bounded")]`, or a
//! program. Output: their results, or a panic that names what took too long. A test of the repository
//! demands that tests use this crate. The expected duration of a test is not defined here.
#![allow(clippy::panic, clippy::print_stderr, clippy::exit, reason = "only tests use it")]

use std::io::{self, Read};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

pub use tokio::pin;
use wait_timeout::ChildExt as _;

/// Maximum duration of a test or a program: longer than any of them takes on a busy machine, and shorter than `cargo
/// xtask test` waits for a silent program.
const LIMIT: Duration = Duration::from_secs(240);
/// The same for tests that run whole, in `cargo xtask ci --full`.
const FULL_LIMIT: Duration = Duration::from_secs(3_600);
/// Time that a test that does not yield may take to end after its limit.
const GRACE: Duration = Duration::from_secs(10);

fn limit() -> Duration {
    let is_full = std::env::var_os("CHAINLOOM_FULL").is_some_and(|value| !value.is_empty() && value != "0");
    if is_full { FULL_LIMIT } else { LIMIT }
}

/// The part of `tokio::runtime` that `#[tokio::test]` uses.
pub mod runtime {
    use std::future::Future;
    use std::io;

    /// Builds a runtime whose body has a bound.
    #[derive(Debug)]
    pub struct Builder(tokio::runtime::Builder);

    impl Builder {
        /// Builds a runtime of the current thread.
        #[must_use]
        pub fn new_current_thread() -> Self {
            Self(tokio::runtime::Builder::new_current_thread())
        }

        /// Builds a runtime of several threads.
        #[must_use]
        pub fn new_multi_thread() -> Self {
            Self(tokio::runtime::Builder::new_multi_thread())
        }

        /// Enables timers and I/O.
        pub fn enable_all(&mut self) -> &mut Self {
            self.0.enable_all();
            self
        }

        /// Sets the number of threads.
        pub fn worker_threads(&mut self, threads: usize) -> &mut Self {
            self.0.worker_threads(threads);
            self
        }

        /// Sets whether the clock of tokio is paused: it then advances only while all tasks wait.
        pub fn start_paused(&mut self, is_paused: bool) -> &mut Self {
            self.0.start_paused(is_paused);
            self
        }

        /// Builds the runtime.
        ///
        /// # Errors
        ///
        /// The system has no more threads or files.
        pub fn build(&mut self) -> io::Result<Runtime> {
            self.0.build().map(Runtime)
        }
    }

    /// A runtime whose body has a bound.
    #[derive(Debug)]
    pub struct Runtime(tokio::runtime::Runtime);

    impl Runtime {
        /// Runs the body of a test to its end.
        ///
        /// # Panics
        ///
        /// The body takes longer than a test may take.
        pub fn block_on<F: Future>(&self, body: F) -> F::Output {
            let (late, _running) = super::watch();
            self.0.block_on(async {
                tokio::select! {
                    biased;
                    output = body => output,
                    Ok(text) = late => panic!("{text}"),
                }
            })
        }
    }
}

/// Watches the test of this thread until the returned sender is dropped. The returned receiver gets the text of a
/// timeout. The clock is the system's, since the clock of a test may stand still.
fn watch() -> (tokio::sync::oneshot::Receiver<String>, std::sync::mpsc::Sender<()>) {
    let (late, is_late) = tokio::sync::oneshot::channel();
    let (running, has_ended) = channel::<()>();
    let name = thread::current().name().unwrap_or("a test").to_owned();
    thread::spawn(move || {
        let limit = limit();
        if has_ended.recv_timeout(limit) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let text = format!("`{name}` has not ended within {limit:?}");
        let _ = late.send(text.clone());
        if has_ended.recv_timeout(GRACE) == Err(RecvTimeoutError::Timeout) {
            eprintln!("{text} and does not yield, so all tests of this program end");
            std::process::exit(101);
        }
    });
    (is_late, running)
}

/// Waits for the end of a program.
///
/// # Errors
///
/// The system cannot wait for the program.
///
/// # Panics
///
/// The program takes longer than a program of a test may take; the program is ended then.
pub fn wait(child: &mut Child) -> io::Result<ExitStatus> {
    let limit = limit();
    if let Some(status) = child.wait_timeout(limit)? {
        return Ok(status);
    }
    let _ = child.kill();
    let _ = child.wait();
    panic!("a program of a test has not ended within {limit:?}")
}

/// Reads a pipe on a separate thread, so that the program never waits for us.
fn collect(pipe: Option<impl Read + Send + 'static>) -> Receiver<io::Result<Vec<u8>>> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.map_or(Ok(0), |mut pipe| pipe.read_to_end(&mut bytes));
        let _ = sender.send(read.map(|_| bytes));
    });
    receiver
}

/// Programs that run to their end, within the time that a program of a test may take.
pub trait Bounded {
    /// Runs the program to its end, and returns its output.
    ///
    /// # Errors
    ///
    /// The program cannot be started, or what it prints cannot be read.
    ///
    /// # Panics
    ///
    /// The program takes longer than a program of a test may take; the program is ended then.
    fn bounded_output(self) -> io::Result<Output>;
}

impl Bounded for &mut Command {
    fn bounded_output(self) -> io::Result<Output> {
        self.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        self.spawn()?.bounded_output()
    }
}

impl Bounded for Child {
    fn bounded_output(mut self) -> io::Result<Output> {
        drop(self.stdin.take());
        let (stdout, stderr) = (collect(self.stdout.take()), collect(self.stderr.take()));
        let status = wait(&mut self)?;
        // A program that the program started may still hold its pipes.
        let all = |pipe: Receiver<io::Result<Vec<u8>>>| {
            pipe.recv_timeout(limit()).unwrap_or_else(|_| panic!("the pipes of a program are still open"))
        };
        Ok(Output { status, stdout: all(stdout)?, stderr: all(stderr)? })
    }
}
