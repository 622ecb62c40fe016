//! The writer: puts values into a body, led by static tables.
//!
//! Input: values through [`Write`] and [`Record`]. Output: JSON text without white space. The order is:
//! common members, tag, members of the arm, members that the schema does not know.
//!
//! A float that is not finite has no JSON form. The writer then remembers that, and gives an error instead
//! of a body; it never writes `null` in its place.

use std::borrow::Cow;
use std::fmt::{self, Write as _};

use alloy_primitives::hex;

use super::plain::plain_length;
use super::{Arm, Record, Write};
use crate::schema::{ArmBody, Field, ToldBy, Type, Union};

/// A writer of one JSON text.
#[derive(Debug, Default)]
pub struct Writer {
    out: String,
    /// The body, where it is not JSON.
    bytes: Option<Vec<u8>>,
    failed: Option<WriteError>,
    /// What stands in the place of secrets, as JSON or not, where the text is for people and is not sent.
    mark: Option<String>,
}

/// The error of a value without a JSON form, such as a float that is not finite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(Cow<'static, str>);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WriteError {}

impl Writer {
    /// Creates an empty writer.
    #[must_use]
    pub fn new() -> Self {
        Self::into_buffer(Vec::new())
    }

    /// Creates an empty writer that uses the room of a buffer, whose bytes are dropped.
    pub(crate) fn into_buffer(mut buffer: Vec<u8>) -> Self {
        buffer.clear();
        // Most parameters fit, and are written without making room again.
        buffer.reserve(64);
        Self { out: String::from_utf8(buffer).unwrap_or_default(), ..Self::default() }
    }

    /// Returns the JSON text.
    ///
    /// # Errors
    /// A value has no JSON form.
    pub fn finish(self) -> Result<Vec<u8>, WriteError> {
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.bytes.unwrap_or_else(|| self.out.into_bytes())),
        }
    }

    /// The JSON text; empty where a value has no JSON form.
    pub(crate) fn into_text(self) -> String {
        if self.failed.is_none() { self.out } else { String::new() }
    }

    /// A value as it is printed: JSON without its secrets, and of bytes that are no JSON, how many there are.
    pub(crate) fn shown(value: &dyn Write, ty: Type) -> String {
        let mut writer = Self { mark: Some("[secret]".to_owned()), ..Self::default() };
        value.write(ty, &mut writer);
        match (writer.failed, writer.bytes) {
            (Some(error), _) => format!("[{error}]"),
            (None, Some(bytes)) => format!("[{} bytes]", bytes.len()),
            (None, None) => writer.out,
        }
    }

    /// A value with a mark, which is a text that needs no escape, in the place of each secret.
    pub(crate) fn marked(value: &dyn Write, ty: Type, mark: String) -> Result<Vec<u8>, WriteError> {
        let mut writer = Self { mark: Some(format!("\"{mark}\"")), ..Self::default() };
        value.write(ty, &mut writer);
        writer.finish()
    }

    /// Writes a text that is sent and never shown.
    pub(crate) fn secret(&mut self, text: &dyn Write, ty: Type) {
        match self.mark.take() {
            Some(mark) => {
                self.raw(&mark);
                self.mark = Some(mark);
            }
            None => text.write(ty, self),
        }
    }

    /// Remembers that a value has no JSON form; of several reasons the first is told.
    pub(crate) fn fail(&mut self, reason: impl Into<Cow<'static, str>>) {
        self.failed.get_or_insert(WriteError(reason.into()));
    }

    /// Writes bytes that are no JSON: the whole of a body, or of a part of one. Within JSON they are a text.
    pub(crate) fn bytes(&mut self, bytes: Vec<u8>) {
        if self.out.is_empty() {
            self.bytes = Some(bytes);
        } else {
            self.text(&String::from_utf8_lossy(&bytes));
        }
    }

    /// Writes a text that is already JSON.
    pub fn raw(&mut self, json: &str) {
        self.out.push_str(json);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.out.push('"');
        self.escaped(text);
        self.out.push('"');
    }

    /// Writes what stands between the quotes of a text.
    fn escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some((plain, other)) = rest.split_at_checked(plain_length(rest.as_bytes())) {
            self.out.push_str(plain);
            let mut chars = other.chars();
            let Some(c) = chars.next() else { return };
            self.escape(c);
            rest = chars.as_str();
        }
    }

    /// Writes the `Display` form of a value as a string.
    pub fn display(&mut self, value: &dyn fmt::Display) {
        self.out.push('"');
        let start = self.out.len();
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{value}");
        let is_plain = |text: &str| plain_length(text.as_bytes()) == text.len();
        if !self.out.get(start..).is_some_and(is_plain) {
            let text = self.out.split_off(start);
            self.escaped(&text);
        }
        self.out.push('"');
    }

    /// Writes a text that needs no escape.
    pub(crate) fn plain(&mut self, write: &dyn Fn(&mut dyn fmt::Write) -> fmt::Result) {
        self.out.push('"');
        // Writing to a string cannot fail.
        let _ = write(&mut self.out);
        self.out.push('"');
    }

    /// Writes bytes as hex digits.
    pub(crate) fn hex(&mut self, bytes: &[u8]) {
        let mut digits = [0; 256];
        for part in bytes.chunks(digits.len() / 2) {
            let digits = digits.get_mut(..2 * part.len()).and_then(|digits| hex::encode_to_str(part, digits).ok());
            self.out.push_str(digits.unwrap_or_default());
        }
    }

    /// Writes digits as a JSON number.
    pub fn number(&mut self, value: fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.out.write_fmt(value);
    }

    /// Writes a float in its shortest form.
    pub fn float(&mut self, value: f64) {
        if !value.is_finite() {
            self.fail("a number is infinite or not a number, which JSON cannot express; give a finite one");
        }
        // The debug form uses exponents where the plain one would print hundreds of digits.
        let digits = format!("{value:?}");
        self.raw(digits.strip_suffix(".0").unwrap_or(&digits));
    }

    fn escape(&mut self, c: char) {
        match c {
            '"' => self.out.push_str("\\\""),
            '\\' => self.out.push_str("\\\\"),
            '\n' => self.out.push_str("\\n"),
            '\r' => self.out.push_str("\\r"),
            '\t' => self.out.push_str("\\t"),
            other => self.number(format_args!("\\u{:04x}", u32::from(other))),
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
            _ => {}
        }
        self.extra(record);
        self.out.push('}');
    }

    /// Writes the members that the schema does not know.
    fn extra(&mut self, record: &dyn Record) {
        for (name, value) in record.extra().into_iter().flat_map(|extra| extra.iter()) {
            self.key(name);
            self.raw(value.as_str());
        }
    }

    /// Writes the tag, unless it was written as a common member.
    fn tag(&mut self, union: &Union, record: &dyn Record, value: &str) {
        let Some(tag) = union.tag().filter(|tag| !has_member(record, Some(tag))) else { return };
        self.key(tag);
        match union.told_by {
            ToldBy::IntegerTag(_) => self.raw(value),
            _ => self.text(value),
        }
    }

    fn members(&mut self, record: &dyn Record) {
        for (index, field) in record.table().fields.iter().enumerate() {
            match record.member(index) {
                Some(value) if field.rest => value.write_members(field.ty, self),
                Some(value) if is_written(field, value) => {
                    self.key_of(field);
                    value.write(field.ty, self);
                }
                Some(_) => {}
                None => self.constant_member(field),
            }
        }
    }

    /// Writes a member that always has the same value, which no struct holds.
    fn constant_member(&mut self, field: &Field) {
        if let Some(json) = field.constant {
            self.key_of(field);
            self.raw(json);
        }
    }

    /// Writes the name of the next member of the object that was begun, as its table has it.
    fn key_of(&mut self, field: &Field) {
        if !field.plain {
            return self.key(field.name);
        }
        self.comma('{');
        self.out.push('"');
        self.out.push_str(field.name);
        self.out.push_str("\":");
    }

    /// Writes the name of the next member of the object that was begun.
    pub(crate) fn key(&mut self, name: &str) {
        self.comma('{');
        self.text(name);
        self.out.push(':');
    }

    /// Writes a comma, unless what holds the next value has just begun.
    fn comma(&mut self, open: char) {
        if !self.out.ends_with(open) {
            self.out.push(',');
        }
    }

    /// Writes an array.
    pub(crate) fn list<'v>(&mut self, ty: Type, len: usize, item_at: &dyn Fn(usize) -> Option<&'v dyn Write>) {
        let item = item_of(ty);
        self.out.push('[');
        for (index, value) in (0..len).filter_map(item_at).enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            value.write(item, self);
        }
        self.out.push(']');
    }

    /// Writes an array whose places have types of their own.
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

    /// Writes an object with any keys.
    pub(crate) fn map<'v>(&mut self, ty: Type, members: &mut dyn Iterator<Item = (&'v dyn Write, &'v dyn Write)>) {
        self.out.push('{');
        self.map_members(ty, members);
        self.out.push('}');
    }

    /// Writes the members of an object that was begun.
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

    /// Writes a key; a number is put in quotes.
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

/// A required member is always written, as `null` where it is empty.
fn is_written(field: &Field, value: &dyn Write) -> bool {
    field.required || !value.is_absent()
}

/// The type of the items of a list.
fn item_of(ty: Type) -> Type {
    match strip(ty) {
        Type::List(list) => list.item.plain(),
        _ => Type::Json,
    }
}

fn strip(ty: Type) -> Type {
    match ty {
        Type::Nullable(inner) => strip(*inner),
        other => other,
    }
}
