//! Paged lists.
//!
//! Input: an operation with pagination, its parameters, and a result in the shape of a page.
//! Output: the requested page, with the order and the end that the spec describes. All lists have
//! the same number of items; an item depends on its index and on the parameters that do not select
//! a page, and differs from the items before it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use chainloom_runtime::schema::{Bounds, Field, Operation, PageBy, PageEnd, Paginate, Type};
use chainloom_values::Draw;
use http::{Request, header};
use serde_json::{Value, json};

use super::distinct::{DistinctItems, at_draw};
use super::echo::{self, Asked};
use crate::requests::rest_parameters::Input;
use crate::requests::text::list_item;
use crate::synthesis::Style;

/// Size of a page where neither the request nor the spec states one.
const USUAL_SIZE: usize = 10;
/// Maximum number of tokens that are remembered; all are forgotten when it is reached.
const MAX_TOKENS: usize = 100_000;
/// Name of the query parameter with the index of the first item, in links to other pages. The spec does not list it.
pub(crate) const START_PARAMETER: &str = "sandbox_start";

/// Paged lists of a server: their length, and the indices for which tokens stand.
#[derive(Debug)]
pub(crate) struct Pages {
    /// Number of items of each list.
    items: usize,
    distinct: DistinctItems,
    tokens: Mutex<HashMap<String, usize>>,
}

/// A page of a list.
pub(crate) struct Page {
    pub(crate) body: Value,
    /// Index of the first item of the next page, if a URL leads to it.
    pub(crate) link: Option<usize>,
}

impl Page {
    /// Links the next page: writes its URL into the body, or returns the value of the header `Link`. `None` if there is
    /// no next page, or the URL is in the body. `query` is the query of this page, without the parameter of links.
    pub(crate) fn lead_on(&mut self, pages: &Paginate, request: &Request<Bytes>, query: &str) -> Option<String> {
        let start = self.link?;
        let query = if query.is_empty() { String::new() } else { format!("{query}&") };
        let target = format!("{}?{query}{START_PARAMETER}={start}", request.uri().path());
        match pages.by {
            PageBy::Url { next } => {
                let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
                let origin = host.map(|host| format!("http://{host}")).unwrap_or_default();
                put(&mut self.body, next, json!(format!("{origin}{target}")));
                None
            }
            PageBy::Link { rel } => Some(format!("<{target}>; rel=\"{rel}\"")),
            _ => None,
        }
    }
}

/// Error of a token that this server did not create. It holds the name of the parameter.
#[derive(Debug)]
pub(crate) struct UnknownToken(pub(crate) &'static str);

/// Links of the items of a list to other operations.
#[derive(Clone, Copy)]
pub(crate) struct ItemLinks<'a> {
    /// Replaces the item at a place by the result of the operation that fetches it.
    pub(crate) agree: &'a dyn Fn(Type, usize, &mut Value),
    /// Returns the parameters that fetch an item; `None` if no operation fetches it.
    pub(crate) key: &'a dyn Fn(Type, &Value) -> Option<Input>,
}

/// Request for a page, with the facts on which its items depend.
struct PageRequest<'a> {
    operation: &'static Operation,
    pages: &'static Paginate,
    input: &'a Input,
    style: Style,
    distinct: &'a DistinctItems,
    links: ItemLinks<'a>,
    /// Parameters that do not select a page, as JSON: lists with other filters have other items.
    filters: String,
}

impl Pages {
    pub(crate) fn new(items: usize) -> Self {
        Self { items, distinct: DistinctItems::default(), tokens: Mutex::new(HashMap::new()) }
    }

    /// Builds the requested page in the result `shape`. `link` is the index of the first item if a
    /// URL led to this page.
    pub(crate) fn page(
        &self,
        operation: &'static Operation,
        pages: &'static Paginate,
        (input, link): (&Input, Option<usize>),
        shape: Value,
        (style, links): (Style, ItemLinks<'_>),
    ) -> Result<Page, UnknownToken> {
        let filters = filters(operation, pages, input);
        let request = PageRequest { operation, pages, input, style, distinct: &self.distinct, links, filters };
        let size = request.size().min(style.pages.clamp.unwrap_or(usize::MAX));
        let start = self.start(&request, size, link)?;
        let first = start.saturating_sub(if start > 0 { pages.overlap as usize } else { 0 });
        let end = first.saturating_add(size).min(self.items).max(first);
        let mut body = shape;
        let items: Vec<Value> = (first..end).map(|place| request.item(place)).collect();
        self.remember_last(&request, &items, end);
        let items = request.to_list_or_map(items, first);
        match at(&mut body, pages.items) {
            Some(place) => *place = items,
            None => body = items,
        }
        // A token that leads to its own page never reaches the last one.
        let (end, is_last) = if style.pages.is_cycle { (first, false) } else { (end, end >= self.items) };
        self.lead_on(&request, &mut body, end, is_last);
        self.count(&request, &mut body, is_last);
        let link = (matches!(pages.by, PageBy::Link { .. } | PageBy::Url { .. }) && !is_last).then_some(end);
        Ok(Page { body, link })
    }

    fn tokens(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the index of the first item of the requested page, in a list of `size` items. The
    /// error is an unknown token.
    fn start(&self, request: &PageRequest<'_>, size: usize, link: Option<usize>) -> Result<usize, UnknownToken> {
        let given = |index: usize| request.parameter(index);
        match request.pages.by {
            PageBy::Token { into, .. } | PageBy::Last { into, .. } => match given(into) {
                None => Ok(0),
                Some(_) if request.style.pages.is_expired => Err(UnknownToken(request.name(into))),
                Some(token) => {
                    let place = self.tokens().get(&request.key(token)).copied();
                    // A required token has any value of the caller on the first page.
                    let first = request.field(into).filter(|field| field.required).map(|_| 0);
                    place.or(first).ok_or(UnknownToken(request.name(into)))
                }
            },
            PageBy::Page { into, first } => {
                let number = given(into).and_then(whole).unwrap_or(first as usize);
                Ok(number.saturating_sub(first as usize).saturating_mul(size).min(self.items))
            }
            PageBy::Offset { into } => Ok(given(into).and_then(whole).unwrap_or(0).min(self.items)),
            PageBy::Link { .. } | PageBy::Url { .. } => Ok(link.unwrap_or(0).min(self.items)),
        }
    }

    /// Remembers the value of the last item that is the token of the next page, where pages go by
    /// the last item.
    fn remember_last(&self, request: &PageRequest<'_>, items: &[Value], end: usize) {
        let PageBy::Last { next, .. } = request.pages.by else { return };
        let Some(last) = items.last() else { return };
        let id = next.iter().try_fold(last, |value, name| value.get(name));
        if let Some(id) = id {
            self.remember(request.key(id), end);
        }
    }

    /// Stores the index of the item at which the page of a token begins. Forgets all tokens at
    /// [`MAX_TOKENS`].
    fn remember(&self, token: String, place: usize) {
        let mut tokens = self.tokens();
        if tokens.len() >= MAX_TOKENS {
            tokens.clear();
        }
        tokens.insert(token, place);
    }

    /// Writes the token of the next page into the body, or what marks the last page.
    fn lead_on(&self, request: &PageRequest<'_>, body: &mut Value, end: usize, is_last: bool) {
        let has = |sign: PageEnd| request.pages.end.contains(&sign);
        let is_absent = has(PageEnd::Absent) || request.pages.end.is_empty();
        let (next, into) = match request.pages.by {
            PageBy::Token { next, into } => (next, into),
            // The URL of a next page is written later, when the whole request is known.
            PageBy::Url { next } => {
                if !is_last || is_absent {
                    request.leave_out(body, next);
                } else {
                    put(body, next, json!(""));
                }
                return;
            }
            _ => return,
        };
        let token = match is_last {
            true if is_absent => None,
            true if has(PageEnd::Empty) => Some(json!("")),
            true if has(PageEnd::Unchanged) => {
                request.parameter(into).cloned().or_else(|| Some(self.token(request, next, end)))
            }
            _ => Some(self.token(request, next, end)),
        };
        match token {
            None => request.leave_out(body, next),
            Some(token) => put(body, next, token),
        }
    }

    /// Returns a token for an index, of the type of its member, and remembers it.
    fn token(&self, request: &PageRequest<'_>, next: &[&str], place: usize) -> Value {
        let ty = request.operation.output.map_or(Type::Json, |ty| type_at(ty, next));
        let token = match ty.bare() {
            Type::Text => {
                json!(format!(
                    "page-{:016x}",
                    crate::synthesis::seed(&[request.operation.id, &request.filters, &place.to_string()])
                ))
            }
            ty => request.draw(&["token", &place.to_string()]).value(ty, &Bounds::NONE),
        };
        self.remember(request.key(&token), place);
        token
    }

    /// Writes the members that hold the number of items, or whether more follow.
    fn count(&self, request: &PageRequest<'_>, body: &mut Value, is_last: bool) {
        for sign in request.pages.end {
            let (path, value) = match sign {
                PageEnd::More(path) => (path, json!(!is_last)),
                PageEnd::Total(path) => (path, json!(self.items)),
                _ => continue,
            };
            if let Some(place) = at(body, path) {
                *place = if place.is_string() { json!(value.to_string()) } else { value };
            }
        }
    }
}

impl PageRequest<'_> {
    fn field(&self, index: usize) -> Option<&'static Field> {
        self.operation.input.fields.get(index)
    }

    fn name(&self, index: usize) -> &'static str {
        self.field(index).map_or("", |field| field.name)
    }

    /// Returns the value of the parameter with this index; `None` if it is absent or null.
    fn parameter(&self, index: usize) -> Option<&Value> {
        self.input.get(self.name(index)).filter(|value| !value.is_null())
    }

    /// Returns the requested size of a page, within the bounds to which the service clamps it.
    fn size(&self) -> usize {
        let Some(field) = self.pages.size.and_then(|index| self.field(index)) else { return USUAL_SIZE };
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<usize>().ok());
        let default = field.bounds.default.and_then(|json| json.trim_matches('"').parse().ok());
        let most = number(field.bounds.clamp_max);
        // A default of zero means that the service chooses the size.
        let default = default.filter(|size| *size > 0);
        let request = self.input.get(field.name).and_then(whole).or(default).unwrap_or(USUAL_SIZE);
        let least = number(field.bounds.clamp_min).unwrap_or(0);
        // A size of zero means the largest, if the service has one.
        let request = if request == 0 { most.unwrap_or(0) } else { request };
        request.max(least).min(most.unwrap_or(usize::MAX))
    }

    /// Removes a member; a required one becomes null or an empty text.
    fn leave_out(&self, body: &mut Value, path: &[&str]) {
        let holder = path.split_last().zip(self.operation.output).map(|((name, above), ty)| (name, type_at(ty, above)));
        let field = holder.and_then(|(name, ty)| match ty.bare() {
            Type::Record(record) => record.fields.iter().find(|field| field.name == *name),
            _ => None,
        });
        match field.filter(|field| field.required) {
            None => remove(body, path),
            Some(field) if matches!(field.ty.plain(), Type::Nullable(_)) => put(body, path, Value::Null),
            Some(_) => put(body, path, json!("")),
        }
    }

    /// Returns the key under which a token of this operation is stored.
    fn key(&self, token: &Value) -> String {
        format!("{} {token}", self.operation.id)
    }

    /// Returns the type of the list or map that holds the items.
    fn holder(&self) -> Type {
        self.operation.output.map_or(Type::Json, |ty| type_at(ty, self.pages.items).bare())
    }

    /// Returns a generator of values, seeded by the operation, the filters and `parts`.
    fn draw(&self, parts: &[&str]) -> Draw {
        let all: Vec<&str> = [self.operation.id, &self.filters].into_iter().chain(parts.iter().copied()).collect();
        self.style.draw(&all)
    }

    /// Returns the type of an item.
    fn item_type(&self) -> Type {
        match self.holder() {
            Type::Map(map) => map.value,
            list => list_item(list).unwrap_or(Type::Json),
        }
    }

    /// Returns the item at an index of the whole list, which differs from the items before it.
    fn item(&self, place: usize) -> Value {
        let list = crate::synthesis::seed(&[&self.style.seed.to_string(), self.operation.id, &self.filters]);
        let ty = self.item_type();
        let number = self.distinct.draw_of(list, place, &|place, number| {
            let mut item = self.draw_item(ty, list, (place, number));
            self.repeat(ty, &mut item);
            let identity = (self.links.key)(ty, &item).map_or(item, Value::Object);
            crate::synthesis::seed(&[&identity.to_string()])
        });
        let mut item = self.draw_item(ty, list, (place, number));
        (self.links.agree)(ty, place, &mut item);
        self.repeat(ty, &mut item);
        item
    }

    /// Draws the item at an index of the whole list, for the draw with this number.
    fn draw_item(&self, ty: Type, list: u64, (place, number): (usize, u8)) -> Value {
        let parts = [place.to_string(), number.to_string()];
        let parts: Vec<&str> = parts.iter().map(String::as_str).take(if number == 0 { 1 } else { 2 }).collect();
        at_draw(self.draw(&parts), number).row(list, place).value(ty, &Bounds::NONE)
    }

    /// Gives an item the values that its members echo.
    fn repeat(&self, ty: Type, item: &mut Value) {
        echo::repeat(ty, item, Asked::call(self.operation, self.input), self.style);
    }

    /// Returns items as a list, or as a map with drawn keys.
    fn to_list_or_map(&self, items: Vec<Value>, first: usize) -> Value {
        let Type::Map(map) = self.holder() else { return Value::Array(items) };
        let keyed = items.into_iter().enumerate().map(|(at, item)| {
            let key = self.draw(&["key", &(first + at).to_string()]).value(map.key, &Bounds::NONE);
            (key.as_str().map_or_else(|| key.to_string(), str::to_owned), item)
        });
        Value::Object(keyed.collect())
    }
}

/// Returns the parameters that select items, as JSON: all but those that select the page and its
/// size.
fn filters(operation: &Operation, pages: &Paginate, input: &Input) -> String {
    let name = |index: usize| operation.input.fields.get(index).map_or("", |field| field.name);
    let moving = match pages.by {
        PageBy::Token { into, .. }
        | PageBy::Last { into, .. }
        | PageBy::Page { into, .. }
        | PageBy::Offset { into } => name(into),
        _ => "",
    };
    let size = pages.size.map_or("", name);
    let kept = input.iter().filter(|(name, _)| *name != moving && *name != size);
    Value::Object(kept.map(|(name, value)| (name.clone(), value.clone())).collect()).to_string()
}

/// Returns the whole number in a JSON number or a text; `None` for other values.
fn whole(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).or_else(|| value.as_str()?.parse().ok())
}

/// Returns the type of the member at a path; any JSON if a name on it is not declared.
fn type_at(ty: Type, path: &[&str]) -> Type {
    path.iter().fold(ty, |ty, name| match ty.bare() {
        Type::Record(record) => {
            record.fields.iter().find(|field| field.name == *name).map_or(Type::Json, |field| field.ty)
        }
        _ => Type::Json,
    })
}

/// Returns the member at a path, with the objects on the way created; `None` for an empty path.
fn at<'v>(value: &'v mut Value, path: &[&str]) -> Option<&'v mut Value> {
    let (first, rest) = path.split_first()?;
    let member = value.as_object_mut()?.entry(*first).or_insert(Value::Null);
    if rest.is_empty() {
        return Some(member);
    }
    if !member.is_object() {
        *member = json!({});
    }
    at(member, rest)
}

fn put(value: &mut Value, path: &[&str], member: Value) {
    if let Some(place) = at(value, path) {
        *place = member;
    }
}

fn remove(value: &mut Value, path: &[&str]) {
    let Some((last, above)) = path.split_last() else { return };
    let holder = above.iter().try_fold(value, |value, name| value.get_mut(*name));
    if let Some(members) = holder.and_then(Value::as_object_mut) {
        members.shift_remove(*last);
    }
}
