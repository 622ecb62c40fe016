//! The macros: what they accept, what they refuse, and that they write what the command writes.

mod calls;
mod compiler_hints;
mod misuse;
mod same_code;
