//! Letters, words of YAML and copies, put anywhere into a text.

use fastrand::Rng;

use super::slips::roll;

const WORDS: [&str; 24] = [
    "&a ", "*a", "!!str ", "<<: ", "\t", "\"", "'", "{", "}", "[", "]", ": ", "- ", "# ", "| ", "? ", "0x10", "..",
    "null", "seen: ", "é", "\u{0}", "---\n", "type: ",
];

/// Returns the text with one to three scribbles.
pub(crate) fn scribble(text: &str, rng: &mut Rng) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=roll(rng, 3) {
        let at = roll(rng, letters.len());
        let end = (at + roll(rng, 12)).min(letters.len());
        match roll(rng, 5) {
            0 => drop(letters.drain(at..end)),
            1 => letters.splice(at..at, WORDS[roll(rng, WORDS.len())].chars()).for_each(drop),
            2 => {
                let copy: Vec<char> = letters[at..end].to_vec();
                let to = roll(rng, letters.len());
                letters.splice(to..to, copy).for_each(drop);
            }
            3 => letters.truncate(at.max(letters.len() / 2)),
            _ => {
                let word = WORDS[roll(rng, WORDS.len())].chars();
                letters.splice(at..end, word).for_each(drop);
            }
        }
    }
    letters.into_iter().collect()
}
