//! Reads the text of a document, JSON or YAML, as a JSON value.
//!
//! Input: a text. Output: its value, or why it has none.

use serde_json::{Map, Value as Json};
use yaml_serde::Value as Yaml;

/// Reads a document. What begins like JSON is read as JSON, which is a hundred times faster.
pub(crate) fn read(text: &str) -> Result<Json, String> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).map_err(|error| format!("the document is no JSON: {error}"));
    }
    let value: Yaml = yaml_serde::from_str(text).map_err(|error| format!("the document is no YAML: {error}"))?;
    Ok(json(value))
}

/// Keys of YAML may be numbers and the like; those of JSON are texts.
fn json(value: Yaml) -> Json {
    match value {
        Yaml::Null => Json::Null,
        Yaml::Bool(flag) => flag.into(),
        Yaml::Number(number) => self::number(&number),
        Yaml::String(text) => text.into(),
        Yaml::Sequence(items) => items.into_iter().map(json).collect(),
        Yaml::Mapping(entries) => {
            let members = entries.into_iter().map(|(key, value)| (text_of(json(key)), json(value)));
            Json::Object(Map::from_iter(members))
        }
        Yaml::Tagged(tagged) => json(tagged.value),
    }
}

fn number(number: &yaml_serde::Number) -> Json {
    let whole = number.as_i64().map(Json::from).or(number.as_u64().map(Json::from));
    whole.or(number.as_f64().map(Json::from)).unwrap_or(Json::Null)
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
        assert!(super::read("{").is_err_and(|why| why.contains("no JSON")));
        assert!(super::read("a: [").is_err_and(|why| why.contains("no YAML")));
    }
}
