//! Rows of events on a terminal, which are printed one after the other.
//!
//! Input: events as JSON, the width of the terminal, and the member that counts events. Output: a line per event. The
//! first event decides the columns; an event without one of them begins a new header.

use serde_json::Value;

use crate::cells::{cell, name, shortened};
use crate::columns::{self, SHORT};
use crate::table::{columns_of, flat, has_cells, names_of_hidden};

/// Columns of events.
#[derive(Debug)]
pub(crate) struct Rows {
    columns: Vec<Column>,
    header: String,
}

#[derive(Debug)]
struct Column {
    name: String,
    /// Width to which cells are padded.
    width: usize,
    /// Maximum width of a cell. Where the cell of the first event is whole, cells of later events may be wider.
    room: usize,
    is_right: bool,
}

impl Rows {
    /// Chooses the columns for events such as this one; `None` unless it is an object with members that fit into
    /// cells. `height` is the member that counts the events.
    fn of(event: &Value, width: usize, height: Option<&str>) -> Option<Self> {
        let items = std::slice::from_ref(event);
        let names = columns_of(items);
        if !names.iter().any(|column| has_cells(items, column)) {
            return None;
        }
        let shown = columns::fitting(items, &names, width, height);
        let column = |&(place, width): &(usize, usize)| {
            let first = cell(&event[names[place]]);
            let is_whole = first.chars().count() <= width;
            let room = if is_whole { width.max(SHORT) } else { width };
            Column { name: names[place].to_owned(), width, room, is_right: columns::is_number(&first) }
        };
        let columns: Vec<Column> = shown.iter().map(column).collect();
        let titles = columns.iter().map(|column| (column, name(&column.name).into_owned()));
        let header = format!("{}{}", names_of_hidden(&names, &shown, " with --wide", width), line(titles));
        Some(Self { columns, header })
    }

    /// Returns whether the event has a member for each column.
    fn has_columns_of(&self, event: &Value) -> bool {
        self.columns.iter().all(|column| event.get(&column.name).is_some())
    }

    fn line(&self, event: &Value) -> String {
        line(self.columns.iter().map(|column| (column, shortened(&cell(&event[&column.name]), column.room))))
    }
}

/// Returns the row of an event, with a header if the event needs other columns than those before, which are replaced.
/// `None` for an event that is not printed as a row.
pub(crate) fn row(rows: &mut Option<Rows>, event: &Value, width: usize, height: Option<&str>) -> Option<String> {
    event.as_object()?;
    let flattened = flat(std::slice::from_ref(event));
    let event = flattened.first()?;
    if let Some(rows) = rows.as_ref().filter(|rows| rows.has_columns_of(event)) {
        return Some(rows.line(event));
    }
    let new = Rows::of(event, width, height)?;
    let empty_line = if rows.is_some() { "\n" } else { "" };
    let text = format!("{empty_line}{}{}", new.header, new.line(event));
    *rows = Some(new);
    Some(text)
}

/// Formats the cells of a line, with two columns between them.
fn line<'c>(cells: impl Iterator<Item = (&'c Column, String)>) -> String {
    let padded = cells.map(|(column, cell)| match column.is_right {
        true => format!("{cell:>width$}", width = column.width),
        false => format!("{cell:width$}", width = column.width),
    });
    format!("{}\n", padded.collect::<Vec<_>>().join("  ").trim_end())
}
