//! A network of one node on loopback.
//!
//! Input: the programs that `cargo xtask node` builds, and an empty folder. Output: a running node,
//! which can be killed and started again with its data. What it is asked is not said here.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use chainloom::deployments::local::LOCAL;
use chainloom::node;
use chainloom::runtime::{Retry, Websocket};

use crate::{Result, told};

/// The name under which the node looks for the virtual machine of subnet EVM chains.
const SUBNET_EVM: &str = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
/// The settings of the EVM chains: all that they can serve.
const CHAIN: &str = include_str!("../../node/chain.json");
/// How long a start may take, on a machine that has other work.
const START: Duration = Duration::from_secs(120);

pub(crate) struct Network {
    programs: PathBuf,
    folder: PathBuf,
    ports: [u16; 2],
    subnet: Option<String>,
    process: Option<Child>,
}

impl Network {
    pub(crate) fn new(programs: &Path, folder: &Path) -> Result<Self> {
        let made = Self {
            programs: programs.to_owned(),
            folder: folder.to_owned(),
            ports: [free_port()?, free_port()?],
            subnet: None,
            process: None,
        };
        let plugins = folder.join("plugins");
        fs::create_dir_all(&plugins).map_err(told)?;
        fs::copy(programs.join("plugin"), plugins.join(SUBNET_EVM)).map_err(told)?;
        made.configure("C")?;
        Ok(made)
    }

    /// Writes the settings of an EVM chain, which count from the next start on.
    pub(crate) fn configure(&self, chain: &str) -> Result<()> {
        let folder = self.folder.join("configs/chains").join(chain);
        fs::create_dir_all(&folder).map_err(told)?;
        let text = CHAIN.replace("{folder}", &folder.display().to_string());
        fs::write(folder.join("config.json"), text).map_err(told)
    }

    /// Runs the blockchains of a subnet, too, from the next start on.
    pub(crate) fn track(&mut self, subnet: &str) {
        self.subnet = Some(subnet.to_owned());
    }

    /// Starts the node at its usual address, and waits until all chains are served.
    pub(crate) async fn start(&mut self) -> Result<()> {
        self.start_at(self.ports[0]).await
    }

    /// Starts the node where nobody looks for it, and returns its address.
    pub(crate) async fn start_elsewhere(&mut self) -> Result<String> {
        let port = free_port()?;
        self.start_at(port).await?;
        Ok(url(port))
    }

    async fn start_at(&mut self, port: u16) -> Result<()> {
        let log = File::options().create(true).append(true).open(self.log()).map_err(told)?;
        let flag = |name: &str, value: &dyn std::fmt::Display| format!("--{name}={value}");
        let mut command = Command::new(self.programs.join("main"));
        // Some calls write files where the node runs.
        command.current_dir(&self.folder);
        command
            .args(["--network-id=local", "--sybil-protection-enabled=false", "--index-enabled", "--api-admin-enabled"]);
        command.args(["--http-host=127.0.0.1", "--staking-host=127.0.0.1", "--public-ip=127.0.0.1"]);
        // The default is more than many machines allow, and the node does not start then.
        command.arg("--fd-limit=8192");
        command.args([flag("http-port", &port), flag("staking-port", &self.ports[1])]);
        command.args([
            flag("data-dir", &self.folder.display()),
            flag("plugin-dir", &self.folder.join("plugins").display()),
        ]);
        command.args(self.subnet.as_ref().map(|subnet| flag("track-subnets", subnet)));
        command.stdin(Stdio::null()).stdout(log.try_clone().map_err(told)?).stderr(log);
        self.process = Some(command.spawn().map_err(|error| format!("cannot start the node: {error}"))?);
        self.wait(&url(port)).await
    }

    /// Waits until the node serves its chains; a node that ends is not waited for.
    async fn wait(&mut self, url: &str) -> Result<()> {
        let client = patient(url)?;
        let all = async {
            client.pchain().get_current_supply().await?;
            client.xchain().get_tx_fee().await?;
            client.evm("C").chain_id().await.map(drop)
        };
        let mut all = std::pin::pin!(all);
        loop {
            match tokio::time::timeout(Duration::from_millis(500), &mut all).await {
                Ok(served) => return served.map_err(|error| format!("the node does not get ready: {error}")),
                Err(_) if self.has_ended() => {
                    return Err(format!("the node ended; its log is {}", self.log().display()));
                }
                Err(_) => {}
            }
        }
    }

    fn has_ended(&mut self) -> bool {
        self.process.as_mut().is_some_and(|process| !matches!(process.try_wait(), Ok(None)))
    }

    /// Ends the node without a warning, as a loss of power does.
    pub(crate) fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    pub(crate) fn url(&self) -> String {
        url(self.ports[0])
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.folder.join("node.log")
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        self.kill();
    }
}

fn url(port: u16) -> String {
    format!("http://127.0.0.1:{port}")
}

/// A port that was free a moment ago.
fn free_port() -> Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").map_err(told)?;
    Ok(listener.local_addr().map_err(told)?.port())
}

/// A client with the settings of a program that talks to a node which may restart.
pub(crate) fn patient(url: &str) -> Result<node::Client> {
    let retry = Retry::until_ready(START);
    let socket = Websocket::default().reconnect(retry.clone());
    let builder = node::Client::builder().deployment(&LOCAL).base_url(url);
    builder.configure(|builder| builder.retry(retry).websocket(socket)).build().map_err(told)
}

/// A client whose calls fail at once.
pub(crate) fn impatient(url: &str) -> Result<node::Client> {
    let builder = node::Client::builder().deployment(&LOCAL).base_url(url);
    builder.configure(|builder| builder.retry(Retry::none())).build().map_err(told)
}
