//! Results as human-readable tables.
//!
//! Input: JSON, and the width of the terminal. Output: lines of text. A list of objects is a table;
//! an object has a line per member, with its lists of objects as tables below.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use chainloom_forms::printable;
use chainloom_runtime::RawJson;
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use serde_json::{Map, Value};

use crate::cells::{cell, name, shortened};
use crate::columns;

/// Width without a terminal, in columns.
pub const WIDTH: usize = 80;
/// Maximum number of columns of a table. Further ones are named below the table.
const MAX_COLUMNS: usize = 100;
/// Maximum number of members of an object whose members have separate columns on a terminal.
const MAX_MEMBERS_AS_COLUMNS: usize = 6;
/// Maximum number of characters of a member that a terminal shows whole.
const MAX_VALUE_CHARS: usize = 256;
/// Number of characters to which a longer one is shortened.
const SHORTENED: usize = 42;
/// Maximum lengths of a cell, from unlimited to the minimum.
const CUTS: [usize; 4] = [usize::MAX, 42, 26, 18];

/// Returns the width of the terminal in columns, at least 20. `COLUMNS` takes precedence; the
/// default is [`WIDTH`].
#[must_use]
pub fn width() -> usize {
    let of_user = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let of_terminal = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    of_user.or_else(of_terminal).unwrap_or(WIDTH).max(20)
}

/// Layout of tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// For a file or a pipe: the first columns, all shortened to one width.
    Pipe,
    /// For a terminal: the most important columns, each with its own width.
    Terminal,
    /// All columns, and whole cells.
    Wide,
}

/// Formats a result for display, in the layout for a file or a pipe.
#[must_use]
pub fn table(json: &RawJson, width: usize) -> String {
    of_result(json, width, Look::Pipe)
}

/// Formats a result for display.
pub(crate) fn of_result(json: &RawJson, width: usize, look: Look) -> String {
    match serde_json::from_str(json.as_str()) {
        Ok(value) => of_value(&value, width, look),
        Err(_) => format!("{}\n", printable::json(json.as_str())),
    }
}

/// Formats a value as a table, with lines of `width` characters.
fn of_value(value: &Value, width: usize, look: Look) -> String {
    match value {
        Value::Array(items) if items.is_empty() => "(no items)\n".to_owned(),
        Value::Array(items) => of_items(items, width, look),
        Value::Object(members) if members.is_empty() => "(no members)\n".to_owned(),
        Value::Object(members) => of_members(members, width, look),
        Value::Null => "null\n".to_owned(),
        other => format!("{}\n", cell(other)),
    }
}

fn is_table(value: &Value) -> bool {
    matches!(value, Value::Array(items) if !items.is_empty() && items.iter().all(Value::is_object))
}

/// Formats a line per member. Nested objects and lists of objects follow below.
fn of_members(members: &Map<String, Value>, width: usize, look: Look) -> String {
    let is_below = |value: &Value| is_table(value) || value.as_object().is_some_and(|inner| !inner.is_empty());
    let (below, beside): (Vec<_>, Vec<_>) =
        members.iter().map(|(member, value)| (name(member), value)).partition(|(_, value)| is_below(value));
    // A name longer than half of the line does not shift the values of the others.
    let lengths = beside.iter().map(|(name, _)| name.chars().count());
    let column = lengths.filter(|length| *length <= width / 2).max().unwrap_or_default();
    let mut text = String::new();
    for (name, value) in beside {
        let shown = match value {
            Value::Null => "null".to_owned(),
            Value::String(text) if text.is_empty() => "\"\"".to_owned(),
            other => on_line(cell(other), look),
        };
        text.push_str(&format!("{name:column$}  {shown}\n"));
    }
    for (name, value) in below {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{name}:\n"));
        for line in of_value(value, width.saturating_sub(2), look).lines() {
            text.push_str(format!("  {line}").trim_end());
            text.push('\n');
        }
    }
    text
}

/// Shortens a value of many lines on a terminal, such as a filter of 256 bytes in hex.
fn on_line(text: String, look: Look) -> String {
    let length = text.chars().count();
    if look != Look::Terminal || length <= MAX_VALUE_CHARS {
        return text;
    }
    format!("{} ({length} characters; whole with --wide)", shortened(&text, SHORTENED))
}

/// Formats a row per object, or a line per item if any item is not an object.
fn of_items(items: &[Value], width: usize, look: Look) -> String {
    if !items.iter().all(Value::is_object) {
        return items.iter().map(|item| format!("{}\n", cell(item))).collect();
    }
    let rows = if look == Look::Pipe { Cow::Borrowed(items) } else { Cow::Owned(flat(items)) };
    let columns = columns_of(&rows);
    if look != Look::Pipe && !columns.iter().any(|column| has_cells(&rows, column)) {
        return items.iter().map(|item| of_value(item, width, look)).collect::<Vec<_>>().join("\n");
    }
    let items = &*rows;
    let shown = shown_columns(items, &columns, width, look);
    let mut table = Table::new();
    table.load_preset(presets::NOTHING).set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(shown.iter().map(|(place, _)| name(columns[*place])));
    for item in items {
        table.add_row(shown.iter().map(|(place, cut)| in_row(item, columns[*place], *cut)));
    }
    for (index, (place, _)) in shown.iter().enumerate() {
        if let Some(column) = table.column_mut(index) {
            column.set_padding((0, 2));
            let is_right = is_of_numbers(items, columns[*place], look);
            column.set_cell_alignment(if is_right { CellAlignment::Right } else { CellAlignment::Left });
        }
    }
    let mut text: String = table.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    let how = if look == Look::Terminal { " with --wide" } else { "" };
    text.push_str(&names_of_hidden(&columns, &shown, how, width));
    text
}

/// Returns a line with the names of columns that are not among the shown places; empty if there are none. `how` is the
/// way to show them.
pub(crate) fn names_of_hidden(columns: &[&str], shown: &[(usize, usize)], how: &str, width: usize) -> String {
    let hidden = (0..columns.len()).filter(|place| !shown.iter().any(|(known, _)| known == place));
    let hidden: Vec<&str> = hidden.map(|place| columns[place]).collect();
    if hidden.is_empty() {
        return String::new();
    }
    let names = format!("({} more{how}: {}", hidden.len(), name(&hidden.join(", ")));
    format!("{})\n", shortened(&names, width.saturating_sub(1)))
}

/// Returns whether the values of a column are neither objects nor lists of them.
pub(crate) fn has_cells(items: &[Value], column: &str) -> bool {
    !items.iter().filter_map(|item| item.get(column)).any(columns::is_nested)
}

/// Returns rows with the members of small objects in the place of the objects: `from.address` of `from`.
pub(crate) fn flat(items: &[Value]) -> Vec<Value> {
    let is_small = |value: &Value| {
        let members = value.as_object();
        members.is_none_or(|all| all.len() <= MAX_MEMBERS_AS_COLUMNS && !all.values().any(columns::is_nested))
            && !value.is_array()
    };
    let mut large: HashSet<&str> = HashSet::new();
    for (member, value) in items.iter().filter_map(Value::as_object).flatten() {
        if !is_small(value) {
            large.insert(member);
        }
    }
    let row = |item: &Value| {
        let mut row = Map::new();
        for (member, value) in item.as_object().into_iter().flatten() {
            match value.as_object().filter(|_| !large.contains(member.as_str())) {
                Some(inner) => row.extend(inner.iter().map(|(name, one)| (format!("{member}.{name}"), one.clone()))),
                None => _ = row.insert(member.clone(), value.clone()),
            }
        }
        Value::Object(row)
    };
    items.iter().map(row).collect()
}

/// Returns the indices of the shown columns, and the maximum lengths of their cells.
fn shown_columns(items: &[Value], columns: &[&str], width: usize, look: Look) -> Vec<(usize, usize)> {
    let most = columns.len().min(MAX_COLUMNS);
    match look {
        Look::Pipe => {
            let (cut, shown) = fitting(items, columns, width);
            (0..shown).map(|place| (place, cut)).collect()
        }
        Look::Terminal => columns::fitting(items, &columns[..most], width, None),
        Look::Wide => columns::by_importance(items, &columns[..most]).into_iter().map(|at| (at, usize::MAX)).collect(),
    }
}

/// Returns whether all values of a column are numbers. On a terminal, numbers may be texts with a
/// unit.
fn is_of_numbers(items: &[Value], column: &str, look: Look) -> bool {
    items.iter().filter_map(|item| item.get(column)).all(|value| match value {
        Value::Null | Value::Number(_) => true,
        Value::String(text) => look != Look::Pipe && columns::is_number(text),
        _ => false,
    })
}

/// Returns the names of the members of all items, in order of appearance, without members that are
/// always null.
pub(crate) fn columns_of(items: &[Value]) -> Vec<&str> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut columns: Vec<(&str, bool)> = Vec::new();
    for (name, value) in items.iter().filter_map(Value::as_object).flatten() {
        let place = *places.entry(name).or_insert(columns.len());
        if place == columns.len() {
            columns.push((name, false));
        }
        columns[place].1 |= !value.is_null();
    }
    columns.into_iter().filter(|(_, has_values)| *has_values).map(|(name, _)| name).collect()
}

/// Returns the cell of an item in a column, cut to `cut` characters.
fn in_row(item: &Value, column: &str, cut: usize) -> String {
    shortened(&item.get(column).map(cell).unwrap_or_default(), cut)
}

/// Returns the maximum length of cells, and the number of columns that fit.
fn fitting(items: &[Value], columns: &[&str], width: usize) -> (usize, usize) {
    let mut best = (CUTS[CUTS.len() - 1], 1);
    for cut in CUTS {
        let (mut room, mut shown) = (width, 0);
        for column in columns.iter().take(MAX_COLUMNS) {
            let cells = items.iter().map(|item| in_row(item, column, cut).chars().count());
            let needed = cells.chain([name(column).chars().count()]).max().unwrap_or_default();
            if needed > room {
                break;
            }
            room = room.saturating_sub(needed + 2);
            shown += 1;
        }
        if shown == columns.len().min(MAX_COLUMNS) {
            return (cut, shown);
        }
        best = (cut, shown.max(1));
    }
    best
}
