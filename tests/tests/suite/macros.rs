//! The macros: what they accept, what they refuse, and that they write what the command writes.

mod calls;
mod misuse;
mod same_code;
