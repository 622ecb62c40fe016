//! Draws parameters that a client may send.
//!
//! Input: an operation. Output: an object of its parameters that satisfies their bounds and the
//! rules across them.

use chainloom_runtime::schema::{Direction, Operation};
use serde_json::{Map, Value};

use crate::draw::Draw;
use crate::rules;

impl Draw {
    /// Draws the parameters of a call, by their names in the spec. They satisfy the rules across
    /// parameters if few changes suffice.
    pub fn input(&mut self, operation: &Operation) -> Map<String, Value> {
        let mut input = Map::new();
        let before = std::mem::replace(&mut self.direction, Direction::Request);
        let evidence = self.begin_object(operation.input.fields);
        for field in operation.input.fields.iter().filter(|field| field.constant.is_none()) {
            if let Some(value) = self.field(field) {
                input.insert(field.name.to_owned(), value);
            }
        }
        self.evidence = evidence;
        rules::repair(self, operation, &mut input);
        self.direction = before;
        input
    }
}
