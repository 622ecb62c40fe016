//! Draws text within sizes and patterns.
//!
//! Input: the bounds of a place. Output: a text of that size that matches each pattern.

use chainloom_forms::pattern::Pattern;
use chainloom_runtime::schema::Bounds;
use fastrand::Rng;
use rand::distr::Distribution as _;
use regex_syntax::hir::{Hir, HirKind, Look};

/// Maximum number of letters with which a text is padded to its minimum size.
const MAX_PADDING: usize = 1 << 20;

/// Words without a meaning, of which texts consist.
pub(crate) const WORDS: [&str; 20] = [
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "juniper", "kelp", "lagoon",
    "maple", "nectar", "opal", "pine", "reed", "sable", "tulip", "willow",
];
/// Maximum number of draws of a text until it fits all patterns and sizes.
const TRIES: usize = 64;
/// Maximum number of repetitions that are drawn for a part of a pattern which may repeat without
/// limit.
const MAX_REPEATS: u32 = 12;

/// Draws a word of [`WORDS`] with a number after it.
pub(crate) fn word(rng: &mut Rng) -> String {
    let word = rng.choice(WORDS).unwrap_or("word");
    format!("{word}-{}", rng.u16(..))
}

/// Returns whether a text has an allowed number of characters and contains a match of each pattern.
pub(crate) fn fits(text: &str, bounds: &Bounds) -> bool {
    let sizes = bounds.min_size.unwrap_or(0)..=bounds.max_size.unwrap_or(usize::MAX);
    let is_in = |pattern: &&str| Pattern::parse(pattern).is_ok_and(|pattern| pattern.is_in(text));
    sizes.contains(&text.chars().count()) && bounds.patterns.iter().all(is_in)
}

/// Draws a text within bounds. After [`TRIES`] failed draws, the last text is returned, which
/// violates them.
pub(crate) fn text(rng: &mut Rng, bounds: &Bounds) -> String {
    let Some(first) = bounds.patterns.first() else { return fit_size(word(rng), bounds) };
    let patterns: Vec<Pattern> = bounds.patterns.iter().filter_map(|text| Pattern::parse(text).ok()).collect();
    let text_generator = text_generator(first);
    let mut last = String::new();
    for _ in 0..TRIES {
        last = match &text_generator {
            Some(text_generator) => text_generator.sample(&mut RandRng(rng)),
            None => word(rng),
        };
        let count = last.chars().count();
        let sizes = bounds.min_size.unwrap_or(0)..=bounds.max_size.unwrap_or(usize::MAX);
        if sizes.contains(&count) && patterns.iter().all(|pattern| pattern.is_in(&last)) {
            break;
        }
    }
    last
}

/// Cuts a text to its maximum size, or pads it to its minimum, but by no more than [`MAX_PADDING`] letters.
fn fit_size(text: String, bounds: &Bounds) -> String {
    let most = bounds.max_size.unwrap_or(usize::MAX);
    let mut text: String = text.chars().take(most).collect();
    let missing = bounds.min_size.unwrap_or(0).saturating_sub(text.chars().count()).min(MAX_PADDING);
    text.extend(std::iter::repeat_n('x', missing));
    text
}

/// Returns a generator of texts that match a pattern. `None` if the generator does not support a
/// part of it.
fn text_generator(pattern: &str) -> Option<rand_regex::Regex> {
    // ASCII only: `\d` and `\w` also match other characters, which services seldom accept.
    let parsed = regex_syntax::ParserBuilder::new().unicode(false).utf8(true).build().parse(pattern).ok()?;
    rand_regex::Regex::with_hir(without_anchors(&parsed), MAX_REPEATS).ok()
}

/// Removes anchors from an expression, because a drawn text is the match and nothing else.
fn without_anchors(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Look(Look::Start | Look::End) => Hir::empty(),
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(without_anchors).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(without_anchors).collect()),
        HirKind::Capture(group) => without_anchors(&group.sub),
        _ => hir.clone(),
    }
}

/// Adapter from the generator of random numbers to the traits of `rand`.
struct RandRng<'d>(&'d mut Rng);

impl rand::RngCore for RandRng<'_> {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }
}
