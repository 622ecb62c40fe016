//! The slips: each changes one place of a text and says which lines of the new text it touched.

use fastrand::Rng;

/// The kinds of slips, in equal shares.
pub(crate) const KINDS: [&str; 15] = [
    "a line is deleted", "two lines are swapped", "a word is misspelt", "a line is moved", "a block is doubled",
    "a block is moved", "a block is shifted", "a word is another", "a key of a value", "a letter is deleted",
    "a block is deleted", "a file is cut", "a file loses its head", "a tab", "a dash more or less",
];

/// A text with one slip.
pub(crate) struct Slip {
    pub(crate) text: String,
    /// The touched lines of the new text, from 1 on: one stretch, or two for lines that were far
    /// apart.
    lines: Vec<(usize, usize)>,
    /// Human-readable description of the slip.
    pub(crate) told: String,
}

impl Slip {
    /// Returns the number of lines between a line and the nearest that was touched.
    pub(crate) fn distance(&self, line: usize) -> usize {
        let to = |(first, last): &(usize, usize)| first.saturating_sub(line).max(line.saturating_sub(*last));
        self.lines.iter().map(to).min().unwrap_or(usize::MAX)
    }
}

/// Applies a slip; `None` when the dice found a slip that changes nothing.
pub(crate) fn slip(kind: usize, text: &str, rng: &mut Rng) -> Option<Slip> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = roll(rng, lines.len());
    let (touched, told) = match kind {
        0 => {
            let line = lines.remove(at);
            // Where it was is between two lines that are still there.
            (vec![(at, at + 1)], line)
        }
        1 => {
            // Half of them are neighbours, half any two of the file.
            let other = if roll(rng, 2) == 0 { at + 1 } else { roll(rng, lines.len()) };
            if other >= lines.len() {
                return None;
            }
            let told = format!("{} <-> {}", lines[at], lines[other]);
            lines.swap(at, other);
            (vec![(at + 1, at + 1), (other + 1, other + 1)], told)
        }
        4 => doubled(&mut lines, at),
        5 => transplanted(&mut lines, at, rng)?,
        6 => shifted_block(&mut lines, at, rng)?,
        10 => {
            let end = block_end(&lines, at);
            let told = lines.drain(at..end).next()?;
            (vec![(at, at + 1)], told)
        }
        11 => cut(&mut lines, at, rng)?,
        12 => without_its_head(&mut lines, rng),
        _ => {
            lines[at] = changed_line(kind, &lines, at, rng)?;
            (vec![(at + 1, at + 1)], lines[at].clone())
        }
    };
    let told = format!("line {}: {}", touched[0].0, told.trim_end());
    let changed = lines.join("\n") + "\n";
    (changed != text).then_some(Slip { text: changed, lines: touched, told })
}

/// Returns a line with a slip within it.
fn changed_line(kind: usize, lines: &[String], at: usize, rng: &mut Rng) -> Option<String> {
    match kind {
        2 => misspelt(&lines[at], rng),
        3 => moved(&lines[at], rng),
        7 => another_word(lines, at, rng),
        8 => misspelt_key_of_a_value(&lines[at], rng),
        9 => without_a_letter(&lines[at], rng),
        13 => with_a_tab(&lines[at], rng),
        _ => with_another_dash(&lines[at]),
    }
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the start of each word of a line, and its length, in letters.
fn words(letters: &[char]) -> Vec<(usize, usize)> {
    let begins = |at: &usize| is_word(letters[*at]) && (*at == 0 || !is_word(letters[*at - 1]));
    let length = |start: usize| letters[start..].iter().take_while(|letter| is_word(**letter)).count();
    (0..letters.len()).filter(begins).map(|start| (start, length(start))).collect()
}

/// Duplicates a block.
fn doubled(lines: &mut Vec<String>, at: usize) -> (Vec<(usize, usize)>, String) {
    let end = block_end(lines, at);
    let block = lines[at..end].to_vec();
    let told = block[0].clone();
    lines.splice(end..end, block);
    (vec![(end + 1, end + end - at)], told)
}

/// Moves a block to the side.
fn shifted_block(lines: &mut [String], at: usize, rng: &mut Rng) -> Option<(Vec<(usize, usize)>, String)> {
    let end = block_end(lines, at);
    let by = 1 + roll(rng, 4);
    let deeper = roll(rng, 2) == 0;
    for line in &mut lines[at..end] {
        *line = shifted(line, by, deeper)?;
    }
    Some((vec![(at + 1, end)], lines[at].clone()))
}

/// Moves a block to another place in the file.
fn transplanted(lines: &mut Vec<String>, at: usize, rng: &mut Rng) -> Option<(Vec<(usize, usize)>, String)> {
    let end = block_end(lines, at);
    let block: Vec<String> = lines.drain(at..end).collect();
    let to = roll(rng, lines.len() + 1);
    if to == at || block.len() > 40 {
        return None;
    }
    let told = block[0].clone();
    let length = block.len();
    lines.splice(to..to, block);
    let gap = if to < at { at + length } else { at };
    Some((vec![(to + 1, to + length), (gap, gap + 1)], told))
}

/// Ends the file early: after a line, or within it.
fn cut(lines: &mut Vec<String>, at: usize, rng: &mut Rng) -> Option<(Vec<(usize, usize)>, String)> {
    // A file without anything but its head is another slip.
    if at < 3 || at + 1 >= lines.len() {
        return None;
    }
    lines.truncate(at);
    let last = lines.last_mut()?;
    if roll(rng, 2) == 0 {
        let letters: Vec<char> = last.chars().collect();
        *last = letters[..roll(rng, letters.len())].iter().collect();
    }
    Some((vec![(at, at)], last.clone()))
}

/// Removes the first lines of the file.
fn without_its_head(lines: &mut Vec<String>, rng: &mut Rng) -> (Vec<(usize, usize)>, String) {
    let count = 2 + roll(rng, 9.min(lines.len() - 2));
    lines.drain(..count);
    (vec![(1, 1)], lines[0].clone())
}

/// Replaces one space, or the indentation of the line, by a tab.
fn with_a_tab(line: &str, rng: &mut Rng) -> Option<String> {
    let own = line.len() - line.trim_start().len();
    if own > 0 && roll(rng, 2) == 0 {
        return Some(format!("\t{}", line.trim_start()));
    }
    let spaces: Vec<usize> = line.match_indices(' ').map(|(at, _)| at).collect();
    let at = *spaces.get(roll(rng, spaces.len()))?;
    Some(format!("{}\t{}", &line[..at], &line[at + 1..]))
}

/// Removes the dash of an item, or adds one before a key.
fn with_another_dash(line: &str) -> Option<String> {
    let content = line.trim_start();
    let own = &line[..line.len() - content.len()];
    match content.strip_prefix("- ") {
        Some(rest) => Some(format!("{own}{rest}")),
        None if own.is_empty() => None,
        None => Some(format!("{own}- {content}")),
    }
}

/// Replaces a word by another one of the file.
fn another_word(lines: &[String], at: usize, rng: &mut Rng) -> Option<String> {
    let other: Vec<char> = lines[roll(rng, lines.len())].chars().collect();
    let others = words(&other);
    let (from, long) = *others.get(roll(rng, others.len()))?;
    let mut letters: Vec<char> = lines[at].chars().collect();
    let own = words(&letters);
    let (start, length) = *own.get(roll(rng, own.len()))?;
    letters.splice(start..start + length, other[from..from + long].iter().copied());
    let changed: String = letters.into_iter().collect();
    (changed != lines[at]).then_some(changed)
}

/// Misspells the key of an example, most of the time.
fn misspelt_key_of_a_value(line: &str, rng: &mut Rng) -> Option<String> {
    let letters: Vec<char> = line.chars().collect();
    let is_key = |(start, length): &(usize, usize)| letters.get(start + length) == Some(&':');
    let keys: Vec<(usize, usize)> = words(&letters).into_iter().filter(is_key).collect();
    let within = line.contains("request:") || line.contains("response:") || line.starts_with("        ");
    if !within {
        return None;
    }
    let (start, length) = *keys.get(roll(rng, keys.len()))?;
    let slip = misspelt_at(letters.clone(), start, length, rng)?;
    (slip != line).then_some(slip)
}

/// Removes a letter or mark.
fn without_a_letter(line: &str, rng: &mut Rng) -> Option<String> {
    let mut letters: Vec<char> = line.chars().collect();
    let places: Vec<usize> = (0..letters.len()).filter(|at| letters[*at] != ' ').collect();
    letters.remove(*places.get(roll(rng, places.len()))?);
    Some(letters.into_iter().collect())
}

fn shifted(line: &str, by: usize, deeper: bool) -> Option<String> {
    if deeper {
        return Some(" ".repeat(by) + line);
    }
    let own = line.len() - line.trim_start().len();
    (own >= by || line.trim().is_empty()).then(|| line[by.min(own)..].to_owned())
}

/// Drops, doubles or replaces a letter of one word, or swaps it with the next.
fn misspelt(line: &str, rng: &mut Rng) -> Option<String> {
    let letters: Vec<char> = line.chars().collect();
    let starts = words(&letters);
    let (start, length) = *starts.get(roll(rng, starts.len()))?;
    let changed = misspelt_at(letters, start, length, rng)?;
    (changed != line).then_some(changed)
}

fn misspelt_at(mut letters: Vec<char>, start: usize, length: usize, rng: &mut Rng) -> Option<String> {
    let at = start + roll(rng, length);
    match roll(rng, 4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 if at + 1 < start + length => letters.swap(at, at + 1),
        2 => return None,
        _ => letters[at] = char::from(b"abcdefghijklmnopqrstuvwxyz"[roll(rng, 26)]),
    }
    Some(letters.into_iter().collect())
}

fn moved(line: &str, rng: &mut Rng) -> Option<String> {
    let by = 1 + roll(rng, 4);
    if line.trim().is_empty() {
        return None;
    }
    if roll(rng, 2) == 0 {
        return Some(" ".repeat(by) + line);
    }
    let own = line.len() - line.trim_start().len();
    (own > 0).then(|| line[by.min(own)..].to_owned())
}

/// Returns the place after a line and the deeper lines below it.
fn block_end(lines: &[String], at: usize) -> usize {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(&lines[at]);
    let deeper = |line: &&String| !line.trim().is_empty() && depth(line) > own;
    at + 1 + lines[at + 1..].iter().take_while(deeper).count()
}

/// Returns a number below `sides`; zero where there is none.
pub(crate) fn roll(rng: &mut Rng, sides: usize) -> usize {
    rng.usize(0..sides.max(1))
}
