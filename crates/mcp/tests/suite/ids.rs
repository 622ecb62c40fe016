//! The ID of a message, found in whatever parts it arrives. The module is compiled here once more.

#[path = "../../src/lines/id.rs"]
mod id;

use id::IdScan;
use serde_json::{Value, json};

#[test]
fn the_id_of_the_outermost_object_is_found() {
    for (text, id) in [
        (r#"{"id":7,"a":1}"#, Some(json!(7))),
        (r#"{"a":{"id":1,"b":["id",2]}, "id" : "x\"},y" }"#, Some(json!("x\"},y"))),
        (r#"{"a":"\\","id":-3"#, Some(json!(-3))),
        (r#"{"a":"id","b":"\"id\":9","id":"late"}"#, Some(json!("late"))),
        (r#"{"id":{"a":1}}"#, Some(Value::Null)),
        (r#"{"id":1.5}"#, Some(Value::Null)),
        (r#"{"a":{"id":1}}"#, None),
        (r#"["id",1]"#, None),
        ("no JSON", None),
    ] {
        let mut scan = IdScan::default();
        text.as_bytes().chunks(3).for_each(|part| scan.add(part));
        assert_eq!(scan.finish(), id, "{text}");
    }
}
