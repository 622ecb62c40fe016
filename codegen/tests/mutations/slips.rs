//! The slips: each changes one place of a text and says which lines of the new text it touched.

use fastrand::Rng;

/// The kinds of slips, in equal shares.
pub(crate) const KINDS: [&str; 5] =
    ["a line is deleted", "two lines are swapped", "a word is misspelt", "a line is moved", "a block is doubled"];

/// A text with one slip.
pub(crate) struct Slip {
    pub(crate) text: String,
    /// The touched lines of the new text, from 1 on: one stretch, or two for lines that were far apart.
    lines: Vec<(usize, usize)>,
    /// What was done, for people.
    pub(crate) told: String,
}

impl Slip {
    /// How many lines lie between a line and the nearest that was touched.
    pub(crate) fn distance(&self, line: usize) -> usize {
        let to = |(first, last): &(usize, usize)| first.saturating_sub(line).max(line.saturating_sub(*last));
        self.lines.iter().map(to).min().unwrap_or(usize::MAX)
    }
}

/// `None` when the dice found a slip that changes nothing.
pub(crate) fn slip(kind: usize, text: &str, dice: &mut Rng) -> Option<Slip> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = roll(dice, lines.len());
    let (touched, told) = match kind {
        0 => {
            let line = lines.remove(at);
            // Where it was is between two lines that are still there.
            (vec![(at, at + 1)], line)
        }
        1 => {
            // Half of them are neighbours, half any two of the file.
            let other = if roll(dice, 2) == 0 { at + 1 } else { roll(dice, lines.len()) };
            if other >= lines.len() {
                return None;
            }
            let told = format!("{} <-> {}", lines[at], lines[other]);
            lines.swap(at, other);
            (vec![(at + 1, at + 1), (other + 1, other + 1)], told)
        }
        2 => {
            lines[at] = misspelt(&lines[at], dice)?;
            (vec![(at + 1, at + 1)], lines[at].clone())
        }
        3 => {
            lines[at] = moved(&lines[at], dice)?;
            (vec![(at + 1, at + 1)], lines[at].clone())
        }
        _ => {
            let end = block_end(&lines, at);
            let block = lines[at..end].to_vec();
            let told = block[0].clone();
            lines.splice(end..end, block);
            (vec![(end + 1, end + end - at)], told)
        }
    };
    let told = format!("line {}: {}", touched[0].0, told.trim_end());
    let changed = lines.join("\n") + "\n";
    (changed != text).then_some(Slip { text: changed, lines: touched, told })
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// A letter of one word is dropped, doubled, swapped with the next or replaced.
fn misspelt(line: &str, dice: &mut Rng) -> Option<String> {
    let mut letters: Vec<char> = line.chars().collect();
    let starts: Vec<usize> =
        (0..letters.len()).filter(|at| is_word(letters[*at]) && (*at == 0 || !is_word(letters[*at - 1]))).collect();
    let start = *starts.get(roll(dice, starts.len()))?;
    let length = letters[start..].iter().take_while(|letter| is_word(**letter)).count();
    let at = start + roll(dice, length);
    match roll(dice, 4) {
        0 => drop(letters.remove(at)),
        1 => letters.insert(at, letters[at]),
        2 if at + 1 < start + length => letters.swap(at, at + 1),
        2 => return None,
        _ => letters[at] = char::from(b"abcdefghijklmnopqrstuvwxyz"[roll(dice, 26)]),
    }
    let changed: String = letters.into_iter().collect();
    (changed != line).then_some(changed)
}

fn moved(line: &str, dice: &mut Rng) -> Option<String> {
    let by = 1 + roll(dice, 4);
    if line.trim().is_empty() {
        return None;
    }
    if roll(dice, 2) == 0 {
        return Some(" ".repeat(by) + line);
    }
    let own = line.len() - line.trim_start().len();
    (own > 0).then(|| line[by.min(own)..].to_owned())
}

/// Behind a line and those below it that are deeper.
fn block_end(lines: &[String], at: usize) -> usize {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let own = depth(&lines[at]);
    let deeper = |line: &&String| !line.trim().is_empty() && depth(line) > own;
    at + 1 + lines[at + 1..].iter().take_while(deeper).count()
}

/// A number below `sides`; zero where there is none.
pub(crate) fn roll(dice: &mut Rng, sides: usize) -> usize {
    dice.usize(0..sides.max(1))
}
