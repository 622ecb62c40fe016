//! A folder with a spec, the program at work in it, and what became of its files.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, dead_code, missing_docs, unreachable_pub)]

use chainloom_bounded::Bounded as _;
#[path = "../../../tests/src/full.rs"]
pub mod full;
#[path = "../../../tests/src/project.rs"]
mod project;

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

pub use project::{Project, files_below};

/// The command that writes `out` from `spec`.
pub const CODEGEN: [&str; 5] = ["codegen", "--spec", "spec", "--out", "out"];

impl Project {
    /// Creates an empty folder.
    pub fn new() -> Self {
        Self::empty()
    }

    /// Creates a project with a copy of a folder of this repository as the spec.
    pub fn with_spec(spec: &str) -> Self {
        let project = Self::empty();
        for (path, (bytes, _)) in files_below(&repository().join(spec)) {
            project.write(&format!("spec/{path}"), bytes);
        }
        project
    }

    /// Creates a project with the invented spec of the tests, and its output.
    pub fn generated() -> Self {
        let project = Self::with_spec("tests/data/invented");
        project.must_write();
        project
    }

    /// Returns the command of the program with these arguments, in the folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_chainloom"));
        command.current_dir(self.folder.path()).args(args).stdin(Stdio::null());
        command.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/cache"));
        command
    }

    /// Returns the command of the program without the variables of the environment that affect it, on 80 columns.
    pub fn plain_command(&self, words: &[String]) -> Command {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = self.command(&words);
        command.env("COLUMNS", "80").env("NO_COLOR", "1").env("CHAINLOOM_CONFIG", "no-profiles.toml");
        for name in
            ["CHAINLOOM_PROFILE", "CHAINLOOM_DEPLOYMENT", "CHAINLOOM_URL", "DATA_API_KEY", "HTTP_PROXY", "http_proxy"]
        {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Output {
        self.command(args).bounded_output().unwrap()
    }

    pub fn codegen(&self) -> Output {
        self.run(&CODEGEN)
    }

    pub fn check(&self) -> Output {
        self.run(&[CODEGEN.as_slice(), &["--check"]].concat())
    }

    /// Writes the files, which must succeed.
    pub fn must_write(&self) {
        let output = self.codegen();
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
}

/// Returns the root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Splits a line into words as a shell does, and returns the variables before them, too.
pub fn words(line: &str) -> (Vec<(String, String)>, Vec<String>) {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for letter in line.chars() {
        match letter {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    let at = words.iter().position(|word| word == "chainloom").expect(line);
    let rest = words.split_off(at + 1);
    words.pop();
    (
        words
            .into_iter()
            .map(|word| word.split_once('=').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap())
            .collect(),
        rest,
    )
}

/// Output of a command, of which some streams are a terminal.
#[cfg(unix)]
pub struct TerminalOutput {
    /// Text that the terminal received, with the line ends of a pipe.
    pub terminal: String,
    /// Text of the stream that is a pipe.
    pub pipe: String,
    pub status: ExitStatus,
}

/// Streams of a command that are a terminal.
#[cfg(unix)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OnTerminal {
    Stdout,
    Stderr,
    Both,
}

/// Runs a command of which these streams are one terminal of 100 columns, and the other stream is a pipe.
#[cfg(unix)]
pub fn run_on_terminal(command: &mut Command, streams: OnTerminal) -> TerminalOutput {
    let size = nix::pty::Winsize { ws_row: 40, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    let pty = nix::pty::openpty(&size, None).unwrap();
    let stream = |is_pipe| if is_pipe { Stdio::piped() } else { Stdio::from(pty.slave.try_clone().unwrap()) };
    command.stdout(stream(streams == OnTerminal::Stderr)).stderr(stream(streams == OnTerminal::Stdout));
    let mut child = command.spawn().unwrap();
    // The command holds the terminal open, too.
    command.stdout(Stdio::null()).stderr(Stdio::null());
    drop(pty.slave);
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (mut bytes, mut pipe, mut master) = (Vec::new(), String::new(), File::from(pty.master));
    let status = std::thread::scope(|scope| {
        let end = scope.spawn(|| chainloom_bounded::wait(&mut child).unwrap());
        scope.spawn(|| {
            if let Some(mut stdout) = stdout {
                stdout.read_to_string(&mut pipe).unwrap();
            }
            if let Some(mut stderr) = stderr {
                stderr.read_to_string(&mut pipe).unwrap();
            }
        });
        // A terminal whose program has ended reports an error.
        let _ = master.read_to_end(&mut bytes);
        end.join().unwrap()
    });
    TerminalOutput { terminal: text(&bytes).replace("\r\n", "\n"), pipe, status }
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
