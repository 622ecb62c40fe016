//! Reads and writes the types of the standard library.
//!
//! Input and output are the reader and the writer. Numbers and texts with special forms are in
//! [`crate::value`].

use std::collections::BTreeMap;

use crate::{
    json::{
        error::ReadError,
        reader::{Lexeme, Reader, Step},
        text::Text,
        traits::{Read, Write},
        types::inner,
        writer::Writer,
    },
    schema::Type,
};

impl Read for bool {
    fn blank() -> Self {
        false
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Boolean(value) => Ok(value),
            _ => Err("true or false".into()),
        })
    }
}

impl Write for bool {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.raw(if *self { "true" } else { "false" });
    }
}

/// Reads decimal text, too; the value is never infinite.
impl Read for f64 {
    fn blank() -> Self {
        0.0
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Number(digits) | Lexeme::Text(digits) => Ok(chainloom_forms::parse_float(digits)?),
            Lexeme::Boolean(_) => Err("a number".into()),
        })
    }
}

impl Write for f64 {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.float(*self);
    }
}

/// Reads `null` as `None`. A `None` member is omitted unless required.
impl<T: Read> Read for Option<T> {
    fn blank() -> Self {
        None
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut value = None;
        value.fill(ty, reader)?;
        Ok(value)
    }

    fn fill(&mut self, ty: Type, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        match reader.null()? {
            true => Ok(()),
            false => self.insert(T::blank()).fill(inner(ty), reader),
        }
    }
}

impl<T: Write> Write for Option<T> {
    fn write(&self, ty: Type, writer: &mut Writer) {
        match self {
            Some(value) => value.write(inner(ty), writer),
            None => writer.raw("null"),
        }
    }

    fn is_absent(&self) -> bool {
        self.is_none()
    }
}

/// Reads `null` as an empty list.
impl<T: Read> Read for Vec<T> {
    fn blank() -> Self {
        Self::new()
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut items = Self::new();
        items.fill(ty, reader)?;
        Ok(items)
    }

    fn fill(&mut self, ty: Type, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        reader.list(ty, &mut |reader, step| {
            let Step::Item(item) = step else {
                self.clear();
                return Ok(());
            };
            reader.spend(size_of::<T>())?;
            self.push(T::blank());
            match self.last_mut() {
                Some(place) => place.fill(item, reader),
                None => reader.skip(),
            }
        })
    }
}

impl<T: Write> Write for Vec<T> {
    fn write(&self, ty: Type, writer: &mut Writer) {
        writer.list(ty, self.len(), &|index| self.get(index).map(|item| -> &dyn Write { item }));
    }
}

/// Reads `null` as an empty map. Keys are strings in the form of their type.
impl<K: Read + Ord, V: Read> Read for BTreeMap<K, V> {
    fn blank() -> Self {
        Self::new()
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut members = Self::new();
        reader.map(&mut |reader, name| members.add(ty, name, reader))?;
        Ok(members)
    }

    fn add(&mut self, ty: Type, name: &Text, reader: &mut Reader<'_>) -> Result<(), ReadError> {
        let (key_type, value_type) = match inner(ty) {
            Type::Map(map) => (map.key.plain(), map.value.plain()),
            _ => (Type::Text, Type::Json),
        };
        reader.spend(size_of::<(K, V)>())?;
        let key = reader.key(key_type, name)?;
        let mut value = V::blank();
        value.fill(value_type, reader)?;
        self.insert(key, value);
        Ok(())
    }
}

impl<K: Write, V: Write> Write for BTreeMap<K, V> {
    fn write(&self, ty: Type, writer: &mut Writer) {
        writer.map(ty, &mut self.iter().map(|(key, value)| -> (&dyn Write, &dyn Write) { (key, value) }));
    }

    fn write_members(&self, ty: Type, writer: &mut Writer) {
        writer.map_members(ty, &mut self.iter().map(|(key, value)| -> (&dyn Write, &dyn Write) { (key, value) }));
    }
}
