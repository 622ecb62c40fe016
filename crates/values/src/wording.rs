//! Texts that people believe, from examples and the general meaning of names.
//!
//! Input: the place of a text. Output: a text, which may not fit the bounds of the place: whether
//! it does is for the caller to see.

use fastrand::Rng;
use serde_json::Value;

use crate::place::Place;
use crate::texts::WORDS;

/// Second words of names.
const PLACES: [&str; 10] =
    ["harbour", "meadow", "lantern", "summit", "orchard", "bridge", "beacon", "canyon", "valley", "garden"];
/// Words at the end of a name that identifies something: its examples are varied.
const IDENTIFIERS: [&str; 8] = ["id", "key", "hash", "token", "cursor", "uuid", "identifier", "nonce"];
/// Of objects with an example, one in so many has the name that the example has.
const NAMED_AS_EXAMPLE: usize = 4;

/// A text for a place.
pub(crate) fn text(rng: &mut Rng, place: &Place) -> Option<String> {
    let words = place.words();
    let last = words.last().map(String::as_str).unwrap_or_default();
    let example = place.example.and_then(Value::as_str).filter(|text| !text.is_empty());
    if let Some(own) = own_name(place, &words, last) {
        let keeps = place.object.number % NAMED_AS_EXAMPLE == 0;
        return Some(example.filter(|_| keeps).map_or(own, str::to_owned));
    }
    match example {
        Some(example) if IDENTIFIERS.contains(&last) => Some(varied(rng, example)),
        Some(example) => Some(example.to_owned()),
        None => general(rng, place, last),
    }
}

/// The name of the object itself, which differs from object to object, and its symbol.
fn own_name(place: &Place, words: &[String], last: &str) -> Option<String> {
    let [first, second] = pair(place.object.number);
    let is_alone = words.len() == 1;
    match last {
        "name" | "title" | "label" if is_alone => Some(format!("{} {}", capital(first), capital(second))),
        "symbol" | "ticker" if is_alone => Some(format!("{}{}", first.get(..3)?, second.get(..1)?).to_uppercase()),
        _ => None,
    }
}

/// A text by the general meaning of the last word of a name.
fn general(rng: &mut Rng, place: &Place, last: &str) -> Option<String> {
    let [first, second] = pair(place.object.number);
    let hex = |rng: &mut Rng, count: usize| (0..count).map(|_| rng.digit(16)).collect::<String>();
    Some(match last {
        "name" | "title" | "label" | "owner" | "author" => format!("{} {}", capital(first), capital(second)),
        "symbol" | "ticker" => first.get(..3)?.to_uppercase(),
        "email" | "mail" => format!("{first}@{second}.example"),
        "uri" | "url" | "link" | "href" | "homepage" | "website" => {
            let file = place.words().first().filter(|word| *word != last).cloned();
            format!("https://{first}-{second}.example/{}", file.unwrap_or_default())
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

/// Two words for a number.
fn pair(number: usize) -> [&'static str; 2] {
    [WORDS[number % WORDS.len()], PLACES[number / WORDS.len() % PLACES.len()]]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A text in the shape of an example: digits stay digits, and letters stay letters of their kind.
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
