//! Leaked values: makes `'static` values that live until the program ends, like the tables of a generated client.
//!
//! The tables of `chainloom_schema` refer to each other without an owner, so the generator leaks those that it
//! makes. A generator ends, and a program that interprets a spec loads it once.

/// Leaks a value.
pub(crate) fn value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Leaks items as a slice.
pub(crate) fn list<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    Box::leak(items.into_iter().collect::<Vec<T>>().into_boxed_slice())
}

/// Leaks a copy of a text.
pub(crate) fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// Leaks copies of texts as a slice.
pub(crate) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> &'static [&'static str] {
    list(texts.into_iter().map(|one| text(one.as_ref())))
}
