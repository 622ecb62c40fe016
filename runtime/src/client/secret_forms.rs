//! Forms of a secret: the only module that decides what a secret looks like in a text.
//!
//! Input: a secret. Output: its forms, and the ranges of a text that contain one. A form is the
//! secret itself, its Base64 or its hex. Each letter of a form may be literal, percent-encoded, or
//! escaped as in JSON, Rust or HTML, also twice. `spellings` decodes letters.

use crate::client::spellings::{self, spellings};
use base64::{Engine as _, alphabet, engine::DecodePaddingMode, engine::GeneralPurpose, engine::GeneralPurposeConfig};
use secrecy::{ExposeSecret, SecretString};
use std::ops::Range;

/// Minimum length of secrets that are masked anywhere; shorter ones are masked as separate words.
pub(crate) const MIN_KEY_LENGTH: usize = 8;
/// Minimum length of secrets that are masked as words: shorter ones are masked only where they are a whole value.
pub(crate) const MIN_WORD_LENGTH: usize = 4;

/// Base64 of any alphabet, with or without padding.
const ANY_PADDING: GeneralPurposeConfig = GeneralPurposeConfig::new()
    .with_encode_padding(false)
    .with_decode_padding_mode(DecodePaddingMode::Indifferent)
    .with_decode_allow_trailing_bits(true);
/// Padding of Base64, as it is and encoded.
const PADDING: [&str; 4] = ["=", "%3D", "%3d", r"\u003d"];
const STANDARD: GeneralPurpose = GeneralPurpose::new(&alphabet::STANDARD, ANY_PADDING);
const URL_SAFE: GeneralPurpose = GeneralPurpose::new(&alphabet::URL_SAFE, ANY_PADDING);

/// Forms in which a text may contain a secret.
pub(crate) struct SecretForms {
    text: SecretString,
    forms: Vec<SecretForm>,
}

/// Form of a secret, such as an encoding.
struct SecretForm {
    text: SecretString,
    alphabet: Alphabet,
    /// Whether the letters next to it also hold bits of the secret.
    leaks: [bool; 2],
    needs: Neighbours,
}

/// Alphabet of a form, which determines which letters are equal.
#[derive(Clone, Copy, PartialEq)]
enum Alphabet {
    Text,
    /// Base64 of either alphabet: `-` equals `+`, and `_` equals `/`.
    Base64,
    /// Hex: upper and lower case are equal.
    Hex,
}

/// Condition on the letters next to a form.
#[derive(Clone, Copy, PartialEq)]
enum Neighbours {
    Any,
    /// No letter or digit.
    WordEnd,
    /// Quotation marks, the separators of a query or a cookie, or the ends of the text.
    ValueEnd,
}

impl SecretForms {
    /// Returns all forms of a secret.
    pub(crate) fn new(secret: &str) -> Self {
        let mut forms = vec![SecretForm::new(secret, Alphabet::Text)];
        add_bytes(&mut forms, secret.as_bytes());
        if let Some((digits, bytes)) = hex_bytes(secret) {
            forms.push(SecretForm::new(digits, Alphabet::Hex));
            add_base64(&mut forms, &bytes);
        } else if let Some(bytes) = base64_bytes(secret) {
            add_bytes(&mut forms, &bytes);
        }
        // The host of a URL is written in lower case.
        let lower = secret.to_ascii_lowercase();
        if lower != secret {
            forms.push(SecretForm::new(&lower, Alphabet::Text));
        }
        Self::of(secret, forms)
    }

    /// Returns all forms of `user:password`, and all forms of the password.
    pub(crate) fn login(login: &str) -> Self {
        let mut all = Self::new(login);
        if let Some((_, password)) = login.split_once(':').filter(|(_, password)| !password.is_empty()) {
            all.forms.append(&mut Self::new(password).forms);
        }
        Self::of(login, all.forms)
    }

    /// Returns the literal form of a text, without encodings.
    pub(crate) fn exact(text: &str) -> Self {
        Self::of(text, vec![SecretForm::new(text, Alphabet::Text)])
    }

    /// Returns the literal form of a text that is masked anywhere, however short it is.
    pub(crate) fn anywhere(text: &str) -> Self {
        Self::of(text, vec![SecretForm { needs: Neighbours::Any, ..SecretForm::new(text, Alphabet::Text) }])
    }

    /// Creates the forms of a secret with this text, without empty forms.
    fn of(text: &str, mut forms: Vec<SecretForm>) -> Self {
        forms.retain(|form| !form.text().is_empty());
        Self { text: text.into(), forms }
    }

    /// Returns the secret itself.
    pub(crate) fn text(&self) -> &str {
        self.text.expose_secret()
    }
}

/// Returns the digits without prefix, and the bytes if they are hex of at least eight bytes.
fn hex_bytes(secret: &str) -> Option<(&str, Vec<u8>)> {
    let digits = secret.strip_prefix("0x").or(secret.strip_prefix("0X")).unwrap_or(secret);
    let is_key = digits.len() >= 2 * MIN_KEY_LENGTH;
    Some((digits, is_key.then(|| alloy_primitives::hex::decode(digits).ok())??))
}

/// Decodes a secret that is Base64 of at least eight bytes.
fn base64_bytes(secret: &str) -> Option<Vec<u8>> {
    let bytes = STANDARD.decode(secret).or_else(|_| URL_SAFE.decode(secret)).ok()?;
    (bytes.len() >= MIN_KEY_LENGTH).then_some(bytes)
}

/// Adds the hex and Base64 forms of bytes.
fn add_bytes(forms: &mut Vec<SecretForm>, bytes: &[u8]) {
    forms.push(SecretForm::new(&alloy_primitives::hex::encode(bytes), Alphabet::Hex));
    add_base64(forms, bytes);
}

/// Adds the Base64 forms of bytes. Long bytes may be a part of longer bytes, so there is a form for each of the
/// three alignments in a Base64 group.
fn add_base64(forms: &mut Vec<SecretForm>, bytes: &[u8]) {
    if bytes.len() < MIN_KEY_LENGTH {
        return forms.push(SecretForm::new(&STANDARD.encode(bytes), Alphabet::Base64));
    }
    for before in 0..3 {
        let all = [&[0; 2][..before], bytes].concat();
        // Range of the letters that hold no bits of the preceding and following bytes.
        let (first, last) = ((8 * before).div_ceil(6), 8 * all.len() / 6);
        let encoded = STANDARD.encode(&all);
        let leaks = [before > 0, 8 * all.len() % 6 > 0];
        forms.push(SecretForm {
            leaks,
            ..SecretForm::new(encoded.get(first..last).unwrap_or_default(), Alphabet::Base64)
        });
    }
}

impl SecretForm {
    fn new(text: &str, alphabet: Alphabet) -> Self {
        let needs = match text.chars().count() {
            MIN_KEY_LENGTH.. => Neighbours::Any,
            MIN_WORD_LENGTH.. => Neighbours::WordEnd,
            _ => Neighbours::ValueEnd,
        };
        Self { text: text.into(), alphabet, leaks: [false; 2], needs }
    }

    fn text(&self) -> &str {
        self.text.expose_secret()
    }

    /// Returns the bytes with which the form may begin, unless its first letter is encoded.
    fn starts(&self) -> [u8; 2] {
        let first = self.text().chars().next().unwrap_or_default();
        let letters = match (self.alphabet, first) {
            (Alphabet::Base64, '+' | '-') => ['+', '-'],
            (Alphabet::Base64, '/' | '_') => ['/', '_'],
            (Alphabet::Hex, _) => [first.to_ascii_lowercase(), first.to_ascii_uppercase()],
            _ => [first, first],
        };
        letters.map(|letter| letter.encode_utf8(&mut [0; 4]).as_bytes().first().copied().unwrap_or_default())
    }

    /// Returns the end of the form if it begins at `at`. With `is_cut`, a form that the end of the text cuts
    /// off ends there.
    fn end(&self, text: &[u8], at: usize, is_cut: bool) -> Option<usize> {
        let (mut letters, mut end) = (self.text().chars(), at);
        // At most offsets this loop ends at once, so nothing is allocated before a letter that may be encoded.
        while let Some((found, length)) = spellings::plain(text, end) {
            match letters.clone().next() {
                Some(letter) if self.alphabet.is_same(letter, found) => (end, _) = (end + length, letters.next()),
                Some(_) => return None,
                None => break,
            }
        }
        let mut ends = vec![end];
        for letter in letters {
            if is_cut && ends.iter().any(|end| spellings::is_cut(text, *end)) {
                return Some(text.len());
            }
            let mut next = Vec::new();
            for (found, end) in ends.iter().flat_map(|end| spellings(text, *end)) {
                if self.alphabet.is_same(letter, found) && !next.contains(&end) {
                    next.push(end);
                }
            }
            ends = next;
            if ends.is_empty() {
                return None;
            }
        }
        let end = ends.into_iter().max()?;
        self.needs.are_met(text, at, end).then_some(end)
    }

    /// Extends a range to the neighbouring letters that also hold bits of the secret.
    fn widen_range(&self, text: &[u8], Range { start, end }: Range<usize>) -> Range<usize> {
        let is_letter = |at: Option<usize>| {
            at.and_then(|at| text.get(at)).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte))
        };
        let before = usize::from(self.leaks[0] && is_letter(start.checked_sub(1)));
        let mut end = end + usize::from(self.leaks[1] && is_letter(Some(end)));
        let rest = |end: usize| text.get(end..).unwrap_or_default();
        let padding = |end: usize| PADDING.iter().find(|one| rest(end).starts_with(one.as_bytes()));
        if self.alphabet == Alphabet::Base64 {
            while let Some(padding) = padding(end) {
                end += padding.len();
            }
        }
        start - before..end
    }
}

impl Alphabet {
    /// Returns whether a letter of a text equals a letter of the form.
    fn is_same(self, letter: char, found: char) -> bool {
        let standard = |letter| match letter {
            '-' => '+',
            '_' => '/',
            other => other,
        };
        match self {
            Self::Text => letter == found,
            Self::Base64 => standard(letter) == standard(found),
            Self::Hex => letter.eq_ignore_ascii_case(&found),
        }
    }
}

impl Neighbours {
    /// Returns whether the letters before `start` and after `end` satisfy the condition.
    fn are_met(self, text: &[u8], start: usize, end: usize) -> bool {
        let (before, behind) = (spellings::letter_before(text, start), spellings(text, end).last());
        let behind = behind.map(|(letter, _)| letter);
        let beside = [before, behind].into_iter().flatten();
        match self {
            Self::Any => true,
            Self::WordEnd => beside.into_iter().all(|letter| !letter.is_alphanumeric()),
            Self::ValueEnd => {
                before.is_none_or(|letter| matches!(letter, '"' | '='))
                    && behind.is_none_or(|letter| "\"&;".contains(letter))
            }
        }
    }
}

/// Finds secrets in texts.
pub(crate) struct Finder<'s> {
    /// All forms, each with the index of its secret.
    forms: Vec<(usize, &'s SecretForm)>,
    /// Forms that may begin with each byte that is not an encoded letter.
    starts: Vec<Vec<(usize, &'s SecretForm)>>,
}

impl<'s> Finder<'s> {
    pub(crate) fn new(secrets: impl Iterator<Item = &'s SecretForms>) -> Self {
        let forms: Vec<(usize, &SecretForm)> = secrets
            .enumerate()
            .flat_map(|(index, secret)| secret.forms.iter().map(move |form| (index, form)))
            .collect();
        let mut starts = vec![Vec::new(); 256];
        for (index, form) in &forms {
            let [one, other] = form.starts();
            starts[usize::from(one)].push((*index, *form));
            if one != other {
                starts[usize::from(other)].push((*index, *form));
            }
        }
        Self { forms, starts }
    }

    /// Returns the places of a text where a form of a secret stands, in their order, each with the
    /// index of its secret. Of several at one place the longest counts. With `is_cut`, the end of
    /// the text may cut off a form.
    pub(crate) fn find(&self, text: &[u8], is_cut: bool) -> Vec<(Range<usize>, usize)> {
        let (mut found, mut at) = (Vec::<(Range<usize>, usize)>::new(), 0);
        while let Some(byte) = text.get(at).filter(|_| !self.forms.is_empty()) {
            let longest = match spellings::STARTS.contains(byte) {
                true => self.longest_encoded(text, at, is_cut),
                false => longest(&self.starts[usize::from(*byte)], text, at, is_cut),
            };
            match longest {
                Some((end, index, form)) => {
                    let mut place = form.widen_range(text, at..end);
                    place.start = place.start.max(found.last().map_or(0, |(last, _)| last.end));
                    at = place.end;
                    found.push((place, index));
                }
                None => at += 1,
            }
        }
        found
    }

    /// Returns the longest form that begins with a letter that may be encoded.
    fn longest_encoded(&self, text: &[u8], at: usize, is_cut: bool) -> Option<(usize, usize, &'s SecretForm)> {
        if is_cut && spellings::is_cut(text, at) {
            return longest(&self.forms, text, at, is_cut);
        }
        let letters: Vec<char> = spellings(text, at).map(|(letter, _)| letter).collect();
        let may_begin = |form: &SecretForm| {
            let first = form.text().chars().next();
            first.is_some_and(|first| letters.iter().any(|letter| form.alphabet.is_same(first, *letter)))
        };
        let forms: Vec<(usize, &SecretForm)> = self.forms.iter().filter(|(_, form)| may_begin(form)).copied().collect();
        longest(&forms, text, at, is_cut)
    }
}

/// Returns the longest of the forms that begin at a place: its end and the index of its secret.
fn longest<'s>(
    forms: &[(usize, &'s SecretForm)],
    text: &[u8],
    at: usize,
    is_cut: bool,
) -> Option<(usize, usize, &'s SecretForm)> {
    let ends = forms.iter().filter_map(|(index, form)| Some((form.end(text, at, is_cut)?, *index, *form)));
    ends.max_by_key(|(end, ..)| *end)
}
