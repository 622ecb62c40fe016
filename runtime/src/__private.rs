//! Private interface for generated code and for the output of the macros.
//!
//! Nothing here is a part of the public API: it changes without notice, together with the
//! generator. Generated code is written for the version of the runtime that its generator belongs
//! to.

pub mod foreign;
mod implement;

pub use crate::*;
pub use crate::{
    __catalog as catalog, __integer_enum as integer_enum, __operation as operation, __paged as paged,
    __record as record, __setters as setters, __text_enum as text_enum,
};
#[cfg(feature = "serde")]
pub use crate::{__serde_traits as serde_traits, json::serde_bridge};
pub use crate::{
    batch::BatchCall,
    client::Target,
    codec::{Lexeme, Read, Reader, Write, WriteError, Writer},
    encode::{Arguments, Members, TypedArguments, members},
    json::{
        Arm, Enumeration, Fill, IntegerEnumeration, Named, Record, Tag, blank, enum_from, from_slice,
        integer_enum_from, members as json_members, of_text, of_texts, read_enum, read_integer_enum, to_vec,
    },
    pages::{Held, Passage},
    request::Request,
    value::{Base58Check, bech32},
};
#[cfg(feature = "serde")]
pub use ::serde;
