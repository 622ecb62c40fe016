//! The parameters of a call by name, for callers that have no types.
//!
//! Input: names and JSON. Output: the members of the operation's input. Whether a value fits its type is
//! not decided here; bounds and rules are checked where typed calls are checked.

use super::Members;
use crate::{
    Error, RawJson, Text,
    rules::{null_is_value, takes_null},
    schema::Operation,
};

/// The parameters of a call, by name.
#[derive(Clone, Debug)]
pub struct Arguments {
    operation: &'static Operation,
    members: Members,
}

impl Arguments {
    /// None yet.
    pub fn new(operation: &'static Operation) -> Self {
        Self { operation, members: vec![None; operation.input.fields.len()] }
    }

    /// Takes the members of a JSON object.
    pub fn from_json(operation: &'static Operation, json: &[u8]) -> Result<Self, Error> {
        let invalid = |texts| Error::invalid_request(operation.id, texts);
        let members = crate::json::members(json);
        let members =
            members.map_err(|error| invalid(vec![format!("the parameters must be a JSON object: {error}")]))?;
        let mut arguments = Self::new(operation);
        let put = |(name, value): (Text, &str)| arguments.put(&name, value).err();
        let wrong: Vec<String> = members.into_iter().filter_map(put).collect();
        if wrong.is_empty() { Ok(arguments) } else { Err(invalid(wrong)) }
    }

    /// Sets a parameter; null leaves an optional one out, unless null is a value of its own.
    pub fn set(&mut self, name: &str, value: &RawJson) -> Result<(), Error> {
        self.put(name, value.as_str()).map_err(|text| Error::invalid_request(self.operation.id, vec![text]))
    }

    /// The members, for [`Client::execute`](crate::Client::execute).
    pub fn into_members(self) -> Members {
        self.members
    }

    fn put(&mut self, name: &str, json: &str) -> Result<(), String> {
        let fields = self.operation.input.fields;
        let known = |field: &crate::schema::Field| field.name == name || field.aliases.contains(&name);
        let Some(index) = fields.iter().position(known) else {
            let names: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(format!("there is no parameter `{name}`; there are: {names}"));
        };
        let field = &fields[index];
        let left_out = json == "null" && !null_is_value(field) && !(field.required && takes_null(field.ty));
        self.members[index] = (!left_out).then(|| json.as_bytes().to_vec());
        Ok(())
    }
}
