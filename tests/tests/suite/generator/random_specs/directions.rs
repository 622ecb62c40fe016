//! Members that only requests or only responses have.
//!
//! Input: the random numbers and the names of the [`Maker`]. Output: members of a record. The value
//! of a type has those of both directions, with marks that [`sent`] and [`received`] take off.

use serde_json::{Map, Value, json};

use super::maker::{Maker, Members};
use super::names::Kind;

/// What the key of a member of one direction begins with in a value.
const MARKS: [(&str, &str); 2] = [("readOnly", "read only "), ("writeOnly", "write only ")];

impl Maker {
    /// A member of one direction, which may be left out in it or not.
    pub(crate) fn one_direction(&mut self, members: &mut Members) {
        let (word, mark) = MARKS[self.rng.usize(0..2)];
        let (name, made) = (self.names.draw(Kind::Member), self.plain());
        let mut keys = super::types::as_mapping(made.ty);
        keys.insert("doc".to_owned(), self.doc());
        keys.insert(word.to_owned(), json!(true));
        let optional = if self.chance(50) { "?" } else { "" };
        members.fields.insert(format!("{name}{optional}"), Value::Object(keys));
        members.sample.insert(format!("{mark}{name}"), made.sample);
    }
}

/// The value as a request has it.
pub(crate) fn sent(value: Value) -> Value {
    directed(value, "write only ")
}

/// The value as a response has it.
pub(crate) fn received(value: Value) -> Value {
    directed(value, "read only ")
}

fn directed(value: Value, own: &str) -> Value {
    match value {
        Value::Object(members) => {
            let is_other = |name: &str| MARKS.iter().any(|(_, mark)| *mark != own && name.starts_with(mark));
            let kept = members.into_iter().filter(|(name, _)| !is_other(name));
            let bare = |name: String| name.strip_prefix(own).map(str::to_owned).unwrap_or(name);
            kept.map(|(name, value)| (bare(name), directed(value, own))).collect::<Map<_, _>>().into()
        }
        Value::Array(items) => items.into_iter().map(|item| directed(item, own)).collect(),
        value => value,
    }
}
