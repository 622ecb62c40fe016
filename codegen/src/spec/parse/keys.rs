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

pub(crate) use file::{CLIENT, ERRORS, FILE, LIB, LIMITED, PAGING, RPC, RPC_ERROR, SERVICE, SHARED};
pub(crate) use operations::{
    LINES, OPERATION, PAGINATE, RESPONSE, RESPONSE_ONLY, STATUS, STREAM, SUBSCRIPTION, VARIANT,
};
pub(crate) use types::{ALSO, ARM, ATTRIBUTES, ENUM_VALUE, HEADS, SCALAR, TYPE, UNION};
pub(crate) use webhooks::WEBHOOKS;
