//! The sandbox in a process of its own, as the client sees it.
//!
//! Input: the seed. Output: its URLs, and its counts when they are asked for. It ends with this
//! program, because its standard input is closed then.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

use crate::memory::resident;
use crate::server;

/// The process.
pub(crate) struct ServerProcess {
    child: Child,
    /// `None` once it is to end.
    ask: Option<ChildStdin>,
    told: BufReader<ChildStdout>,
    /// The base URL of the spec of this repository, and that of a service with an event stream.
    pub(crate) urls: [String; 2],
}

impl ServerProcess {
    pub(crate) fn start(seed: u64) -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.env(server::ASKED, seed.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("this program starts once more");
        let (ask, told) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut process = Self { child, ask, told, urls: Default::default() };
        let urls = process.next();
        process.urls = ["node", "feed"].map(|name| urls[name].as_str().unwrap().to_owned());
        process
    }

    /// The counts of the server up to now.
    pub(crate) fn report(&mut self) -> Value {
        writeln!(self.ask.as_mut().unwrap(), "report").unwrap();
        self.next()
    }

    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.told.read_line(&mut line).unwrap();
        serde_json::from_str(&line).expect("the server tells a line of JSON")
    }

    /// Resident memory in KiB, where the system tells.
    pub(crate) fn memory(&self) -> Option<u64> {
        resident(&self.child.id().to_string())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.ask = None;
        let _ = self.child.wait();
    }
}
