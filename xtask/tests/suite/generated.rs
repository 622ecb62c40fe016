//! The files that are checked in are the output of the spec. That they are the same in another folder, with
//! another language and time zone, is a step of `cargo xtask ci --full`.

use chainloom_bounded::Bounded as _;
use std::process::Command;

#[test]
fn the_generated_files_are_those_of_the_spec() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(["codegen", "--check"]);
    let output = command.bounded_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
