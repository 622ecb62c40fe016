//! Reads the text of a document, JSON or YAML, as a JSON value.
//!
//! Input: a text. Output: its value, or why it has none.

use std::fmt;

use chainloom_codegen::sentences;
use serde::Deserialize;
use serde::de::{Deserializer, EnumAccess, Error, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_json::{Map, Value as Json};

/// Reads a document. What begins like JSON is read as JSON, which is a hundred times faster.
pub(crate) fn read(text: &str) -> Result<Json, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with('<') {
        return Err(format!("the document is XML, and WSDL and SOAP are not imported: {}", sentences::NO_XML));
    }
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).map_err(|error| format!("the document is no JSON: {error}"));
    }
    let Yaml(value) = yaml_serde::from_str(text).map_err(|error| format!("the document is no YAML: {error}"))?;
    Ok(value)
}

/// A value of YAML. Its keys may be numbers and the like, those of JSON are texts; and its numbers
/// may be longer than the values of the reading crate hold.
struct Yaml(Json);

impl<'de> Deserialize<'de> for Yaml {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(YamlVisitor).map(Self)
    }
}

struct YamlVisitor;

impl<'de> Visitor<'de> for YamlVisitor {
    type Value = Json;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<Json, E> {
        Ok(flag.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_i128<E: Error>(self, number: i128) -> Result<Json, E> {
        serde_json::from_str(&number.to_string()).map_err(E::custom)
    }

    fn visit_u128<E: Error>(self, number: u128) -> Result<Json, E> {
        serde_json::from_str(&number.to_string()).map_err(E::custom)
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Json, E> {
        Ok(text.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut out = Vec::new();
        while let Some(Yaml(item)) = items.next_element()? {
            out.push(item);
        }
        Ok(out.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let mut out = Map::new();
        while let Some((Yaml(key), Yaml(value))) = entries.next_entry()? {
            out.insert(text_of(key), value);
        }
        Ok(Json::Object(out))
    }

    /// A value with a tag of YAML is the value.
    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Json, A::Error> {
        let (IgnoredAny, content) = tagged.variant()?;
        let Yaml(value) = content.newtype_variant()?;
        Ok(value)
    }
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
        let expected = json!({ "responses": { "200": { "a": [1.5, true, null, "2020-01-01"] } } });
        assert_eq!(super::read("responses: { 200: { a: [1.5, true, null, 2020-01-01] } }"), Ok(expected.clone()));
        assert_eq!(super::read(&expected.to_string()), Ok(expected));
        assert_eq!(super::read("a: !b [1]"), Ok(json!({ "a": [1] })));
        let long = super::read("a: -9223372036854776000\nb: 18446744073709552000").unwrap_or_default();
        assert_eq!(long.to_string(), r#"{"a":-9223372036854776000,"b":18446744073709552000}"#);
        assert!(super::read("{").is_err_and(|why| why.contains("no JSON")));
        assert!(super::read("a: [").is_err_and(|why| why.contains("no YAML")));
    }
}
