//! Reads and writes [`Text`].

use crate::Text;
use crate::json::{Lexeme, Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// Accepts a number as well, as its digits.
impl Read for Text {
    fn blank() -> Self {
        Self::empty()
    }

    fn read(_: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        reader.scalar(|lexeme| match lexeme {
            Lexeme::Text(text) | Lexeme::Number(text) => Ok(text.into()),
            Lexeme::Boolean(_) => Err("a text".into()),
        })
    }
}

impl Write for Text {
    fn write(&self, _: Type, writer: &mut Writer) {
        writer.text(self);
    }
}
