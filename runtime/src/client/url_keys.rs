//! What may be a key in a URL that the user gave.
//!
//! Input: a base URL or the URL of a proxy. Output: the parts of it that must not be shown: people
//! put keys into the user, the password, the path and the query.

use percent_encoding::percent_decode_str;
use url::Url;

/// Shorter words are not taken for keys: they would be cut out of texts that say something.
pub(crate) const SHORTEST_KEY: usize = 8;

/// A longer part of a path is taken for a key although it has letters only.
const LONGEST_WORD: usize = 24;

/// The parts of a URL that may be keys, as they stand there and as they are meant.
pub(crate) fn keys_in(url: &Url) -> Vec<String> {
    let login = url.password().into_iter().chain(Some(url.username()).filter(|user| user.len() >= SHORTEST_KEY));
    let segments = url.path_segments().into_iter().flatten().filter(|segment| may_be_key(segment));
    let parts = login.chain(segments).flat_map(|part| [part.to_owned(), decoded(part)]);
    parts.chain(keys_in_query(url)).collect()
}

/// What a query holds that may be a key: whole pairs as they stand there, and values that are long
/// enough.
fn keys_in_query(url: &Url) -> Vec<String> {
    let pairs = url.query().into_iter().flat_map(|query| query.split('&')).filter(|pair| pair.len() > 1);
    let raw = pairs.clone().map(|pair| pair.split_once('=').map_or(pair, |(_, value)| value).to_owned());
    let meant = url.query_pairs().map(|(name, value)| if value.is_empty() { name } else { value }.into_owned());
    let values = raw.chain(meant).filter(|value| value.len() >= SHORTEST_KEY);
    pairs.clone().filter(|pair| pair.contains('=')).map(str::to_owned).chain(values).collect()
}

/// Whether a part of a path may be a key: neither short nor a word.
fn may_be_key(part: &str) -> bool {
    let is_of_words = part.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_' | '.'));
    part.len() >= SHORTEST_KEY && !(is_of_words && part.len() < LONGEST_WORD)
}

fn decoded(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}
