//! Reading and writing bodies in JSON: what the programs `rivals` and `times` both measure.

pub mod json;
