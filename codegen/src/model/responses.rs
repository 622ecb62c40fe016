//! Responses: the kind of the body, and the typed headers.

use chainloom_schema::{EVENT_STREAM, JSON};

use super::{ArmBody, Field, Model, Type, TypeId, TypeKind, TypedCall, Union};

/// Response of a call.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct Response {
    /// Kind of the body.
    pub body: ResponseBody,
    /// Unit of a result that is a number.
    pub unit: Option<String>,
    /// Record of the typed headers.
    pub headers: Option<TypeId>,
    /// Facts of the stream, if the body is server-sent events.
    pub stream: EventStream,
}

/// Facts of a stream of server-sent events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub struct EventStream {
    /// Data of the event that ends the stream.
    pub end: Option<String>,
    /// Whether the service continues after the ID of the last event.
    pub ids: bool,
    /// Milliseconds before a reconnection, unless the service sets another time.
    pub retry: Option<u32>,
}

/// Kind of the body of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum ResponseBody {
    /// JSON of the result.
    #[default]
    Json,
    /// Text of one of these media types.
    Text(Vec<String>),
    /// Bytes of one of these media types. The result type of the call is `None`.
    Bytes(Vec<String>),
    /// Depends on the status: the result is a union by status.
    ByStatus,
    /// Server-sent events: the result is a list of a union by event name.
    Events,
    /// JSON values, one per line, of one of these media types: the result is the list of values.
    Lines(Vec<String>),
}

impl ResponseBody {
    /// Returns the media types of a success body.
    pub(crate) fn media_types(&self) -> Vec<&str> {
        match self {
            Self::Json | Self::ByStatus => vec![JSON],
            Self::Text(types) | Self::Bytes(types) | Self::Lines(types) => types.iter().map(String::as_str).collect(),
            Self::Events => vec![EVENT_STREAM],
        }
    }
}

impl Response {
    /// Returns whether the body can be read as a stream.
    pub fn is_streamed(&self) -> bool {
        matches!(self.body, ResponseBody::Bytes(_) | ResponseBody::Events | ResponseBody::Lines(_))
    }
}

impl Model {
    /// Returns the union of a response by status, or of its events.
    pub fn response_union(&self, call: &TypedCall) -> Option<(TypeId, &Union)> {
        let id = match (&call.response.body, call.result.as_ref()?) {
            (ResponseBody::ByStatus, Type::Named(id)) => *id,
            (ResponseBody::Events, Type::List(list)) => match &list.item {
                Type::Named(id) => *id,
                _ => return None,
            },
            _ => return None,
        };
        match &self.types.get(id.0)?.kind {
            TypeKind::Union(union) => Some((id, union)),
            _ => None,
        }
    }

    /// Returns the item type of a list, following aliases; `None` if the type is not a list.
    pub fn item_of<'m>(&'m self, ty: &'m Type) -> Option<&'m Type> {
        let mut ty = ty;
        loop {
            match ty {
                Type::List(list) => return Some(&list.item),
                Type::Bounded(bounded) => ty = &bounded.ty,
                // `check` has refused aliases that lead back to themselves.
                Type::Named(id) => match &self.types.get(id.0)?.kind {
                    TypeKind::Alias(target) => ty = target,
                    _ => return None,
                },
                _ => return None,
            }
        }
    }

    /// Returns the typed headers of a response.
    pub fn response_headers(&self, call: &TypedCall) -> &[Field] {
        match call.response.headers.and_then(|id| self.types.get(id.0)).map(|def| &def.kind) {
            Some(TypeKind::Record(record)) => &record.fields,
            _ => &[],
        }
    }

    /// Returns the types of a response that occur on the wire. A union by status or event does not.
    pub fn response_types<'m>(&'m self, call: &'m TypedCall) -> Vec<&'m Type> {
        let headers = self.response_headers(call).iter().map(|field| &field.ty);
        let body: Vec<&Type> = match self.response_union(call) {
            Some((_, union)) => {
                let values = union.arms.iter().filter_map(|arm| match &arm.body {
                    ArmBody::Value(ty) => Some(ty),
                    _ => None,
                });
                values.collect()
            }
            None => call.result.iter().collect(),
        };
        body.into_iter().chain(headers).collect()
    }
}
