//! Remarks: facts about members and parameters that no table holds, because no client acts on them.
//!
//! Input: the table of a member. Output: its remark: echoes, successor, unit, larger unit and example. Programs
//! that interpret a spec use remarks, such as a server that generates synthetic values.

use std::collections::HashMap;

use chainloom_schema::Field;

use crate::model::{Amount, Model, Response, Unit, Value};

/// Facts about a member or parameter that its table does not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remark {
    /// Parameters whose value the member repeats. If there are several, the first one that the
    /// operation has counts.
    pub echoes: Vec<String>,
    /// Members of the containing object whose value the member repeats. If there are several, the
    /// first one that the object has counts.
    pub of_holder: Vec<String>,
    /// Member of the object one height below whose value the member repeats, such as the hash of
    /// the parent.
    pub of_below: Option<String>,
    /// Operations of the same service, without required parameters, whose result the member
    /// repeats.
    pub of_results: Vec<String>,
    /// Member of the same record that replaces this deprecated member.
    pub successor: Option<String>,
    /// Unit of the number.
    pub unit: Option<String>,
    /// Human-readable form of the number; `None` if the number is displayed unchanged.
    pub read_as: Option<ReadAs>,
    /// Example of a value.
    pub example: Option<Value>,
}

impl Remark {
    /// Returns the remark on a member or parameter.
    pub(super) fn of_field(model: &Model, field: &crate::model::Field) -> Self {
        let larger = field.unit.as_ref().and_then(|unit| ReadAs::larger_unit(model, unit));
        Self {
            echoes: field.echoed_parameters().map(str::to_owned).collect(),
            of_holder: field.echoed_members().map(str::to_owned).collect(),
            of_below: field.echoed_below().next().map(str::to_owned),
            of_results: field.echoed_results().map(str::to_owned).collect(),
            successor: field.deprecated.as_ref().and_then(|mark| mark.use_instead.clone()),
            unit: field.unit.clone(),
            read_as: larger.or_else(|| field.amount.clone().map(ReadAs::Amount)),
            example: field.example.clone(),
        }
    }

    /// Returns the remark on the result of a call, which is its unit.
    #[must_use]
    pub fn of_result(model: &Model, response: &Response) -> Self {
        let unit = response.unit.clone();
        Self { read_as: unit.as_ref().and_then(|unit| ReadAs::larger_unit(model, unit)), unit, ..Self::default() }
    }
}

/// Human-readable form of a number that counts a small unit.
#[derive(Clone, Debug, PartialEq)]
pub enum ReadAs {
    /// Divided by a power of ten, in the larger unit of the spec.
    Unit(Unit),
    /// Divided by a power of ten, in a token whose decimal places and symbol other members of the
    /// record hold.
    Amount(Amount),
}

impl ReadAs {
    /// Returns the larger unit in which people read numbers of a unit.
    fn larger_unit(model: &Model, unit: &str) -> Option<Self> {
        model.larger_unit(unit).cloned().map(Self::Unit)
    }
}

/// Remarks on members, in the order of the spec. They are found by the addresses of their tables,
/// which live until the program ends.
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    all: Vec<(&'static Field, Remark)>,
    places: HashMap<usize, usize>,
}

impl Remarks {
    /// Records the remark on a member; nothing for an empty remark.
    pub(super) fn add(&mut self, of: &'static Field, remark: Remark) {
        if remark != Remark::default() {
            self.places.insert(std::ptr::from_ref(of).addr(), self.all.len());
            self.all.push((of, remark));
        }
    }

    /// Returns the remark on a member; `None` if the spec states no such facts.
    #[must_use]
    pub fn of(&self, field: &Field) -> Option<&Remark> {
        let place = self.places.get(&std::ptr::from_ref(field).addr())?;
        self.all.get(*place).map(|(_, remark)| remark)
    }

    /// Iterates over all remarks, each with its member.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Field, &Remark)> {
        self.all.iter().map(|(field, remark)| (*field, remark))
    }
}
