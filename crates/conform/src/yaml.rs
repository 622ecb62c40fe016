//! Edits of a YAML file as text, which preserve everything else.
//!
//! Input: the lines of a file, and the line of a key. Output: the lines with the change; `None` if
//! the value of the key is not an indented block below it.

use std::ops::Range;

/// Returns the lines below a key that belong to its value, without blank lines and comments at
/// their end. `None` if the value is not a block.
fn block(lines: &[&str], key: usize) -> Option<Range<usize>> {
    let own = lines.get(key)?;
    // An item of a list, or a key with its value on the same line, has no block.
    if own.trim_start().starts_with('-') || !own.split(" #").next()?.trim_end().ends_with(':') {
        return None;
    }
    let depth = indent(own);
    let behind = lines.iter().enumerate().skip(key + 1);
    let inside = behind.take_while(|(_, line)| is_empty(line) || indent(line) > depth);
    let last = inside.filter(|(_, line)| !is_empty(line)).last()?.0;
    Some(key + 1..last + 1)
}

/// Returns the number of spaces at the beginning of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Returns whether a line is blank or a comment.
fn is_empty(line: &str) -> bool {
    line.trim().is_empty() || line.trim_start().starts_with('#')
}

/// Returns the line of a key in a block, and the text after its colon.
fn key_in<'l>(lines: &[&'l str], block: &Range<usize>, key: &str) -> Option<(usize, &'l str)> {
    let depth = indent(block.clone().filter_map(|at| lines.get(at)).find(|line| !is_empty(line))?);
    block.clone().find_map(|at| {
        let line = *lines.get(at)?;
        let value = line.trim_start().strip_prefix(key)?.strip_prefix(':')?;
        (indent(line) == depth).then(|| (at, value.trim()))
    })
}

/// Adds `entry` to the mapping at the first of `keys` that is present, within the mapping whose key
/// is on line `key`. If none is present, the last of `keys` is added. `None` if the text does not
/// allow it.
pub(crate) fn add(text: &str, key: usize, keys: &[&str], entry: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let own = block(&lines, key)?;
    let depth = indent(own.clone().filter_map(|at| lines.get(at)).find(|line| !is_empty(line))?);
    for name in keys {
        if let Some((at, value)) = key_in(&lines, &own, name) {
            match value {
                // A mapping on one line has no room for a further line.
                "" => {
                    let inside = block(&lines, at)?;
                    let depth = indent(lines.get(inside.start)?);
                    return Some(insert_lines(&lines, inside.end, &[format!("{:depth$}{entry}", "")]));
                }
                // The flag `seen: true` concerns the whole type and holds no entries.
                "true" => {}
                _ => return None,
            }
        }
    }
    let last = keys.last()?;
    let added = [format!("{:depth$}{last}:", ""), format!("{:depth$}  {entry}", "")];
    key_in(&lines, &own, last).is_none().then(|| insert_lines(&lines, own.end, &added))
}

/// Adds a line to the mapping whose key is on line `key`. `None` if the mapping has the key of the
/// new line already.
pub(crate) fn append(text: &str, key: usize, entry: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let own = block(&lines, key)?;
    let depth = indent(lines.get(own.start)?);
    let name = entry.split(':').next()?;
    key_in(&lines, &own, name).is_none().then(|| insert_lines(&lines, own.end, &[format!("{:depth$}{entry}", "")]))
}

/// Replaces the first whole word `old` of a line by `new`, beginning at column `column`. `None` if
/// the line lacks the word.
pub(crate) fn replace(text: &str, line: usize, column: usize, old: &str, new: &str) -> Option<String> {
    let lines: Vec<&str> = text.lines().collect();
    let own = lines.get(line)?;
    let start = own.char_indices().nth(column).map(|(at, _)| at)?;
    let at = start + word_at(&own[start..], old)?;
    let changed = format!("{}{new}{}", &own[..at], &own[at + old.len()..]);
    let all: Vec<&str> =
        lines.iter().enumerate().map(|(index, own)| if index == line { changed.as_str() } else { own }).collect();
    Some(all.join("\n") + "\n")
}

/// Returns the byte offset of a whole word in a line. `None` if the line lacks it.
fn word_at(line: &str, word: &str) -> Option<usize> {
    let is_inside = |letter: Option<char>| letter.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    line.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !is_inside(line[..*at].chars().next_back()) && !is_inside(line[at + word.len()..].chars().next()))
}

/// Inserts lines before the line `at`, and returns the text.
fn insert_lines(lines: &[&str], at: usize, added: &[String]) -> String {
    let (before, behind) = lines.split_at(at.min(lines.len()));
    let all = before.iter().copied().chain(added.iter().map(String::as_str)).chain(behind.iter().copied());
    all.collect::<Vec<_>>().join("\n") + "\n"
}
