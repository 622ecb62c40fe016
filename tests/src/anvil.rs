//! The process of an EVM node. Input: its flags. Output: its URL; it ends with the value.
//!
//! `cargo xtask test` installs the node and says where it is (`CHAINLOOM_ANVIL`). Without it there is
//! no node and the tests say so, unless `CHAINLOOM_CI=1`. Tests of other packages take this file by its
//! path.
#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "only tests use it")]

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

/// The chain id of the node.
pub const CHAIN_ID: u64 = 43_112;

/// A node of its own for each test; it ends with the value.
#[derive(Debug)]
pub struct Node {
    /// The process of the node.
    pub process: Child,
    /// Where the node listens.
    pub url: String,
}

impl Node {
    /// Starts a node with these flags and waits until it says that it listens; none when there is no
    /// node to start.
    pub fn run(flags: &[&str]) -> Option<Self> {
        let Some(program) = std::env::var_os("CHAINLOOM_ANVIL") else {
            let is_ci = std::env::var_os("CHAINLOOM_CI").is_some_and(|value| value == "1");
            assert!(!is_ci, "CHAINLOOM_ANVIL is not set; run `cargo xtask test`, which installs the node");
            eprintln!("skipped: CHAINLOOM_ANVIL is not set; `cargo xtask test` installs the node");
            return None;
        };
        let mut command = Command::new(program);
        command.args(["--chain-id", &CHAIN_ID.to_string()]).args(flags);
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the node starts");
        let stdout = process.stdout.take().expect("its output is piped");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let address = lines.find_map(|line| line.strip_prefix("Listening on ").map(str::to_owned));
        let url = format!("http://{}", address.expect("the node says where it listens"));
        // The node must not block on a full pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { process, url })
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
