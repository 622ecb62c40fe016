//! The table of CONTRIBUTING that says which files a word of the spec language touches.
//!
//! Input: rows of three words. Each must name all files of the machine whose code has the word: those that
//! somebody who adds a word like it will change.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;

use chainloom_tests::machine::{crates, files};
use chainloom_tests::vectors::repository;

#[test]
fn the_files_of_a_new_word_are_listed() {
    let page = std::fs::read_to_string(repository().join("CONTRIBUTING.md")).unwrap();
    let (_, section) = page.split_once("## Add a word to the spec language").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let rows: Vec<(&str, &str, BTreeSet<String>)> = section.lines().filter_map(row).collect();
    assert_eq!(rows.len(), 3, "three words of different kinds: {rows:?}");
    for (word, number, listed) in rows {
        assert_eq!(number, listed.len().to_string(), "the number of files in the row of `{word}`");
        let have = files_with(word);
        let unlisted: Vec<&String> = have.difference(&listed).collect();
        let gone: Vec<&String> = listed.difference(&have).collect();
        assert!(
            unlisted.is_empty() && gone.is_empty(),
            "the row of `{word}` in CONTRIBUTING.md lacks {unlisted:?}, and these have no `{word}`: {gone:?}"
        );
    }
}

/// A word, the number of files in its row, and the files.
fn row(line: &str) -> Option<(&str, &str, BTreeSet<String>)> {
    let (word, cells) = line.strip_prefix("| `")?.split_once("` | ")?;
    let (number, cells) = cells.split_once(" | ")?;
    Some((word, number, cells.split('`').skip(1).step_by(2).map(str::to_owned).collect()))
}

/// The files of the machine that have a word in their code: not in comments, texts and tests.
fn files_with(word: &str) -> BTreeSet<String> {
    let root = repository();
    let sources = crates(&root).into_iter().flat_map(|folder| files(&root.join(folder).join("src"), "rs"));
    let has = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        !path.ends_with("tests.rs") && code.lines().any(|line| words_of(line).any(|other| other == word))
    };
    let shown = |path: std::path::PathBuf| path.strip_prefix(&root).unwrap().display().to_string();
    sources.filter(has).map(shown).collect()
}

fn words_of(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    let outside_of_texts = code.split('"').step_by(2);
    outside_of_texts.flat_map(|part| part.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_'))
}
