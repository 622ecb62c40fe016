//! Which columns of a table a terminal shows, and how wide they are.
//!
//! Input: rows, the names of columns, and the width of the terminal. Output: columns with the width of
//! their cells. Amounts with a unit and what tells the rows apart go before other short values, those before long
//! ones, and nested values are last. Columns stay in the order in which they came.

use serde_json::Value;

use crate::cells::{cell, name};

/// The least width of a cell that is cut.
const LEAST: usize = 18;
/// The longest cell of a short value.
const SHORT: usize = 26;
/// The columns between two columns.
const GAP: usize = 2;

/// How important a column is; the first is the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Numbers with a unit.
    Amount,
    /// Short values, and the first that identifies a row.
    Value,
    /// Long values of one word, such as hashes.
    Identifier,
    /// Sentences and addresses of the web.
    Text,
    /// Objects, and lists of them.
    Nested,
}

struct Column {
    place: usize,
    rank: Rank,
    /// The width of the longest cell, and of the name.
    natural: usize,
    /// The width of the name.
    title: usize,
}

impl Column {
    fn of(items: &[Value], place: usize, column: &str) -> Self {
        let values: Vec<&Value> = items.iter().filter_map(|item| item.get(column)).collect();
        let cells: Vec<String> = values.iter().map(|value| cell(value)).collect();
        let title = name(column).chars().count();
        let longest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
        let is_nested = |value: &&Value| {
            let is_of_objects =
                || value.as_array().is_some_and(|all| all.iter().any(|one| one.is_object() || one.is_array()));
            value.is_object() || is_of_objects()
        };
        let has = |part: &str| cells.iter().any(|cell| cell.contains(part));
        let rank = if values.iter().any(is_nested) {
            Rank::Nested
        } else if cells.iter().any(|cell| is_amount(cell)) {
            Rank::Amount
        } else if longest <= SHORT {
            Rank::Value
        } else if has("://") || has(" ") {
            Rank::Text
        } else {
            Rank::Identifier
        };
        Self { place, rank, natural: longest.max(title), title }
    }

    /// The width without which the column is not shown. A value that takes most of the line is cut.
    fn least(&self, width: usize) -> usize {
        let is_whole = self.rank <= Rank::Value && self.natural * 5 <= width * 3;
        if is_whole { self.natural } else { self.natural.min(LEAST).max(self.title) }
    }
}

/// Returns the columns that are shown, by their places, with the width of their cells.
pub(crate) fn fitting(items: &[Value], columns: &[&str], width: usize) -> Vec<(usize, usize)> {
    let all = columns.iter().enumerate().map(|(place, column)| Column::of(items, place, column));
    let mut all: Vec<Column> = all.collect();
    if let Some(first) = all.iter_mut().find(|column| column.rank == Rank::Identifier) {
        first.rank = Rank::Value;
    }
    all.sort_by_key(|column| column.rank);
    // The last column needs no gap behind it.
    let (mut room, mut shown) = (width + GAP, Vec::new());
    for column in &all {
        let least = column.least(width);
        if shown.is_empty() || least + GAP <= room {
            room = room.saturating_sub(least + GAP);
            shown.push((column, least));
        }
    }
    for (column, given) in &mut shown {
        let more = column.natural.saturating_sub(*given).min(room);
        (*given, room) = (*given + more, room - more);
    }
    let mut places: Vec<(usize, usize)> = shown.into_iter().map(|(column, given)| (column.place, given)).collect();
    places.sort_unstable();
    places
}

/// Whether a cell is a number, perhaps with a unit.
pub(crate) fn is_number(cell: &str) -> bool {
    let digits = cell.split(' ').next().unwrap_or_default();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a cell is a number with a unit.
fn is_amount(cell: &str) -> bool {
    is_number(cell) && cell.contains(' ')
}
