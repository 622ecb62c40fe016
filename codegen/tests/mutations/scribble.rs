//! Letters, words of YAML and copies, put anywhere into a text.

use super::dice::Dice;

const WORDS: [&str; 24] = [
    "&a ", "*a", "!!str ", "<<: ", "\t", "\"", "'", "{", "}", "[", "]", ": ", "- ", "# ", "| ", "? ", "0x10", "..",
    "null", "seen: ", "é", "\u{0}", "---\n", "type: ",
];

/// The text with one to three scribbles.
pub(crate) fn scribble(text: &str, dice: &mut Dice) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=dice.roll(3) {
        let at = dice.roll(letters.len());
        let end = (at + dice.roll(12)).min(letters.len());
        match dice.roll(5) {
            0 => drop(letters.drain(at..end)),
            1 => letters.splice(at..at, WORDS[dice.roll(WORDS.len())].chars()).for_each(drop),
            2 => {
                let copy: Vec<char> = letters[at..end].to_vec();
                let to = dice.roll(letters.len());
                letters.splice(to..to, copy).for_each(drop);
            }
            3 => letters.truncate(at.max(letters.len() / 2)),
            _ => {
                let word = WORDS[dice.roll(WORDS.len())].chars();
                letters.splice(at..end, word).for_each(drop);
            }
        }
    }
    letters.into_iter().collect()
}
