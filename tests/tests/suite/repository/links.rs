//! Links of the pages: each leads to a file of the repository, and to a heading where it names one.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_tests::vectors::repository;

/// The lines of a page without its blocks of code.
fn prose(page: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    page.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The anchor of a heading as code hosts make it.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, '-' | '_' | ' '));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

/// The targets of links within the repository. Code within a line is left out.
fn targets(line: &str) -> Vec<String> {
    let text: String = line.split('`').step_by(2).collect();
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    links.map(|(target, _)| target.to_owned()).filter(|target| !target.starts_with("http")).collect()
}

/// Why a target of a link in `page` leads nowhere.
fn broken(page: &Path, target: &str) -> Option<String> {
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let to = if path.is_empty() { page.to_owned() } else { page.parent()?.join(path) };
    if !to.exists() {
        return Some(format!("{}: there is no file {target}", page.display()));
    }
    let text = if heading.is_empty() { return None } else { fs::read_to_string(to).unwrap() };
    let is_there = prose(&text).any(|line| line.starts_with('#') && anchor(line) == heading);
    (!is_there).then(|| format!("{}: there is no heading {target}", page.display()))
}

#[test]
fn every_link_leads_somewhere() {
    let root = repository();
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let fronts = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
    let pages = docs.chain(fronts.map(|name| root.join(name)));
    let pages: Vec<PathBuf> = pages.filter(|path| path.extension().is_some_and(|ending| ending == "md")).collect();
    let (mut count, mut wrong) = (0, Vec::new());
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        let found = prose(&text).flat_map(targets);
        wrong.extend(found.inspect(|_| count += 1).filter_map(|target| broken(page, &target)));
    }
    assert!(count > 100, "{count} links");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(broken(&pages[0], "#no-such-heading").is_some(), "it bites");
}

/// The contents in front of the longest page lead to each of its sections.
#[test]
fn the_contents_of_the_language_are_complete() {
    let page = fs::read_to_string(repository().join("docs/language.md")).unwrap();
    let contents = page.split("\n## ").next().unwrap();
    let headings = prose(&page).filter(|line| line.starts_with("##"));
    let missing: Vec<&str> = headings.filter(|line| !contents.contains(&format!("](#{})", anchor(line)))).collect();
    assert!(missing.is_empty(), "the contents of docs/language.md lack {missing:?}");
}
