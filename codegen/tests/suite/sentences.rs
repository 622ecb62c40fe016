//! Sentences on amounts, and texts with variables.

use chainloom_codegen::model::{Cost, Part, Slot, SlotOf, Template};
use chainloom_codegen::sentences::{price, time};

#[test]
fn a_time_is_written_in_the_largest_unit_that_measures_it() {
    let seconds = [86_400, 172_800, 7_200, 90, 61, 60, 1, 5_184_000_000];
    let told = seconds.map(|seconds: u64| time(seconds * 1_000));
    assert_eq!(told, ["1 day", "2 days", "2 hours", "90 seconds", "61 seconds", "1 minute", "1 second", "60,000 days"]);
    assert_eq!([1, 1_500].map(time), ["1 millisecond", "1,500 milliseconds"]);
}

#[test]
fn one_is_written_in_the_singular_and_digits_stand_in_groups() {
    let of =
        |units, unit: Option<&str>| price(&Cost { units, unit: unit.map(str::to_owned), source: None, seen: false });
    assert_eq!(of(1, Some("compute units")), "1 compute unit");
    assert_eq!(of(1, None), "1 unit");
    assert_eq!(of(1_234_567, Some("points")), "1,234,567 points");
}

fn template(text: &str, names: &[(&str, usize)]) -> Template {
    let slot = |(name, start): &(&str, usize)| Slot {
        name: (*name).to_owned(),
        of: SlotOf::Parameter,
        range: *start..start + name.len() + 2,
    };
    Template::new(text, names.iter().map(slot).collect())
}

#[test]
fn parts_make_up_the_text() {
    let both = template("/a/{b}{c}/d", &[("b", 3), ("c", 6)]);
    let texts: Vec<&str> = both
        .parts()
        .into_iter()
        .map(|part| match part {
            Part::Text(text) => text,
            Part::Slot(slot) => slot.name.as_str(),
        })
        .collect();
    assert_eq!(texts, ["/a/", "b", "c", "/d"]);
    assert_eq!(Template::new("", Vec::new()).parts(), []);
}

#[test]
fn slots_are_filled_once() {
    let both = template("{b}/{c}", &[("b", 0), ("c", 4)]);
    let value = |slot: &Slot| (slot.name == "b").then(|| "{c}".to_owned());
    assert_eq!(both.fill(value), "{c}/{c}");
}

#[test]
fn one_follows_another() {
    let whole = template("{u}", &[("u", 0)]).then(&template("/{p}/x", &[("p", 1)]));
    assert_eq!(whole.as_str(), "{u}/{p}/x");
    assert_eq!(whole.fill(|slot| Some(slot.name.to_uppercase())), "U/P/x");
}
