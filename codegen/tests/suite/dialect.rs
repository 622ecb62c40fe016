//! The dialect of OpenRPC: what stands beside a reference is kept, and data that looks like one.
//!
//! No form of a spec leads to such data, so the module of the generator is compiled here once more.

#[path = "../../src/documents/openrpc/dialect.rs"]
mod original;

use original::to_draft_7;
use serde_json::json;

#[test]
fn what_stands_beside_a_reference_is_kept() {
    let schema = json!({ "items": { "$ref": "#/a", "minimum": 1 }, "default": { "$ref": "b", "c": 1 } });
    let expected =
        json!({ "items": { "allOf": [{ "$ref": "#/a" }], "minimum": 1 }, "default": { "$ref": "b", "c": 1 } });
    assert_eq!(to_draft_7(schema), expected);
    assert_eq!(to_draft_7(json!({ "$ref": "#/a" })), json!({ "$ref": "#/a" }));
}
