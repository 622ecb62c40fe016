//! Type names of other languages, and the types of this language that replace them.
//!
//! Input: an unknown type name. Output: a hint with the type to write instead. Similar spellings
//! are handled elsewhere.

use crate::spec::closed::TEXTS;

/// Names of the types of Rust and JSON Schema, and ours.
const WORDS: [(&str, &str); 25] = [
    ("bool", "`boolean`"),
    ("u8", "`uint8`"),
    ("u16", "`uint16`"),
    ("u32", "`uint32`"),
    ("u64", "`uint64`"),
    ("u128", "`uint128`"),
    ("i8", "`int8`"),
    ("i16", "`int16`"),
    ("i32", "`int32`"),
    ("i64", "`int64`"),
    ("i128", "`int128`"),
    ("int", "`integer`, or a size such as `uint32`"),
    ("uint", "a size such as `uint32`"),
    ("f32", "`number`"),
    ("f64", "`number`"),
    ("float", "`number`"),
    ("double", "`number`"),
    ("str", "`string`"),
    ("text", "`string`"),
    ("String", "`string`"),
    ("object", "`{ fields: { name: Type } }`, `{ map: Type }`, or `json` for anything"),
    ("array", "`[Type]`"),
    ("list", "`[Type]`"),
    ("any", "`json`"),
    ("value", "`json`"),
];

/// Types of the runtime, and the forms of scalars that become them.
const OF_THE_RUNTIME: [(&str, &str); 10] = [
    ("U256", "text: decimal, rust: U256"),
    ("I256", "text: decimal, rust: I256"),
    ("Address", "text: hex, bytes: 20"),
    ("Bytes", "text: hex"),
    ("Decimal", "text: decimal"),
    ("Date", "text: date"),
    ("DateTime", "text: date-time"),
    ("Timestamp", "number: seconds"),
    ("Duration", "number: duration-seconds"),
    ("Uuid", "text: uuid"),
];

/// Returns what to write in place of a type of another language, or of the runtime.
pub fn type_advice(name: &str) -> Option<String> {
    advice(name).or_else(|| of_the_runtime(name))
}

/// Hint for the name of a type that scalars become. A scalar of the spec often has the same name.
pub(crate) fn of_the_runtime(name: &str) -> Option<String> {
    OF_THE_RUNTIME.iter().find(|(rust, _)| *rust == name).map(|(_, form)| declare(form))
}

/// What to write in place of a type of another language.
pub(crate) fn advice(name: &str) -> Option<String> {
    let known = WORDS.iter().find(|(foreign, _)| *foreign == name);
    known.map(|(_, ours)| format!("write {ours}")).or_else(|| scalar(name))
}

/// Hint for a form that needs a declared scalar.
fn scalar(name: &str) -> Option<String> {
    let sized = |prefix: &str| name.strip_prefix(prefix)?.parse::<u32>().ok().filter(|size| *size > 0);
    let form = if TEXTS.contains(&name) {
        format!("text: {name}")
    } else if name == "datetime" || name == "timestamp" {
        "text: date-time".to_owned()
    } else if let Some(bits) = sized("uint").or_else(|| sized("u")) {
        format!("text: decimal, rust: {}", if bits > 128 { "U256" } else { "u128" })
    } else if let Some(bits) = sized("int").or_else(|| sized("i")) {
        format!("text: decimal, rust: {}", if bits > 128 { "I256" } else { "i128" })
    } else if let Some(size) = sized("bytes") {
        format!("text: hex, bytes: {size}")
    } else {
        return None;
    };
    Some(declare(&form))
}

fn declare(form: &str) -> String {
    format!("declare a scalar under `scalars` and use its name: `Name: {{ {form} }}`")
}
