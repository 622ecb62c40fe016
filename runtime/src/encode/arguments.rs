//! Untyped arguments: the parameters of a call by name.
//!
//! Input: names and JSON. Output: the members of the operation's input. Whether a value fits its
//! type is not decided here; bounds and rules are checked as for typed calls.

use crate::{
    Bytes, Error, File, RawJson, Text,
    encode::{
        Members,
        rules::{Violation, is_raw, null_is_value, takes_null},
    },
    from_slice,
    schema::{List, Operation, Type},
};

/// Parameters of a call by name, for callers without the typed struct.
#[derive(Clone, Debug)]
pub struct Arguments {
    operation: &'static Operation,
    members: Members,
}

impl Arguments {
    /// Creates an empty set of parameters of an operation.
    pub fn new(operation: &'static Operation) -> Self {
        Self { operation, members: vec![None; operation.input.fields.len()] }
    }

    /// Reads the parameters from the members of a JSON object.
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

    /// Returns the operation that the parameters are for.
    pub const fn operation(&self) -> &'static Operation {
        self.operation
    }

    /// Sets a parameter. `null` means absent for an optional parameter, unless `null` and absence have different
    /// meanings.
    pub fn set(&mut self, name: &str, value: &RawJson) -> Result<(), Error> {
        self.put(name, value.as_str()).map_err(|text| self.invalid(text))
    }

    /// Sets a parameter of bytes, which is not JSON.
    pub fn set_bytes(&mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Result<(), Error> {
        self.set_raw(name, Type::Bytes, bytes.into())
    }

    /// Sets a parameter that is a file.
    pub fn set_file(&mut self, name: &str, file: &File) -> Result<(), Error> {
        let part = crate::to_vec(file, Type::File).map_err(|error| self.invalid(format!("`{name}`: {error}")))?;
        self.set_raw(name, Type::File, part)
    }

    /// Sets a parameter that is a list of files.
    pub fn set_files(&mut self, name: &str, files: Vec<File>) -> Result<(), Error> {
        let index = self.index(name).map_err(|text| self.invalid(text))?;
        let ty = self.operation.input.fields.get(index).map(|field| field.ty.plain());
        let Some(ty @ Type::List(List { item: Type::File, .. })) = ty else {
            return Err(self.invalid(format!("`{name}` is no list of files")));
        };
        let json = crate::to_vec(&files, ty).map_err(|error| self.invalid(format!("`{name}`: {error}")))?;
        if let Some(member) = self.members.get_mut(index) {
            *member = Some(json);
        }
        Ok(())
    }

    /// Returns the bounds and rules that the parameters break; empty where a call with them could be
    /// sent.
    pub fn violations(&self) -> Vec<Violation> {
        crate::encode::rules::check(self.operation, &self.members)
    }

    /// Returns the values that a request cannot carry in their places, such as `..` in a path. Missing
    /// parameters are ignored.
    pub fn misplaced(&self) -> Vec<Violation> {
        crate::encode::placement_violations(self.operation, &self.members)
    }

    /// Converts into the members that [`Client::execute`](crate::Client::execute) takes.
    pub fn into_members(self) -> Vec<Option<Vec<u8>>> {
        self.members
    }

    /// Sets a parameter that is sent as bytes or as a file; `ty` is the type of the given value.
    fn set_raw(&mut self, name: &str, ty: Type, bytes: Vec<u8>) -> Result<(), Error> {
        let index = self.index(name).map_err(|text| self.invalid(text))?;
        let wanted = self.operation.input.fields.get(index).map(|field| field.ty);
        let fits = matches!((wanted, ty), (Some(Type::Bytes), Type::Bytes) | (Some(Type::File), Type::File));
        if !fits {
            let what = if matches!(ty, Type::File) { "file" } else { "value of raw bytes" };
            return Err(self.invalid(format!("`{name}` is no {what}")));
        }
        if let Some(member) = self.members.get_mut(index) {
            *member = Some(bytes);
        }
        Ok(())
    }

    fn invalid(&self, text: String) -> Error {
        Error::invalid_request(self.operation.id, vec![text])
    }

    /// Returns the index of a parameter by its name or an alias. The error lists the known names.
    fn index(&self, name: &str) -> Result<usize, String> {
        let fields = self.operation.input.fields;
        let known = |field: &crate::schema::Field| field.name == name || field.aliases.contains(&name);
        fields.iter().position(known).ok_or_else(|| {
            let names: Vec<String> = fields.iter().map(|field| format!("`{}`", field.name)).collect();
            let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            format!("there is no parameter `{name}`; there are: {names}")
        })
    }

    /// Sets the JSON of a parameter. `null` removes the value where it means absence.
    fn put(&mut self, name: &str, json: &str) -> Result<(), String> {
        let fields = self.operation.input.fields;
        let index = self.index(name)?;
        let field = &fields[index];
        let left_out = json == "null" && !null_is_value(field) && !(field.required && takes_null(field.ty));
        self.members[index] = match field.ty {
            _ if left_out => None,
            ty if is_raw(ty) => Some(raw(name, ty, json)?),
            _ => Some(json.as_bytes().to_vec()),
        };
        Ok(())
    }
}

/// Converts the JSON of a parameter whose type is sent as bytes to the bytes.
fn raw(name: &str, ty: Type, json: &str) -> Result<Vec<u8>, String> {
    let bytes: Result<Vec<u8>, String> = match ty {
        Type::File => from_slice::<File>(ty, json.as_bytes())
            .map_err(|error| error.to_string())
            .and_then(|file| crate::to_vec(&file, ty).map_err(|error| error.to_string())),
        _ => from_slice::<Bytes>(ty, json.as_bytes()).map(|bytes| bytes.to_vec()).map_err(|error| error.to_string()),
    };
    bytes.map_err(|error| format!("`{name}` is sent as bytes, so as JSON it must be a text with these bytes: {error}"))
}
