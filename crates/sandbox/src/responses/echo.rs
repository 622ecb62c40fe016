//! Echoes: members of results that repeat the value of a parameter, or of a member of the object
//! around their record, or the result of a call without parameters.
//!
//! Input: a synthetic result, and the parameters of the call. Output: the result with the echoed
//! values in the members that the spec lists by `echoes`. A record that is fetched by its own
//! members, such as an ID, has the values of the request in these members. No other member takes
//! the value of a parameter, whatever its name is.

use chainloom_interpret::Remarks;
use chainloom_runtime::schema::{
    self, ArmBody, Binding, Discriminator, Field, Operation, Record, Subscription, Type, Union,
};
use serde_json::{Map, Value};

use super::fetched::{fetched_object, fetched_type, required};
use super::paths;
use crate::requests::fits;
use crate::requests::rest_parameters::Input;
use crate::routing::is_id;
use crate::synthesis::Style;

/// Gives an object that is fetched by some of its members the values of the request in these
/// members.
pub(crate) fn identify(operation: &'static Operation, value: &mut Value, input: &Input) {
    let (Some(_), Some(object)) = (fetched_type(operation), fetched_object(operation, value)) else { return };
    let Some(members) = object.as_object_mut() else { return };
    for parameter in required(operation) {
        if let Some(given) = input.get(parameter.name).filter(|given| !given.is_null()) {
            members.insert(parameter.name.to_owned(), given.clone());
        }
    }
}

/// Gives members the values that they echo: of the parameters, or of the objects around them.
pub(crate) fn repeat(ty: Type, value: &mut Value, asked: Asked<'_>, style: Style) {
    if let Some(facts) = style.facts {
        let remarks = &facts.remarks;
        let echoed = |(fields, field): Member<'_>, holder: Holder<'_>| {
            asked.echoed_among(fields, field, remarks).or_else(|| of_holder(field, holder, remarks))
        };
        Echo { echoed: &echoed }.within(ty, value, None);
    }
}

/// Gives members the values that they echo of the objects around them, after these objects have
/// changed.
pub(crate) fn repeat_holders(ty: Type, value: &mut Value, style: Style) {
    if let Some(facts) = style.facts {
        Echo { echoed: &|(_, field), holder| of_holder(field, holder, &facts.remarks) }.within(ty, value, None);
    }
}

/// Gives members the results that they echo. `result` returns the result of an operation without
/// parameters, by its name.
pub(crate) fn repeat_results(ty: Type, value: &mut Value, result: &dyn Fn(&str) -> Option<Value>, style: Style) {
    let Some(facts) = style.facts.filter(|facts| facts.has_echoed_results) else { return };
    let echoed = |(_, field): Member<'_>, _: Holder<'_>| {
        let of_result = facts.remarks.of(field)?.of_results.iter().find_map(|name| result(name));
        of_result.filter(|value| fits::is_received(field.ty, value))
    };
    Echo { echoed: &echoed }.within(ty, value, None);
}

/// Gives the members of a record the values that they echo of the object `holder` around the
/// record. Adds absent members.
pub(crate) fn fill(ty: Type, members: &mut Map<String, Value>, holder: &Map<String, Value>, style: Style) {
    let Some(facts) = style.facts else { return };
    for field in paths::fields(ty) {
        if let Some(value) = of_holder(field, Some(holder), &facts.remarks) {
            members.insert(field.name.to_owned(), value);
        }
    }
}

/// Call or subscription, with its parameters and their values.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// ID of the operation or subscription.
    pub(crate) id: &'a str,
    pub(crate) parameters: &'a Record,
    /// Bindings of the parameters, with the bindings of constants.
    pub(crate) bindings: &'a [Binding],
    pub(crate) input: &'a Input,
}

impl<'a> Asked<'a> {
    pub(crate) fn call(operation: &'a Operation, input: &'a Input) -> Self {
        Self { id: operation.id, parameters: operation.input, bindings: operation.bindings, input }
    }

    pub(crate) fn subscription(of: &'a Subscription, input: &'a Input) -> Self {
        Self { id: of.id, parameters: of.input, bindings: &[], input }
    }

    /// Returns whether a member echoes one of the parameters.
    pub(crate) fn is_echoed(self, field: &Field, remarks: &Remarks) -> bool {
        self.parameters.fields.iter().any(|parameter| self.repeats(field, parameter.name, remarks))
    }

    /// Returns whether a member repeats the parameter with this name.
    pub(crate) fn repeats(self, field: &Field, parameter: &str, remarks: &Remarks) -> bool {
        let echoes = remarks.of(field).map_or(&[][..], |remark| &remark.echoes);
        echoes.iter().any(|echo| self.is_meant(echo, parameter))
    }

    /// Returns the value that a member of a record echoes. A member of any text does not echo what
    /// fits a member of a narrower type that echoes the same parameter.
    fn echoed_among(self, fields: &[Field], field: &Field, remarks: &Remarks) -> Option<Value> {
        let value = self.echoed(field, remarks)?;
        let is_text = |field: &Field| matches!(field.ty.bare(), Type::Text);
        let is_shared = |other: &Field| {
            let mut parameters = self.parameters.fields.iter().map(|parameter| parameter.name);
            parameters.any(|name| self.repeats(field, name, remarks) && self.repeats(other, name, remarks))
        };
        let mut narrower = fields.iter().filter(|other| !is_text(other) && is_shared(other));
        let is_taken = is_text(field) && narrower.any(|other| fits::is_received(other.ty, &value));
        (!is_taken).then_some(value)
    }

    /// Returns the value of the parameter that a member echoes: given, constant, or the default of
    /// the service. `None` if the member echoes no parameter, or the value does not fit its type.
    pub(crate) fn echoed(self, field: &Field, remarks: &Remarks) -> Option<Value> {
        let echoes = &remarks.of(field)?.echoes;
        // A value that fits another arm of the union is no echo.
        let fits = |value: &Value| fits::is_received(field.ty, value);
        echoes.iter().find_map(|echo| self.value(echo)).filter(fits)
    }

    /// Returns the value of the parameter to which `echo` refers: given, constant, or the default
    /// of the service; `None` if the call has no such parameter or value.
    fn value(self, echo: &str) -> Option<Value> {
        let parameter = self.parameters.fields.iter().find(|parameter| self.is_meant(echo, parameter.name));
        let fixed = || {
            let binding = self.bindings.iter().find(|binding| self.is_meant(echo, binding.name))?;
            if let schema::Value::Fixed(json) = binding.value { Some(json) } else { None }
        };
        let given = parameter.and_then(|parameter| self.input.get(parameter.name)).filter(|given| !given.is_null());
        let json = || parameter.map_or_else(fixed, |parameter| parameter.bounds.default);
        given.cloned().or_else(|| serde_json::from_str(json()?).ok())
    }

    /// Returns whether `echo` refers to `parameter`, as `name` or as `operation.name`.
    fn is_meant(self, echo: &str, parameter: &str) -> bool {
        let operation = || echo.strip_suffix(parameter)?.strip_suffix('.');
        echo == parameter || operation().is_some_and(|operation| is_id(self.id, operation))
    }
}

/// Returns the value that a member echoes of the object around its record; `None` if it echoes
/// none, or the value is null or does not fit.
fn of_holder(field: &Field, holder: Holder<'_>, remarks: &Remarks) -> Option<Value> {
    let names = &remarks.of(field)?.of_holder;
    let value = names.iter().find_map(|name| holder?.get(name)).filter(|value| !value.is_null())?;
    fits::is_received(field.ty, value).then(|| value.clone())
}

/// Walk through a value to the members that echo something.
struct Echo<'a> {
    /// Returns the value that a member echoes, given the members of its record and the object around
    /// the record; `None` if it echoes nothing.
    echoed: &'a dyn Fn(Member<'_>, Holder<'_>) -> Option<Value>,
}

/// Member of a record, after all members of the record.
type Member<'a> = (&'a [Field], &'a Field);

/// Members of the object around a value, without its lists and objects.
type Holder<'a> = Option<&'a Map<String, Value>>;

impl Echo<'_> {
    /// Writes echoed values into a value and the values in it. `holder` is the object that
    /// contains the value.
    fn within(&self, ty: Type, value: &mut Value, holder: Holder<'_>) {
        match (ty.known(), value) {
            (Type::Nullable(inner), value) => self.within(*inner, value, holder),
            (Type::Bounded(bounded), value) => self.within(bounded.ty, value, holder),
            (Type::List(list), Value::Array(items)) => {
                items.iter_mut().for_each(|item| self.within(list.item, item, holder));
            }
            (Type::Map(map), Value::Object(members)) => {
                members.values_mut().for_each(|value| self.within(map.value, value, holder));
            }
            (Type::Tuple(types), Value::Array(items)) => {
                types.iter().zip(items).for_each(|(ty, item)| self.within(*ty, item, holder));
            }
            (Type::Record(record), Value::Object(members)) => self.members(record.fields, members, holder),
            (Type::Union(union), value) => self.union(union, value, holder),
            _ => {}
        }
    }

    fn union(&self, union: &Union, value: &mut Value, holder: Holder<'_>) {
        if let Value::Object(members) = value {
            self.members(union.common, members, holder);
        }
        for arm in union.arms {
            match (arm.body, &mut *value) {
                (ArmBody::Fields { record, .. }, Value::Object(members)) => {
                    self.members(record.fields, members, holder);
                }
                // An arm by status or event is there if the value has a member of its name.
                (ArmBody::Value(ty), value) => match union.discriminator {
                    Discriminator::Form => self.within(ty, value, holder),
                    Discriminator::Status | Discriminator::Event => {
                        value.get_mut(arm.name).into_iter().for_each(|inner| self.within(ty, inner, holder));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
    }

    /// Sets members that echo something, and then enters the others, whose members may echo the
    /// first.
    fn members(&self, fields: &[Field], members: &mut Map<String, Value>, holder: Holder<'_>) {
        let mut others = Vec::new();
        for field in fields {
            let Some(value) = members.get_mut(field.name) else { continue };
            match (self.echoed)((fields, field), holder) {
                Some(echo) => *value = echo,
                None if value.is_array() || value.is_object() => others.push(field),
                None => {}
            }
        }
        if others.is_empty() {
            return;
        }
        let plain = members.iter().filter(|(_, value)| !value.is_array() && !value.is_object());
        let own: Map<String, Value> = plain.map(|(name, value)| (name.clone(), value.clone())).collect();
        for field in others {
            members.get_mut(field.name).into_iter().for_each(|value| self.within(field.ty, value, Some(&own)));
        }
    }
}
