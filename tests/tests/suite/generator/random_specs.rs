//! Random specs with difficult names: each is generated, compiled and called once, or refused at
//! the name.
//!
//! A spec is made with every construct of the language (`maker`, `types`, `calls`). With plain
//! names it is right; then one to three of its names become nasty ones: words of Rust and its
//! library, names that generated code uses itself, names that differ from a neighbour by case only,
//! and texts that are no names at all.
//!
//! Three accepted specs are compiled, with `CHAINLOOM_FULL=1` 300 of another seed at each run.
//! `CHAINLOOM_SEED` sets the seed, `CHAINLOOM_SPECS` the number, `CHAINLOOM_PLAIN` that of specs
//! with plain names; `CHAINLOOM_SHRINK=1` makes what is wrong small.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod auth;
mod bodies;
mod calls;
mod directions;
mod maker;
mod names;
mod pages;
mod places;
mod responses;
mod rpc;
mod shrink;
mod trial;
mod types;
mod waits;
mod wire;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use chainloom_tests::full::is_full;
use names::{Kind, Names, fits, like, nasty};
use trial::{Fault, Outcome, Spec, Trial};

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is no number: {text}")))
}

/// The spec of a seed with nasty names in some of its slots.
fn nasty_spec(seed: u64) -> Spec {
    let plain = maker::make(seed, Names::default()).names;
    let mut rng = fastrand::Rng::with_seed(!seed);
    let mut forced = BTreeMap::new();
    let all = nasty();
    // Every kind of name has its turn, though a spec has many members and few services.
    let kinds: BTreeSet<Kind> = plain.drawn.iter().map(|(kind, _)| *kind).collect();
    let any_of = |rng: &mut fastrand::Rng| plain.drawn[rng.usize(0..plain.drawn.len())].1.clone();
    while forced.len() < 1 + usize::try_from(seed % 3).unwrap() {
        let kind = rng.choice(&kinds).copied().unwrap();
        let slots: Vec<usize> = (0..plain.drawn.len()).filter(|slot| plain.drawn[*slot].0 == kind).collect();
        let slot = slots[rng.usize(0..slots.len())];
        let (name, other) = (any_of(&mut rng), any_of(&mut rng));
        let is_like = rng.u8(0..10) < 3;
        let name = if is_like { like(&name, &other, &mut rng) } else { all[rng.usize(0..all.len())].to_owned() };
        // Of two neighbours with one name, the second would take the place of the first in the file.
        let is_taken = plain.drawn.iter().any(|(other, drawn)| *other == kind && *drawn == name);
        if fits(kind, &name) && !is_taken && !forced.values().any(|one| *one == name) {
            forced.insert(slot, name);
        }
    }
    Spec::of(seed, forced)
}

/// Every random spec with plain names is right, so other specs are refused for their names only.
#[test]
fn plain_names_are_accepted() {
    let mut wrong = Vec::new();
    for seed in 0..number("CHAINLOOM_PLAIN").unwrap_or(if is_full() { 2_000 } else { 3 }) {
        let spec = Spec::of(seed, BTreeMap::new());
        match trial::generated(&spec) {
            Outcome::Accepted(_) => {}
            Outcome::Refused(told) => wrong.push(told),
            Outcome::Wrong(fault) => wrong.push(fault.story(&spec)),
        }
    }
    let first: Vec<&str> = wrong.iter().take(5).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} specs of plain names go wrong; the first ones:\n{}", wrong.len(), first.join("\n"));
}

#[test]
fn a_spec_of_any_names_compiles_or_is_refused_at_the_name() {
    let seed = number("CHAINLOOM_SEED").unwrap_or_else(|| if is_full() { fastrand::u64(..1 << 32) } else { 1 });
    let wanted = number("CHAINLOOM_SPECS").unwrap_or(if is_full() { 300 } else { 2 }) as usize;
    let (mut accepted, mut refused, mut wrong): (Vec<Spec>, usize, Vec<(Spec, Fault)>) = Default::default();
    for at in 0..20 * wanted as u64 {
        if accepted.len() == wanted {
            break;
        }
        let spec = nasty_spec(seed.wrapping_mul(1_000_003).wrapping_add(at));
        match trial::generated(&spec) {
            Outcome::Accepted(_) => accepted.push(spec),
            Outcome::Refused(_) => refused += 1,
            Outcome::Wrong(fault) => wrong.push((spec, fault)),
        }
    }
    let trial = Trial::new();
    wrong.extend(trial.compiled_and_called(&accepted));
    println!("seed {seed}: {} specs accepted, {refused} refused, {} wrong", accepted.len(), wrong.len());
    let stories: Vec<String> = wrong.into_iter().map(|(spec, fault)| shrink::small(&trial, spec, fault)).collect();
    let again = format!("CHAINLOOM_SEED={seed} CHAINLOOM_SPECS={wanted}");
    assert!(
        stories.is_empty(),
        "{} specs went wrong ({again} makes them again)\n{}",
        stories.len(),
        stories.join("\n")
    );
    assert_eq!(accepted.len(), wanted, "too few specs are accepted");
}
