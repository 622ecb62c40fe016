//! Sinks: the trait that receives the steps, misfits and names of a walk.

use serde_json::Value;

use super::types::{Types, Union};

/// Step from a value to one of its parts.
#[derive(Clone, Copy, Debug)]
pub enum Step<'v, F, A> {
    /// An item of a list, by its index.
    Item(usize),
    /// A key of a map, or a member name that names no arm. The second part is the key as a value.
    Key(&'v str, &'v Value),
    /// The value at a key of a map.
    Entry(&'v str),
    /// A described member, under the name that it has in the object. The field of `rest` describes
    /// all members that no other field describes.
    Member(F, &'v str),
    /// A value that an object holds under the name of its arm: by status or event.
    Arm(A, &'v str),
    /// List in a member of a wrapper object that a service sent in place of the list (`Also::At`),
    /// with the member's name.
    WrappedList(&'v str),
}

impl<F, A> Step<'_, F, A> {
    /// Returns the step as a part of a path: `[2]` or `.title`.
    #[must_use]
    pub fn to_path_part(&self) -> String {
        match self {
            Self::Item(index) => format!("[{index}]"),
            Self::Key(name, _) | Self::Entry(name) | Self::Member(_, name) => format!(".{name}"),
            Self::Arm(_, name) | Self::WrappedList(name) => format!(".{name}"),
        }
    }
}

/// A step through values of a sink.
pub type StepOf<'v, S> = Step<'v, <<S as Sink>::Types as Types>::Field, <<S as Sink>::Types as Types>::Arm>;

/// A type of a sink.
pub type TypeOf<S> = <<S as Sink>::Types as Types>::Type;

/// Difference between a value and its type.
#[derive(Clone, Debug)]
pub enum Misfit<'v> {
    /// The value is JSON of another kind.
    Kind,
    /// The value has the kind, but another form, or is beyond the range.
    Form,
    /// The value is a number in another notation.
    Notation,
    /// The enumeration does not list the value.
    Unlisted,
    /// The value is null, but the member is required.
    Null,
    /// The value is not this constant, in JSON.
    Constant(String),
    /// The value is a member that only the other side sends.
    Direction,
    /// The list does not have the length of the tuple, or the object does not have exactly one member,
    /// which names an arm.
    Length,
    /// The value lacks the tag of its union.
    NoTag,
    /// The value is not an arm of its union: the tag, if there is one, selects none.
    NoArm(Option<&'v Value>),
}

/// Members of an object that the type does not describe, and missing members.
#[derive(Clone, Debug)]
pub struct Names<'v, T: Types> {
    /// Description of the object: a record, or a union and the record of an arm. Empty for an object around a list.
    pub records: Vec<T::Record>,
    /// Members that none of the records describes, with their values.
    pub unknown: Vec<(&'v str, &'v Value)>,
    /// Fields of absent members that the side must send.
    pub missing: Vec<T::Field>,
}

/// Receiver of misfits.
pub trait Sink {
    /// The source of types.
    type Types: Types;
    /// Enters a part of the value. If this returns `false`, the walk skips the part, and does not call `leave` for it.
    fn enter(&mut self, step: StepOf<'_, Self>) -> bool;
    /// Leaves the part that was entered last.
    fn leave(&mut self);
    /// Takes a misfit of the value at this place with its type.
    fn misfit(&mut self, value: &Value, ty: TypeOf<Self>, misfit: Misfit<'_>);
    /// Takes the unknown and missing members of the object at this place. Called once for an object, after the misfits
    /// of its members.
    fn names(&mut self, object: &Value, names: &Names<'_, Self::Types>);
    /// Returns the arm of an object without a discriminating member; `None` for the default arm.
    fn meant_arm(&self, _union: &Union<Self::Types>) -> Option<<Self::Types as Types>::Arm> {
        None
    }
    /// Receives a type with which the current value was compared, after the misfits of the comparison. A value of a
    /// nullable type or a union is compared with several types.
    fn compared(&mut self, _ty: TypeOf<Self>) {}
}
