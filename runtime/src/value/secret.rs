//! Secret texts, such as passwords.
//!
//! Input: a text. Output: the text on the wire; marks in its place wherever a program prints the
//! value.

use std::fmt;

use crate::Text;
use crate::json::{Read, ReadError, Reader, Write, Writer};
use crate::schema::Type;

/// A secret text, such as a password or a private key.
///
/// The text is sent unchanged; `Debug` prints `[secret]`. There is no `Display`:
/// [`SecretText::expose`] returns the text. Unlike a secret of a client, the text is not erased
/// from memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SecretText(Text);

impl SecretText {
    /// Returns the secret text.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.as_str()
    }
}

impl<T: Into<Text>> From<T> for SecretText {
    fn from(text: T) -> Self {
        Self(text.into())
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("[secret]")
    }
}

impl Read for SecretText {
    fn blank() -> Self {
        Self::default()
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        Text::read(ty, reader).map(Self)
    }
}

impl Write for SecretText {
    fn write(&self, ty: Type, writer: &mut Writer) {
        writer.secret(&self.0, ty);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{from_slice, to_vec};

    #[test]
    fn it_is_sent_and_not_shown() {
        let secret = SecretText::from("hush \"hush\"");
        assert_eq!(to_vec(&secret, Type::Text).ok().as_deref(), Some(&br#""hush \"hush\"""#[..]));
        assert_eq!(from_slice::<SecretText>(Type::Text, br#""hush \"hush\"""#).ok(), Some(secret.clone()));
        assert_eq!(format!("{secret:?} {:#?}", Some(&secret)), "[secret] Some(\n    [secret],\n)");
        assert_eq!(secret.expose(), "hush \"hush\"");
    }
}
