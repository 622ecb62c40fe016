//! Remarks: facts of members and parameters that no table holds, because no client acts on them.
//!
//! Input: the table of a member. Output: its remark: echoes, successor, unit and example. Programs
//! that interpret a spec use remarks, such as a server that draws synthetic values.

use std::collections::HashMap;

use chainloom_schema::Field;

use crate::model::Value;

/// What is said of a member or parameter beside its table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// The parameters whose value the member has; of several, the first that the operation has.
    pub echoes: Vec<String>,
    /// The members of the object around its record whose value it has; of several, the first that the
    /// object has.
    pub of_holder: Vec<String>,
    /// The member of the same record that replaces it, if it is deprecated.
    pub successor: Option<String>,
    /// The unit of the number.
    pub unit: Option<String>,
    /// A value, as an example.
    pub example: Option<Value>,
}

/// The remarks on members, in the order of the spec, by the addresses of their tables, which stay
/// until the program ends.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    all: Vec<(&'static Field, Remark)>,
    places: HashMap<usize, usize>,
}

impl Remarks {
    pub(super) fn add(&mut self, of: &'static Field, remark: Remark) {
        if remark != Remark::default() {
            self.places.insert(std::ptr::from_ref(of).addr(), self.all.len());
            self.all.push((of, remark));
        }
    }

    /// The remark on a member; `None` where the spec says nothing.
    #[must_use]
    pub fn of(&self, field: &Field) -> Option<&Remark> {
        let place = self.places.get(&std::ptr::from_ref(field).addr())?;
        self.all.get(*place).map(|(_, remark)| remark)
    }

    /// All remarks, each with its member.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Field, &Remark)> {
        self.all.iter().map(|(field, remark)| (*field, remark))
    }
}
