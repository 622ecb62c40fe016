//! Synthetic values that fit the types, bounds and rules of a spec.
//!
//! Input: a type or an operation as [`schema`] describes it, and a seed. Output: JSON that a
//! service could send, and parameters that a client may send. Equal seeds give equal values. The
//! crate knows no API and does no I/O.
//!
//! Values are plausible: amounts, times and names follow the examples, units and names of members.
//! [`Draw::wild`] draws from all possible values, for tests of robustness.
//!
//! ```
//! use chainloom_runtime::schema::{Bounds, Integer, Type};
//! use chainloom_values::Draw;
//!
//! let number = Draw::new(7).value(Type::Integer(Integer::U8), &Bounds::NONE);
//! assert_eq!(number, Draw::new(7).value(Type::Integer(Integer::U8), &Bounds::NONE));
//! assert!(number.as_u64().is_some_and(|number| number < 256));
//! ```
//!
//! [`testing`] draws typed values.
//!
//! [`schema`]: chainloom_runtime::schema

mod draw;
mod evidence;
mod height;
mod hints;
mod input;
mod numbers;
mod pairs;
mod plausible;
mod records;
mod rules;
mod scalars;
pub mod testing;
mod texts;
mod unions;
mod wording;

pub use draw::{Draw, Members};
pub use hints::Hints;
