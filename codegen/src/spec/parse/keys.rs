//! All keys of the language, by the place where they may stand.
//!
//! Each table says which keys a mapping has, what the value of each looks like, and in one sentence
//! what it is for. The parser reads mappings by these tables, and [`crate::documents::spec_schema`]
//! writes the JSON Schema from them. What a value means is not decided here.

mod common;
mod file;
mod operations;
mod types;
mod webhooks;

pub(crate) use common::VAR;
pub(crate) use file::{
    AUTH, CLIENT, DEPLOYMENT, ERRORS, FILE, HEADERS, LIB, LIMITED, PAGING, RPC, RPC_ERROR, SERVER, SERVICE, SHARED,
    SOURCE_DOCUMENT,
};
pub(crate) use operations::{
    LINES, OPERATION, PAGINATE, RESPONSE, RESPONSE_ONLY, STATUS, STREAM, SUBSCRIPTION, VARIANT,
};
pub(crate) use types::{ALSO, ARM, ATTRIBUTES, ENUM_VALUE, HEADS, SCALAR, TYPE, UNION};
pub(crate) use webhooks::WEBHOOKS;
