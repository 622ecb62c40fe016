//! Arguments: the conversions of a parameter from a value of its type, a text, or an `Option` of
//! either.
//!
//! Input: the argument. Output: the value, or a message on what the text must be. Nothing is sent
//! here; a call collects the messages and fails with them.

use std::borrow::Cow;

use alloy_primitives::{I256, U256};

use crate::{
    Read, Text,
    encode::rules,
    from_slice,
    json::{Plain, text_json},
    schema::{Field, Record, Type},
};

/// A value, or an `Option` of one: what a setter of an optional parameter or field takes.
///
/// Pass a `T`, what converts into one, or an `Option` of either. `None` leaves the parameter out,
/// so that a loop over pages needs no case for the first one. `M` is never written: the compiler
/// finds it, see [`given`].
///
/// ```
/// use chainloom_runtime::{IntoOption, Text};
///
/// fn token<M_>(value: impl IntoOption<Text, M_>) -> Option<Text> {
///     value.into_option()
/// }
///
/// assert_eq!(token("a"), Some(Text::from("a")));
/// assert_eq!(token(Some(String::from("a"))), Some(Text::from("a")));
/// assert_eq!(token(None::<Text>), None);
/// ```
///
/// A `U256` is also made of a whole number without a sign, such as `5_u64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value here, where a `{T}` is expected",
    label = "write a `{T}`, something that converts into it, or an `Option` of these"
)]
pub trait IntoOption<T, M> {
    /// Converts into the value, or into `None`, which leaves it out.
    fn into_option(self) -> Option<T>;
}

/// A value, or its text: what a required parameter of a call takes.
///
/// Pass a `T`, what converts into one, or its text: `"0x…"` in place of an address. `M`, in
/// signatures `M1_` and so on, is never written: the compiler finds it, see [`given`].
///
/// ```
/// use chainloom_runtime::{Address, Argument};
///
/// // The signature of a method with one parameter, in short.
/// fn get_balance<M1_>(address: impl Argument<Address, M1_>) {
///     # let _ = address;
/// }
///
/// get_balance("0x71C7656EC7ab88b098defB751B7401B5f6d8976F");
/// get_balance(Address::ZERO);
/// ```
///
/// A text that is no `T` is an error when the call is sent, of the kind
/// [`ErrorKind::InvalidRequest`](crate::ErrorKind::InvalidRequest). It names the parameter. A
/// parameter of 256 bits also takes the whole numbers of the language: `5`, `5_u64`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of this parameter, which takes `{T}`",
    label = "write a `{T}`, something that converts into it, or its text, such as `\"0x2a\"`"
)]
pub trait Argument<T, M> {
    /// Converts into the value of a type of the schema.
    ///
    /// # Errors
    ///
    /// The text is not in the form of the type. The error describes the form.
    fn argument(self, ty: Type) -> Result<T, String>;
}

/// A value, its text, or an `Option` of either: what a setter of an optional parameter of a call
/// takes.
///
/// Pass a `T`, what converts into one, its text, or an `Option` of these. `M` is never written: the
/// compiler finds it, see [`given`].
///
/// ```
/// use chainloom_runtime::{Address, OptionalArgument};
///
/// // The signature of a setter, in short.
/// fn owner<M_>(value: impl OptionalArgument<Address, M_>) {
///     # let _ = value;
/// }
///
/// owner("0x71C7656EC7ab88b098defB751B7401B5f6d8976F");
/// owner(Some(Address::ZERO));
/// owner(None::<Address>);
/// ```
///
/// See [`Argument`] for texts that are no `T`, and [`IntoOption`] for `None`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no value of this parameter, which takes `{T}`",
    label = "write a `{T}`, something that converts into it, its text, or an `Option` of these"
)]
pub trait OptionalArgument<T, M> {
    /// Converts into the value, or into `None`, which leaves it out.
    ///
    /// # Errors
    ///
    /// The text is not in the form of the type. The error describes the form.
    fn optional_argument(self, ty: Type) -> Result<Option<T>, String>;
}

/// Markers by which the compiler distinguishes how a value is given.
///
/// One trait is implemented for values, texts and `Option`s of the same type, once for each marker.
/// Signatures have them as parameters such as `M_`, `M1_` and `M2_`. The compiler finds them from the
/// argument, so that programs name none: they write `client.get_balance("0x…")`.
pub mod given {
    /// As a value of the type, or as what converts into one.
    #[derive(Debug)]
    pub struct AsValue;
    /// As an `Option`, of which `None` leaves the value out.
    #[derive(Debug)]
    pub struct AsOption;
    /// As a text in the form that is sent, such as `"0x…"` for an address.
    #[derive(Debug)]
    pub struct AsText;
    /// As a whole number of the language, in place of one of 256 bits.
    #[derive(Debug)]
    pub struct AsNumber;

    /// Implemented for a marker that permits the marker `M`: [`AsText`] permits all of them, and [`AsValue`] only
    /// itself, since a text is the value there.
    pub trait Admits<M> {}

    impl Admits<AsValue> for AsValue {}
    impl Admits<AsValue> for AsText {}
    impl Admits<AsText> for AsText {}
    impl Admits<AsNumber> for AsText {}
}

impl<T, V: Into<T>> IntoOption<T, given::AsValue> for V {
    fn into_option(self) -> Option<T> {
        Some(self.into())
    }
}

impl<T, V: Into<T>> IntoOption<T, given::AsOption> for Option<V> {
    fn into_option(self) -> Option<T> {
        self.map(Into::into)
    }
}

impl<T, V: Into<T>> Argument<T, given::AsValue> for V {
    fn argument(self, _: Type) -> Result<T, String> {
        Ok(self.into())
    }
}

/// Implements [`Argument`] for the types in which a text may be given. A function cannot implement a trait for a
/// list of types.
macro_rules! texts {
    ($($text:ty),*) => {$(
        impl<T: Read> Argument<T, given::AsText> for $text {
            fn argument(self, ty: Type) -> Result<T, String> {
                parsed(&self, ty)
            }
        }
    )*};
}

texts!(&str, String, &String, Text, &Text, Cow<'_, str>);

/// Implements [`Argument`] of a number of 256 bits for Rust's integers.
macro_rules! numbers {
    ($wide:ident of $($int:ty),*) => {$(
        impl Argument<$wide, given::AsNumber> for $int {
            fn argument(self, _: Type) -> Result<$wide, String> {
                $wide::try_from(self).map_err(|_| format!("must not be negative, but is {self}"))
            }
        }
    )*};
}

numbers!(U256 of u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128);
numbers!(I256 of u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128);

/// Implements [`IntoOption`] of a `U256` for Rust's unsigned integers.
macro_rules! unsigned {
    ($($int:ty),*) => {$(
        impl IntoOption<U256, given::AsNumber> for $int {
            fn into_option(self) -> Option<U256> {
                Some(U256::from(self))
            }
        }
    )*};
}

unsigned!(u8, u16, u32, u64, u128, usize);

impl<T, M, V: Argument<T, M>> OptionalArgument<T, (given::AsValue, M)> for V {
    fn optional_argument(self, ty: Type) -> Result<Option<T>, String> {
        self.argument(ty).map(Some)
    }
}

impl<T, M, V: Argument<T, M>> OptionalArgument<T, (given::AsOption, M)> for Option<V> {
    fn optional_argument(self, ty: Type) -> Result<Option<T>, String> {
        self.map(|value| value.argument(ty)).transpose()
    }
}

/// Parses a text, which has to be in the form that is sent: readers of responses accept more.
fn parsed<T: Read>(text: &str, ty: Type) -> Result<T, String> {
    let wrong =
        |wanted: &str| format!("must be {wanted}, but is {}", rules::display_value(&Plain::Text(text.to_owned())));
    if let Type::Scalar(scalar) = ty {
        if !scalar.form.is_sent(text) {
            return Err(wrong(&rules::expected(scalar.form)));
        }
    }
    from_slice(ty, text_json(text).as_bytes()).map_err(|error| wrong(error.expected()))
}

/// The parameters of a call while they are set, and the errors in their texts.
#[derive(Clone, Debug)]
pub struct TypedArguments {
    fields: &'static [Field],
    wrong: Vec<String>,
}

impl TypedArguments {
    /// Creates the arguments of an input, none of which is set.
    #[must_use]
    pub const fn new(input: &'static Record) -> Self {
        Self { fields: input.fields, wrong: Vec::new() }
    }

    /// Returns the value of the parameter with this index. Where its text is wrong, the value is
    /// blank and is never sent.
    pub fn value<T: Read, M>(&mut self, index: usize, value: impl Argument<T, M>) -> T {
        let value = value.argument(self.ty(index));
        self.checked(index, "", value).unwrap_or_else(T::blank)
    }

    /// Returns the value of a parameter that may be left out.
    pub fn optional<T, M>(&mut self, index: usize, value: impl OptionalArgument<T, M>) -> Option<T> {
        let value = value.optional_argument(self.ty(index));
        self.checked(index, "", value).flatten()
    }

    /// Returns the values of a parameter that is a list.
    pub fn list<T, M, A: Argument<T, M>>(&mut self, index: usize, values: impl IntoIterator<Item = A>) -> Vec<T> {
        let ty = match self.ty(index) {
            Type::List(list) => list.item.plain(),
            other => other,
        };
        let values = values.into_iter().enumerate();
        let values = values.map(|(at, value)| self.checked(index, &format!("[{at}]"), value.argument(ty)));
        values.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// Returns the errors, a sentence for each.
    pub(crate) fn into_wrong(self) -> Vec<String> {
        self.wrong
    }

    /// Returns the type of a parameter, without bounds and nullability.
    fn ty(&self, index: usize) -> Type {
        let ty = self.fields.get(index).map_or(Type::Text, |field| field.ty.plain());
        if let Type::Nullable(inner) = ty { inner.plain() } else { ty }
    }

    /// Keeps the error of a parameter; `place` is the place of the value in the parameter, such as `[2]`.
    fn checked<T>(&mut self, index: usize, place: &str, value: Result<T, String>) -> Option<T> {
        let name = self.fields.get(index).map_or("?", |field| field.name);
        value.map_err(|text| self.wrong.push(format!("`{name}{place}` {text}"))).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Bounded, Bounds, Form, Presence, Scalar};
    use crate::{Address, Decimal};

    static ADDRESS: Scalar =
        Scalar { name: "Address", form: Form::Hex { bytes: Some(20), prefix: Presence::Required } };
    static BOUNDED: Bounded = Bounded { ty: Type::Scalar(&ADDRESS), bounds: &Bounds::NONE };
    static PRICE: Scalar = Scalar { name: "Price", form: Form::Decimal };
    static INPUT: Record = Record {
        name: "Find",
        fields: &[Field::required("owner", Type::Bounded(&BOUNDED)), Field::optional("price", Type::Scalar(&PRICE))],
    };

    #[test]
    fn a_value_and_its_text_are_the_same_and_a_wrong_text_is_told_with_its_parameter() {
        let text = "0x71C7656EC7ab88b098defB751B7401B5f6d8976F";
        let mut given = TypedArguments::new(&INPUT);
        let owners: [Address; 3] =
            [given.value(0, text), given.value(0, String::from(text)), given.value(0, Text::from(text))];
        assert!(owners.iter().all(|owner| owner.to_string() == text));
        assert_eq!(given.value::<Address, _>(0, owners[0]), owners[0]);
        let prices: [Option<Decimal>; 3] =
            [given.optional(1, "1.50"), given.optional(1, Some("1.50")), given.optional(1, None::<&str>)];
        assert_eq!(
            prices.map(|price| price.map(|price| price.to_string())),
            [Some("1.50".to_owned()), Some("1.50".to_owned()), None]
        );
        assert!(given.wrong.is_empty());
        // What has lost a digit or its prefix may come in a response, but a person has mistyped it.
        for wrong in [&text[..41], &text[2..], "", "0x\"", "me"] {
            assert_eq!(given.value::<Address, _>(0, wrong), Address::ZERO);
        }
        assert_eq!(given.optional::<Decimal, _>(1, Some("dear")), None);
        assert_eq!(given.list::<Address, _, _>(0, [text, "me"]).len(), 1);
        let told = given.into_wrong();
        assert_eq!(told[4], "`owner` must be `0x` and 20 bytes in hex, but is \"me\"");
        assert_eq!(
            told[5..],
            [
                "`price` must be a decimal number, but is \"dear\"",
                "`owner[1]` must be `0x` and 20 bytes in hex, but is \"me\""
            ]
        );
    }
}
