//! What a spec says of members and parameters that no client carries out: it is in no table.
//!
//! Input: the table of a member. Output: what is said of it. Those who run a spec without generated
//! code use it, such as a server that makes up values.

use std::collections::HashMap;

use chainloom_schema::Field;

use crate::model::Value;

/// What is said of a member or parameter beside its table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// The parameters whose value the member has; of several, the first that the operation has.
    pub echoes: Vec<String>,
    /// The unit of the number.
    pub unit: Option<String>,
    /// A value, as an example.
    pub example: Option<Value>,
}

/// The remarks on members, by the addresses of their tables, which stay until the program ends.
#[derive(Clone, Debug, Default)]
pub struct Remarks(HashMap<usize, Remark>);

impl Remarks {
    pub(super) fn add(&mut self, of: &'static Field, remark: Remark) {
        if remark != Remark::default() {
            self.0.insert(std::ptr::from_ref(of).addr(), remark);
        }
    }

    /// The remark on a member; `None` where the spec says nothing.
    #[must_use]
    pub fn of(&self, field: &Field) -> Option<&Remark> {
        self.0.get(&std::ptr::from_ref(field).addr())
    }
}
