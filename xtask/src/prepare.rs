//! What a new machine may lack: parts of the toolchain, packages of the system, and the sources of
//! all dependencies.
//!
//! Input: the workspace. Output: steps that install what is missing, or say what a person has to
//! install. What the project itself pins goes into `target/tools` and is the job of `tools`.

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

/// Whether a program is installed.
pub(crate) fn has(workspace: &Workspace, program: &str) -> bool {
    output_of(workspace.program(program).arg("--version")).is_some()
}

/// Installs packages of Debian; on other systems a person does.
fn install_packages(workspace: &Workspace, packages: &[&str]) -> Result<(), Failure> {
    let by_hand = || Failure::new(format_args!("install by hand, as the system calls them: {}", packages.join(", ")));
    if !has(workspace, "apt-get") {
        return Err(by_hand());
    }
    let apt = |args: &[&str]| execute(workspace.program("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update"]).map_err(|_| by_hand())?;
    apt(&[&["install", "--yes", "--no-install-recommends"], packages].concat()).map_err(|_| by_hand())?;
    Ok(())
}
