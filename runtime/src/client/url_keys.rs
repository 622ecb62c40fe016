//! Keys in the URLs of the user.
//!
//! Input: a base URL or the URL of a proxy. Output: the parts to mask, which may be keys: user,
//! password, path segments and query values.

use crate::client::secret_forms::{MIN_KEY_LENGTH, SecretForms};
use percent_encoding::percent_decode_str;
use url::Url;

/// Maximum length of a part of a path that counts as a word. A longer one may be a key even if it has only letters.
const MAX_WORD_LENGTH: usize = 24;

/// Returns the parts of a URL that may be keys.
pub(crate) fn keys_in(url: &Url) -> Vec<SecretForms> {
    let (user, password) = (percent_decode(url.username()), url.password().map(percent_decode));
    let login = password.map(|password| SecretForms::login(&format!("{user}:{password}")));
    let user = (user.len() >= MIN_KEY_LENGTH).then(|| SecretForms::new(&user));
    let segments = url.path_segments().into_iter().flatten().filter(|segment| may_be_key(segment));
    let segments = segments.map(|segment| SecretForms::new(&percent_decode(segment)));
    login.into_iter().chain(user).chain(segments).chain(keys_in_query(url)).collect()
}

/// Returns the secrets in the whole URL of a service: its path and its query, and their parts that may be keys.
pub(crate) fn keys_in_whole(url: &Url) -> Vec<SecretForms> {
    let path = Some(url.path().trim_end_matches('/')).filter(|path| !path.is_empty());
    let query = url.query().filter(|query| !query.is_empty());
    let whole = path.into_iter().chain(query).map(|part| SecretForms::anywhere(&percent_decode(part)));
    whole.chain(keys_in(url)).collect()
}

/// Returns whether a path holds a part of the path of `own` that may be a key.
pub(crate) fn has_key_of(own: &Url, path: &str) -> bool {
    own.path_segments().into_iter().flatten().any(|segment| may_be_key(segment) && path.contains(segment))
}

/// Returns the parts of a query that may be keys: whole pairs, and values that are long enough.
fn keys_in_query(url: &Url) -> Vec<SecretForms> {
    let value = |(name, value): (String, String)| if value.is_empty() { name } else { value };
    let meant = url.query_pairs().map(|(name, value)| (name.into_owned(), value.into_owned()));
    let pairs = meant.clone().filter(|(_, value)| !value.is_empty());
    let pairs = pairs.map(|(name, value)| SecretForms::exact(&format!("{name}={value}")));
    let values = meant.map(value).filter(|value| value.len() >= MIN_KEY_LENGTH);
    pairs.chain(values.map(|value| SecretForms::new(&value))).collect()
}

/// Returns whether a part of a path may be a key: neither short nor a word.
fn may_be_key(part: &str) -> bool {
    let is_of_words = part.chars().all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_' | '.'));
    part.len() >= MIN_KEY_LENGTH && !(is_of_words && part.len() < MAX_WORD_LENGTH)
}

fn percent_decode(part: &str) -> String {
    percent_decode_str(part).decode_utf8_lossy().into_owned()
}
