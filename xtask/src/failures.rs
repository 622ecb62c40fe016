//! Finds the failed tests in the output of `cargo test`.
//!
//! Input: lines, one by one. Output: a line for each failed test, or for a failed program that
//! named no test.

/// State after the lines so far.
#[derive(Debug, Default)]
pub(crate) struct Failures {
    found: Vec<String>,
    /// Program whose output is being read.
    program: Option<Program>,
}

/// A test program that runs or has run.
#[derive(Debug)]
struct Program {
    /// As cargo calls it: `tests/front.rs`.
    name: String,
    /// Number of failures that were found before it.
    first: usize,
    /// Whether the program has listed its failed tests.
    is_told: bool,
    /// Whether the program has reported its result.
    has_ended: bool,
    /// Tests that the program has reported as long-running.
    slow: Vec<String>,
    /// The names since the last heading `failures:`. Each list comes twice, with what the tests
    /// printed and without; that is the last one before the result, whatever tests print that looks
    /// like one.
    names: Vec<String>,
}

impl Failures {
    /// Takes the next line.
    pub(crate) fn take(&mut self, line: &str) {
        if let Some(name) = heading(line) {
            let (first, slow, names) = (self.found.len(), Vec::new(), Vec::new());
            self.program = Some(Program { name, first, is_told: false, has_ended: false, slow, names });
            return;
        }
        let Some(program) = &mut self.program else {
            return;
        };
        program.has_ended |= line.starts_with("test result: ");
        if let Some(name) = line.strip_prefix("test ").and_then(|line| line.split(' ').next()) {
            match line.contains(" has been running for over ") {
                true => program.slow.push(name.to_owned()),
                false => program.slow.retain(|slow| slow != name),
            }
        }
        if line == "failures:" {
            program.names.clear();
        } else if let Some(name) = line.strip_prefix("    ").filter(|name| !name.starts_with(' ')) {
            program.names.push(name.to_owned());
        } else if line.starts_with("test result: FAILED") {
            program.is_told = true;
            let names = std::mem::take(&mut program.names);
            self.found.extend(names.iter().map(|name| format!("{}: {name}", program.name)));
        } else if let Some(arguments) = verdict(line) {
            if !program.is_told {
                // The program crashed, or reports its failures in another format.
                self.found.push(format!("{}: failed without naming a test", program.name));
            }
            // Test programs of several packages may have the same name.
            if let (Some(package), true) = (package(arguments), program.name.starts_with("tests/")) {
                self.found.iter_mut().skip(program.first).for_each(|failure| failure.insert_str(0, &package));
            }
        }
    }

    /// Returns whether a program runs that has not reported its result.
    pub(crate) fn is_running(&self) -> bool {
        self.program.as_ref().is_some_and(|program| !program.has_ended && !program.is_told)
    }

    /// Records why the running program was ended, and the tests that were running.
    pub(crate) fn hang(&mut self, why: &str) {
        if let Some(program) = &mut self.program {
            program.is_told = true;
            let tests = if program.slow.is_empty() { "no test".to_owned() } else { program.slow.join(", ") };
            self.found.push(format!("{}: {why}; running for over a minute: {tests}", program.name));
        }
    }

    /// Returns all failures, in the order in which the tests ran.
    pub(crate) fn all(self) -> Vec<String> {
        self.found
    }
}

/// Returns the arguments in cargo's last line about a program:
/// ``error: test failed, to rerun pass `-p tiny --test front` ``.
fn verdict(line: &str) -> Option<&str> {
    let (_, arguments) = line.strip_prefix("error: ")?.split_once("test failed, to rerun pass ")?;
    Some(arguments.trim_matches('`'))
}

/// Returns the package that arguments of cargo name, with a space after it.
fn package(arguments: &str) -> Option<String> {
    Some(format!("{} ", arguments.strip_prefix("-p ")?.split(' ').next()?))
}

/// Returns the program that a line of cargo announces:
/// `     Running tests/front.rs (target/debug/deps/front-0123)`, `   Doc-tests chainloom`.
fn heading(line: &str) -> Option<String> {
    let line = line.trim_start();
    if let Some(name) = line.strip_prefix("Doc-tests ") {
        return Some(format!("doc-tests of {name}"));
    }
    let (name, program) = line.strip_prefix("Running ")?.split_once(" (")?;
    let file = program.strip_suffix(')')?.rsplit(['/', '\\']).next()?;
    let package = file.rsplit_once('-').map_or(file, |(package, _)| package);
    Some(match name.strip_prefix("unittests ") {
        Some(name) => format!("{package} {name}"),
        None => name.to_owned(),
    })
}
