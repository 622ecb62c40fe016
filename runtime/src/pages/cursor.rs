//! Cursor: the place of a stream in its list, and facts of the previous pages.
//!
//! Input: the call of the first page, and a place. Output: the parameters of the call for the page
//! there. `outcome` decides how the list continues after a page.

use crate::{
    Body, Error, Target,
    client::{CallEndpoint, Masking, Options},
    encode::Members,
    json::{compact, text_json},
    pages::{
        page_json::{bare_text, whole},
        position::{PagePosition, Place},
    },
    request::{CallRef, Request, page_address},
    schema::{Bounds, Form, Operation, PageBy, Paginate, Type},
};
use alloy_primitives::keccak256;
use std::hash::{DefaultHasher, Hash, Hasher};
use url::Url;

/// The call of the first page, which those of the others are made of.
#[derive(Clone)]
pub(super) struct First {
    pub(super) target: Target,
    pub(super) operation: &'static Operation,
    pub(super) paging: &'static Paginate,
    pub(super) members: Members,
    pub(super) options: Options,
}

/// A place in a list.
#[derive(Clone)]
pub(super) struct Cursor {
    pub(super) place: Place,
    /// How many new items of this page and of those behind it were given already.
    pub(super) given: u64,
    /// How many items came before, where that is known.
    pub(super) before: Option<u64>,
    /// The digests of the last items before, which this page may repeat.
    pub(super) tail: Vec<u64>,
    /// The most items that a page had.
    pub(super) largest: usize,
    /// Whether the page before was short, but may have been so because the service gives no more at
    /// once.
    pub(super) is_check: bool,
    /// The items of the page before, where pages are compared. Its body stays until the next page
    /// is checked.
    pub(super) content: Option<Body>,
    /// The digests of the items of the last pages, where pages are compared.
    pub(super) recent: Vec<u64>,
}

impl Cursor {
    pub(super) fn start(first: &First) -> Self {
        let before = match first.paging.by {
            PageBy::Offset { .. } => first.number().ok(),
            PageBy::Page { first: number, .. } => (first.number() == Ok(number)).then_some(0),
            PageBy::Token { into, .. } | PageBy::Last { into, .. } => first.given(into).is_none().then_some(0),
            PageBy::Link { .. } | PageBy::Url { .. } => Some(0),
        };
        let operation = first.operation.id.into();
        Self::resumed(PagePosition { operation, place: Place::Start, given: 0, before, tail: Vec::new() })
    }

    pub(super) fn resumed(position: PagePosition) -> Self {
        let PagePosition { place, given, before, tail, .. } = position;
        Self { place, given, before, tail, largest: 0, is_check: false, content: None, recent: Vec::new() }
    }

    /// The place behind so many more items of this page; `None` where a service wrote a secret into
    /// it.
    pub(super) fn position(&self, masking: &Masking, operation: &Operation, taken: u64) -> Option<PagePosition> {
        let is_secret = match &self.place {
            Place::Token(text) | Place::Link(text) => masking.is_in(text),
            Place::Start | Place::Number(_) => false,
        };
        (!is_secret).then(|| PagePosition {
            operation: operation.id.into(),
            place: self.place.clone(),
            given: self.given.saturating_add(taken),
            before: self.before,
            tail: self.tail.clone(),
        })
    }
}

impl First {
    /// What is wrong with the call, as far as pages are concerned.
    pub(super) fn wrong(&self) -> Option<Error> {
        self.number().err().map(|text| Error::invalid_request(self.operation.id, vec![text]))
    }

    /// Whether a position belongs to this list.
    pub(super) fn check(&self, position: &PagePosition) -> Result<(), Error> {
        let refused = |text: String| Err(Error::invalid_request(self.operation.id, vec![text]));
        if position.operation != self.operation.id {
            return refused(format!("the position belongs to the operation `{}`", position.operation));
        }
        let fits = match (&position.place, self.paging.by) {
            (Place::Start, _) => true,
            (Place::Token(_), by) => matches!(by, PageBy::Token { .. } | PageBy::Last { .. }),
            (Place::Number(_), by) => matches!(by, PageBy::Page { .. } | PageBy::Offset { .. }),
            (Place::Link(_), by) => matches!(by, PageBy::Link { .. } | PageBy::Url { .. }),
        };
        if fits { Ok(()) } else { refused("the position belongs to another way of paging".to_owned()) }
    }

    /// The members and options of the call for a page.
    pub(super) fn call(&self, place: &Place) -> (Members, Options) {
        let (mut members, mut options) = (self.members.clone(), self.options.clone());
        if let (Some(into), Some(json)) = (self.into(), self.sent(place)) {
            put(&mut members, into, json);
        }
        if let Place::Link(address) = place {
            options.page = Some(address.as_str().into());
        }
        if let (Some(size), Some(raised)) = (self.paging.size, self.raised()) {
            put(&mut members, size, self.number_json(size, raised));
        }
        (members, options)
    }

    /// What a call for a page sends to select it, as JSON.
    pub(super) fn sent(&self, place: &Place) -> Option<String> {
        match place {
            Place::Start => self.given(self.into()?).map(str::to_owned),
            Place::Token(json) => Some(json.as_str().to_owned()),
            Place::Number(number) => Some(self.number_json(self.into()?, *number)),
            Place::Link(_) => None,
        }
    }

    /// By what a page is known again: its token or its address. Pages with numbers come in their
    /// order.
    pub(super) fn mark(&self, place: &Place) -> Option<Mark> {
        match (self.paging.by, place) {
            (PageBy::Token { .. } | PageBy::Last { .. }, _) => self.sent(place).map(|json| mark(&bare_text(&json))),
            (PageBy::Link { .. } | PageBy::Url { .. }, Place::Link(address)) => Some(mark(address)),
            (PageBy::Link { .. } | PageBy::Url { .. }, Place::Start) => {
                self.address(place).map(|address| mark(&address))
            }
            _ => None,
        }
    }

    /// The address of a page as it is stored, for pages that addresses lead to.
    fn address(&self, place: &Place) -> Option<String> {
        let (first, _) = self.target.client().settings().first(self.target.place(self.operation)).ok()?;
        let url = self.url(place, first)?;
        self.stored(first, &url, url.as_str()).ok()
    }

    /// An address that an endpoint of the client gave at a URL, as it is stored; or the origin that
    /// it has instead.
    pub(super) fn stored(&self, endpoint: usize, asked: &Url, address: &str) -> Result<String, String> {
        let settings = self.target.client().settings();
        let base_url = settings.endpoint(endpoint).map_or(asked, |endpoint| &endpoint.base_url);
        page_address::stored(settings, base_url, (asked, address), self.paging.any_origin)
    }

    /// The URL that the call for a page requests at an endpoint of the client, without secrets.
    pub(super) fn url(&self, place: &Place, endpoint: usize) -> Option<Url> {
        let (members, options) = self.call(place);
        let settings = self.target.client().settings();
        let endpoint = CallEndpoint { index: endpoint, state: settings.endpoint(endpoint)?, secrets: Vec::new() };
        let call = CallRef { operation: self.operation, members: &members, target: &self.target, options: &options };
        Request::new(settings, &endpoint, call).ok().map(|request| request.to.url.clone())
    }

    /// The parameter that selects a page.
    const fn into(&self) -> Option<usize> {
        match self.paging.by {
            PageBy::Token { into, .. }
            | PageBy::Page { into, .. }
            | PageBy::Offset { into }
            | PageBy::Last { into, .. } => Some(into),
            PageBy::Link { .. } | PageBy::Url { .. } => None,
        }
    }

    /// A parameter of the first call, as JSON; null is none.
    fn given(&self, index: usize) -> Option<&str> {
        let json = self.members.get(index)?.as_deref()?;
        std::str::from_utf8(json).ok().filter(|json| *json != "null")
    }

    /// The number of the first page, or of the first item.
    pub(super) fn number(&self) -> Result<u64, String> {
        let (into, first) = match self.paging.by {
            PageBy::Page { into, first } => (into, first),
            PageBy::Offset { into } => (into, self.bounds(into).default.and_then(whole).unwrap_or(0)),
            _ => return Ok(0),
        };
        let Some(json) = self.given(into) else { return Ok(first) };
        let name = self.operation.input.fields.get(into).map_or("", |field| field.name);
        whole(json).ok_or_else(|| format!("`{name}` must be a whole number below 2^64, so that pages can go on"))
    }

    /// How many items a page has, as far as the request and the spec tell.
    pub(super) fn expected(&self) -> Option<usize> {
        let index = self.paging.size?;
        let bounds = self.bounds(index);
        let bound = |text: Option<&str>| text.and_then(whole);
        let (least, most) = (bound(bounds.clamp_min), bound(bounds.clamp_max));
        let asked = self.raised().or(self.size())?;
        // A size of zero is none.
        let size = if asked == 0 { most? } else { asked.max(least.unwrap_or(0)).min(most.unwrap_or(u64::MAX)) };
        usize::try_from(size).ok()
    }

    /// The size that is asked for in place of one that holds nothing but what the page before had
    /// already.
    fn raised(&self) -> Option<u64> {
        let overlap = u64::from(self.paging.overlap);
        self.size().filter(|size| overlap > 0 && *size <= overlap).map(|size| size.max(1) + overlap)
    }

    /// The size of pages: as asked for, or by default.
    fn size(&self) -> Option<u64> {
        let index = self.paging.size?;
        self.given(index).or(self.bounds(index).default).and_then(whole)
    }

    fn bounds(&self, index: usize) -> &'static Bounds {
        self.operation.input.fields.get(index).map_or(&Bounds::NONE, |field| field.bounds)
    }

    /// A number in the form of a parameter.
    fn number_json(&self, index: usize, number: u64) -> String {
        let ty = self.operation.input.fields.get(index).map_or(Type::Json, |field| field.ty.plain());
        let ty = if let Type::Nullable(inner) = ty { inner.plain() } else { ty };
        match ty {
            Type::Scalar(scalar) => match scalar.form {
                Form::Quantity(_) => text_json(&format!("{number:#x}")),
                form if form.is_json_number() => number.to_string(),
                _ => text_json(&number.to_string()),
            },
            _ => number.to_string(),
        }
    }
}

fn put(members: &mut Members, index: usize, json: String) {
    if let Some(member) = members.get_mut(index) {
        *member = Some(json.into_bytes());
    }
}

/// By what a page is known again, in this process.
pub(super) type Mark = [u64; 2];

pub(super) fn mark(text: &str) -> Mark {
    // One hash is not enough to tell many millions of pages apart.
    [1_u8, 2].map(|which| {
        let mut hasher = DefaultHasher::new();
        (which, text).hash(&mut hasher);
        hasher.finish()
    })
}

/// By what an item is known again, also by another process.
pub(super) fn digest(item: &str) -> u64 {
    keccak256(compact(item)).iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}
