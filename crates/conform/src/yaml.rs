//! Edits of a YAML file as text, which preserve everything else.
//!
//! Input: the lines of a file, and the line of a key. Output: the lines with the change; `None` if
//! the value of the key is neither an indented block below it nor in braces on its line.

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

/// Adds `entry` to the mapping at the first of `keys` that is present, within the mapping in braces whose key is on
/// line `key`. If none is present, the last of `keys` is added. `None` if the mapping is not in braces on this line.
pub(crate) fn add_in_braces(text: &str, key: usize, keys: &[&str], entry: &str) -> Option<String> {
    let line = text.lines().nth(key)?;
    let start = value_start(line)?;
    let own = Braces::around(line, start).filter(|own| own.open == start)?;
    for name in keys {
        match own.entries(line).find(|(key, _)| key == name) {
            Some((_, value)) if line[value.clone()].starts_with('{') => {
                let inside = Braces::around(line, value.start)?;
                return Some(replace_line(text, key, &insert_entry(line, inside.close, entry)));
            }
            // The flag `seen: true` concerns the whole type and holds no entries.
            Some((_, value)) if line[value.clone()].trim() != "true" => return None,
            _ => {}
        }
    }
    let last = keys.last().filter(|last| own.entries(line).all(|(key, _)| key != **last))?;
    Some(replace_line(text, key, &insert_entry(line, own.close, &format!("{last}: {{ {entry} }}"))))
}

/// Replaces the first whole word `old` of a line by `new`, beginning at column `column`. If the word is in braces,
/// their entries go whose keys `is_kept` does not keep. `None` if the line lacks the word.
pub(crate) fn replace(
    text: &str,
    (line, column): (usize, usize),
    (old, new): (&str, &str),
    is_kept: &dyn Fn(&str) -> bool,
) -> Option<String> {
    let own = text.lines().nth(line)?;
    let start = own.char_indices().nth(column).map(|(at, _)| at)?;
    let at = start + word_at(&own[start..], old)?;
    let changed = format!("{}{new}{}", &own[..at], &own[at + old.len()..]);
    let changed = Braces::around(&changed, at).map_or(changed.clone(), |braces| braces.keep(&changed, is_kept));
    Some(replace_line(text, line, &changed))
}

/// Returns the text with another line at `line`.
fn replace_line(text: &str, line: usize, changed: &str) -> String {
    let lines = text.lines().enumerate();
    let lines: Vec<&str> = lines.map(|(index, own)| if index == line { changed } else { own }).collect();
    lines.join("\n") + "\n"
}

/// Inserts an entry before the closing brace of a mapping, which may be empty or end with a comma.
fn insert_entry(line: &str, close: usize, entry: &str) -> String {
    let before = line[..close].trim_end();
    let separator = if before.ends_with(['{', ',']) { " " } else { ", " };
    format!("{before}{separator}{entry} {}", &line[close..])
}

/// Returns the offset of the value after the key of a line; `None` if the line has no value.
fn value_start(line: &str) -> Option<usize> {
    let start = line.find(": ")? + 2;
    let space = line[start..].len() - line[start..].trim_start().len();
    (!line[start..].trim().is_empty()).then_some(start + space)
}

/// Mapping in braces on one line.
struct Braces {
    /// Offsets of the braces.
    open: usize,
    close: usize,
    /// Offsets of the commas between the entries.
    commas: Vec<usize>,
}

impl Braces {
    /// Finds the innermost braces around an offset; `None` if there are none on the line.
    fn around(line: &str, offset: usize) -> Option<Self> {
        let mut open: Vec<(char, usize, Vec<usize>)> = Vec::new();
        let (mut quote, mut before) = (None, ':');
        for (at, letter) in line.char_indices() {
            match (letter, quote) {
                (_, Some(end)) if letter == end && before != '\\' => quote = None,
                (_, Some(_)) => {}
                // An apostrophe within a plain text begins no text in quotes.
                ('"' | '\'', None) if "{[,:".contains(before) => quote = Some(letter),
                ('#', None) if line[..at].ends_with(' ') => return None,
                ('{' | '[', None) => open.push((letter, at, Vec::new())),
                (',', None) => open.last_mut().into_iter().for_each(|(_, _, commas)| commas.push(at)),
                ('}' | ']', None) => match open.pop()? {
                    ('{', begin, commas) if begin <= offset && offset < at => {
                        return Some(Self { open: begin, close: at, commas });
                    }
                    _ => {}
                },
                _ => {}
            }
            if !letter.is_whitespace() || quote.is_some() {
                before = letter;
            }
        }
        None
    }

    /// Returns the ranges of the entries.
    fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = std::iter::once(self.open + 1).chain(self.commas.iter().map(|comma| comma + 1));
        begins.zip(self.commas.iter().copied().chain([self.close])).map(|(begin, end)| begin..end)
    }

    /// Returns the keys of the entries, and the ranges of their values.
    fn entries<'l>(&self, line: &'l str) -> impl Iterator<Item = (&'l str, Range<usize>)> {
        self.ranges().filter_map(|range| {
            let entry = &line[range.clone()];
            let start = value_start(entry)?;
            Some((entry.split(": ").next()?.trim(), range.start + start..range.end))
        })
    }

    /// Returns the line without the entries whose keys are not kept.
    fn keep(&self, line: &str, is_kept: &dyn Fn(&str) -> bool) -> String {
        let key = |range: &Range<usize>| line[range.clone()].split(':').next().unwrap_or_default().trim();
        let all: Vec<Range<usize>> = self.ranges().collect();
        if all.iter().all(|range| is_kept(key(range))) {
            return line.to_owned();
        }
        let kept = all.into_iter().filter(|range| is_kept(key(range)));
        let kept: Vec<&str> = kept.map(|range| line[range].trim()).collect();
        format!("{}{{ {} }}{}", &line[..self.open], kept.join(", "), &line[self.close + 1..])
    }
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
