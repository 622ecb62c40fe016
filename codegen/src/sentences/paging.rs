//! How lists come in pages, in sentences.

use super::seen;
use crate::model::{PageBy, PageEnd, Paginate};

/// How a list goes on, when it ends, and how long its token holds.
pub fn paging(paginate: &Paginate) -> String {
    let mut text = match ends(paginate).as_slice() {
        [] => format!("{}.", way(paginate)),
        signs => format!("{}, until {}.", way(paginate), signs.join(" or ")),
    };
    if paginate.overlap > 0 {
        text.push_str(&format!(" A page may begin with the last {} of the one before.", paginate.overlap));
    }
    if let Some(life) = paginate.life {
        text.push_str(&format!(" It holds for {} seconds{}.", life.seconds, seen(life.seen)));
    }
    text
}

fn way(paginate: &Paginate) -> String {
    match &paginate.by {
        PageBy::Token { next, into } => {
            format!("Paged: `{}` of an answer is the `{into}` of the next call", next.dotted())
        }
        PageBy::Link { rel } => format!("Paged: the header `Link` of an answer leads to the next page as `{rel}`"),
        PageBy::Page { into, first } => format!("Paged: `{into}` is the number of a page; the first is {first}"),
        PageBy::Offset { into } => {
            format!("Paged: `{into}` is the place of the first item, and rises by the number of items that came")
        }
        PageBy::Last { next, into } if next.0.is_empty() => {
            format!("Paged: the last item of an answer is the `{into}` of the next call")
        }
        PageBy::Last { next, into } => {
            format!("Paged: `{}` of the last item is the `{into}` of the next call", next.dotted())
        }
    }
}

/// The signs of the end. Where no token or address tells, a page without items always does.
fn ends(paginate: &Paginate) -> Vec<String> {
    let told = matches!(paginate.by, PageBy::Token { .. } | PageBy::Link { .. });
    let none = (!told).then(|| "a page has no items".to_owned());
    let ends = paginate.end.iter().map(|end| match end {
        PageEnd::Absent => "it is absent".to_owned(),
        PageEnd::Empty => "it is empty".to_owned(),
        PageEnd::Short => "a page has fewer items than asked for".to_owned(),
        PageEnd::Unchanged => "it is the one that was sent".to_owned(),
        PageEnd::More(member) => format!("`{}` is false", member.dotted()),
        PageEnd::Total(member) => format!("`{}` items came", member.dotted()),
    });
    none.into_iter().chain(ends).collect()
}
