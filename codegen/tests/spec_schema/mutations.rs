//! Whatever the generator takes, the schema takes: values of good specs are replaced by others, at random.

use serde_yaml::{Mapping, Value as Yaml};

use super::{codegen, complaints, good_specs, validator};

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(sides.max(1)).unwrap()).unwrap()
    }
}

const VALUES: [&str; 24] = [
    "null",
    "true",
    "false",
    "5",
    "-1",
    "2.5",
    "200",
    "x",
    "''",
    "string",
    "string | null",
    "' [x] '",
    "'0..=5'",
    "'..3'",
    "[]",
    "[string]",
    "[x, y]",
    "{}",
    "{ x: string }",
    "{ x?: string }",
    "{ doc: x }",
    "{ type: string }",
    "{ list: string, also: single }",
    "{ enum: [a, b] }",
];

/// How many values there are, the one at hand included.
fn count(value: &Yaml) -> usize {
    1 + match value {
        Yaml::Mapping(entries) => entries.values().map(count).sum(),
        Yaml::Sequence(items) => items.iter().map(count).sum(),
        _ => 0,
    }
}

/// Does something to the value with this number; what is left of the number after `value`.
fn change(value: &mut Yaml, at: usize, dice: &mut Dice, keys: &[String]) -> Option<usize> {
    let Some(mut at) = at.checked_sub(1) else {
        one_change(value, dice, keys);
        return None;
    };
    match value {
        Yaml::Mapping(entries) => {
            for (_, inner) in entries.iter_mut() {
                at = change(inner, at, dice, keys)?;
            }
        }
        Yaml::Sequence(items) => {
            for inner in items {
                at = change(inner, at, dice, keys)?;
            }
        }
        _ => {}
    }
    Some(at)
}

fn one_change(value: &mut Yaml, dice: &mut Dice, keys: &[String]) {
    let odd: Yaml = serde_yaml::from_str(VALUES[dice.roll(VALUES.len())]).unwrap();
    match value {
        Yaml::Mapping(entries) if dice.roll(3) > 0 => change_entries(entries, odd, dice, keys),
        Yaml::Sequence(items) if dice.roll(2) == 0 => {
            let at = dice.roll(items.len() + 1);
            items.insert(at, odd);
        }
        _ => *value = odd,
    }
}

/// Takes a member away, or adds one under a key that stands somewhere in the spec.
fn change_entries(entries: &mut Mapping, odd: Yaml, dice: &mut Dice, keys: &[String]) {
    let present: Vec<Yaml> = entries.keys().cloned().collect();
    if dice.roll(2) == 0 && !present.is_empty() {
        entries.shift_remove(&present[dice.roll(present.len())]);
    } else {
        entries.insert(Yaml::from(keys[dice.roll(keys.len())].clone()), odd);
    }
}

fn keys_of(value: &serde_json::Value, into: &mut Vec<String>) {
    for (_, def) in value["$defs"].as_object().unwrap() {
        into.extend(def["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()));
    }
}

#[test]
fn the_schema_refuses_nothing_that_the_generator_takes() {
    let rounds: usize = std::env::var("CHAINLOOM_ROUNDS").map_or(1_000, |text| text.parse().unwrap());
    let validator = validator();
    // The large spec is slow to check, and has little that the small ones have not.
    let specs: Vec<_> = good_specs().into_iter().filter(|(_, files)| files.len() < 20).collect();
    let mut keys = Vec::new();
    keys_of(&super::schema(), &mut keys);
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let (mut taken, mut refused, mut by_both) = (0, 0, 0);
    for round in 0..rounds {
        let (name, files) = &specs[round % specs.len()];
        let mut files = files.clone();
        let file = dice.roll(files.len());
        let mut value: Yaml = serde_yaml::from_str(&files[file].1).unwrap();
        let at = 1 + dice.roll(count(&value) - 1);
        change(&mut value, at, &mut dice, &keys);
        let text = serde_yaml::to_string(&value).unwrap();
        files[file].1.clone_from(&text);
        let said = complaints(&validator, &text);
        if let Err(_mistakes) = codegen(&files) {
            refused += 1;
            by_both += usize::from(!said.is_empty());
        } else {
            taken += 1;
            assert_eq!(said, Vec::<String>::new(), "{name}: {}\n{text}", files[file].0);
        }
    }
    println!("{taken} taken by both, {refused} refused by the generator, {by_both} of them by the schema, too");
    assert!(taken * 20 > rounds && by_both * 3 > refused, "{taken} taken, {refused} refused, {by_both} by both");
}
