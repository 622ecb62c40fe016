//! Every wait in tests has a bound: asynchronous tests and programs run with those of
//! `chainloom-bounded`.

use std::fs;
use std::path::Path;
use std::process::Command;

use chainloom_bounded::Bounded as _;
use chainloom_tests::vectors::repository;

/// Ways to wait for a program without a bound.
const UNBOUNDED: [&str; 4] = [".wait_with_output()", ".output().unwrap", ".output().expect", "run.wait()"];

/// What a line of a test waits for without a bound.
fn unbounded(line: &str) -> Option<&'static str> {
    let code = line.trim_start();
    if code.starts_with("//") || code.contains('"') && code.contains("starts_with") {
        return None;
    }
    if code.starts_with("#[tokio::test") && !code.contains("crate = \"chainloom_bounded\"") {
        return Some("`#[tokio::test]` without `crate = \"chainloom_bounded\"`");
    }
    UNBOUNDED.into_iter().find(|wait| code.contains(wait))
}

fn is_test(path: &str) -> bool {
    let is_code = path.ends_with(".rs") && !path.starts_with("crates/bounded/");
    is_code && (path.contains("/tests/") || path.starts_with("tests/")) && !path.ends_with("repository/bounds.rs")
}

#[test]
fn every_wait_has_a_bound() {
    let listed = Command::new("git").args(["ls-files"]).current_dir(repository()).bounded_output().unwrap();
    let files = String::from_utf8(listed.stdout).unwrap();
    let (mut tests, mut wrong) = (0, Vec::new());
    for file in files.lines().filter(|file| is_test(file)) {
        // A file may be gone that is still listed.
        let text = fs::read_to_string(Path::new(&repository()).join(file)).unwrap_or_default();
        tests += text.matches("#[tokio::test").count();
        let lines = text.lines().enumerate().filter_map(|(number, line)| Some((number + 1, unbounded(line)?)));
        wrong.extend(lines.map(|(number, what)| format!("{file}:{number}: {what}")));
    }
    assert!(tests > 500, "{tests} asynchronous tests were looked at");
    assert!(wrong.is_empty(), "use `chainloom_bounded`:\n{}", wrong.join("\n"));
    // It bites.
    assert!(unbounded("    #[tokio::test(start_paused = true)]").is_some());
    assert!(unbounded("    let output = command.output().unwrap();").is_some());
}
