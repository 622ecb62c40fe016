//! chainloom's pipeline at compile time.
//!
//! Nothing is exported yet: the crate holds the place of the macros, which will stand on `chainloom-codegen` as the
//! commands do.
