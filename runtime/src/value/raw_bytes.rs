//! Parameters of raw bytes, which accept bytes but not texts.
//!
//! Input: a container of bytes. Output: [`Bytes`]. The `From` of [`Bytes`] would convert the
//! characters of a text, while nearly every text given for bytes is their hex.

use alloy_primitives::{Bytes, FixedBytes};

use crate::json::{Read, ReadError, Reader};
use crate::schema::Type;

/// A container of bytes: accepted by constructors and setters of a [`Bytes`] field.
///
/// Strings are not accepted: `Bytes` would contain the characters of `"0x6001"`, not the two bytes.
/// Parse hex instead:
///
/// ```
/// use chainloom_runtime::{Bytes, IntoBytes};
///
/// fn sent(code: impl IntoBytes) -> Bytes {
///     code.into_bytes()
/// }
///
/// let code: Bytes = "0x6001".parse()?;
/// assert_eq!(sent(vec![0x60, 0x01]), code);
/// assert_eq!(sent([0x60, 0x01]), code);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Methods that start a call accept hex as well, see [`Argument`](crate::Argument). This trait is
/// sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert into bytes",
    label = "expected bytes, such as `Bytes`, `Vec<u8>` or `[u8; 4]`",
    note = "parse hex with `.parse::<Bytes>()?`"
)]
pub trait IntoBytes: sealed::Sealed {
    /// Converts the container into its bytes.
    fn into_bytes(self) -> Bytes;
}

/// A container of bytes, or an `Option` of one: accepted by setters of an optional [`Bytes`] field.
///
/// See [`IntoBytes`]. `None` omits the field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not convert into bytes",
    label = "expected bytes or an `Option` of them, such as `Bytes`, `Vec<u8>` or `[u8; 4]`",
    note = "parse hex with `.parse::<Bytes>()?`"
)]
pub trait IntoOptionalBytes: sealed::Sealed {
    /// Converts the container into its bytes; `None` omits the field.
    fn into_optional_bytes(self) -> Option<Bytes>;
}

/// Bytes that were not given as text: calls accept this type, or hex, for a [`Bytes`] parameter.
///
/// Any [`IntoBytes`] converts into this type.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RawBytes(Bytes);

impl Read for RawBytes {
    fn blank() -> Self {
        Self::default()
    }

    fn read(ty: Type, reader: &mut Reader<'_>) -> Result<Self, ReadError> {
        Bytes::read(ty, reader).map(Self)
    }
}

mod sealed {
    pub trait Sealed {}

    impl<T: Sealed> Sealed for Option<T> {}
}

/// Implements the traits for each type: with one blanket impl, the compiler would not print the
/// notes above.
macro_rules! holders {
    ($([$($length:ident)?] $holder:ty => $bytes:expr;)*) => {$(
        impl $(<const $length: usize>)? sealed::Sealed for $holder {}

        impl $(<const $length: usize>)? IntoBytes for $holder {
            fn into_bytes(self) -> Bytes {
                let bytes: fn($holder) -> Bytes = $bytes;
                bytes(self)
            }
        }

        impl $(<const $length: usize>)? IntoOptionalBytes for $holder {
            fn into_optional_bytes(self) -> Option<Bytes> {
                Some(self.into_bytes())
            }
        }

        impl $(<const $length: usize>)? IntoOptionalBytes for Option<$holder> {
            fn into_optional_bytes(self) -> Option<Bytes> {
                self.map(IntoBytes::into_bytes)
            }
        }
    )*};
}

/// Implements `IntoBytes` for containers of bytes, and their conversion to `RawBytes`.
macro_rules! others {
    ($([$($length:ident)?] $holder:ty => $bytes:expr;)*) => {
        holders! { $([$($length)?] $holder => $bytes;)* }
        $(
            impl $(<const $length: usize>)? From<$holder> for RawBytes {
                fn from(bytes: $holder) -> Self {
                    Self(bytes.into_bytes())
                }
            }
        )*
    };
}

holders! {
    [] RawBytes => |raw| raw.0;
}

others! {
    [] Bytes => |bytes| bytes;
    [] &Bytes => Bytes::clone;
    [] bytes::Bytes => Bytes::from;
    [] Vec<u8> => Bytes::from;
    [] &Vec<u8> => |bytes| Bytes::copy_from_slice(bytes);
    [] Box<[u8]> => Bytes::from;
    [] &[u8] => Bytes::copy_from_slice;
    [N] [u8; N] => Bytes::from;
    [N] &[u8; N] => |bytes| Bytes::copy_from_slice(bytes);
    [N] FixedBytes<N> => Bytes::from;
    [N] &FixedBytes<N> => |bytes| Bytes::copy_from_slice(bytes.as_slice());
}
