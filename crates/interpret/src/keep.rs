//! Values that live until the program ends, as statics do.

/// Keeps a value.
pub(crate) fn value<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

/// Keeps a list.
pub(crate) fn list<T>(items: impl IntoIterator<Item = T>) -> &'static [T] {
    Box::leak(items.into_iter().collect::<Vec<T>>().into_boxed_slice())
}

/// Keeps a text.
pub(crate) fn text(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// Keeps a text that may be missing.
pub(crate) fn some_text(some: Option<&String>) -> Option<&'static str> {
    some.map(|some| text(some))
}

/// Keeps texts.
pub(crate) fn texts<'t>(texts: impl IntoIterator<Item = &'t String>) -> &'static [&'static str] {
    list(texts.into_iter().map(|one| text(one)))
}
