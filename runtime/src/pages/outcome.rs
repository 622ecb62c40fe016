//! Outcome of a page: how the list continues after it.
//!
//! Input: a response, and the requested position. Output: the number of its leading items that were
//! returned before, and the next position. No position follows the last page or an error.

use crate::{
    Body, Error, RawReply,
    client::Masking,
    error::{Failure, PageFault},
    json::{Notes, lone_surrogates, place_in},
    pages::{
        cursor::{Cursor, First, Mark, digest},
        link,
        page_json::{PageJson, bare_text, whole},
        position::PagePlace,
    },
    request::page_address::RefusedAddress,
    schema::{PageBy, PageEnd},
};
use std::collections::{HashMap, HashSet};

/// Outcome of a page for the list.
pub(super) struct PageOutcome {
    /// Number of leading items returned before: by the previous page, or by an earlier stream.
    pub(super) repeated: usize,
    /// Number of further items.
    pub(super) fresh: usize,
    pub(super) ahead: Ahead,
}

/// Continuation of a list.
pub(super) enum Ahead {
    At(Cursor),
    End,
    /// The list cannot continue. `is_double` is set if the page has the items of the previous one.
    Fault {
        error: Error,
        is_double: bool,
    },
}

/// Position of the next page.
enum NextPage {
    At(PagePlace),
    /// The response has no next page.
    Missing,
    /// The next page has this other origin.
    Elsewhere(String),
    /// The text that states the next page cannot be read.
    Unreadable(String),
}

/// A page being checked.
struct PageAnalysis<'a> {
    first: &'a First,
    cursor: &'a Cursor,
    page: PageJson<'a>,
    /// Number of items, and number of new items.
    count: usize,
    fresh: usize,
    /// Number of items so far, including this page; `None` if unknown.
    before: Option<u64>,
    /// Index of the endpoint of the client that sent the page.
    endpoint: usize,
    masking: &'a Masking,
}

/// The pages of a list that were read so far, by which a repetition is recognized.
#[derive(Default)]
pub(super) struct Seen {
    /// Marks of pages that were requested.
    pub(super) marks: HashSet<Mark>,
    /// Number of pages.
    count: usize,
    /// Number of the last page with each digest.
    pages: HashMap<u64, usize>,
    /// Number of pages in a row that equal earlier pages in a row, and the number of the last of these.
    again: (usize, usize),
}

impl Seen {
    /// Adds the digest of a page. Returns whether the last pages repeat earlier ones in their order, and prove a cycle
    /// even for pages of texts or numbers, where one equal page does not.
    fn goes_round(&mut self, digest: u64) -> bool {
        let (number, (run, last)) = (self.count, self.again);
        self.count += 1;
        let Some(before) = self.pages.insert(digest, number) else {
            self.again = (0, 0);
            return false;
        };
        self.again = (if run > 0 && before == last + 1 { run + 1 } else { 1 }, before);
        let period = number - before;
        // One page, or two alternating pages, come three times; of a longer cycle, three pages come twice.
        self.again.0 >= if period <= MAX_CIRCLE_LENGTH { (ROUNDS - 1) * period } else { ROUNDS }
    }
}

/// Checks a page, and adds it and the mark of the next page to `seen`.
pub(super) fn turn(
    first: &First,
    cursor: &Cursor,
    (reply, notes): (&RawReply, Option<&Notes>),
    seen: &mut Seen,
) -> PageOutcome {
    let mut page = PageJson::of(reply, notes, first.paging.items);
    let items = page.items(first.paging.items);
    let again = count_repeated(&cursor.tail, &items);
    let fresh = items.len() - again;
    let before = cursor.before.map(|before| before.saturating_add(fresh as u64));
    let analysis = PageAnalysis {
        first,
        cursor,
        page,
        count: items.len(),
        fresh,
        before,
        endpoint: reply.endpoint,
        masking: &reply.masking,
    };
    let next = analysis.next(&items, reply);
    let given = cursor.given.min(fresh as u64);
    let content = analysis.may_be_double().then(|| content(&items, &reply.raw));
    let is_double = fresh > 0 && content.is_some() && cursor.content == content;
    // A token may lead to the same page once more before the list continues. A service that ignores
    // page numbers returns one page endlessly.
    let is_cycle = content.as_deref().is_some_and(|content| seen.goes_round(page_digest(content)));
    let goes_round = fresh > 0 && (is_double && analysis.has_distinct_items(&items) || is_cycle);
    let ahead = match (analysis.is_last_page(&next), next) {
        _ if goes_round => analysis.fault(PageFault::Same, true),
        (true, _) => Ahead::End,
        (false, next) => match analysis.next_place(next, seen) {
            Ok(place) => Ahead::At(Cursor {
                place,
                given: cursor.given - given,
                before,
                tail: tail(cursor, items.get(again..).unwrap_or_default(), first.paging.overlap as usize),
                largest: cursor.largest.max(items.len()),
                is_check: analysis.may_be_last(),
                content,
            }),
            Err(fault) => {
                let is_double = is_double && matches!(fault, PageFault::Repeated);
                analysis.fault(fault, is_double)
            }
        },
    };
    // `given` is at most the number of items.
    let given = given as usize;
    PageOutcome { repeated: again + given, fresh: fresh - given, ahead }
}

impl PageAnalysis<'_> {
    /// Returns the position of the next page that the response states.
    fn next(&self, items: &[&[u8]], reply: &RawReply) -> NextPage {
        let token = |json: Option<&str>| match json {
            // U+FFFD in its place would be another token.
            Some(json) if lone_surrogates(json.as_bytes()) > 0 => NextPage::Unreadable(json.to_owned()),
            // An empty text is no token.
            Some(json) if !matches!(json, "" | "\"\"") => NextPage::At(PagePlace::Token(json.into())),
            _ => NextPage::Missing,
        };
        let number = match self.cursor.place {
            PagePlace::Number(number) => number,
            _ => self.first.number().unwrap_or_default(),
        };
        match self.first.paging.by {
            PageBy::Token { next, .. } => token(self.page.member(next)),
            PageBy::Last { next, .. } => {
                let last = items.last().copied();
                token(last.and_then(|item| self.page.member_of(self.first.paging.items, item, next)))
            }
            PageBy::Page { .. } => NextPage::At(PagePlace::Number(number.saturating_add(1))),
            PageBy::Offset { .. } => NextPage::At(PagePlace::Number(number.saturating_add(self.fresh as u64))),
            PageBy::Link { rel } => match link::find(reply.headers(), rel) {
                Ok(url) => url.map_or(NextPage::Missing, |url| self.address(&url)),
                Err(line) => NextPage::Unreadable(line),
            },
            PageBy::Url { next } => {
                let url = self.page.member(next).map(bare_text).filter(|url| !url.trim().is_empty());
                url.map_or(NextPage::Missing, |url| self.address(&url))
            }
        }
    }

    /// Converts the URL of the next page in a response to its stored form.
    fn address(&self, address: &str) -> NextPage {
        let stored = self
            .first
            .url(&self.cursor.place, self.endpoint)
            .map(|asked| self.first.to_stored(self.endpoint, &asked, address));
        match stored {
            Some(Ok(address)) => NextPage::At(PagePlace::Link(address.as_str().into())),
            Some(Err(RefusedAddress::Elsewhere(origin))) => NextPage::Elsewhere(origin),
            Some(Err(RefusedAddress::NoUrl)) => NextPage::Unreadable(address.to_owned()),
            None => NextPage::Missing,
        }
    }

    fn fault(&self, fault: PageFault, is_double: bool) -> Ahead {
        let error = Error::new(Some(self.first.operation.id), Failure::Page(fault));
        Ahead::Fault { error: error.redacted(|text| self.masking.redact(text)), is_double }
    }

    /// Returns whether an equal next page would be a repetition.
    const fn may_be_double(&self) -> bool {
        !self.first.paging.repeats
    }

    /// Returns whether two pages of equal items must be the same page. Objects have members that
    /// distinguish them. A list of other items may repeat one item, but hardly a page of several
    /// different ones.
    fn has_distinct_items(&self, items: &[&[u8]]) -> bool {
        let are_objects = items.iter().all(|item| item.starts_with(b"{"));
        match self.first.paging.by {
            PageBy::Token { .. } => are_objects,
            PageBy::Page { .. } | PageBy::Offset { .. } => are_objects || items.windows(2).any(|two| two[0] != two[1]),
            PageBy::Link { .. } | PageBy::Url { .. } | PageBy::Last { .. } => false,
        }
    }

    /// Returns whether this is the last page, by any sign.
    fn is_last_page(&self, next: &NextPage) -> bool {
        let paging = self.first.paging;
        let has_next_statement = states_next(paging.by) && !paging.repeats;
        let signs = paging.end.iter().any(|sign| match sign {
            PageEnd::Absent | PageEnd::Empty => matches!(next, NextPage::Missing) && states_next(paging.by),
            PageEnd::Short => self.is_below() && (self.fresh == 0 || self.count < self.cursor.largest),
            PageEnd::Unchanged => self.is_unchanged(next),
            // A page is not an error.
            PageEnd::Error { .. } => false,
            PageEnd::More(path) => self.page.member(path) == Some("false"),
            PageEnd::Total(path) => {
                let total = self.page.member(path).and_then(whole);
                self.before.zip(total).is_some_and(|(before, total)| before >= total)
            }
        });
        signs || !has_next_statement && self.fresh == 0
    }

    /// Returns whether the page has fewer items than requested; `false` if the requested number is
    /// unknown.
    fn is_below(&self) -> bool {
        self.first.expected_items().is_some_and(|expected| self.count < expected)
    }

    /// Returns whether a short page is the last one, and this page may be short.
    fn may_be_last(&self) -> bool {
        let is_sign = self.first.paging.end.contains(&PageEnd::Short);
        is_sign && self.first.expected_items().is_none_or(|expected| self.count < expected)
    }

    /// Returns whether the next page has the same token as this one.
    fn is_unchanged(&self, next: &NextPage) -> bool {
        let NextPage::At(place) = next else { return false };
        let sent = self.first.page_value(&self.cursor.place).map(|json| bare_text(&json));
        sent.is_some() && sent == self.first.page_value(place).map(|json| bare_text(&json))
    }

    /// Returns the position of the next page, unless the page was requested before.
    fn next_place(&self, next: NextPage, seen: &mut Seen) -> Result<PagePlace, PageFault> {
        let place = match next {
            NextPage::At(place) => place,
            NextPage::Missing => return Err(PageFault::Missing),
            NextPage::Unreadable(text) => return Err(PageFault::Unreadable(text)),
            NextPage::Elsewhere(origin) => {
                let here = self
                    .first
                    .target
                    .client()
                    .settings()
                    .endpoint(self.endpoint)
                    .map(|endpoint| endpoint.origin().to_owned())
                    .unwrap_or_default();
                return Err(PageFault::Elsewhere { here, there: origin });
            }
        };
        match self.first.page_mark(&place) {
            Some(mark) if !self.first.paging.repeats && !seen.marks.insert(mark) => Err(PageFault::Repeated),
            _ => Ok(place),
        }
    }
}

/// Returns whether the response states the next page, by a token or a URL.
const fn states_next(by: PageBy) -> bool {
    matches!(by, PageBy::Token { .. } | PageBy::Link { .. } | PageBy::Url { .. })
}

/// Number of repetitions from which pages count as a cycle.
const ROUNDS: usize = 3;
/// Maximum number of pages in a cycle that comes [`ROUNDS`] times.
const MAX_CIRCLE_LENGTH: usize = 2;

/// Returns a digest by which a page is recognized within this process. It costs little, since each
/// page has one: the steps of FxHash, over eight bytes each, in blocks that the compiler unrolls.
fn page_digest(content: &[u8]) -> u64 {
    /// Factor of FxHash for 64 bits.
    const FACTOR: u64 = 0x51_7c_c1_b7_27_22_0a_95;
    let step = |digest: u64, word: u64| (digest.rotate_left(5) ^ word).wrapping_mul(FACTOR);
    let word = |bytes: &[u8]| <[u8; 8]>::try_from(bytes).map_or(0, u64::from_le_bytes);
    let mut blocks = content.chunks_exact(64);
    let of_block = |digest, block: &[u8]| block.chunks_exact(8).map(word).fold(digest, step);
    let digest = blocks.by_ref().fold(content.len() as u64, of_block);
    blocks.remainder().iter().map(|byte| u64::from(*byte)).fold(digest, step)
}

/// Returns the number of leading items of a page that are also the last items before the page.
fn count_repeated(tail: &[u64], items: &[&[u8]]) -> usize {
    let start: Vec<u64> = items.iter().take(tail.len()).map(|item| digest(item)).collect();
    (1..=start.len()).rev().find(|count| tail.ends_with(start.get(..*count).unwrap_or_default())).unwrap_or(0)
}

/// Returns the digests of the last `overlap` items, including items of earlier pages.
fn tail(cursor: &Cursor, fresh: &[&[u8]], overlap: usize) -> Vec<u64> {
    let new = fresh.get(fresh.len().saturating_sub(overlap)..).unwrap_or_default();
    let mut tail = cursor.tail.clone();
    tail.extend(new.iter().map(|item| digest(item)));
    tail.drain(..tail.len().saturating_sub(overlap));
    tail
}

/// Returns the items of a page as unchanged part of its body, for comparison with the next page.
fn content(items: &[&[u8]], body: &Body) -> Body {
    let place = |item: &&[u8]| place_in(body, item);
    let all = items.first().and_then(place).zip(items.last().and_then(place));
    all.filter(|(first, last)| first.start <= last.end)
        .map_or_else(Body::new, |(first, last)| body.slice(first.start..last.end))
}
