//! Free text within sizes and patterns.
//!
//! Input: the bounds of a place. Output: a text of that size which has each pattern somewhere.

use chainloom_forms::pattern::Pattern;
use chainloom_runtime::schema::Bounds;
use fastrand::Rng;
use rand::distr::Distribution as _;
use regex_syntax::hir::{Hir, HirKind, Look};

/// Words that say nothing.
const WORDS: [&str; 12] =
    ["amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "inlet", "juniper", "kelp", "lagoon"];
/// How often a text is drawn until it fits all patterns and sizes.
const TRIES: usize = 64;
/// How many more repeats an open repeat of a pattern may have.
const MOST_REPEATS: u32 = 12;

/// A word that says nothing.
pub(crate) fn word(dice: &mut Rng) -> String {
    let word = dice.choice(WORDS).unwrap_or("word");
    format!("{word}-{}", dice.u16(..))
}

/// A text within bounds.
pub(crate) fn text(dice: &mut Rng, bounds: &Bounds) -> String {
    let Some(first) = bounds.patterns.first() else { return sized(word(dice), bounds) };
    let patterns: Vec<Pattern> = bounds.patterns.iter().filter_map(|text| Pattern::parse(text).ok()).collect();
    let maker = maker(first);
    let mut last = String::new();
    for _ in 0..TRIES {
        last = match &maker {
            Some(maker) => maker.sample(&mut Dice(dice)),
            None => word(dice),
        };
        let count = last.chars().count();
        let sizes = bounds.min_size.unwrap_or(0)..=bounds.max_size.unwrap_or(usize::MAX);
        if sizes.contains(&count) && patterns.iter().all(|pattern| pattern.is_in(&last)) {
            break;
        }
    }
    last
}

/// A text cut or filled to its size.
fn sized(text: String, bounds: &Bounds) -> String {
    let most = bounds.max_size.unwrap_or(usize::MAX);
    let mut text: String = text.chars().take(most).collect();
    let missing = bounds.min_size.unwrap_or(0).saturating_sub(text.chars().count());
    text.extend(std::iter::repeat_n('x', missing));
    text
}

/// What draws texts that have a pattern; none where the pattern has what cannot be drawn.
fn maker(pattern: &str) -> Option<rand_regex::Regex> {
    // Letters and digits of ASCII: each `\d` and `\w` means others as well, which services seldom take.
    let parsed = regex_syntax::ParserBuilder::new().unicode(false).utf8(true).build().parse(pattern).ok()?;
    rand_regex::Regex::with_hir(without_anchors(&parsed), MOST_REPEATS).ok()
}

/// Texts are made from the pattern alone, so that its ends are theirs.
fn without_anchors(hir: &Hir) -> Hir {
    match hir.kind() {
        HirKind::Look(Look::Start | Look::End) => Hir::empty(),
        HirKind::Concat(parts) => Hir::concat(parts.iter().map(without_anchors).collect()),
        HirKind::Alternation(parts) => Hir::alternation(parts.iter().map(without_anchors).collect()),
        HirKind::Capture(group) => without_anchors(&group.sub),
        _ => hir.clone(),
    }
}

/// The dice as `rand` takes them.
struct Dice<'d>(&'d mut Rng);

impl rand::RngCore for Dice<'_> {
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
