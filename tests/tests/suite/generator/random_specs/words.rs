//! What stands beside a type: bounds and patterns at every depth, and other forms that services
//! send.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: uses of types with a value,
//! and for bounds one that must be refused.

use serde_json::{Value, json};

use super::maker::{Maker, Sample};
use super::names::Kind;
use super::types::as_mapping;

/// A type with bounds, and a value outside of them.
pub(crate) struct BoundedSample {
    pub(crate) made: Sample,
    pub(crate) bad: Value,
}

fn of(ty: Value, sample: Value, bad: Value) -> BoundedSample {
    BoundedSample { made: Sample { ty, sample }, bad }
}

impl Maker {
    /// Bounds of single values.
    pub(crate) fn bounded_text(&mut self) -> BoundedSample {
        match self.rng.u8(0..7) {
            0 => of(json!({ "type": "string", "pattern": "^[a-z]+$", "size": "..=8" }), json!("abc"), json!("ABC")),
            1 => of(json!({ "type": "int16", "range": "-5..=5" }), json!(-5), json!(6)),
            2 => of(json!({ "type": "number", "range": "0.5..=1.5" }), json!(1.5), json!(1.75)),
            3 => of(json!({ "type": "uint128", "range": "1.." }), json!(7), json!(0)),
            4 => {
                let [first, second] = [self.names.draw(Kind::Value), self.names.draw(Kind::Value)];
                of(json!({ "enum": [first, second], "only": [first] }), json!(first), json!(second))
            }
            5 => {
                let [first, second] = [self.names.draw(Kind::Value), self.names.draw(Kind::Value)];
                let keys = json!({ "list": { "enum": [first, second] }, "only": [second] });
                of(keys, json!([second]), json!([second, first]))
            }
            _ => of(json!({ "list": "uint8", "size": "1..=2" }), json!([1, 2]), json!([1, 2, 3])),
        }
    }

    /// Bounds within lists, maps, tuples and records.
    pub(crate) fn bounded(&mut self) -> BoundedSample {
        let BoundedSample { made: Sample { ty, sample }, bad } = self.bounded_text();
        match self.rng.u8(0..7) {
            0 => of(json!({ "list": ty, "size": "1..=3" }), json!([sample, sample]), json!([sample, bad])),
            1 => of(json!({ "map": ty }), json!({ "some key": sample }), json!({ "some key": bad })),
            2 => of(json!({ "tuple": [ty, "string"] }), json!([sample, "x"]), json!([bad, "x"])),
            3 => {
                let name = self.names.draw(Kind::Member);
                let mut keys = as_mapping(ty);
                keys.insert("doc".to_owned(), json!("It has bounds."));
                let fields = json!({ "fields": { format!("{name}?"): keys } });
                of(fields, json!({ &name: sample }), json!({ name: bad }))
            }
            4 => of(
                json!({ "union": "form", "arms": { "low": { "type": "uint8", "range": "..=9" },
                    "text": { "type": "string", "pattern": "^a" } } }),
                json!(9),
                if self.chance(50) { json!(10) } else { json!("b") },
            ),
            5 => {
                let name = self.names.draw(Kind::Type);
                let key = json!({ "type": "string", "pattern": "^[a-z]+$", "doc": "The key of a map." });
                self.later.insert(name.clone(), key);
                of(json!({ "map": ty, "key": name }), json!({ "abc": sample }), json!({ "ABC": sample }))
            }
            _ => BoundedSample { made: Sample { ty, sample }, bad },
        }
    }
}
