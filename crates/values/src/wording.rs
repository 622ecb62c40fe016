//! Plausible texts, from examples and the general meaning of names.
//!
//! Input: the evidence of a text. Output: a text, which may not satisfy its bounds: the caller
//! checks them.

use fastrand::Rng;
use serde_json::Value;

use crate::evidence::{Evidence, Variety};
use crate::texts::WORDS;

/// Words for the second part of names.
const PLACES: [&str; 16] = [
    "harbour", "meadow", "lantern", "summit", "orchard", "bridge", "canyon", "valley", "garden", "island", "temple",
    "quarry", "forest", "plateau", "river", "cliff",
];
/// Last words of the names of identifiers, whose examples are changed at random.
const IDENTIFIERS: [&str; 8] = ["id", "key", "hash", "token", "cursor", "uuid", "identifier", "nonce"];

/// Draws a plausible text from the example or the name of a member. `None` if neither helps.
pub(crate) fn text(rng: &mut Rng, evidence: &Evidence) -> Option<String> {
    let last = evidence.last_word();
    let example = evidence.example.and_then(Value::as_str).filter(|text| !text.is_empty());
    match example {
        // An object that must differ from another one does not repeat its example.
        Some(example) if evidence.variety != Variety::Examples && example.contains(char::is_numeric) => {
            Some(varied(rng, example))
        }
        Some(example) if evidence.variety == Variety::Words => {
            (!example.contains(char::is_lowercase)).then(|| varied(rng, example))
        }
        // Each object has a different name, and other texts that follow from the name.
        Some(example) if depends_on_object_name(&last, example) => {
            if evidence.object.takes_name_of_example() {
                Some(example.to_owned())
            } else {
                text_by_name(rng, evidence, &last, Some(example))
            }
        }
        // A text with digits, such as a hash, seldom occurs twice in a list.
        Some(example)
            if IDENTIFIERS.contains(&last.as_str()) || evidence.is_repeated && example.contains(char::is_numeric) =>
        {
            Some(varied(rng, example))
        }
        Some(example) => Some(example.to_owned()),
        None if evidence.variety == Variety::Words => None,
        None => text_by_name(rng, evidence, &last, None),
    }
}

/// Returns whether a text depends on the name of the object, so that objects do not share it.
fn depends_on_object_name(last: &str, example: &str) -> bool {
    // Only proper names count: neither `transfer(address)` nor `EVM` is one.
    let is_proper = example.starts_with(char::is_uppercase) && example.contains(char::is_lowercase);
    match last {
        "name" | "title" | "label" => is_proper,
        "symbol" | "ticker" | "uri" | "url" | "link" | "homepage" | "website" | "description" => true,
        _ => false,
    }
}

/// Draws a text that suits the last word of a name. `None` if the word is unknown.
fn text_by_name(rng: &mut Rng, evidence: &Evidence, last: &str, example: Option<&str>) -> Option<String> {
    let [first, second] = pair(evidence.object.name_number());
    let hex = |rng: &mut Rng, count: usize| (0..count).map(|_| rng.digit(16)).collect::<String>();
    Some(match last {
        "name" | "title" | "label" | "owner" | "author" => format!("{} {}", capital(first), capital(second)),
        "symbol" | "ticker" => format!("{}{}", first.get(..2)?, second.get(..2)?).to_uppercase(),
        "email" | "mail" => format!("{first}@{second}.example"),
        "uri" | "url" | "link" | "href" | "homepage" | "website" => {
            let file = evidence.words().first().filter(|word| *word != last).cloned();
            let scheme = example.and_then(|example| example.split_once("://")).map_or("https", |(scheme, _)| scheme);
            format!("{scheme}://{first}-{second}.example/{}", file.unwrap_or_default())
        }
        "host" | "hostname" | "domain" => format!("{first}-{second}.example"),
        "ip" => format!("192.0.2.{}", rng.u8(1..255)),
        "description" | "summary" | "text" | "comment" | "note" | "reason" | "message" => {
            format!("{} {second} by the {}.", capital(first), PLACES[rng.usize(0..PLACES.len())])
        }
        "version" => format!("{}.{}.{}", rng.u8(1..4), rng.u8(0..20), rng.u8(0..10)),
        "path" | "file" | "filename" => format!("/{first}/{second}"),
        "id" | "number" => rng.u16(1..10_000).to_string(),
        "token" | "cursor" | "key" | "hash" => hex(rng, 24),
        "color" | "colour" | "background" => format!("#{}", hex(rng, 6)),
        "language" | "locale" => "en".to_owned(),
        "country" => "NO".to_owned(),
        _ => return None,
    })
}

/// Returns two words for a number, the same for equal numbers.
fn pair(number: usize) -> [&'static str; 2] {
    [WORDS[number % WORDS.len()], PLACES[number / WORDS.len() % PLACES.len()]]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Replaces digits of an example by other digits, and letters by letters of the same case.
fn varied(rng: &mut Rng, example: &str) -> String {
    let letters = || example.chars().filter(char::is_ascii_alphabetic);
    let last = if letters().all(|letter| letter.is_ascii_hexdigit()) { b'f' } else { b'z' };
    let mut is_first = true;
    let drawn = example.chars().map(|letter| {
        let least = u8::from(std::mem::take(&mut is_first) && example.len() > 1);
        match letter {
            '0'..='9' => char::from(b'0' + rng.u8(least..10)),
            'a'..='z' => char::from(rng.u8(b'a'..=last)),
            'A'..='Z' => char::from(rng.u8(b'A'..=last.to_ascii_uppercase())),
            other => other,
        }
    });
    let drawn: String = drawn.collect();
    if example.starts_with("0x") { format!("0x{}", drawn.get(2..).unwrap_or_default()) } else { drawn }
}
