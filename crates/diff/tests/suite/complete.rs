//! No difference of two specs goes unreported, and none is reported that is not there.
//!
//! Each case makes one slip in a valid spec: a line or a member is left out, a word or a number is
//! another one. Where the spec stays valid and its model differs, a change must be reported. The
//! model is compared by its `Debug` output without places, of which the comparison knows nothing.

use std::path::PathBuf;

use chainloom_codegen::{SourceFile, read_source, understand};
use chainloom_diff::{Side, Sort, compare};
use fastrand::Rng;

use crate::common::full::{is_full, step};
use crate::common::{folders, here, sources};

/// The model as text, without places and without what only a place decides.
fn meaning(sources: &[SourceFile]) -> Option<String> {
    let model = understand(sources, &[]).ok()?.0;
    let shown = format!("{model:?}");
    let mut text = String::with_capacity(shown.len());
    let mut parts = shown.split("Span { ");
    text.push_str(parts.next()?);
    for part in parts {
        text.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    Some(text)
}

/// The text with one slip.
fn slip(text: &str, rng: &mut Rng) -> Option<(String, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let at = rng.usize(0..lines.len());
    let line = lines[at];
    let changed = match rng.u8(0..4) {
        0 => String::new(),
        1 => member_left_out(line, rng)?,
        2 => number_changed(line, rng)?,
        _ => word_changed(line, rng)?,
    };
    let mut all: Vec<&str> = lines.clone();
    all[at] = &changed;
    if changed.is_empty() {
        all.remove(at);
    }
    Some((all.join("\n") + "\n", format!("line {}: {line}\n  becomes {changed}", at + 1)))
}

/// Without one `key: value` of braces.
fn member_left_out(line: &str, rng: &mut Rng) -> Option<String> {
    let starts: Vec<usize> = line.match_indices(", ").map(|(at, _)| at).collect();
    let start = *starts.get(rng.usize(0..starts.len().max(1)))?;
    let rest = &line[start + 2..];
    let mut depth = 0_i32;
    let end = rest.find(|sign: char| {
        depth += match sign {
            '{' | '[' => 1,
            '}' | ']' => -1,
            _ => 0,
        };
        depth < 0 || (depth == 0 && sign == ',')
    });
    Some(format!("{}{}", &line[..start], end.map_or("", |end| &rest[end..])))
}

fn number_changed(line: &str, rng: &mut Rng) -> Option<String> {
    let starts: Vec<usize> = line
        .char_indices()
        .filter(|(at, sign)| sign.is_ascii_digit() && line[..*at].ends_with([' ', '.', '=', '-']))
        .map(|(at, _)| at)
        .collect();
    let start = *starts.get(rng.usize(0..starts.len().max(1)))?;
    let digits: String = line[start..].chars().take_while(char::is_ascii_digit).collect();
    let number: u64 = digits.parse().ok()?;
    Some(format!("{}{}{}", &line[..start], number + 1, &line[start + digits.len()..]))
}

fn word_changed(line: &str, rng: &mut Rng) -> Option<String> {
    let is_end = |(at, _): &(usize, char)| {
        line[..*at].ends_with(|sign: char| sign.is_ascii_lowercase()) && !line[*at..].starts_with(char::is_alphanumeric)
    };
    let ends: Vec<usize> = line.char_indices().filter(is_end).map(|(at, _)| at).collect();
    let at = *ends.get(rng.usize(0..ends.len().max(1)))?;
    Some(format!("{}x{}", &line[..at], &line[at..]))
}

fn specs() -> Vec<Vec<SourceFile>> {
    let root = here().join("../..");
    let mut all: Vec<PathBuf> = folders(&root.join("codegen/tests/emitted"));
    all.extend(folders(&here().join("tests/cases")).iter().map(|case| case.join("new")));
    all.push(root.join("examples/invented/spec"));
    // Larger, and slower by as much.
    all.extend(is_full().then(|| root.join("spec")));
    let all = all.into_iter().filter(|folder| folder.is_dir()).map(|folder| sources(&folder));
    all.filter(|sources| understand(sources, &[]).is_ok()).collect()
}

/// What the comparison says of a slip that leaves a valid spec with another meaning.
struct Said {
    others: Vec<String>,
    /// Why a difference is not reported.
    wrong: Option<String>,
}

fn case(specs: &[Vec<SourceFile>], seed: u64) -> Option<Said> {
    let mut rng = Rng::with_seed(seed);
    let spec = &specs[rng.usize(0..specs.len())];
    let at = rng.usize(0..spec.len());
    let (text, told) = slip(&spec[at].text, &mut rng)?;
    let mut changed = spec.clone();
    let folder = spec[at].path.split('/').next()?;
    changed[at] = read_source(folder, &format!("{}.yaml", spec[at].module), text.into_bytes()).ok()?;
    let [before, after] = [meaning(spec)?, meaning(&changed)?];
    if before == after {
        return None;
    }
    let [old, new] = [spec, &changed].map(|sources| Side::read(sources, &[]).unwrap());
    let changes = compare(&old, &new).changes;
    let others = changes.iter().filter(|change| change.sort == Sort::Other);
    let others = others.map(|change| format!("other change: {} ({})", change.what, change.topic)).collect();
    let wrong = changes.is_empty().then(|| {
        let same = before.bytes().zip(after.bytes()).take_while(|(one, other)| one == other).count();
        let part =
            |text: &str| text.get(same.saturating_sub(60)..(same + 60).min(text.len())).unwrap_or_default().to_owned();
        let parts = format!("  before {}\n  after  {}", part(&before), part(&after));
        format!("seed {seed}: {} {told}\n{parts}", spec[at].path)
    });
    Some(Said { others, wrong })
}

/// Runs the cases on two threads.
fn cases(specs: &[Vec<SourceFile>], seeds: &[u64]) -> Vec<Said> {
    let run = |seeds: &[u64]| seeds.iter().filter_map(|seed| case(specs, *seed)).collect::<Vec<_>>();
    let (first, second) = seeds.split_at(seeds.len() / 2);
    std::thread::scope(|scope| {
        let first = scope.spawn(|| run(first));
        let second = run(second);
        first.join().unwrap().into_iter().chain(second).collect()
    })
}

#[test]
fn no_difference_goes_unreported() {
    let count = if is_full() { 4_000 } else { 40 };
    let seeds: Vec<u64> =
        std::env::var("CHAINLOOM_SEED").map_or_else(|_| (0..count).collect(), |seed| vec![seed.parse().unwrap()]);
    let said = cases(&specs(), &seeds);
    let others: Vec<&String> = said.iter().flat_map(|said| &said.others).collect();
    others.iter().for_each(|other| println!("{other}"));
    let valid = said.len();
    println!("{valid} slips leave a valid spec with another meaning; {} other changes", others.len());
    let wrong: Vec<&str> = said.iter().filter_map(|said| said.wrong.as_deref()).collect();
    assert!(wrong.is_empty(), "{} of {valid} differences are not reported:\n{}", wrong.len(), wrong.join("\n"));
    assert!(seeds.len() == 1 || valid > seeds.len() / 20, "only {valid} slips of {count} were valid");
}

/// The spec with a type and an operation before all others of a file, which have other indices then.
fn with_more(spec: &[SourceFile]) -> Option<Vec<SourceFile>> {
    const TYPE: &str = "\ntypes:\n  AddedOne: { doc: Type., fields: { name: { type: string, doc: Name. } } }\n";
    let at = spec.iter().position(|file| file.text.contains("\ntypes:\n") && file.text.contains("\noperations:\n"))?;
    let more = |call: &str| {
        let operation = format!("\noperations:\n  addedOne: {{ doc: Returns it., {call}: AddedOne }}\n");
        let text = spec[at].text.replacen("\ntypes:\n", TYPE, 1).replacen("\noperations:\n", &operation, 1);
        let mut more = spec.to_vec();
        let folder = spec[at].path.split('/').next()?;
        more[at] = read_source(folder, &format!("{}.yaml", spec[at].module), text.into_bytes()).ok()?;
        understand(&more, &[]).is_ok().then_some(more)
    };
    more("get: /added-one, response").or_else(|| more("method: addedOne, result"))
}

#[test]
fn what_comes_before_all_others_does_not_change_them() {
    let with_more: Vec<_> =
        specs().into_iter().step_by(step(8)).filter_map(|spec| Some((with_more(&spec)?, spec))).collect();
    for (more, spec) in &with_more {
        let [old, new] = [spec, more].map(|sources| Side::read(sources, &[]).unwrap());
        let changes = compare(&old, &new).changes;
        // What the crate has of all calls together is declared with one more.
        let is_more = |sort: Sort| matches!(sort, Sort::Added | Sort::Other);
        assert!(changes.iter().all(|change| is_more(change.sort)), "{}: {changes:#?}", spec[0].path);
        assert!(changes.iter().filter(|change| change.sort == Sort::Added).count() == 2, "{}", spec[0].path);
    }
    assert!(with_more.len() > 30 / step(8), "{} specs", with_more.len());
}
