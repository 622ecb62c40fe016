//! Cursor: the place of a stream in its list, and facts of the previous pages.
//!
//! Input: the call of the first page, and a position. Output: the parameters of the call for the
//! page at that position. `outcome` decides how the list continues after a page.

use crate::{
    Body, Error, Target,
    client::{CallEndpoint, Masking, Options},
    encode::Members,
    json::{as_text, compact, text_json},
    pages::{
        page_json::{bare_text, whole},
        position::{PagePlace, PagePosition},
    },
    request::{
        CallRef, Request,
        page_address::{self, RefusedAddress},
    },
    schema::{Bounds, Form, Operation, PageBy, Paginate, Type},
};
use alloy_primitives::keccak256;
use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash, Hasher},
};
use url::Url;

/// Call of the first page, from which the calls of all pages are derived.
#[derive(Clone)]
pub(super) struct First {
    pub(super) target: Target,
    pub(super) operation: &'static Operation,
    pub(super) paging: &'static Paginate,
    pub(super) members: Members,
    pub(super) options: Options,
}

/// Position of a page, with facts of the previous pages.
#[derive(Clone)]
pub(super) struct Cursor {
    pub(super) place: PagePlace,
    /// Number of new items, from this page on, that were already returned.
    pub(super) given: u64,
    /// Number of items before this page; `None` if unknown.
    pub(super) before: Option<u64>,
    /// Digests of the last items before this page, which the page may repeat.
    pub(super) tail: Vec<u64>,
    /// Number of items of the largest page so far.
    pub(super) largest: usize,
    /// Whether the previous page was short, possibly because the service limits the size of pages.
    pub(super) is_check: bool,
    /// Items of the previous page, if pages are compared. The body is kept until the next page is
    /// checked.
    pub(super) content: Option<Body>,
}

impl Cursor {
    /// Creates the cursor of the first page.
    pub(super) fn start(first: &First) -> Self {
        let before = match first.paging.by {
            PageBy::Offset { .. } => first.number().ok(),
            PageBy::Page { first: number, .. } => (first.number() == Ok(number)).then_some(0),
            PageBy::Token { into, .. } | PageBy::Last { into, .. } => first.parameter(into).is_none().then_some(0),
            PageBy::Link { .. } | PageBy::Url { .. } => Some(0),
        };
        let operation = first.operation.id.into();
        Self::at_position(PagePosition { operation, place: PagePlace::Start, given: 0, before, tail: Vec::new() })
    }

    pub(super) fn at_position(position: PagePosition) -> Self {
        let PagePosition { place, given, before, tail, .. } = position;
        Self { place, given, before, tail, largest: 0, is_check: false, content: None }
    }

    /// Returns the position after `taken` more items of this page; `None` if the position contains
    /// a secret of the client.
    pub(super) fn position(&self, masking: &Masking, operation: &Operation, taken: u64) -> Option<PagePosition> {
        let is_secret = match &self.place {
            PagePlace::Token(text) | PagePlace::Link(text) => masking.is_in(text),
            PagePlace::Start | PagePlace::Number(_) => false,
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
    /// Returns the error of a call whose parameters prevent pagination.
    pub(super) fn parameter_error(&self) -> Option<Error> {
        self.number().err().map(|text| Error::invalid_request(self.operation.id, vec![text]))
    }

    /// Checks that a position belongs to this list.
    pub(super) fn check(&self, position: &PagePosition) -> Result<(), Error> {
        let refused = |text: String| Err(Error::invalid_request(self.operation.id, vec![text]));
        if position.operation != self.operation.id {
            return refused(format!("the position belongs to the operation `{}`", position.operation));
        }
        let fits = match (&position.place, self.paging.by) {
            (PagePlace::Start, _) => true,
            (PagePlace::Token(_), by) => matches!(by, PageBy::Token { .. } | PageBy::Last { .. }),
            (PagePlace::Number(_), by) => matches!(by, PageBy::Page { .. } | PageBy::Offset { .. }),
            (PagePlace::Link(_), by) => matches!(by, PageBy::Link { .. } | PageBy::Url { .. }),
        };
        if fits { Ok(()) } else { refused("the position belongs to another kind of pagination".to_owned()) }
    }

    /// Returns the parameters and options of the call for a page.
    pub(super) fn call(&self, place: &PagePlace) -> (Members, Options) {
        let (mut members, mut options) = (self.members.clone(), self.options.clone());
        if let (Some(into), Some(json)) = (self.page_parameter(), self.page_value(place)) {
            put(&mut members, into, json.into_owned());
        }
        if let PagePlace::Link(address) = place {
            options.page = Some(address.as_str().into());
        }
        if let (Some(size), Some(raised)) = (self.paging.size, self.raised_size()) {
            put(&mut members, size, self.number_json(size, raised));
        }
        (members, options)
    }

    /// Returns the value that selects a page in the request, as JSON.
    pub(super) fn page_value<'p>(&'p self, place: &'p PagePlace) -> Option<Cow<'p, str>> {
        match place {
            PagePlace::Start => self.parameter(self.page_parameter()?).map(Cow::Borrowed),
            PagePlace::Token(json) => Some(Cow::Borrowed(json.as_str())),
            PagePlace::Number(number) => Some(Cow::Owned(self.number_json(self.page_parameter()?, *number))),
            PagePlace::Link(_) => None,
        }
    }

    /// Returns the mark by which a page is recognized: from its token or its URL. `None` for
    /// numbered pages, which are in order.
    pub(super) fn page_mark(&self, place: &PagePlace) -> Option<Mark> {
        match (self.paging.by, place) {
            (PageBy::Token { .. } | PageBy::Last { .. }, _) => {
                self.page_value(place).map(|json| mark(&bare_text(&json)))
            }
            (PageBy::Link { .. } | PageBy::Url { .. }, PagePlace::Link(address)) => Some(mark(address)),
            (PageBy::Link { .. } | PageBy::Url { .. }, PagePlace::Start) => {
                self.address(place).map(|address| mark(&address))
            }
            _ => None,
        }
    }

    /// Returns the URL of a page in its stored form, for pages that are selected by URL.
    fn address(&self, place: &PagePlace) -> Option<String> {
        let (first, _) = self.target.client().settings().first(self.target.place(self.operation)).ok()?;
        let url = self.url(place, first)?;
        self.to_stored(first, &url, url.as_str()).ok()
    }

    /// Converts a URL from the response of an endpoint to its stored form.
    pub(super) fn to_stored(&self, endpoint: usize, asked: &Url, address: &str) -> Result<String, RefusedAddress> {
        let settings = self.target.client().settings();
        let base_url = settings.endpoint(endpoint).map_or(asked, |endpoint| &endpoint.base_url);
        page_address::to_stored(settings, base_url, (asked, address), self.paging.any_origin)
    }

    /// Returns the URL that the call for a page requests at an endpoint, without secrets.
    pub(super) fn url(&self, place: &PagePlace, endpoint: usize) -> Option<Url> {
        let (members, options) = self.call(place);
        let settings = self.target.client().settings();
        let endpoint = CallEndpoint { index: endpoint, state: settings.endpoint(endpoint)?, secrets: Vec::new() };
        let call = CallRef { operation: self.operation, members: &members, target: &self.target, options: &options };
        Request::new(settings, &endpoint, call).ok().map(|request| request.to.url().clone())
    }

    /// Returns the index of the parameter that selects a page; `None` for pages selected by URL.
    const fn page_parameter(&self) -> Option<usize> {
        match self.paging.by {
            PageBy::Token { into, .. }
            | PageBy::Page { into, .. }
            | PageBy::Offset { into }
            | PageBy::Last { into, .. } => Some(into),
            PageBy::Link { .. } | PageBy::Url { .. } => None,
        }
    }

    /// Returns a parameter of the first call as JSON; `None` if absent or null.
    fn parameter(&self, index: usize) -> Option<&str> {
        let json = self.members.get(index)?.as_deref()?;
        std::str::from_utf8(json).ok().filter(|json| *json != "null")
    }

    /// Returns the number of the first page, or of the first item.
    pub(super) fn number(&self) -> Result<u64, String> {
        let (into, first) = match self.paging.by {
            PageBy::Page { into, first } => (into, first),
            PageBy::Offset { into } => (into, self.bounds(into).default.and_then(whole).unwrap_or(0)),
            _ => return Ok(0),
        };
        let Some(json) = self.parameter(into) else { return Ok(first) };
        let name = self.operation.input.fields.get(into).map_or("", |field| field.name);
        whole(json).ok_or_else(|| format!("`{name}` must be a whole number below 2^64, so that pages can go on"))
    }

    /// Returns the number of items expected per page, from the request and the spec; `None` if
    /// unknown.
    pub(super) fn expected_items(&self) -> Option<usize> {
        let index = self.paging.size?;
        let bounds = self.bounds(index);
        let bound = |text: Option<&str>| text.and_then(whole);
        let (least, most) = (bound(bounds.clamp_min), bound(bounds.clamp_max));
        let asked = self.raised_size().or(self.size())?;
        // A size of zero requests the maximum.
        let size = if asked == 0 { most? } else { asked.max(least.unwrap_or(0)).min(most.unwrap_or(u64::MAX)) };
        usize::try_from(size).ok()
    }

    /// Returns the increased page size, if the given one leaves no room for new items after the
    /// overlap.
    fn raised_size(&self) -> Option<u64> {
        let overlap = u64::from(self.paging.overlap);
        self.size().filter(|size| overlap > 0 && *size <= overlap).map(|size| size.max(1) + overlap)
    }

    /// Returns the page size of the call, or the default; `None` if unknown.
    fn size(&self) -> Option<u64> {
        let index = self.paging.size?;
        self.parameter(index).or(self.bounds(index).default).and_then(whole)
    }

    /// Returns the bounds of the parameter with this index.
    fn bounds(&self, index: usize) -> &'static Bounds {
        self.operation.input.fields.get(index).map_or(&Bounds::NONE, |field| field.bounds)
    }

    /// Returns a number as JSON in the form of a parameter.
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

/// Sets the JSON of a member.
fn put(members: &mut Members, index: usize, json: String) {
    if let Some(member) = members.get_mut(index) {
        *member = Some(json.into_bytes());
    }
}

/// Hash by which a page is recognized within this process.
pub(super) type Mark = [u64; 2];

/// Returns the mark of the text that selects a page.
pub(super) fn mark(text: &str) -> Mark {
    // A hash of 64 bits does not distinguish many millions of pages.
    [1_u8, 2].map(|which| {
        let mut hasher = DefaultHasher::new();
        (which, text).hash(&mut hasher);
        hasher.finish()
    })
}

/// Returns a hash by which an item is recognized, also by another process.
pub(super) fn digest(item: &[u8]) -> u64 {
    let compact = compact(as_text(item).unwrap_or_default());
    keccak256(compact).iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}
