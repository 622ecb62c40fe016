//! Order and width of the columns of a table on a terminal.
//!
//! Input: rows, the names of columns, and the width of the terminal. Output: columns with the width of
//! their cells. The number and the time of a row go first, then what identifies it, amounts, and other short
//! values; long values, values that all rows share, sentences and nested values follow.

use std::collections::HashSet;

use serde_json::Value;

use crate::cells::{cell, name};

/// The least width of a cell that is cut.
const MIN_CUT_WIDTH: usize = 18;
/// The least width of a cell that is cut, where several columns identify a row.
const MIN_IDENTITY_WIDTH: usize = 14;
/// The longest cell of a short value.
pub(crate) const SHORT: usize = 26;
/// Number of characters between two columns.
const GAP: usize = 2;
/// Minimum number of digits of a whole number that is taken for an amount in a smallest unit.
const DIGITS: usize = 10;

/// Maximum number of columns that identify a row, such as a hash, a sender and a receiver.
const MAX_IDENTITIES: usize = 3;
/// Maximum number of columns that identify a row if there is only one row, where every long value is distinct.
const MAX_IDENTITIES_OF_ONE: usize = 2;

/// Importance of a column, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// Whole numbers that rise or fall from row to row: the first such column.
    Number,
    /// Times: the first such column.
    Time,
    /// Long values of one word of which no two are the same: the first such columns.
    Identity,
    /// Numbers with a unit, or with many digits.
    Amount,
    /// Short values.
    Value,
    /// Long values of one word, such as hashes.
    Identifier,
    /// A value that all rows share.
    Constant,
    /// Sentences and addresses of the web.
    Text,
    /// Objects, and lists of them.
    Nested,
}

struct Column<'n> {
    name: &'n str,
    place: usize,
    rank: Rank,
    /// The width of the longest cell, and of the name.
    natural: usize,
    /// The width of the name.
    title: usize,
    /// Whether no two cells are the same.
    is_distinct: bool,
}

impl<'n> Column<'n> {
    fn of(items: &[Value], place: usize, column: &'n str) -> Self {
        let values: Vec<&Value> = items.iter().filter_map(|item| item.get(column)).collect();
        let cells: Vec<String> = values.iter().map(|value| cell(value)).collect();
        let title = name(column).chars().count();
        let longest = cells.iter().map(|cell| cell.chars().count()).max().unwrap_or_default();
        let has = |part: &str| cells.iter().any(|cell| cell.contains(part));
        let filled: Vec<&String> = cells.iter().filter(|cell| !cell.is_empty()).collect();
        let distinct = cells.iter().collect::<HashSet<_>>().len();
        let rank = if values.iter().any(|value| is_nested(value)) {
            Rank::Nested
        } else if filled.len() > 1 && filled.iter().all(|cell| *cell == filled[0]) {
            Rank::Constant
        } else if !filled.is_empty() && filled.iter().all(|cell| chainloom_forms::time::is(cell)) {
            Rank::Time
        } else if is_counted(&cells, items.len()) {
            Rank::Number
        } else if cells.iter().any(|cell| is_amount(cell)) {
            Rank::Amount
        } else if longest <= SHORT {
            Rank::Value
        } else if has("://") || has(" ") {
            Rank::Text
        } else {
            Rank::Identifier
        };
        let is_distinct = distinct == items.len();
        Self { name: column, place, rank, natural: longest.max(title), title, is_distinct }
    }

    /// Returns the width without which the column is not shown. Short values are whole, and so is the only identity of
    /// a row. A value that takes most of the line is cut.
    fn least(&self, width: usize, identities: usize) -> usize {
        let is_cut = self.rank > Rank::Value || (self.rank == Rank::Identity && identities > 1);
        let is_whole = !is_cut && self.natural * 5 <= width * 3;
        let least = if self.rank == Rank::Identity && is_cut { MIN_IDENTITY_WIDTH } else { MIN_CUT_WIDTH };
        if is_whole { self.natural } else { self.natural.min(least).max(self.title) }
    }
}

/// Returns the places of all columns, the most important first.
pub(crate) fn by_importance(items: &[Value], columns: &[&str]) -> Vec<usize> {
    ranked(items, columns, None).iter().map(|column| column.place).collect()
}

/// Returns the columns by their importance. `number` is the column with the number of a row, if it is known.
fn ranked<'n>(items: &[Value], columns: &[&'n str], number: Option<&str>) -> Vec<Column<'n>> {
    let all = columns.iter().enumerate().map(|(place, column)| Column::of(items, place, column));
    let mut all: Vec<Column<'n>> = all.collect();
    for column in all.iter_mut().filter(|column| number == Some(column.name)) {
        column.rank = Rank::Number;
    }
    let number = keep_first(&mut all, Rank::Number);
    keep_first(&mut all, Rank::Time);
    for place in identities(&all, number, items.len()) {
        all[place].rank = Rank::Identity;
    }
    all.sort_by_key(|column| column.rank);
    all
}

/// Leaves a rank to its first column, and returns the name of the column. The others become short values.
fn keep_first<'n>(all: &mut [Column<'n>], rank: Rank) -> Option<&'n str> {
    let mut of_rank = all.iter_mut().filter(|column| column.rank == rank);
    let first = of_rank.next().map(|column| column.name);
    of_rank.for_each(|column| column.rank = Rank::Value);
    first
}

/// Returns the columns that identify a row. Where the number of a row has a name such as `trainNumber`, a
/// `trainHash` identifies the same thing, so that it is passed over if others are left.
fn identities(all: &[Column<'_>], number: Option<&str>, rows: usize) -> Vec<usize> {
    let long = || all.iter().filter(|column| column.rank == Rank::Identifier);
    let has_distinct = long().any(|column| column.is_distinct);
    let fit: Vec<_> = long().filter(|column| column.is_distinct || !has_distinct).collect();
    let is_other = |column: &&&Column<'_>| number.is_none_or(|number| first_word(number) != first_word(column.name));
    let others: Vec<_> = fit.iter().filter(is_other).copied().collect();
    let chosen = if has_distinct && others.len() > 1 { others } else { fit };
    let most = match (has_distinct, rows) {
        (false, _) => 1,
        (true, 1) => MAX_IDENTITIES_OF_ONE,
        (true, _) => MAX_IDENTITIES,
    };
    chosen.into_iter().take(most).map(|column| column.place).collect()
}

/// Returns the first word of a name: `train` of `trainNumber` and of `train_number`.
fn first_word(name: &str) -> &str {
    name.split(|letter: char| letter.is_uppercase() || !letter.is_alphanumeric()).next().unwrap_or(name)
}

/// Returns whether a value is an object, or a list with objects or lists.
pub(crate) fn is_nested(value: &Value) -> bool {
    let is_of_objects = |all: &Vec<Value>| all.iter().any(|one| one.is_object() || one.is_array());
    value.is_object() || value.as_array().is_some_and(is_of_objects)
}

/// Returns whether the cells of all rows are whole numbers that rise or fall from row to row. Two rows show no order.
fn is_counted(cells: &[String], rows: usize) -> bool {
    let numbers: Option<Vec<u128>> =
        cells.iter().map(|cell| cell.parse().ok().filter(|_| cell.len() < DIGITS)).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == rows && rows > 2) else { return false };
    numbers.is_sorted_by(|one, next| one < next) || numbers.is_sorted_by(|one, next| one > next)
}

/// Returns the columns that are shown, by their places, with the width of their cells, the most important first.
/// `number` is the column with the number of a row, if it is known.
pub(crate) fn fitting(items: &[Value], columns: &[&str], width: usize, number: Option<&str>) -> Vec<(usize, usize)> {
    let all = ranked(items, columns, number);
    // The last column needs no gap after it.
    let (mut room, mut shown) = (width + GAP, Vec::new());
    let identities = all.iter().filter(|column| column.rank == Rank::Identity).count();
    for column in &all {
        let least = column.least(width, identities);
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

/// Returns whether a cell is a number, perhaps with a unit.
pub(crate) fn is_number(cell: &str) -> bool {
    let digits = cell.split(' ').next().unwrap_or_default();
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
}

/// Returns whether a cell is a number with a unit, or an integer with many digits.
fn is_amount(cell: &str) -> bool {
    let is_large = || cell.len() >= DIGITS && cell.bytes().all(|byte| byte.is_ascii_digit());
    is_number(cell) && (cell.contains(' ') || is_large())
}
