//! Sentences on pagination: how to request the next page, and how the last page is recognized.

use super::time;
use crate::model::{PageBy, PageEnd, Paginate};

/// Describes the paging of a list: the next page, the end, and the lifetime of the token.
pub fn paging(paginate: &Paginate) -> String {
    let mut text = match ends(paginate).as_slice() {
        [] => format!("{}.", way(paginate)),
        signs => format!("{}, until {}.", way(paginate), signs.join(" or ")),
    };
    if paginate.overlap > 0 {
        text.push_str(&format!(" A page may repeat the last {} of the previous page.", items(paginate.overlap)));
    }
    if paginate.repeats {
        text.push_str(" The same token may lead to several pages; a page without items is the last one.");
    }
    if paginate.any_origin {
        text.push_str(" Whatever origin the address has, its path and query are requested at that of the client.");
    }
    if let Some(life) = paginate.life {
        text.push_str(&format!(" The token expires after {}.", time(life.seconds().saturating_mul(1_000))));
    }
    text
}

/// Writes a number of items for use after `last`: `item`, or `20 items`.
fn items(count: impl std::fmt::Display) -> String {
    let count = count.to_string();
    if count == "1" { "item".to_owned() } else { format!("{count} items") }
}

/// Describes how the next page is requested.
fn way(paginate: &Paginate) -> String {
    match &paginate.by {
        PageBy::Token { next, into } => {
            format!("Paginated: pass `{}` of a response as `{into}` of the next call", next.dotted())
        }
        PageBy::Link { rel } => {
            format!("Paginated: the header `Link` of a response has the address of the next page as `{rel}`")
        }
        PageBy::Url { next } => {
            format!("Paginated: `{}` of a response is the address of the next page", next.dotted())
        }
        PageBy::Page { into, first } => format!("Paginated: `{into}` is the page number, beginning with {first}"),
        PageBy::Offset { into } => {
            format!("Paginated: `{into}` is the index of the first item; add the number of items received")
        }
        PageBy::Last { next, into } if next.0.is_empty() => {
            format!("Paginated: pass the last item of a response as `{into}` of the next call")
        }
        PageBy::Last { next, into } => {
            format!("Paginated: pass `{}` of the last item as `{into}` of the next call", next.dotted())
        }
    }
}

/// Describes the conditions of the last page. Paging without a token, link or URL also ends at a
/// page without items.
fn ends(paginate: &Paginate) -> Vec<String> {
    let is_marked = matches!(paginate.by, PageBy::Token { .. } | PageBy::Link { .. } | PageBy::Url { .. });
    let none = (!is_marked).then(|| "a page has no items".to_owned());
    let ends = paginate.end.iter().map(|end| match end {
        PageEnd::Absent => "it is absent".to_owned(),
        PageEnd::Empty => "it is empty".to_owned(),
        PageEnd::Short => "a page has fewer items than requested".to_owned(),
        PageEnd::Unchanged => "it equals the one that was sent".to_owned(),
        PageEnd::More(member) => format!("`{}` is false", member.dotted()),
        PageEnd::Total(member) => format!("`{}` items were received", member.dotted()),
        PageEnd::Error { code, message } => {
            let code = code.map(|code| format!(" {code}")).unwrap_or_default();
            format!("a call fails with the error{code} whose message has `{message}`")
        }
    });
    none.into_iter().chain(ends).collect()
}
