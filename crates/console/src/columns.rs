//! Which columns of a table a terminal shows, and how wide they are.
//!
//! Input: rows, the names of columns, and the width of the terminal. Output: columns with the width of
//! their cells. What tells the rows apart goes first, then amounts, other short values, long ones, sentences,
//! and nested values.

use std::collections::HashSet;

use serde_json::Value;

use crate::cells::{cell, name};

/// The least width of a cell that is cut.
const LEAST: usize = 18;
/// The longest cell of a short value.
const SHORT: usize = 26;
/// The columns between two columns.
const GAP: usize = 2;
/// Whole numbers with so many digits are amounts in a smallest unit.
const DIGITS: usize = 10;

/// How important a column is; the first is the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Long values of one word of which no two are the same: the first such column.
    Identity,
    /// Numbers with a unit, or with many digits.
    Amount,
    /// Short values.
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
    /// Whether no two cells are the same.
    is_distinct: bool,
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
        let is_distinct = cells.iter().collect::<HashSet<_>>().len() == items.len();
        Self { place, rank, natural: longest.max(title), title, is_distinct }
    }

    /// The width without which the column is not shown. A value that takes most of the line is cut.
    fn least(&self, width: usize) -> usize {
        let is_whole = self.rank <= Rank::Value && self.natural * 5 <= width * 3;
        if is_whole { self.natural } else { self.natural.min(LEAST).max(self.title) }
    }
}

/// Returns the places of all columns, the most important first.
pub(crate) fn by_importance(items: &[Value], columns: &[&str]) -> Vec<usize> {
    ranked(items, columns).iter().map(|column| column.place).collect()
}

fn ranked(items: &[Value], columns: &[&str]) -> Vec<Column> {
    let all = columns.iter().enumerate().map(|(place, column)| Column::of(items, place, column));
    let mut all: Vec<Column> = all.collect();
    let is_long = |column: &&mut Column| column.rank == Rank::Identifier;
    let has_distinct = all.iter().any(|column| column.rank == Rank::Identifier && column.is_distinct);
    if let Some(first) = all.iter_mut().filter(is_long).find(|column| column.is_distinct || !has_distinct) {
        first.rank = Rank::Identity;
    }
    all.sort_by_key(|column| column.rank);
    all
}

/// Returns the columns that are shown, by their places, with the width of their cells, the most important first.
pub(crate) fn fitting(items: &[Value], columns: &[&str], width: usize) -> Vec<(usize, usize)> {
    let all = ranked(items, columns);
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
    shown.into_iter().map(|(column, given)| (column.place, given)).collect()
}

/// Whether a cell is a number, perhaps with a unit.
pub(crate) fn is_number(cell: &str) -> bool {
    let digits = cell.split(' ').next().unwrap_or_default();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Whether a cell is a number with a unit, or a whole number with many digits.
fn is_amount(cell: &str) -> bool {
    let is_large = || cell.len() >= DIGITS && cell.bytes().all(|byte| byte.is_ascii_digit());
    is_number(cell) && (cell.contains(' ') || is_large())
}
