//! Type names of other languages, and the types of this language that replace them.
//!
//! Input: an unknown type name. Output: a hint with the type to write instead. Similar spellings
//! are handled elsewhere.

use crate::spec::closed::TEXTS;

/// Types of this language, each with its names in Rust, JSON Schema and other languages, separated
/// by spaces.
const WORDS: [(&str, &str); 8] = [
    ("`boolean`", "bool"),
    ("`integer`, or a size such as `uint32`", "int"),
    ("a size such as `uint32`", "uint"),
    ("`number`", "f32 f64 float double"),
    ("`string`", "str text String"),
    ("`{ fields: { name: Type } }`, `{ map: Type }`, or `json` for anything", "object"),
    ("`[Type]`", "array list"),
    ("`json`", "any value"),
];

/// Types of the runtime, each with the form of the scalar that becomes it.
const RUNTIME_TYPES: [(&str, &str); 10] = [
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

/// Returns what to write in place of a type of another language or of the runtime; `None` if the
/// name is unknown.
pub fn type_advice(name: &str) -> Option<String> {
    foreign_type_hint(name).or_else(|| runtime_type_hint(name))
}

/// Returns a hint for the name of a runtime type; `None` for other names. The hint is to declare a
/// scalar with the matching form, which often has the same name.
pub(crate) fn runtime_type_hint(name: &str) -> Option<String> {
    RUNTIME_TYPES.iter().find(|(rust, _)| *rust == name).map(|(_, form)| declare_scalar_hint(form))
}

/// Returns a hint for the name of a type of another language; `None` if no listed language has it.
pub(crate) fn foreign_type_hint(name: &str) -> Option<String> {
    let mut known = WORDS.iter().filter(|(_, words)| words.split(' ').any(|word| word == name));
    match known.next() {
        Some((ours, _)) => Some(format!("write {ours}")),
        None if TEXTS.contains(&name) => Some(declare_scalar_hint(&format!("text: {name}"))),
        None if matches!(name, "datetime" | "timestamp") => Some(declare_scalar_hint("text: date-time")),
        None => sized_type_hint(name),
    }
}

/// Returns a hint for a type of numbers or bytes whose name ends with a size: `u64`, `bytes32`.
/// `None` for other names.
fn sized_type_hint(name: &str) -> Option<String> {
    let (kind, size) = name.split_at(name.find(|letter: char| letter.is_ascii_digit())?);
    let size: u32 = size.parse().ok().filter(|size| *size > 0)?;
    let (ours, rust) = match kind {
        "u" | "uint" => ("uint", if size > 128 { "U256" } else { "u128" }),
        "i" | "int" => ("int", if size > 128 { "I256" } else { "i128" }),
        "bytes" => return Some(declare_scalar_hint(&format!("text: hex, bytes: {size}"))),
        _ => return None,
    };
    Some(match size {
        8 | 16 | 32 | 64 | 128 => format!("write `{ours}{size}`"),
        _ => declare_scalar_hint(&format!("text: decimal, rust: {rust}")),
    })
}

fn declare_scalar_hint(form: &str) -> String {
    format!("declare a scalar under `scalars` and use its name: `Name: {{ {form} }}`")
}
