//! Reads the text of a document, JSON or YAML, as a JSON value.
//!
//! Input: a text. Output: its value, with merge keys (`<<`) expanded, and the places of content
//! that JSON cannot hold; or why there is no value.

use std::fmt;

use chainloom_codegen::sentences;
use serde::Deserialize;
use serde::de::{Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Value as Json};

use crate::pointer::escaped;

/// Contents of a text that its value lacks, each in words and with its JSON pointer.
pub(crate) type Dropped = Vec<(&'static str, String)>;

/// Key of YAML whose mappings are merged into the mapping around it.
const MERGE: &str = "<<";

/// Reads a document. A text that begins like JSON is read as JSON, which is a hundred times faster
/// than YAML. A mapping of YAML in braces has keys without quotation marks.
pub(crate) fn read(text: &str) -> Result<(Json, Dropped), String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('<') {
        return Err(format!("the document is XML, and WSDL and SOAP are not imported: {}", sentences::NO_XML));
    }
    let after_brace = text.trim_start().strip_prefix('{').map(str::trim_start);
    let is_json = match after_brace {
        Some(rest) => rest.is_empty() || rest.starts_with(['"', '}']),
        None => text.trim_start().starts_with('['),
    };
    if is_json {
        let no_json = |error| format!("the document is no JSON: {error}");
        let value = serde_json::from_str(text).map_err(no_json)?;
        let Yaml { dropped, .. } = serde_json::from_str(text).map_err(no_json)?;
        return Ok((value, pointers(dropped)));
    }
    let Yaml { value, dropped } =
        yaml_serde::from_str(text).map_err(|error| format!("the document is no YAML: {error}"))?;
    Ok((value, pointers(dropped)))
}

/// Content that was dropped, with the keys that lead to it, beginning with the innermost.
struct Piece {
    what: &'static str,
    keys: Vec<String>,
}

/// Returns the dropped contents with their JSON pointers.
fn pointers(dropped: Vec<Piece>) -> Dropped {
    let pointer = |keys: Vec<String>| keys.iter().rev().map(|key| format!("/{}", escaped(key))).collect();
    dropped.into_iter().map(|piece| (piece.what, pointer(piece.keys))).collect()
}

/// Value of YAML. Keys that are no texts become texts, and numbers may be longer than the types of
/// the YAML crate allow.
struct Yaml {
    value: Json,
    dropped: Vec<Piece>,
}

impl Yaml {
    /// Moves the dropped contents of a value to the list of the value around it, which contains it
    /// at `key`.
    fn move_dropped(&mut self, key: &str, to: &mut Vec<Piece>) {
        to.extend(self.dropped.drain(..).map(|mut piece| {
            piece.keys.push(key.to_owned());
            piece
        }));
    }
}

impl<T: Into<Json>> From<T> for Yaml {
    fn from(value: T) -> Self {
        Self { value: value.into(), dropped: Vec::new() }
    }
}

impl<'de> Deserialize<'de> for Yaml {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(YamlVisitor)
    }
}

struct YamlVisitor;

impl<'de> Visitor<'de> for YamlVisitor {
    type Value = Yaml;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Yaml, E> {
        Ok(Json::Null.into())
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Yaml, E> {
        Ok(flag.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Yaml, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Yaml, E> {
        Ok(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Yaml, E> {
        serde_json::from_str::<Json>(&number.to_string()).map(Yaml::from).map_err(E::custom)
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Yaml, E> {
        serde_json::from_str::<Json>(&number.to_string()).map(Yaml::from).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Yaml, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Yaml, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Yaml, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Yaml, A::Error> {
        let (mut out, mut dropped) = (Vec::new(), Vec::new());
        while let Some(mut item) = items.next_element::<Yaml>()? {
            item.move_dropped(&out.len().to_string(), &mut dropped);
            out.push(item.value);
        }
        Ok(Yaml { value: out.into(), dropped })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Yaml, A::Error> {
        let (mut out, mut merged, mut dropped) = (Map::new(), Vec::new(), Vec::new());
        while let Some((key, mut item)) = entries.next_entry::<Yaml, Yaml>()? {
            let key = text_of(key.value);
            item.move_dropped(&key, &mut dropped);
            let what = match key.as_str() {
                MERGE => (!add_merged(item.value, &mut merged)).then_some("a merge key without a mapping"),
                _ => out.insert(key.clone(), item.value).map(|_| "all but the last value of a repeated key"),
            };
            dropped.extend(what.map(|what| Piece { what, keys: vec![key] }));
        }
        for (key, value) in merged.into_iter().flatten() {
            out.entry(key).or_insert(value);
        }
        Ok(Yaml { value: Json::Object(out), dropped })
    }

    /// Ignores a tag of YAML, and returns the value after it.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Yaml, A::Error> {
        let (IgnoredAny, content) = tagged.variant()?;
        content.newtype_variant()
    }
}

/// Adds the mapping of a merge key, or its list of mappings. Returns whether it was one of them.
fn add_merged(value: Json, merged: &mut Vec<Map<String, Json>>) -> bool {
    match value {
        Json::Object(mapping) => merged.push(mapping),
        Json::Array(items) => return items.into_iter().all(|item| item.is_object() && add_merged(item, merged)),
        _ => return false,
    }
    true
}

fn text_of(key: Json) -> String {
    match key {
        Json::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    #[test]
    fn yaml_and_json_are_read() {
        let read = |text: &str| super::read(text).map(|(value, _)| value);
        let expected = json!({ "responses": { "200": { "a": [1.5, true, null, "2020-01-01"] } } });
        assert_eq!(read("responses: { 200: { a: [1.5, true, null, 2020-01-01] } }"), Ok(expected.clone()));
        assert_eq!(read(&expected.to_string()), Ok(expected));
        assert_eq!(read("a: !b [1]"), Ok(json!({ "a": [1] })));
        let long = read("a: -9223372036854776000\nb: 18446744073709552000").unwrap_or_default();
        assert_eq!(long.to_string(), r#"{"a":-9223372036854776000,"b":18446744073709552000}"#);
        assert!(read("{").is_err_and(|why| why.contains("no JSON")));
        assert!(read("a: [").is_err_and(|why| why.contains("no YAML")));
    }

    #[test]
    fn merge_keys_are_expanded_and_keys_that_stand_twice_are_told() {
        let merged = "a: &a { x: 1, y: 1 }\nb: &b { y: 2, z: 2 }\nc: { <<: [*a, *b], x: 3 }\nd: [{ <<: *b }]";
        let (value, dropped) = super::read(merged).unwrap_or_default();
        assert_eq!((&value["c"], &value["d"][0]), (&json!({ "x": 3, "y": 1, "z": 2 }), &json!({ "y": 2, "z": 2 })));
        assert!(dropped.is_empty(), "{dropped:?}");
        for text in ["a/b: [0, { c: 1, c: 2 }]", r#"{ "a/b": [0, { "c": 1, "c": 2 }] }"#] {
            let (value, dropped) = super::read(text).unwrap_or_default();
            assert_eq!(value, json!({ "a/b": [0, { "c": 2 }] }));
            assert_eq!(dropped, [("all but the last value of a repeated key", "/a~1b/1/c".to_owned())]);
        }
        let (_, dropped) = super::read("a: { <<: 1 }").unwrap_or_default();
        assert_eq!(dropped, [("a merge key without a mapping", "/a/<<".to_owned())]);
    }
}
