//! Whatever the generator takes, the schema takes: values of good specs are replaced by others, at
//! random.

use fastrand::Rng;
use serde_yaml::{Mapping, Value as Yaml};

use super::{codegen, complaints, good_specs};
use crate::common::full::is_full;

const VALUES: [&str; 24] = [
    "null", "true", "false", "5", "-1", "2.5", "200", "x", "''", "string", "string | null", "' [x] '", "'0..=5'",
    "'..3'", "[]", "[string]", "[x, y]", "{}", "{ x: string }", "{ x?: string }", "{ doc: x }", "{ type: string }",
    "{ list: string, also: single }", "{ enum: [a, b] }",
];

/// Counts the values, including the given one.
fn count(value: &Yaml) -> usize {
    1 + match value {
        Yaml::Mapping(entries) => entries.values().map(count).sum(),
        Yaml::Sequence(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

/// Does something to the value with this number; what is left of the number after `value`.
fn change(value: &mut Yaml, at: usize, rng: &mut Rng, keys: &[String]) -> Option<usize> {
    let Some(mut at) = at.checked_sub(1) else {
        one_change(value, rng, keys);
        return None;
    };
    match value {
        Yaml::Mapping(entries) => {
            for (_, inner) in entries.iter_mut() {
                at = change(inner, at, rng, keys)?;
            }
        }
        Yaml::Sequence(items) => {
            for inner in items {
                at = change(inner, at, rng, keys)?;
            }
        }
        _ => {}
    }
    Some(at)
}

fn one_change(value: &mut Yaml, rng: &mut Rng, keys: &[String]) {
    let odd: Yaml = serde_yaml::from_str(VALUES[rng.usize(0..VALUES.len())]).unwrap();
    match value {
        Yaml::Mapping(entries) if rng.usize(0..3) > 0 => change_entries(entries, odd, rng, keys),
        Yaml::Sequence(items) if rng.usize(0..2) == 0 => {
            let at = rng.usize(0..items.len() + 1);
            items.insert(at, odd);
        }
        _ => *value = odd,
    }
}

/// Takes a member away, or adds one under a key that stands somewhere in the spec.
fn change_entries(entries: &mut Mapping, odd: Yaml, rng: &mut Rng, keys: &[String]) {
    let present: Vec<Yaml> = entries.keys().cloned().collect();
    if rng.usize(0..2) == 0 && !present.is_empty() {
        entries.shift_remove(&present[rng.usize(0..present.len())]);
    } else {
        entries.insert(Yaml::from(keys[rng.usize(0..keys.len())].clone()), odd);
    }
}

fn keys_of(value: &serde_json::Value, into: &mut Vec<String>) {
    for (_, def) in value["$defs"].as_object().unwrap() {
        into.extend(def["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
    }
}

#[test]
fn the_schema_refuses_nothing_that_the_generator_takes() {
    let ordinary = if is_full() { 5_000 } else { 50 };
    let rounds: usize = std::env::var("CHAINLOOM_ROUNDS").map_or(ordinary, |text| text.parse().unwrap());
    // The large spec is slow to check, and has little that the small ones have not.
    let specs: Vec<_> = good_specs().into_iter().filter(|(_, files)| files.len() < 20).collect();
    let mut keys = Vec::new();
    keys_of(&super::schema(), &mut keys);
    let mut rng = Rng::with_seed(1);
    let (mut texts, mut is_taken) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let (_, files) = &specs[round % specs.len()];
        let mut files = files.clone();
        let file = rng.usize(0..files.len());
        let mut value: Yaml = serde_yaml::from_str(&files[file].1).unwrap();
        let at = 1 + rng.usize(0..(count(&value) - 1).max(1));
        change(&mut value, at, &mut rng, &keys);
        let text = serde_yaml::to_string(&value).unwrap();
        files[file].1.clone_from(&text);
        is_taken.push(codegen(&files).is_ok());
        texts.push(text);
    }
    let taken = is_taken.iter().filter(|is_taken| **is_taken).count();
    assert!(taken * 20 > rounds, "{taken} of {rounds} are taken");
    let Some(said) = complaints(&texts) else { return };
    for (at, _) in is_taken.iter().enumerate().filter(|(_, is_taken)| **is_taken) {
        assert_eq!(said[at], Vec::<String>::new(), "the generator takes this, round {at}\n{}", texts[at]);
    }
    let (refused, by_schema) = (rounds - taken, said.iter().filter(|said| !said.is_empty()).count());
    println!("{taken} taken by both, {refused} refused by the generator, {by_schema} of them by the schema, too");
    assert!(by_schema * 3 > refused, "{refused} refused, {by_schema} of them by the schema");
}
