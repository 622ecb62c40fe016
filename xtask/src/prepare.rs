//! Prepares a new machine: parts of the toolchain, packages of the system, and the sources of all
//! dependencies.
//!
//! Input: the workspace. Output: steps that install missing parts, or state what a person has to install. Tools that
//! the project itself pins go into `target/tools`, by the module `tools`.

use std::process::Command;

use chainloom_command::Failure;

use crate::step::{End, execute, output_of};
use crate::workspace::Workspace;

/// Parts of the toolchain, by how cargo calls them and how rustup does.
const COMPONENTS: [(&str, &str); 2] = [("fmt", "rustfmt"), ("clippy", "clippy")];

/// The program that reads commands as `to_curl` writes them.
pub(crate) const CURL: &str = "curl";

/// Fetches the sources of all dependencies, with all features, so that no later command needs more
/// of them.
pub(crate) fn fetch(workspace: &Workspace) -> Result<End, Failure> {
    execute(&mut workspace.cargo(&["fetch", "--locked"]))
}

/// Installs what the checks need besides cargo.
pub(crate) fn install(workspace: &Workspace) -> Result<End, Failure> {
    for (command, component) in COMPONENTS {
        if output_of(&mut workspace.cargo(&[command, "--version"])).is_none() {
            execute(workspace.program("rustup").args(["component", "add", component]))?;
        }
    }
    install_curl(workspace)?;
    // The feature `native-tls` links the TLS library of the system, and lints compile all features.
    let headers = workspace.program("pkg-config").args(["--exists", "openssl"]).status();
    if cfg!(target_os = "linux") && !headers.is_ok_and(|status| status.success()) {
        install_packages(workspace, &["pkg-config", "libssl-dev"])?;
    }
    Ok(End::Done)
}

/// Installs the program that some tests run, which may not be skipped where a submission is decided on.
pub(crate) fn install_curl(workspace: &Workspace) -> Result<End, Failure> {
    if !has(workspace, CURL) {
        install_packages(workspace, &[CURL])?;
    }
    Ok(End::Done)
}

/// An installed version of Rust.
pub(crate) struct Toolchain {
    version: &'static str,
    /// Whether this is the default toolchain.
    is_usual: bool,
}

impl Toolchain {
    /// Finds a version, such as `1.85`, or has rustup install it. The error is the reason why it is missing.
    pub(crate) fn find(workspace: &Workspace, version: &'static str) -> Result<Self, String> {
        let is_version = |text: &str| text.strip_prefix(version).is_some_and(|rest| rest.starts_with(['.', '-', ' ']));
        let usual = output_of(workspace.program("rustc").arg("--version")).unwrap_or_default();
        let is_usual = usual.strip_prefix("rustc ").is_some_and(is_version);
        let is_installed = || {
            let list = output_of(workspace.program("rustup").args(["toolchain", "list"])).unwrap_or_default();
            list.lines().any(is_version)
        };
        if !is_usual && !is_installed() {
            let _ =
                execute(workspace.program("rustup").args(["toolchain", "install", version, "--profile", "minimal"]));
        }
        match is_usual || is_installed() {
            true => Ok(Self { version, is_usual }),
            false => Err(format!("rustup cannot install the toolchain {version}")),
        }
    }

    /// Returns cargo of the toolchain, at the root.
    pub(crate) fn cargo(&self, workspace: &Workspace) -> Command {
        let mut command = workspace.program(if self.is_usual { "cargo" } else { "rustup" });
        if !self.is_usual {
            command.args(["run", self.version, "cargo"]);
        }
        // The outer cargo sets these variables to its own toolchain, which the inner one must not use.
        command.env_remove("CARGO").env_remove("RUSTUP_TOOLCHAIN");
        command
    }
}

/// Returns whether a program is installed.
pub(crate) fn has(workspace: &Workspace, program: &str) -> bool {
    output_of(workspace.program(program).arg("--version")).is_some()
}

/// Installs packages of Debian; on other systems a person does.
fn install_packages(workspace: &Workspace, packages: &[&str]) -> Result<(), Failure> {
    let by_hand = || Failure::new(format_args!("install these programs by hand: {}", packages.join(", ")));
    if !has(workspace, "apt-get") {
        return Err(by_hand());
    }
    let apt = |args: &[&str]| execute(workspace.program("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update"]).map_err(|_| by_hand())?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat()).map_err(|_| by_hand())?;
    Ok(())
}
