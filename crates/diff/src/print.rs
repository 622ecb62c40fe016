//! Prints a comparison: as text for a terminal, as Markdown, and as JSON.
//!
//! Input: a [`Diff`], and optionally the released version and that of the manifest. Output: texts.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::{Value as Json, json as object};

use crate::advice::{Advice, Level, Versions};
use crate::change::{Change, Declaration, Diff, Sort};
use crate::topic;
use crate::verdict::Verdict;

/// Maximum number of declarations that are printed for a change. The others are counted.
const MAX_DECLARATIONS: usize = 3;
/// Maximum number of items that are named if several have the same change.
const MAX_NAMED: usize = 4;
/// Maximum length of a printed declaration, in characters; the rest is cut off.
const MAX_DECLARATION_CHARS: usize = 160;

/// Returns the sections of a printed comparison that have changes.
fn sections(diff: &Diff) -> Vec<(&'static str, Vec<&Change>)> {
    let section = |change: &&Change| match change {
        change if change.is_breaking() => 0,
        change if change.wire.max(change.rust) == Verdict::Additive => 1,
        change if change.sort == Sort::Documentation => 3,
        _ => 2,
    };
    let names = ["Breaking", "Added", "Changed", "Documentation"];
    let of = |at: usize| diff.changes.iter().filter(|change| section(change) == at).collect::<Vec<_>>();
    names.into_iter().enumerate().map(|(at, name)| (name, of(at))).filter(|(_, all)| !all.is_empty()).collect()
}

/// Change, with equal changes of other items.
struct ChangeGroup<'d> {
    change: &'d Change,
    others: Vec<&'d Change>,
}

/// Groups changes that differ only in their item. Breaking changes must also have the same source
/// places, as inherited members have.
fn groups<'d>(changes: &[&'d Change]) -> Vec<ChangeGroup<'d>> {
    let said = |change: &'d Change| {
        let place = change.is_breaking().then_some((&change.old, &change.new));
        let rest = change.what.replacen(&change.subject, "", 1);
        (change.kind, change.sort, change.topic.word(), rest, change.wire, change.rust, &change.why, place)
    };
    let mut groups: Vec<ChangeGroup<'d>> = Vec::new();
    let mut places = HashMap::new();
    for change in changes {
        // Added, removed and renamed items are never grouped.
        let is_alone = matches!(change.sort, Sort::Added | Sort::Removed | Sort::Renamed);
        match places.get(&said(change)).filter(|_| !is_alone) {
            Some(at) => {
                let group: &mut ChangeGroup<'d> = &mut groups[*at];
                group.others.push(change);
            }
            None => {
                places.insert(said(change), groups.len());
                groups.push(ChangeGroup { change, others: Vec::new() });
            }
        }
    }
    groups
}

/// Returns the first subjects of changes, and the number of the others. `None` without changes.
fn subject_list(changes: &[&Change]) -> Option<String> {
    let named: Vec<&str> = changes.iter().take(MAX_NAMED).map(|change| change.subject.as_str()).collect();
    let more = changes.len() - named.len();
    let more = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!changes.is_empty()).then(|| format!("{}{more}", named.join(", ")))
}

/// Formats a comparison for a terminal.
#[must_use]
pub fn text(diff: &Diff, versions: Versions) -> String {
    let mut out = String::new();
    for (name, changes) in sections(diff) {
        let _ = writeln!(out, "{name} ({})\n", changes.len());
        for ChangeGroup { change, others } in groups(&changes) {
            let _ = writeln!(out, "  {}", change.what);
            if let Some(others) = subject_list(&others) {
                let _ = writeln!(out, "    the same: {others}");
            }
            let _ = writeln!(out, "    wire {}, Rust {}: {}", change.wire, change.rust, reason(change));
            for line in declarations(change) {
                let _ = writeln!(out, "    {line}");
            }
            if let Some(place) = places(change) {
                let _ = writeln!(out, "    {place}");
            }
        }
        out.push('\n');
    }
    out.push_str(&conclusion(diff, versions));
    out
}

/// Formats a comparison as a part of a changelog, in Markdown.
#[must_use]
pub fn markdown(diff: &Diff, versions: Versions) -> String {
    let mut out = String::new();
    for (name, changes) in sections(diff) {
        let _ = writeln!(out, "### {name}\n");
        for ChangeGroup { change, others } in groups(&changes) {
            let verdicts = match name {
                "Documentation" => String::new(),
                _ => format!(" (wire {}, Rust {})", change.wire, change.rust),
            };
            let also = subject_list(&others).map_or(String::new(), |others| format!(" The same: {others}."));
            let _ = writeln!(out, "- {}{verdicts}: {}.{also}", upper(&change.what), reason(change));
            for line in declarations(change).iter().filter(|_| change.rust == Verdict::Breaking) {
                let _ = writeln!(out, "  - {line}");
            }
        }
        out.push('\n');
    }
    out.push_str(&conclusion(diff, versions));
    out
}

/// Returns a comparison as a JSON object, which `docs/diff.md` describes.
#[must_use]
pub fn json(diff: &Diff, versions: Versions) -> Json {
    let [wire, rust] = diff.verdicts();
    let advice = Advice::of(diff);
    let declaration = |one: &Declaration| object!({ "path": one.path, "old": one.old, "new": one.new });
    let change = |change: &Change| {
        object!({
            "sort": change.sort.word(),
            "kind": change.kind.word(),
            "subject": change.subject,
            "topic": change.topic.word(),
            "what": change.what,
            "why": reason(change),
            "wire": change.wire.word(),
            "rust": change.rust.word(),
            "compiles": change.compiles,
            "old": change.old.as_ref().map(|spot| object!({ "file": spot.file, "line": spot.line })),
            "new": change.new.as_ref().map(|spot| object!({ "file": spot.file, "line": spot.line })),
            "declarations": change.declarations.iter().map(declaration).collect::<Vec<_>>(),
        })
    };
    object!({
        "breaking": diff.is_breaking(),
        "wire": wire.word(),
        "rust": rust.word(),
        "semver": advice.level.word(),
        "next": versions.next(advice.level).map(|version| version.to_string()),
        "stated": versions.stated.map(|version| version.to_string()),
        "raised": versions.are_raised_for(diff),
        "changes": diff.changes.iter().map(change).collect::<Vec<_>>(),
    })
}

/// Returns the reason for the verdict on the wire, and after it the reason for the verdict on Rust if that differs.
fn reason(change: &Change) -> String {
    let of_rust = match (change.rust, change.wire) {
        (Verdict::Breaking, _) if change.compiles => {
            Some("programs that call it still compile, but pass their arguments in the wrong order")
        }
        (Verdict::Breaking, _) if change.topic == topic::ARGUMENTS => {
            Some("programs that use it do not compile, unless their arguments fit both types")
        }
        (Verdict::Breaking, Verdict::Harmless | Verdict::Additive) => Some("programs that use it do not compile"),
        (Verdict::Breaking, Verdict::Breaking) => Some("programs that use it do not compile either"),
        (Verdict::Additive, Verdict::Harmless) => Some("Rust has additional declarations"),
        _ => None,
    };
    match of_rust {
        Some(of_rust) => format!("{}; {of_rust}", change.why),
        None => change.why.clone(),
    }
}

/// Returns the lines for the declarations that differ, without added ones. The shortest paths come
/// first.
fn declarations(change: &Change) -> Vec<String> {
    let mut all: Vec<&Declaration> = change.declarations.iter().filter(|one| one.old.is_some()).collect();
    all.sort_by_key(|one| (one.path.starts_with("impl "), one.path.contains("::calls::"), one.path.len()));
    let line = |one: &&Declaration| match (&one.old, &one.new) {
        (Some(old), Some(new)) => format!("`{}`: `{}` → {}", one.path, cut(old), quoted(&cut(new))),
        (Some(_), None) => format!("`{}` is gone", one.path),
        _ => String::new(),
    };
    let mut lines: Vec<String> = all.iter().take(MAX_DECLARATIONS).map(line).collect();
    match all.len().saturating_sub(MAX_DECLARATIONS) {
        0 => {}
        1 => lines.push("and 1 more declaration".to_owned()),
        more => lines.push(format!("and {more} more declarations")),
    }
    lines
}

/// Cuts a declaration after [`MAX_DECLARATION_CHARS`] characters.
fn cut(text: &str) -> String {
    let short: String = text.chars().take(MAX_DECLARATION_CHARS).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

fn quoted(text: &str) -> String {
    if text.contains('`') { text.to_owned() } else { format!("`{text}`") }
}

/// Returns the source places of a change in words.
fn places(change: &Change) -> Option<String> {
    match (&change.old, &change.new) {
        (Some(old), Some(new)) if old == new => Some(format!("at {new}")),
        (Some(old), Some(new)) => Some(format!("at {new}, was {old}")),
        (Some(old), None) => Some(format!("was {old}")),
        (None, Some(new)) => Some(format!("at {new}")),
        (None, None) => None,
    }
}

/// Returns the last lines: the number of changes, the verdicts, and the version that they require.
fn conclusion(diff: &Diff, versions: Versions) -> String {
    if diff.changes.is_empty() {
        return "The specs do not differ.\n".to_owned();
    }
    let [wire, rust] = diff.verdicts();
    let advice = Advice::of(diff);
    let count = match diff.changes.len() {
        1 => "1 change".to_owned(),
        many => format!("{many} changes"),
    };
    let next = match (versions.released, advice.level) {
        (Some(version), level) => format!("{version} becomes {}", version.next(level)),
        (None, Level::Major) => "before 1.0, the second number rises".to_owned(),
        (None, _) => "before 1.0, the third number rises".to_owned(),
    };
    let mut out = format!("{count}: wire {wire}, Rust {rust}. Version: {} ({next}).\n", advice.level.word());
    if advice.wire_breaks && advice.level != Level::Major {
        out.push_str("Programs compile as before, but the service itself has changed: say so in the changelog.\n");
    }
    if let Versions { released: Some(_), stated: Some(stated) } = versions {
        let verb = if versions.are_raised_for(diff) { "is enough" } else { "is too low" };
        let _ = writeln!(out, "The manifest has {stated}, which {verb}.");
    }
    out
}

fn upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
