//! Invented lists that come in pages in every way, and a service in memory that has them.

use super::{lists as __tables, servers::Memory};
use bytes::Bytes;
use chainloom_runtime::__private as rt;
use rt::schema::{
    Binding, Bounds, Client as Description, Field, Integer, List, Operation, PageBy, PageEnd, Paginate, Place,
    Protocol, Record, Secret, Service, Template, Type, Verb,
};
use std::{
    cell::Cell,
    collections::HashMap,
    sync::{Arc, Mutex, OnceLock},
};

pub(crate) static LISTS: Description = Description::new("lists", "{url}")
    .auth(&[Secret::query("key", "key").optional(), Secret::header("card", "x-card").optional()]);
pub(crate) static SERVICE: Service = Service::new("lists", &LISTS);

/// The ways of paging, each with the signs of its end.
pub(crate) const WAYS: [Way; 16] = [
    Way::Token(&[PageEnd::Absent]),
    Way::Token(&[PageEnd::Empty]),
    Way::Token(&[PageEnd::Short, PageEnd::Unchanged]),
    Way::Token(&[MORE]),
    Way::Token(&[TOTAL]),
    Way::Link,
    Way::Page(&[]),
    Way::Page(&[PageEnd::Short]),
    Way::Page(&[MORE]),
    Way::Offset(&[PageEnd::Short]),
    Way::Offset(&[TOTAL]),
    Way::Last(&[]),
    Way::Last(&[PageEnd::Short]),
    Way::Offset(&[BEHIND]),
    Way::Url(&[PageEnd::Absent]),
    Way::Url(&[PageEnd::Empty]),
];
pub(crate) const MORE: PageEnd = PageEnd::More(&["meta", "more"]);
pub(crate) const TOTAL: PageEnd = PageEnd::Total(&["meta", "total"]);
pub(crate) const BEHIND: PageEnd = PageEnd::Error { code: Some(404), message: "> last item" };

/// A way of paging.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Way {
    Token(&'static [PageEnd]),
    Link,
    Url(&'static [PageEnd]),
    Page(&'static [PageEnd]),
    Offset(&'static [PageEnd]),
    Last(&'static [PageEnd]),
}

impl Way {
    pub(crate) const fn end(self) -> &'static [PageEnd] {
        match self {
            Self::Token(end) | Self::Url(end) | Self::Page(end) | Self::Offset(end) | Self::Last(end) => end,
            Self::Link => &[PageEnd::Absent],
        }
    }

    const fn by(self) -> PageBy {
        match self {
            Self::Token(_) => PageBy::Token { next: &["meta", "next"], into: 0 },
            Self::Link => PageBy::Link { rel: "next" },
            Self::Url(_) => PageBy::Url { next: &["meta", "@next.url"] },
            Self::Page(_) => PageBy::Page { into: 1, first: 1 },
            Self::Offset(_) => PageBy::Offset { into: 1 },
            Self::Last(_) => PageBy::Last { next: &["id"], into: 1 },
        }
    }
}

static ITEM: Record = Record { name: "Item", fields: &[Field::required("id", Type::Integer(Integer::U64))] };
static ITEMS: List = List { item: Type::Record(&ITEM), also: rt::schema::Also::Nothing };
pub(crate) static PAGE: Record = Record {
    name: "Page",
    fields: &[Field::optional("items", Type::List(&ITEMS)), Field::optional("meta", Type::Json)],
};
pub(crate) static INPUT: Record = Record {
    name: "list",
    fields: &[
        Field::optional("token", Type::Text),
        Field::optional("at", Type::Integer(Integer::U64)),
        Field::optional("size", Type::Integer(Integer::U64)),
    ],
};
static BOUNDED: Record = Record {
    name: "list",
    fields: &[
        Field::optional("token", Type::Text),
        Field::optional("at", Type::Integer(Integer::U64)),
        Field::optional("size", Type::Integer(Integer::U64))
            .bounds(&Bounds::new().clamp_min("1").clamp_max("50").default("4")),
    ],
};

/// An item.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Item {
    pub(crate) id: u64,
}

rt::record!(Item, ITEM[id(0)]);

/// A page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Page {
    pub(crate) items: Option<Vec<Item>>,
    meta: Option<rt::RawJson>,
}

rt::record!(Page, PAGE[items(0), meta(1)]);

/// The way of a list that the thread [chooses](choose), so that one type is compiled for all.
pub(crate) const CHOSEN: usize = usize::MAX;

thread_local! {
    static CHOICE: Cell<(usize, u32, bool)> = const { Cell::new((0, 0, false)) };
}

/// Chooses what `Listed<CHOSEN, 0>` is on this thread: the way, how far pages overlap, and whether the
/// spec bounds the size.
pub(crate) fn choose(way: usize, overlap: u32, is_bounded: bool) {
    CHOICE.set((way, overlap, is_bounded));
}

/// A call of a list: the way by its index in [`WAYS`], and how far pages overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Listed<const WAY: usize, const OVERLAP: u32> {
    pub(crate) token: Option<rt::Text>,
    pub(crate) at: Option<u64>,
    pub(crate) size: Option<u64>,
}

impl<const W: usize, const O: u32> rt::Record for Listed<W, O> {
    fn blank() -> Self {
        Self::default()
    }
    fn table(&self) -> &'static Record {
        &INPUT
    }
    fn member_mut(&mut self, index: usize) -> Option<&mut dyn rt::Fill> {
        match index {
            0 => Some(&mut self.token),
            1 => Some(&mut self.at),
            2 => Some(&mut self.size),
            _ => None,
        }
    }
    fn member(&self, index: usize) -> Option<&dyn rt::Write> {
        match index {
            0 => Some(&self.token),
            1 => Some(&self.at),
            2 => Some(&self.size),
            _ => None,
        }
    }
}

impl<const W: usize, const O: u32> rt::Operation for Listed<W, O> {
    type Output = Page;
    type Options = rt::OptionSetters;
    fn schema() -> &'static Operation {
        let (way, overlap, is_bounded) = if W == CHOSEN { CHOICE.get() } else { (W, O, false) };
        described(way, overlap, is_bounded)
    }
}

impl<const W: usize, const O: u32> rt::Paged for Listed<W, O> {
    type Item = Item;
    fn into_items(page: Page) -> Vec<Item> {
        rt::Held::into_items(page.items)
    }
}

/// Descriptions are made when they are first asked for, and kept.
fn described(way: usize, overlap: u32, is_bounded: bool) -> &'static Operation {
    type Key = (usize, u32, bool);
    static MADE: OnceLock<Mutex<HashMap<Key, &'static Operation>>> = OnceLock::new();
    let mut made = MADE.get_or_init(Mutex::default).lock().unwrap();
    made.entry((way, overlap, is_bounded)).or_insert_with(|| {
        // Behind the real ways is one whose tokens come again.
        let (kind, repeats) = WAYS.get(way).map_or((WAYS[0], true), |kind| (*kind, false));
        let paging = Paginate::new(kind.by()).items(&["items"]).size(2).end(kind.end()).overlap(overlap).life(7_200);
        let paging = if repeats { paging.repeats() } else { paging };
        let input = if is_bounded { &BOUNDED } else { &INPUT };
        let id: &'static str = Box::leak(format!("lists.way{way}").into_boxed_str());
        let operation = Operation::new(
            id,
            &SERVICE,
            Protocol::Rest { verb: Verb::Get, path: Template::new("/lists/a", &[]) },
            input,
        );
        Box::leak(Box::new(
            operation.bindings(BINDINGS).output(Type::Record(&PAGE)).paginate(Box::leak(Box::new(paging))),
        ))
    })
}

pub(crate) static BINDINGS: &[Binding] = &[
    Binding::member(Place::Query, "token", 0),
    Binding::member(Place::Query, "at", 1),
    Binding::member(Place::Query, "size", 2),
];

/// A service that has one list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shelf {
    pub(crate) way: Way,
    pub(crate) overlap: usize,
    /// The number of items.
    pub(crate) items: usize,
    /// The most items that it gives at once, whatever it is asked for.
    pub(crate) most: usize,
}

/// A parameter of a request.
pub(crate) fn parameter(request: &http::Request<Bytes>, name: &str) -> Option<String> {
    let query = request.uri().query().unwrap_or_default();
    url::form_urlencoded::parse(query.as_bytes()).find(|(known, _)| known == name).map(|(_, value)| value.into_owned())
}

impl Shelf {
    pub(crate) fn serve(self) -> Arc<Memory> {
        Memory::new(move |request| Ok(self.answer(request)))
    }

    pub(crate) fn answer(&self, request: &http::Request<Bytes>) -> http::Response<Bytes> {
        let number = |name: &str| parameter(request, name).and_then(|text| text.parse::<usize>().ok());
        let size = number("size").unwrap_or(4).min(self.most);
        let token = parameter(request, "token").and_then(|token| token.strip_prefix('t')?.parse().ok());
        let start = match self.way {
            Way::Token(_) | Way::Link | Way::Url(_) => token.unwrap_or(0),
            // Pages of one size follow each other.
            Way::Page(_) => (number("at").unwrap_or(1) - 1) * size.saturating_sub(self.overlap),
            Way::Offset(_) => number("at").unwrap_or(0),
            Way::Last(_) => number("at").map_or(0, |id| id + 1),
        };
        let is_behind = matches!(self.way, Way::Page(_)) || start == 0;
        if self.way.end().contains(&BEHIND) && start >= self.items {
            let body = format!("{{\"message\":\"start {start} > last item of {}\"}}", self.items);
            return http::Response::builder().status(404).body(body.into()).unwrap();
        }
        let first = start.saturating_sub(if is_behind { 0 } else { self.overlap }).min(self.items);
        let end = (first + size).min(self.items);
        let items: Vec<String> = (first..end).map(|id| format!("{{ \"id\": {id}}}")).collect();
        let answer = http::Response::builder().header("content-type", "application/json");
        let is_last = end == self.items;
        let answer = match self.way {
            Way::Link if !is_last => {
                let size = number("size").map(|size| format!("&size={size}")).unwrap_or_default();
                answer.header("link", format!("<?token=t0>; rel=first, </lists/a?token=t{end}{size}>; rel=\"next\""))
            }
            _ => answer,
        };
        let size = number("size").map(|size| format!("&size={size}")).unwrap_or_default();
        let meta = self.meta(end, is_last, &size);
        answer.body(format!("{{\"items\":[{}],\"meta\":{{{meta}}}}}", items.join(",")).into()).unwrap()
    }

    fn meta(&self, end: usize, is_last: bool, size: &str) -> String {
        let signs = self.way.end();
        let mut meta = Vec::new();
        match self.way {
            Way::Token(_) if is_last && signs.contains(&PageEnd::Absent) => {}
            Way::Token(_) if is_last && signs.contains(&PageEnd::Empty) => meta.push("\"next\":\"\"".to_owned()),
            Way::Token(_) => meta.push(format!("\"next\":\"t{end}\"")),
            Way::Url(_) if is_last && signs.contains(&PageEnd::Empty) => meta.push("\"@next.url\":\"\"".to_owned()),
            Way::Url(_) if is_last => meta.push("\"@next.url\":null".to_owned()),
            // JSON may escape a slash.
            Way::Url(_) => meta.push(format!("\"@next.url\":\"\\/lists/a?token=t{end}{size}\"")),
            _ => {}
        }
        if signs.contains(&MORE) {
            meta.push(format!("\"more\":{}", !is_last));
        }
        if signs.contains(&TOTAL) {
            meta.push(format!("\"total\":{}", self.items));
        }
        meta.join(",")
    }
}
