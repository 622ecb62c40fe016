//! Members of results that have the value of a parameter.
//!
//! Input: a synthetic result, and the parameters of the call. Output: the result with such members.
//! The spec says which they are, by `echoes`. What is fetched by its own members, such as an ID, has
//! those of the request. No other member has the value of a parameter, whatever its name is.

use chainloom_interpret::Remarks;
use chainloom_runtime::schema::{ArmBody, Field, Operation, Record, Type, Union};
use serde_json::{Map, Value};

use super::links;
use crate::requests::rest_parameters::Input;
use crate::synthesis::Style;

/// Gives what is fetched by its own members those of the request.
pub(crate) fn identify(operation: &'static Operation, value: &mut Value, input: &Input) {
    let (Some(_), Some(members)) = (links::fetched(operation), value.as_object_mut()) else { return };
    for parameter in links::required(operation) {
        if let Some(given) = input.get(parameter.name).filter(|given| !given.is_null()) {
            members.insert(parameter.name.to_owned(), given.clone());
        }
    }
}

/// Gives members the values of the parameters that they echo.
pub(crate) fn repeat(ty: Type, value: &mut Value, parameters: &Record, input: &Input, style: Style) {
    if let Some(facts) = style.facts {
        Echo { parameters, input, remarks: &facts.remarks }.within(ty, value);
    }
}

struct Echo<'a> {
    parameters: &'a Record,
    input: &'a Input,
    remarks: &'static Remarks,
}

impl Echo<'_> {
    fn within(&self, ty: Type, value: &mut Value) {
        match (ty.known(), value) {
            (Type::Nullable(inner), value) => self.within(*inner, value),
            (Type::Bounded(bounded), value) => self.within(bounded.ty, value),
            (Type::List(list), Value::Array(items)) => items.iter_mut().for_each(|item| self.within(list.item, item)),
            (Type::Map(map), Value::Object(members)) => {
                members.values_mut().for_each(|value| self.within(map.value, value));
            }
            (Type::Tuple(types), Value::Array(items)) => {
                types.iter().zip(items).for_each(|(ty, item)| self.within(*ty, item));
            }
            (Type::Record(record), Value::Object(members)) => self.members(record.fields, members),
            (Type::Union(union), value) => self.union(union, value),
            _ => {}
        }
    }

    fn union(&self, union: &Union, value: &mut Value) {
        if let Value::Object(members) = value {
            self.members(union.common, members);
        }
        for arm in union.arms {
            match (arm.body, &mut *value) {
                (ArmBody::Fields { record, .. }, Value::Object(members)) => self.members(record.fields, members),
                // An arm by status or event holds its value in a member; others are the value.
                (ArmBody::Value(ty), value) if union.discriminator.holds_values() => match value.get_mut(arm.name) {
                    Some(inner) => self.within(ty, inner),
                    None => self.within(ty, value),
                },
                _ => {}
            }
        }
    }

    fn members(&self, fields: &[Field], members: &mut Map<String, Value>) {
        for field in fields {
            let Some(value) = members.get_mut(field.name) else { continue };
            match self.of(field) {
                Some(echo) => *value = echo,
                None => self.within(field.ty, value),
            }
        }
    }

    /// The value of the parameter that a member echoes: as given, or the default of the service.
    fn of(&self, field: &Field) -> Option<Value> {
        let names = self.remarks.of(field)?.echoes.iter();
        let of_call = |name: &String| self.parameters.fields.iter().find(|parameter| parameter.name == *name);
        let parameter = names.into_iter().find_map(of_call)?;
        let given = self.input.get(parameter.name).filter(|given| !given.is_null()).cloned();
        given.or_else(|| serde_json::from_str(parameter.bounds.default?).ok())
    }
}
