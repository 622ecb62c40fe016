//! Media types: which of them name JSON, lines of JSON, or XML.

use chainloom_codegen::{is_json, is_json_lines, is_xml};

#[test]
fn names_say_what_a_body_is() {
    for lines in [
        "application/x-ndjson",
        "application/ndjson; charset=utf-8",
        "Application/JSONL",
        "application/x-jsonlines",
        "application/json-lines",
        "text/x-ldjson",
        "application/vnd.books+x-ndjson; compatible-with=8",
        "application/stream+json",
    ] {
        assert!(is_json_lines(lines) && !is_json(lines), "{lines}");
    }
    for json in ["application/json", "text/json;v=1", "application/x-json", "application/a+JSON", "application/geojson"]
    {
        assert!(is_json(json) && !is_json_lines(json), "{json}");
    }
    for other in ["application/ubjson", "application/json-seq", "text/plain", "", "application/json5"] {
        assert!(!is_json(other) && !is_json_lines(other) && !is_xml(other), "{other}");
    }
    for xml in ["application/xml", "text/xml; charset=utf-8", "application/soap+XML"] {
        assert!(is_xml(xml) && !is_json(xml), "{xml}");
    }
}
