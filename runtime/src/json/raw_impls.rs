//! Reading and writing of [`RawJson`] and [`Extra`].
//!
//! Input: the reader before a value, or a value. Output: the value, or its JSON. The types are in
//! `raw`.

use crate::{
    json::{
        body::from_slice,
        error::ReadError,
        raw::{Extra, RawJson},
        reader::Reader,
        text::Text,
        traits::{Read, Write},
        writer::Writer,
    },
    schema::Type,
};

impl RawJson {
    /// Parses a JSON text; surrounding white space is removed.
    ///
    /// # Errors
    /// The text is not JSON.
    pub fn parse(text: &str) -> Result<Self, ReadError> {
        from_slice(Type::Json, text.as_bytes())
    }

    /// Reads the value as a type whose schema states its form.
    ///
    /// # Errors
    /// The value does not fit the type.
    pub fn read<T: Read>(&self, ty: Type) -> Result<T, ReadError> {
        from_slice(ty, self.as_str().as_bytes())
    }

    /// Reads the value as a type with a fixed form: a record, a union, an enumeration, or a value
    /// such as [`Text`].
    ///
    /// ```
    /// use chainloom_runtime::{RawJson, Uuid};
    ///
    /// let json = RawJson::parse(r#"["67e55044-10b1-426f-9247-bb680e5fe0c8"]"#)?;
    /// let ids: Vec<Uuid> = json.to()?;
    /// assert_eq!(ids[0].to_string(), "67e55044-10b1-426f-9247-bb680e5fe0c8");
    /// # Ok::<(), chainloom_runtime::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The value does not fit the type.
    pub fn to<T: Read>(&self) -> Result<T, ReadError> {
        self.read(Type::Json)
    }
}

impl Read for RawJson {
    fn blank() -> Self {
        Self::checked("null")
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.raw().map(Self::checked)
    }
}

impl Write for RawJson {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.raw(self.as_str());
    }
}

/// Exists because [`super::blank`] requires `Read`. Members are added through [`super::Record::extra_mut`].
impl Read for Extra {
    fn blank() -> Self {
        Self::default()
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        let mut extra = Self::default();
        reader.map(&mut |reader, name| {
            let value = reader.raw().map(RawJson::checked)?;
            reader.spend(size_of::<(Text, RawJson)>())?;
            extra.push(name.clone(), value);
            Ok(())
        })?;
        Ok(extra)
    }
}
