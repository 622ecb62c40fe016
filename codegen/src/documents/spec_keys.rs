//! Keys of the spec language as a human-readable page.
//!
//! Input: the tables of keys that the parser reads by. Output: Markdown, with a table for each mapping.

use std::fmt::Write as _;

use super::spec_schema::tables;
use crate::language::table::{Need, Shape, Table, TableKey};
use crate::spec::parse::version::VERSION;

/// Returns the page of all keys, by mapping.
pub fn spec_keys() -> String {
    let mut page = format!(
        "# Keys of the spec language, version {VERSION}\n\n\
         This page lists each key of each mapping, from the declarations that the generator reads by. The\n\
         [reference](language.md) explains them, and `chainloom schema` prints them as a JSON Schema for editors.\n\
         A file begins with the keys of [`file`](#file), and `lib.yaml` with those of [`lib`](#lib).\n"
    );
    for (name, table) in tables() {
        let noun =
            if table.called.starts_with('`') { String::new() } else { format!("{}.\n\n", capitalize(table.called)) };
        let _ = write!(page, "\n## `{name}`\n\n{noun}| key | value | meaning |\n|---|---|---|\n");
        for key in table.keys() {
            let _ = writeln!(
                page,
                "| `{}` | {} | {} |",
                key.name,
                escape_cell(&describe_shape(key.shape)),
                escape_cell(&describe_key(key))
            );
        }
        write_conditions(table, &mut page);
    }
    page
}

/// Escapes the text of a table cell.
fn escape_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}

fn describe_key(key: &TableKey) -> String {
    match key.need {
        Need::No => key.doc.to_owned(),
        Need::Yes | Need::Later => format!("{} Required.", key.doc),
    }
}

/// Writes which keys of a mapping exclude or require each other.
fn write_conditions(table: &Table, page: &mut String) {
    if !table.one.is_empty() {
        let _ = write!(page, "\nExactly one of {} is present.\n", join_words(table.one, "and"));
    }
    for group in table.apart {
        let _ = write!(page, "\nAt most one of {} is present.\n", join_words(group, "and"));
    }
    for (key, owner) in table.beside {
        let _ = write!(page, "\n`{key}` stands beside `{owner}`.\n");
    }
}

/// Describes the values of a shape.
fn describe_shape(shape: Shape) -> String {
    match shape {
        Shape::Text => "text".to_owned(),
        Shape::TextOrNumber => "text or number".to_owned(),
        Shape::Flag => "`true` or `false`".to_owned(),
        Shape::Whole(least, most) if most >= u64::from(u32::MAX) => match least {
            0 => "whole number".to_owned(),
            _ => format!("whole number from {least}"),
        },
        Shape::Whole(least, most) => format!("whole number from {least} to {most}"),
        Shape::Integer => "whole number, with a sign".to_owned(),
        Shape::Any => "any value".to_owned(),
        Shape::Bounds => "bounds: `1..=10`, `1..` or `..=10`".to_owned(),
        Shape::Version => format!("`{VERSION}`"),
        Shape::Word(words) => join_words(words, "or"),
        Shape::Several => "list of two names or more".to_owned(),
        Shape::Status(first, last) => format!("HTTP status from {first} to {last}"),
        Shape::Warnings => "list of codes of [warnings](language.md#warnings)".to_owned(),
        Shape::Type(_) => "[type](#definition)".to_owned(),
        Shape::Fields => "names with their [types](#definition)".to_owned(),
        Shape::List(item) => format!("list: {}", describe_shape(*item)),
        Shape::Map(inner) => format!("by name: {}", describe_shape(*inner)),
        Shape::ByStatus(_, _, inner) => format!("by HTTP status: {}", describe_shape(*inner)),
        Shape::ByCode(inner) => format!("by code: {}", describe_shape(*inner)),
        Shape::Statuses(inner, beside) => {
            let keys: Vec<&str> = beside.iter().map(|key| key.name).collect();
            format!("by HTTP status: {}, with {} beside the statuses", describe_shape(*inner), join_words(&keys, "and"))
        }
        Shape::Keys(table) => format!("[`{}`](#{})", table.name, table.name.to_ascii_lowercase()),
        Shape::Either(shapes) => shapes.iter().map(|inner| describe_shape(*inner)).collect::<Vec<_>>().join("; or "),
    }
}

/// Joins words in backquotes: `a`, `b` or `c`.
fn join_words(words: &[&str], joint: &str) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} {joint} {last}", others.join(", ")),
        _ => quoted.concat(),
    }
}

/// Returns a text with its first letter in upper case.
fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}
