//! Writes objects, arrays and maps, guided by the tables of their types.
//!
//! Input: values through [`Write`] and [`Record`]. Output: their JSON text in the writer. The order
//! of an object is: common members, tag, members of the arm, members that the schema does not know.

use crate::{
    json::{
        traits::{Arm, Record, Write},
        types::{item_of, strip},
        writer::{WriteError, Writer},
    },
    schema::{ArmBody, Direction, Discriminator, Field, Type, Union},
};

impl Writer {
    /// Returns a parameter as human-readable text: JSON with redacted secrets. Bytes that are not JSON are printed as
    /// their number.
    pub(crate) fn redacted_text(value: &dyn Write, ty: Type) -> String {
        let mut writer = Self { mark: Some("[secret]".to_owned()), is_request: true, ..Self::default() };
        value.write(ty, &mut writer);
        match (writer.failed, writer.bytes) {
            (Some(error), _) => format!("[{error}]"),
            (None, Some(bytes)) => format!("[{} bytes]", bytes.len()),
            (None, None) => writer.out,
        }
    }

    /// Returns a parameter with `mark` in place of each secret. The mark must need no escape.
    pub(crate) fn marked(value: &dyn Write, ty: Type, mark: String) -> Result<Vec<u8>, WriteError> {
        let mut writer = Self { mark: Some(format!("\"{mark}\"")), is_request: true, ..Self::default() };
        value.write(ty, &mut writer);
        writer.finish()
    }

    /// Writes a secret, or the mark instead if the writer redacts.
    pub(crate) fn secret(&mut self, text: &dyn Write, ty: Type) {
        match self.mark.take() {
            Some(mark) => {
                self.raw(&mark);
                self.mark = Some(mark);
            }
            None => text.write(ty, self),
        }
    }

    /// Writes an object.
    #[doc(hidden)]
    pub fn record(&mut self, record: &dyn Record) {
        self.out.push('{');
        self.members(record);
        match (record.union(), record.arm()) {
            (Some(union), Arm::Known(index, arm)) => {
                // A record that is an arm may hold the tag as a constant of its own.
                if !has_member(arm, union.tag()) {
                    self.tag(union, record, union.arms.get(index).map_or("", |arm| arm.name));
                }
                self.members(arm);
                self.extra(arm);
            }
            (Some(union), Arm::Unknown(tag)) => self.tag(union, record, tag),
            (Some(union), Arm::UnknownInteger(tag)) => self.tag(union, record, &tag.to_string()),
            (Some(union), Arm::UnknownBoolean(tag)) => self.tag(union, record, &tag.to_string()),
            _ => {}
        }
        self.extra(record);
        self.out.push('}');
    }

    /// Writes the undescribed members.
    fn extra(&mut self, record: &dyn Record) {
        for (name, value) in record.extra().into_iter().flat_map(|extra| extra.iter()) {
            self.key(name);
            self.raw(value.as_str());
        }
    }

    /// Writes the tag, unless a common member of the record is the tag.
    fn tag(&mut self, union: &Union, record: &dyn Record, value: &str) {
        let Some(tag) = union.tag().filter(|tag| !has_member(record, Some(tag))) else { return };
        self.key(tag);
        match union.discriminator {
            Discriminator::IntegerTag(_) | Discriminator::BooleanTag(_) => self.raw(value),
            _ => self.text(value),
        }
    }

    /// Writes the members of a record that are not omitted.
    fn members(&mut self, record: &dyn Record) {
        for (index, field) in record.table().fields.iter().enumerate() {
            match record.member(index) {
                Some(value) if field.rest => value.write_members(field.ty, self),
                Some(value) if self.is_written(field, value) => {
                    self.key_of(field);
                    value.write(field.ty, self);
                }
                Some(_) => {}
                None => self.constant_member(field),
            }
        }
    }

    /// Returns whether a member is written. A required member always is, as `null` if absent; a
    /// request omits members that only responses have.
    fn is_written(&self, field: &Field, value: &dyn Write) -> bool {
        let is_of_response = self.is_request && field.direction == Direction::Response;
        !is_of_response && (field.required || !value.is_absent())
    }

    /// Writes a member with a constant value, which no struct field holds.
    fn constant_member(&mut self, field: &Field) {
        if let Some(json) = field.constant {
            self.key_of(field);
            self.raw(json);
        }
    }

    /// Writes an array.
    pub(crate) fn list<'v>(&mut self, ty: Type, len: usize, item_at: &dyn Fn(usize) -> Option<&'v dyn Write>) {
        let (item, _) = item_of(ty);
        self.out.push('[');
        for (index, value) in (0..len).filter_map(item_at).enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            value.write(item, self);
        }
        self.out.push(']');
    }

    /// Writes an array with one type per element.
    pub(crate) fn tuple(&mut self, ty: Type, items: &[&dyn Write]) {
        let types = match strip(ty) {
            Type::Tuple(types) => types,
            _ => &[],
        };
        self.out.push('[');
        for (index, value) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            value.write(types.get(index).map_or(Type::Json, |ty| ty.plain()), self);
        }
        self.out.push(']');
    }

    /// Writes a map as an object.
    pub(crate) fn map<'v>(&mut self, ty: Type, members: &mut dyn Iterator<Item = (&'v dyn Write, &'v dyn Write)>) {
        self.out.push('{');
        self.map_members(ty, members);
        self.out.push('}');
    }

    /// Writes the members of a map into an object that has begun.
    pub(crate) fn map_members<'v>(
        &mut self,
        ty: Type,
        members: &mut dyn Iterator<Item = (&'v dyn Write, &'v dyn Write)>,
    ) {
        let (key_type, value_type) = match strip(ty) {
            Type::Map(map) => (map.key.plain(), map.value.plain()),
            _ => (Type::Text, Type::Json),
        };
        for (key, value) in members {
            self.comma('{');
            self.map_key(key, key_type);
            self.out.push(':');
            value.write(value_type, self);
        }
    }

    /// Writes a key of a map; a number is put in quotes.
    fn map_key(&mut self, key: &dyn Write, ty: Type) {
        let start = self.out.len();
        key.write(ty, self);
        if !self.out.get(start..).is_some_and(|key| key.starts_with('"')) {
            self.out.insert(start, '"');
            self.out.push('"');
        }
    }

    /// Writes the value of an arm of a union by form.
    #[doc(hidden)]
    pub fn arm(&mut self, union: &'static Union, index: usize, value: &dyn Write) {
        match union.arms.get(index).map(|arm| arm.body) {
            Some(ArmBody::Value(ty)) => value.write(ty.plain(), self),
            _ => value.write(Type::Json, self),
        }
    }

    /// Writes a constant arm of a union by form.
    #[doc(hidden)]
    pub fn constant(&mut self, union: &'static Union, index: usize) {
        match union.arms.get(index).map(|arm| arm.body) {
            Some(ArmBody::Const(json @ ("true" | "false" | "null"))) => self.raw(json),
            Some(ArmBody::Const(json)) if json.starts_with('"') => self.raw(json),
            Some(ArmBody::Const(text)) => self.text(text),
            _ => self.raw("null"),
        }
    }
}

fn has_member(record: &dyn Record, name: Option<&str>) -> bool {
    name.is_some_and(|name| record.table().fields.iter().any(|field| field.name == name))
}
