//! Truncates values to a number of bytes.
//!
//! Input: a value, its JSON pointer and the available bytes. Output: the value, or its beginning
//! and a list of missing parts: each with the pointer and the offset that request the rest.

use serde_json::{Map, Value, json};

/// Levels of shortening: maximum items of lists and objects, maximum characters of texts, maximum
/// depth.
const LEVELS: [(usize, usize, usize); 8] =
    [(100, 4_000, 12), (50, 1_000, 10), (20, 500, 8), (10, 200, 6), (5, 120, 4), (3, 80, 3), (2, 60, 2), (1, 40, 1)];
/// Maximum number of missing parts that are listed.
const LISTED: usize = 12;

/// A value of which only the beginning is shown.
#[derive(Debug)]
pub(crate) struct Cut {
    at: String,
    /// Number of items, members or characters that are shown.
    shown: usize,
    of: usize,
    unit: &'static str,
}

impl Cut {
    fn new(at: &str, shown: usize, of: usize, unit: &'static str) -> Self {
        Self { at: at.to_owned(), shown, of, unit }
    }

    fn json(&self) -> Value {
        json!({ "select": self.at, "offset": self.shown, "of": self.of, "unit": self.unit })
    }
}

/// Returns the list of missing parts as JSON.
pub(crate) fn cuts_json(cuts: &[Cut]) -> Value {
    let mut told: Vec<Value> = cuts.iter().take(LISTED).map(Cut::json).collect();
    if cuts.len() > LISTED {
        told.push(format!("{} more parts", cuts.len() - LISTED).into());
    }
    Value::Array(told)
}

/// Returns as much of a value as fits, after its first `offset` items, members or characters; of a
/// list, at most `most` items.
pub(crate) fn fit(value: Value, at: &str, offset: usize, room: usize, most: usize) -> (Value, Vec<Cut>) {
    let value = behind(value, offset);
    if size(&value) <= room && value.as_array().is_none_or(|items| items.len() <= most) {
        return (value, Vec::new());
    }
    let (short, mut cuts) = match value {
        Value::Array(items) => fit_items(items, at, offset, room, most),
        Value::String(text) => fit_text(&text, at, room),
        value => shortest(&value, at, room),
    };
    for cut in cuts.iter_mut().filter(|cut| cut.at == at) {
        (cut.shown, cut.of) = (cut.shown + offset, cut.of + offset);
    }
    (short, cuts)
}

/// Returns as many whole items as fit, or a part of the first.
fn fit_items(items: Vec<Value>, at: &str, offset: usize, room: usize, most: usize) -> (Value, Vec<Cut>) {
    let (of, shown) = (items.len(), count(&items, room, most));
    if shown > 0 {
        let shown_items = items.into_iter().take(shown).collect();
        return (Value::Array(shown_items), vec![Cut::new(at, shown, of, "items")]);
    }
    let (first, mut cuts) = shortest(&items[0], &format!("{at}/{offset}"), room);
    if of > 1 {
        cuts.push(Cut::new(at, 1, of, "items"));
    }
    (json!([first]), cuts)
}

/// Returns the number of leading items that fit.
pub(crate) fn count(items: &[Value], room: usize, most: usize) -> usize {
    let mut left = room;
    let fits = |item: &&Value| {
        let rest = left.checked_sub(size(item) + 1);
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    items.iter().take(most).take_while(fits).count()
}

/// Returns the longest prefix of a text that fits, and the missing part.
fn fit_text(text: &str, at: &str, room: usize) -> (Value, Vec<Cut>) {
    // A control character takes 6 bytes of JSON, such as `\u0000`.
    let mut left = room;
    let size_of =
        |letter: char| if letter.is_control() || matches!(letter, '"' | '\\') { 6 } else { letter.len_utf8() };
    let fits = |letter: &char| {
        let rest = left.checked_sub(size_of(*letter));
        left = rest.unwrap_or_default();
        rest.is_some()
    };
    let short: String = text.chars().take_while(fits).collect();
    let cut = Cut::new(at, short.chars().count(), text.chars().count(), "characters");
    (short.into(), vec![cut])
}

/// Returns the largest shortened form of a value that fits.
pub(crate) fn shortest(value: &Value, at: &str, room: usize) -> (Value, Vec<Cut>) {
    for level in LEVELS {
        let mut cuts = Vec::new();
        let short = shortened(value, at, level, &mut cuts);
        if size(&short) + size(&cuts_json(&cuts)) <= room {
            return (short, cuts);
        }
    }
    fewest(value, at, room)
}

/// Returns the first members of a wide object, each as short as possible.
fn fewest(value: &Value, at: &str, room: usize) -> (Value, Vec<Cut>) {
    let mut all = Vec::new();
    let Value::Object(members) = value else { return (shortened(value, at, LEVELS[7], &mut all), all) };
    let (mut kept, mut left) = (Map::new(), room);
    for (name, value) in members {
        let (mut cuts, place) = (Vec::new(), format!("{at}/{}", escaped(name)));
        let short = shortened(value, &place, (1, 40, 0), &mut cuts);
        let Some(rest) = left.checked_sub(name.len() + 4 + size(&short) + size(&cuts_json(&cuts))) else { break };
        left = rest;
        kept.insert(name.clone(), short);
        all.extend(cuts);
    }
    if kept.len() < members.len() {
        // The missing members precede the missing parts of the shown ones.
        all.insert(0, Cut::new(at, kept.len(), members.len(), "members"));
    }
    (Value::Object(kept), all)
}

/// Shortens a value to a level, and adds its missing parts to `cuts`.
fn shortened(value: &Value, at: &str, level: (usize, usize, usize), cuts: &mut Vec<Cut>) -> Value {
    let (items, letters, depth) = level;
    let inner = (items, letters, depth.saturating_sub(1));
    let mut cut = |shown: usize, of: usize, unit| {
        if shown < of {
            cuts.push(Cut::new(at, shown, of, unit));
        }
    };
    match value {
        Value::Array(list) if depth > 0 => {
            cut(items.min(list.len()), list.len(), "items");
            let kept = list.iter().take(items).enumerate();
            kept.map(|(index, item)| shortened(item, &format!("{at}/{index}"), inner, cuts)).collect()
        }
        Value::Object(members) if depth > 0 => {
            // Names are short and tell what the object contains.
            let most = items.max(20);
            cut(most.min(members.len()), members.len(), "members");
            let kept = members.iter().take(most);
            let kept = kept
                .map(|(name, value)| (name.clone(), shortened(value, &format!("{at}/{}", escaped(name)), inner, cuts)));
            Value::Object(kept.collect::<Map<String, Value>>())
        }
        Value::String(text) => match text.char_indices().nth(letters) {
            Some((end, _)) => {
                cut(letters, text.chars().count(), "characters");
                text[..end].into()
            }
            None => text.as_str().into(),
        },
        Value::Array(_) | Value::Object(_) => empty_container(value, at, cuts),
        other => other.clone(),
    }
}

/// Replaces a list or an object by an empty one.
fn empty_container(value: &Value, at: &str, cuts: &mut Vec<Cut>) -> Value {
    let (empty, of, unit) = match value {
        Value::Array(items) => (json!([]), items.len(), "items"),
        Value::Object(members) => (json!({}), members.len(), "members"),
        other => return other.clone(),
    };
    if of > 0 {
        cuts.push(Cut::new(at, 0, of, unit));
    }
    empty
}

/// Drops the first `offset` items, members or characters of a value.
fn behind(value: Value, offset: usize) -> Value {
    match value {
        Value::Array(items) => items.into_iter().skip(offset).collect(),
        Value::Object(members) => Value::Object(members.into_iter().skip(offset).collect()),
        Value::String(text) => text.chars().skip(offset).collect::<String>().into(),
        other => other,
    }
}

/// Escapes the name of a member for a JSON pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Returns the size of a text as JSON, in bytes.
pub(crate) fn text_size(text: &str) -> usize {
    size(&text.into())
}

/// Returns the size of a value as JSON, in bytes.
pub(crate) fn size(value: &Value) -> usize {
    value.to_string().len()
}
