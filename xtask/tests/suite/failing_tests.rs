//! `cargo xtask test` when tests fail: nothing is lost of what cargo prints, and at the end all
//! failures are listed.
//!
//! A script takes the place of cargo and prints `failing_tests.txt`, which was recorded from a package with a failing
//! unit test, a program that aborts, one with a separate harness, a good one, one with two failures, and a doc test.

use chainloom_bounded::Bounded as _;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

const RECORDED: &str = include_str!("../failing_tests.txt");

const FAILURES: &str = "error: 6 failed; what they printed is above
  tiny src/lib.rs: fails_in_lib
  tests/abort.rs: failed without naming a test
  tests/own.rs: failed without naming a test
  tests/two.rs: inner::one
  tests/two.rs: inner::other
  doc-tests of tiny: src/lib.rs - a (line 1)
";

/// Runs the command in a folder without tools, with a script in place of cargo that prints its arguments; for the
/// tests, it prints this text and ends with this code.
fn xtask(text: &str, code: u8) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let cargo = folder.path().join("cargo");
    // Only what the shell itself can do, so that no path is needed on which npm might be.
    let script = format!(
        "#!/bin/sh\necho \"asked: $*\"\n[ $1 = test ] || exit 0\nwhile IFS= read -r line; do printf '%s\\n' \
         \"$line\"; done <<'END'\n{text}END\nexit {code}\n"
    );
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.env("CARGO_MANIFEST_DIR", folder.path().join("xtask")).env("CARGO", &cargo).env("PATH", "");
    command.env_remove("CHAINLOOM_CI").args(["test", "--", "--test", "x"]).bounded_output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

#[test]
fn all_failures_are_listed_at_the_end() {
    let output = xtask(RECORDED, 101);
    assert_eq!(output.status.code(), Some(1));
    let asked = "asked: fetch --locked\nasked: test --workspace --no-default-features --no-fail-fast --test x\n";
    assert_eq!(text(&output.stdout).strip_prefix(asked), Some(RECORDED), "all that cargo prints is passed on");
    assert!(text(&output.stderr).ends_with(FAILURES), "{}", text(&output.stderr));
}

#[test]
fn colours_are_no_obstacle() {
    let colored = RECORDED.replace("     Running", "\u{1b}[1m\u{1b}[92m     Running\u{1b}[0m");
    let colored = colored.replace("error:", "\u{1b}[1m\u{1b}[91merror\u{1b}[0m\u{1b}[1m:\u{1b}[0m");
    let output = xtask(&colored.replace("FAILED", "\u{1b}[31mFAILED\u{1b}(B\u{1b}[m"), 101);
    assert!(text(&output.stderr).ends_with(FAILURES), "{}", text(&output.stderr));
}

/// In a workspace, cargo states to which package the program belongs.
#[test]
fn test_programs_of_one_name_are_told_with_their_packages() {
    let output = xtask(&RECORDED.replace("pass `--", "pass `-p tiny --"), 101);
    assert!(text(&output.stderr).ends_with(&FAILURES.replace("  tests/", "  tiny tests/")), "{}", text(&output.stderr));
}

#[test]
fn what_fails_before_any_test_has_no_list() {
    let output = xtask("error: could not compile `tiny` (lib) due to 1 previous error\n", 101);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stderr);
    assert!(said.contains("failed (exit status: 101); what it printed is above\n"), "{said}");
}

#[test]
fn tests_that_pass() {
    let output = xtask("test result: ok. 1 passed; 0 failed\n", 0);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("cargo xtask test: all steps ok"), "{}", text(&output.stderr));
}

const SILENT: &str = "     Running tests/silent.rs (target/debug/deps/silent-0123)

running 3 tests
test one ... ok
test two has been running for over 60 seconds
test three has been running for over 60 seconds
test three ... ok
";

/// The stand-in for cargo runs a program that prints nothing and does not end.
#[test]
fn a_silent_test_program_is_ended_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let cargo = folder.path().join("cargo");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in metadata*) printf %s '{{\"packages\":[]}}'; exit 0;; *--tests*) ;; *) exit 0;; esac\nprintf '%s' '{SILENT}'\n/bin/sleep 3600\nprintf '     Running tests/next.rs \
         (target/debug/deps/next-0123)\\ntest result: ok. 0 passed\\n'\nexit 101\n"
    );
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.env("CARGO_MANIFEST_DIR", folder.path().join("xtask")).env("CARGO", &cargo).env("PATH", "");
    let output = command.env_remove("CHAINLOOM_CI").args(["test", "--silence", "1"]).bounded_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let told = "error: 1 failed; what they printed is above\n  tests/silent.rs: printed nothing for 1 s, and was ended; \
                running for over a minute: two\n";
    assert!(text(&output.stderr).ends_with(told), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("tests/next.rs"), "the other programs run too");
}
