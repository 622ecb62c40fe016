//! Flags that the pages name: each is one of the program.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{Project, repository, text};

/// Commands whose flags the pages name.
const COMMANDS: [&str; 18] = [
    "list", "describe", "call", "subscribe", "doctor", "conform", "mcp", "completions", "schema", "codegen", "diff",
    "explain", "import openapi", "import openrpc", "sandbox", "reference", "webhook verify", "webhook listen",
];

/// Pages about the program.
const PAGES: [&str; 9] = [
    "codegen-json", "command-line", "conform", "diff", "import", "mcp", "reference-page", "sandbox", "troubleshooting",
];

/// Flags of other programs, and parameters of invented operations.
const OTHERS: [&str; 10] = [
    "--from", "--number", "--arg-", "--arg-timeout", "--filter", "--page-size", "--pageSize", "--tag", "--full",
    "--data",
];

/// Returns the words of a text that begin with two hyphens.
fn flags(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
    words.filter(|word| word.strip_prefix("--").is_some_and(|rest| rest.starts_with(char::is_alphabetic))).collect()
}

#[test]
fn each_flag_of_a_page_is_one_of_the_program() {
    let project = Project::new();
    let helps = COMMANDS.map(|command| {
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        text(&project.run(&words).stdout)
    });
    let known: BTreeSet<&str> = helps.iter().flat_map(|help| flags(help)).chain(OTHERS).collect();
    assert!(known.len() > 50, "{known:?}");
    let mut wrong = Vec::new();
    for page in PAGES {
        let text = fs::read_to_string(repository().join(format!("docs/{page}.md"))).unwrap();
        wrong.extend(flags(&text).difference(&known).map(|flag| format!("docs/{page}.md: {flag}")));
    }
    assert!(wrong.is_empty(), "no command has these flags: {wrong:#?}");
}
