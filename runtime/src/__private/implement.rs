//! Impls that are the same for all types of a kind, as macros: generated code names each member once.
//!
//! Input: the name of a type, and what only it has. Output: impls that lead to functions which are compiled once.

/// The functions of `Record` that go over members, in an impl of it: the table, members by their index, and what else there is.
#[doc(hidden)]
#[macro_export]
macro_rules! __record_members {
    ($table:ident [$($index:literal $name:ident),*] $(extra $extra:ident)? $(arms $arms:ident $variants:ident)?) => {
        fn blank() -> Self {
            Self {
                $($name: $crate::__private::blank(),)*
                $($arms: $variants::UnknownValue($crate::__private::blank()),)?
                $($extra: $crate::__private::blank(),)?
            }
        }
        fn table(&self) -> &'static $crate::__private::schema::Record {
            &$table
        }
        fn member(&self, index: usize) -> ::core::option::Option<&dyn $crate::__private::Write> {
            match index {
                $($index => ::core::option::Option::Some(&self.$name),)*
                _ => ::core::option::Option::None,
            }
        }
        fn member_mut(&mut self, index: usize) -> ::core::option::Option<&mut dyn $crate::__private::Fill> {
            match index {
                $($index => ::core::option::Option::Some(&mut self.$name),)*
                _ => ::core::option::Option::None,
            }
        }
        $(
            fn extra(&self) -> ::core::option::Option<&$crate::__private::Extra> {
                ::core::option::Option::Some(&self.$extra)
            }
            fn extra_mut(&mut self) -> ::core::option::Option<&mut $crate::__private::Extra> {
                ::core::option::Option::Some(&mut self.$extra)
            }
        )?
    };
}

/// serde's traits for a type, over the one bridge.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_traits {
    ($name:ident, $schema:ident($table:ident)) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__private::serde_bridge::serialize(
                    self,
                    $crate::__private::schema::Type::$schema(&$table),
                    serializer,
                )
            }
        }
        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::serde_bridge::deserialize(
                    $crate::__private::schema::Type::$schema(&$table),
                    deserializer,
                )
            }
        }
    };
}

/// What an enumeration of texts is besides its type and its table: reading, writing, and the conversions from and to text.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_enum {
    ($name:ident, $table:ident [$($index:literal $variant:ident $text:literal),*]) => {
        #[doc(hidden)]
        impl $crate::__private::Enumeration for $name {
            fn schema() -> &'static $crate::__private::schema::Enum {
                &$table
            }
            fn from_index(index: usize) -> ::core::option::Option<Self> {
                match index {
                    $($index => ::core::option::Option::Some(Self::$variant),)*
                    _ => ::core::option::Option::None,
                }
            }
            fn unknown(text: $crate::__private::Text) -> Self {
                Self::UnknownValue(text)
            }
            fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::UnknownValue(text) => text,
                }
            }
        }
        impl $name {
            /// The text of the value, as it is sent and answered; also of one that the description does not list.
            #[must_use]
            pub fn as_str(&self) -> &str {
                $crate::__private::Enumeration::as_str(self)
            }
        }
        #[doc(hidden)]
        impl $crate::__private::Read for $name {
            fn blank() -> Self {
                Self::UnknownValue($crate::__private::blank())
            }
            fn read(
                _: $crate::__private::schema::Type,
                reader: &mut $crate::__private::Reader<'_>,
            ) -> ::core::result::Result<Self, $crate::__private::ReadError> {
                $crate::__private::read_enum(reader)
            }
        }
        #[doc(hidden)]
        impl $crate::__private::Write for $name {
            fn write(&self, _: $crate::__private::schema::Type, writer: &mut $crate::__private::Writer) {
                writer.text($crate::__private::Enumeration::as_str(self));
            }
        }
        impl ::core::convert::From<&str> for $name {
            fn from(text: &str) -> Self {
                $crate::__private::enum_from(text)
            }
        }
        impl ::core::convert::From<::std::string::String> for $name {
            fn from(text: ::std::string::String) -> Self {
                $crate::__private::enum_from(&text)
            }
        }
        /// Any text is a value; one that the description does not list is kept.
        impl ::core::str::FromStr for $name {
            type Err = ::core::convert::Infallible;
            fn from_str(text: &str) -> ::core::result::Result<Self, ::core::convert::Infallible> {
                ::core::result::Result::Ok($crate::__private::enum_from(text))
            }
        }
        impl ::core::convert::AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                $crate::__private::Enumeration::as_str(self)
            }
        }
        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad($crate::__private::Enumeration::as_str(self))
            }
        }
    };
}
