//! Writes a crate with many records of ten members, for timing the compiler: `gen derive` or `gen ours`,
//! with the number of records behind it. Output: the source of the crate, on standard output.

use std::fmt::Write as _;

/// Name, type of ours, schema, type for derive.
const MEMBERS: [(&str, &str, &str, &str); 10] = [
    ("accountName", "rt::Text", "rt::schema::Type::Text", "String"),
    ("blockHash", "rt::FixedBytes<32>", "rt::schema::Type::Scalar(&HASH)", "String"),
    ("gasLimit", "u64", "rt::schema::Type::Scalar(&U64)", "String"),
    ("startTime", "rt::Timestamp", "rt::schema::Type::Scalar(&TIMESTAMP)", "i64"),
    ("isOpen", "bool", "rt::schema::Type::Boolean", "bool"),
    ("notes", "Vec<rt::Text>", "rt::schema::Type::List(&TEXTS)", "Vec<String>"),
    ("logoUri", "Option<rt::Text>", "rt::schema::Type::Text", "Option<String>"),
    ("amount", "Option<rt::U256>", "rt::schema::Type::Scalar(&AMOUNT)", "Option<String>"),
    ("share", "Option<f64>", "rt::schema::Type::Number", "Option<f64>"),
    ("decimals", "Option<i64>", "rt::schema::Type::Integer(rt::schema::Integer::I64)", "Option<i64>"),
];

fn main() {
    let mut args = std::env::args().skip(1);
    let form = args.next().unwrap_or_default();
    let count = args.next().and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut out = String::new();
    out.push_str(if form == "ours" { HEAD_OURS } else { "use serde::{Deserialize, Serialize};\n" });
    for index in 0..count {
        if form == "ours" { ours(&mut out, index) } else { derive(&mut out, index) }
    }
    println!("{out}");
}

const HEAD_OURS: &str = "use chainloom_runtime::__private as rt;
static HASH: rt::schema::Scalar = rt::schema::Scalar { name: \"Hash\", form: rt::schema::Form::Hex { bytes: Some(32), prefix: rt::schema::Presence::Required } };
static U64: rt::schema::Scalar = rt::schema::Scalar { name: \"U64\", form: rt::schema::Form::DecimalInteger(rt::schema::Integer::U64) };
static AMOUNT: rt::schema::Scalar = rt::schema::Scalar { name: \"Amount\", form: rt::schema::Form::DecimalInteger(rt::schema::Integer::U256) };
static TIMESTAMP: rt::schema::Scalar = rt::schema::Scalar { name: \"Timestamp\", form: rt::schema::Form::Seconds };
static TEXTS: rt::schema::List = rt::schema::List { item: rt::schema::Type::Text, also: rt::schema::Also::Nothing };
";

fn snake(name: &str) -> String {
    name.chars().fold(String::new(), |mut text, c| {
        if c.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
        text
    })
}

/// The nested member: each record but the first holds the one before it, so that records are used.
fn derive(out: &mut String, index: usize) {
    let _ = writeln!(
        out,
        "#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]\n#[serde(rename_all = \"camelCase\")]\npub struct R{index} {{"
    );
    for (name, _, _, ty) in MEMBERS {
        if ty.starts_with("Option") {
            out.push_str("    #[serde(skip_serializing_if = \"Option::is_none\")]\n");
        }
        let _ = writeln!(out, "    pub {}: {ty},", snake(name));
    }
    out.push_str("}\n");
    let _ = writeln!(
        out,
        "pub fn read{index}(body: &[u8]) -> serde_json::Result<R{index}> {{ serde_json::from_slice(body) }}"
    );
    let _ = writeln!(
        out,
        "pub fn write{index}(value: &R{index}) -> serde_json::Result<Vec<u8>> {{ serde_json::to_vec(value) }}"
    );
}

fn ours(out: &mut String, index: usize) {
    let _ = writeln!(out, "#[derive(Clone, Debug, PartialEq)]\n#[non_exhaustive]\npub struct R{index} {{");
    for (name, ty, _, _) in MEMBERS {
        let _ = writeln!(out, "    pub {}: {ty},", snake(name));
    }
    let _ = writeln!(
        out,
        "    pub extra: rt::Extra,\n}}\nstatic R{index}_SCHEMA: rt::schema::Record = rt::schema::Record {{ name: \"R{index}\", fields: &["
    );
    for (name, ty, schema, _) in MEMBERS {
        let kind = if ty.starts_with("Option") { "optional" } else { "required" };
        let _ = writeln!(out, "    rt::schema::Field::{kind}(\"{name}\", {schema}),");
    }
    let _ = writeln!(out, "] }};\nimpl rt::Record for R{index} {{\n    fn blank() -> Self {{\n        Self {{");
    for (name, ..) in MEMBERS {
        let _ = writeln!(out, "            {}: rt::blank(),", snake(name));
    }
    let _ = writeln!(
        out,
        "            extra: rt::blank(),\n        }}\n    }}\n    fn table(&self) -> &'static rt::schema::Record {{\n        &R{index}_SCHEMA\n    }}"
    );
    out.push_str("    fn member_mut(&mut self, index: usize) -> Option<&mut dyn rt::Fill> {\n        match index {\n");
    for (index, (name, ..)) in MEMBERS.iter().enumerate() {
        let _ = writeln!(out, "            {index} => Some(&mut self.{}),", snake(name));
    }
    out.push_str("            _ => None,\n        }\n    }\n    fn member(&self, index: usize) -> Option<&dyn rt::Write> {\n        match index {\n");
    for (index, (name, ..)) in MEMBERS.iter().enumerate() {
        let _ = writeln!(out, "            {index} => Some(&self.{}),", snake(name));
    }
    out.push_str("            _ => None,\n        }\n    }\n    fn extra(&self) -> Option<&rt::Extra> {\n        Some(&self.extra)\n    }\n    fn extra_mut(&mut self) -> Option<&mut rt::Extra> {\n        Some(&mut self.extra)\n    }\n}\n");
    let _ = writeln!(
        out,
        "pub fn read{index}(body: &[u8]) -> Result<R{index}, rt::ReadError> {{ rt::from_slice(rt::schema::Type::Record(&R{index}_SCHEMA), body) }}"
    );
    let _ = writeln!(
        out,
        "pub fn write{index}(value: &R{index}) -> Result<Vec<u8>, rt::WriteError> {{ rt::to_vec(value, rt::schema::Type::Record(&R{index}_SCHEMA)) }}"
    );
}
