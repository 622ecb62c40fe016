//! Slips of the pen in the real spec: never a panic or a hang, and what is said points at the slip.
//!
//! Each case makes one slip in one file: lines or blocks are deleted, swapped, moved, doubled;
//! words and keys are misspelt or replaced; a file loses its beginning or its end. What is refused
//! must be refused near the slip, by the first error of the whole spec. A slip that leaves a valid
//! spec does not count. 45 cases are tried, in the full tier 5,000; `CHAINLOOM_MUTATIONS` sets
//! another number.

mod scribble;
mod slips;

use std::fmt::Write as _;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::common::full::is_full;
use crate::common::real_spec;
use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::{Diagnostic, Diagnostics};
use chainloom_codegen::read_source;
use chainloom_codegen::{check_shape, understand};
use fastrand::Rng;
use slips::{KINDS, Slip};

/// An error may be this many lines from the slip.
const NEAR: usize = 2;
/// The least share of slips, in percent, that are refused near the slip.
const LOWEST: f64 = 97.0;
/// The least share of those whose first error is near. What an example has and its type lost is
/// told where the type begins, which in a long type is further away.
const LOWEST_FIRST: f64 = 96.0;
/// The same of the few cases of an ordinary run.
const LOWEST_OF_FEW: f64 = 94.0;
/// No case takes nearly as long; one that does hangs.
const LONGEST: Duration = Duration::from_secs(60);

/// Returns the diagnostics of the whole spec. The shape of the changed file is checked first, which is cheap: the other
/// files have no mistakes of shape that could precede its mistakes.
fn diagnostics(sources: &[SourceFile], at: usize) -> Option<Diagnostics> {
    if let Err(found) = check_shape(&sources[at..=at]) {
        return Some(found);
    }
    understand(sources, &[]).err()
}

/// Outcome of a case.
#[derive(Clone, Default)]
struct Outcome {
    kind: usize,
    refused: bool,
    /// Lines between the slip and the nearest place of any error, and of the first one.
    any: Option<usize>,
    first: Option<usize>,
    /// The same with second places.
    any_with_seconds: Option<usize>,
    first_with_seconds: Option<usize>,
    errors: usize,
    time: Duration,
    /// The slip and what was said, for people.
    story: String,
}

fn case(all: &[SourceFile], number: usize) -> Outcome {
    let mut rng = Rng::with_seed(number as u64);
    let kind = number % KINDS.len();
    let (at, slip) = loop {
        // A file is met as often as it has lines.
        let total: usize = all.iter().map(|source| source.text.lines().count()).sum();
        let mut line = rng.usize(0..total);
        let at = all.iter().position(|source| {
            let count = source.text.lines().count();
            let here = line < count;
            line = line.wrapping_sub(if here { 0 } else { count });
            here
        });
        let at = at.unwrap();
        if let Some(slip) = slips::slip(kind, &all[at].text, &mut rng) {
            break (at, slip);
        }
    };
    let mut sources = all.to_vec();
    let path = all[at].path.clone();
    let start = Instant::now();
    let name = format!("{}.yaml", sources[at].module);
    let found = match read_source("spec", &name, slip.text.clone().into_bytes()) {
        Err(problem) => Some(Diagnostics::from(*problem)),
        Ok(source) => {
            sources[at] = source;
            diagnostics(&sources, at)
        }
    };
    let mut outcome = Outcome { kind, time: start.elapsed(), ..Outcome::default() };
    if let Some(found) = found {
        let shown = found.render(&sources, number % 2 == 0);
        assert!(!found.is_empty() && !shown.is_empty());
        measure(&mut outcome, &found, &path, &slip);
        outcome.story = format!("case {number}: {} in {path}: {}\n{}", KINDS[kind], slip.told, found.lines());
    }
    outcome
}

fn measure(outcome: &mut Outcome, found: &Diagnostics, path: &str, slip: &Slip) {
    let own = |one: &Diagnostic| (one.file == path).then(|| slip.distance(one.span.line));
    let all = |one: &Diagnostic| {
        let seconds = one.secondary.iter().filter(|second| second.file == path);
        seconds.map(|second| slip.distance(second.span.line)).chain(own(one)).min()
    };
    outcome.refused = true;
    outcome.errors = found.len();
    outcome.any = found.iter().filter_map(own).min();
    outcome.any_with_seconds = found.iter().filter_map(all).min();
    outcome.first = found.iter().next().and_then(own);
    outcome.first_with_seconds = found.iter().next().and_then(all);
}

/// Runs the cases on two threads; a case that does not end is named.
fn outcomes(count: usize) -> Vec<Outcome> {
    const THREADS: usize = 2;
    let all = real_spec();
    let (send, receive) = mpsc::channel();
    for thread in 0..THREADS {
        let (all, send) = (all.clone(), send.clone());
        std::thread::spawn(move || {
            for number in (thread..count).step_by(THREADS) {
                let caught = std::panic::catch_unwind(|| case(&all, number));
                send.send((number, caught.ok())).unwrap();
            }
        });
    }
    drop(send);
    let mut outcomes = vec![None; count];
    for _ in 0..count {
        let Ok((number, outcome)) = receive.recv_timeout(LONGEST) else {
            let open: Vec<usize> = (0..count).filter(|number| outcomes[*number].is_none()).take(THREADS).collect();
            panic!("one of the cases {open:?} takes longer than {LONGEST:?}");
        };
        outcomes[number] = Some(outcome.unwrap_or_else(|| panic!("case {number} panics")));
    }
    outcomes.into_iter().flatten().collect()
}

/// Returns the share of the refused cases that are refused near the slip.
fn share(cases: &[&Outcome], distance: impl Fn(&Outcome) -> Option<usize>) -> f64 {
    let refused = cases.iter().filter(|case| case.refused).count();
    let near = cases.iter().filter(|case| case.refused && distance(case).is_some_and(|lines| lines <= NEAR)).count();
    100.0 * near as f64 / refused.max(1) as f64
}

fn row(name: &str, cases: &[&Outcome]) -> String {
    let refused: Vec<&&Outcome> = cases.iter().filter(|case| case.refused).collect();
    let errors: usize = refused.iter().map(|case| case.errors).sum();
    format!(
        "{name:<22}{:>7}{:>9}{:>9.1}{:>9.1}{:>9.1}{:>9.1}{:>9.1}",
        cases.len(),
        refused.len(),
        share(cases, |case| case.any),
        share(cases, |case| case.first),
        share(cases, |case| case.any_with_seconds),
        share(cases, |case| case.first_with_seconds),
        errors as f64 / refused.len().max(1) as f64,
    )
}

fn table(outcomes: &[Outcome]) -> String {
    let mut text =
        String::from("                        cases  refused   any, %  first, %  with second places  errors a case\n");
    for (kind, name) in KINDS.iter().enumerate() {
        let cases: Vec<&Outcome> = outcomes.iter().filter(|case| case.kind == kind).collect();
        writeln!(text, "{}", row(name, &cases)).unwrap();
    }
    writeln!(text, "{}", row("all", &outcomes.iter().collect::<Vec<_>>())).unwrap();
    text
}

#[test]
fn a_slip_is_reported_where_it_is() {
    let ordinary = if is_full() { 5_000 } else { 10 };
    let count = std::env::var("CHAINLOOM_MUTATIONS").map_or(ordinary, |count| count.parse().unwrap());
    let outcomes = outcomes(count);
    println!("{}", table(&outcomes));
    let slowest = outcomes.iter().map(|case| case.time).max().unwrap_or_default();
    println!("the slowest case took {slowest:?}");
    let far = outcomes.iter().filter(|case| case.refused && case.first.is_none_or(|lines| lines > NEAR));
    for case in far {
        println!("--- {}\n", case.story);
    }
    let all: Vec<&Outcome> = outcomes.iter().collect();
    assert!(all.iter().filter(|case| case.refused).count() > count / 3, "slips are refused");
    // Of a few cases, each is more than a percent.
    let of_few = count < 1_000;
    let (lowest, first) = if of_few { (LOWEST_OF_FEW, LOWEST_OF_FEW) } else { (LOWEST, LOWEST_FIRST) };
    assert!(share(&all, |case| case.any) >= lowest, "{}", table(&outcomes));
    assert!(share(&all, |case| case.first) >= first, "{}", table(&outcomes));
}

/// Letters put anywhere bring no panic either, and what is refused is said.
#[test]
fn no_scribble_brings_a_panic() {
    let all = real_spec();
    let count = if is_full() { 400 } else { 6 };
    let mut refused = 0;
    for number in 0..count {
        let mut rng = Rng::with_seed(1_000_000 + number);
        let at = rng.usize(0..all.len());
        let text = scribble::scribble(&all[at].text, &mut rng);
        let mut sources = all.clone();
        let Ok(source) = read_source("spec", &format!("{}.yaml", sources[at].module), text.into_bytes()) else {
            continue;
        };
        sources[at] = source;
        if let Some(found) = diagnostics(&sources, at) {
            refused += 1;
            assert!(!found.is_empty() && !found.render(&sources, number % 2 == 0).is_empty());
        }
    }
    assert!(refused * 3 > count, "{refused} of {count} were refused");
}
