//! Search by the words of a question.
//!
//! Input: the entries of a reference, and words. Output: the entries that have all of the words, and a few
//! of those that have some, the best first. A word is found in other forms (`validators` for
//! `validator`) and by its synonyms, which a spec declares; words such as `the` are left out. The script of
//! the reference page (`html/page.js`) ranks the same entries by the same points.

use crate::data::Reference;
use crate::find::Item;
use crate::index::{Entry, EntryKind};

/// Points of a word: equal to a name, at the beginning of a name, at the beginning of a part of a
/// name, elsewhere in a name, at the beginning of a word of the text, elsewhere in the text.
const POINTS: [u32; 6] = [100, 60, 40, 20, 8, 3];

/// Points for a name that consists of exactly the searched words.
const WHOLE: u32 = 500;

/// Maximum number of results that contain only some of the words.
const MAX_PARTIAL_RESULTS: usize = 5;

/// Divisor of the points of a word in an entry that is not an operation, subscription or webhooks.
const PART: u32 = 3;

/// Words without meaning for a search.
pub(crate) const STOP_WORDS: [&str; 40] = [
    "a", "an", "and", "any", "are", "as", "at", "be", "by", "can", "do", "does", "for", "from", "has", "have", "how",
    "i", "in", "is", "it", "its", "many", "much", "my", "of", "on", "or", "that", "the", "there", "this", "to", "was",
    "what", "when", "where", "which", "who", "with",
];

/// Endings in which forms of one word differ, the longest first.
pub(crate) const ENDINGS: [&str; 12] =
    ["ations", "ation", "ions", "ing", "ion", "ers", "ed", "er", "es", "or", "s", "y"];

/// Minimum number of letters of a stem; one fewer if the ending has one letter.
pub(crate) const LEAST: usize = 4;

impl Reference {
    /// Finds the entries that contain all words in a name or in their text, and a few entries that contain some words,
    /// best first. Operations, subscriptions and webhooks precede types, members and values, unless the words are the
    /// full name of one of the latter. Equally good entries stay in the order of the spec.
    #[must_use]
    pub fn search(&self, words: &str) -> Vec<Entry> {
        rank(self.score_entries(words))
    }

    /// Finds the operations, subscriptions and webhooks that contain all words, and a few that contain some words, best
    /// first.
    #[must_use]
    pub fn search_items(&self, words: &str) -> Vec<Item<'_>> {
        let scored = self.score_entries(words).into_iter().filter(|one| one.of.kind.is_item());
        let found = rank(scored.collect()).into_iter();
        found.filter_map(|entry| self.items().find(|item| item.id() == entry.of)).collect()
    }

    /// Returns all entries with their points; an item has the points of its parts as well.
    fn score_entries(&self, words: &str) -> Vec<ScoredEntry> {
        let query = Query::new(words, &self.synonyms);
        let (mut scored, mut item): (Vec<ScoredEntry>, usize) = (Vec::new(), 0);
        for entry in self.entries() {
            let mut one = ScoredEntry { each: query.points_by_word(&entry), more: query.more(&entry), of: entry };
            if one.of.kind.is_item() {
                item = scored.len();
            } else {
                one.each.iter_mut().for_each(|points| *points /= PART);
                if let Some(item) = scored.get_mut(item).filter(|item| one.of.kind.is_part() && item.of.of == one.of.of)
                {
                    item.add_points(&one);
                }
            }
            scored.push(one);
        }
        scored
    }
}

/// An entry, with the points of each word.
struct ScoredEntry {
    /// Points for each word; 0 for a word that the entry lacks.
    each: Vec<u32>,
    /// Points in addition to the points of the words.
    more: u32,
    of: Entry,
}

impl ScoredEntry {
    /// Adds the points of a part.
    fn add_points(&mut self, part: &Self) {
        for (points, more) in self.each.iter_mut().zip(&part.each) {
            *points = (*points).max(*more);
        }
    }

    fn has_all(&self) -> bool {
        !self.each.contains(&0)
    }
}

/// Ranks entries: all that have every word, and the best few that have some of the words. The fewer entries have a
/// word, the more it counts.
fn rank(scored: Vec<ScoredEntry>) -> Vec<Entry> {
    let terms = scored.first().map_or(0, |one| one.each.len());
    let weight = |term: usize| {
        let having = scored.iter().filter(|one| one.each[term] > 0).count();
        (1.0 + (1 + scored.len()) as f64 / (1 + having) as f64).ln()
    };
    let weights: Vec<f64> = (0..terms).map(weight).collect();
    let sum = |one: &ScoredEntry| -> f64 {
        let words: f64 = one.each.iter().zip(&weights).map(|(points, weight)| f64::from(*points) * weight).sum();
        if words > 0.0 { words + f64::from(one.more) } else { 0.0 }
    };
    let mut found: Vec<(f64, ScoredEntry)> = scored.into_iter().map(|one| (sum(&one), one)).collect();
    found.retain(|(sum, _)| *sum > 0.0);
    found.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let mut few = MAX_PARTIAL_RESULTS;
    found.retain(|(_, one)| {
        let is_near = !one.has_all() && few > 0;
        few -= usize::from(is_near);
        is_near || one.has_all()
    });
    found.into_iter().map(|(_, one)| one.of).collect()
}

/// The words of a question.
struct Query {
    /// For each word, its forms and synonyms, in lower case.
    terms: Vec<Vec<String>>,
    /// The letters and digits of all words.
    joined: String,
}

impl Query {
    fn new(words: &str, synonyms: &[Vec<String>]) -> Self {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let joined = plain(&words.concat());
        let telling: Vec<&String> = words.iter().filter(|word| !STOP_WORDS.contains(&word.as_str())).collect();
        let telling = if telling.is_empty() { words.iter().collect() } else { telling };
        Self { terms: telling.into_iter().map(|word| forms(word, synonyms)).collect(), joined }
    }

    /// Returns the points for a name that consists of all words, and for the kind of the entry.
    fn more(&self, entry: &Entry) -> u32 {
        let is_whole = entry.names.iter().any(|name| plain(name) == self.joined);
        entry.kind.points() + if is_whole { WHOLE } else { 0 }
    }

    /// Returns the points of each word; 0 for a word that the entry lacks.
    fn points_by_word(&self, entry: &Entry) -> Vec<u32> {
        let text = entry.text.to_lowercase();
        let of_form = |form: &String| {
            let names = entry.names.iter().map(|name| of_name(name, form));
            let of_text = text.match_indices(form.as_str()).map(|(at, _)| if is_start(&text, at) { 4 } else { 5 });
            names.flatten().chain(of_text).min().map(|rank| POINTS[rank])
        };
        let of_term = |forms: &Vec<String>| forms.iter().filter_map(of_form).max().unwrap_or_default();
        self.terms.iter().map(of_term).collect()
    }
}

/// Returns a word, the word without its ending, and its synonyms.
fn forms(word: &str, synonyms: &[Vec<String>]) -> Vec<String> {
    let stem = stem(word);
    let is_same = |other: &String| other == word || self::stem(other) == stem;
    let groups = synonyms.iter().filter(|group| group.iter().any(is_same));
    let mut forms = vec![word.to_owned(), stem.to_owned()];
    forms.extend(groups.flatten().cloned());
    forms
}

/// Returns a word without the ending in which its forms differ.
fn stem(word: &str) -> &str {
    let left = |ending: &&str| {
        let left = word.strip_suffix(ending)?;
        let least = if ending.len() == 1 { LEAST - 1 } else { LEAST };
        (left.chars().count() >= least && left.ends_with(char::is_alphabetic)).then_some(left)
    };
    ENDINGS.iter().find_map(left).unwrap_or(word)
}

/// Returns the letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Returns the place in [`POINTS`] of a word in a name.
fn of_name(name: &str, word: &str) -> Option<usize> {
    let lower = name.to_lowercase();
    if lower == word {
        return Some(0);
    }
    // Letters whose lower case is longer are in no name, and would only be ranked lower.
    let is_part = |at: usize| is_start(&lower, at) || name[at..].starts_with(|letter: char| letter.is_uppercase());
    let places = lower.match_indices(word).map(|(at, _)| match at {
        0 => 1,
        at if name.is_char_boundary(at) && is_part(at) => 2,
        _ => 3,
    });
    places.min()
}

/// Returns whether a word begins here.
fn is_start(text: &str, at: usize) -> bool {
    !text[..at].ends_with(char::is_alphanumeric)
}

impl EntryKind {
    /// Returns points in addition to the points of the words: items and types precede their parts.
    const fn points(self) -> u32 {
        match self {
            Self::Operation | Self::Subscription | Self::Webhooks => 6,
            Self::Type => 4,
            Self::Error | Self::ServiceError | Self::Status => 2,
            Self::Parameter | Self::Member | Self::Value => 0,
        }
    }

    /// Returns whether it is an [`Item`].
    const fn is_item(self) -> bool {
        matches!(self, Self::Operation | Self::Subscription | Self::Webhooks)
    }

    /// Returns whether the entry is a part of an [`Item`]. The entries of the parts follow the entry of their item.
    const fn is_part(self) -> bool {
        matches!(self, Self::Parameter | Self::Error)
    }
}
