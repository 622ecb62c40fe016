//! Macros that implement the runtime's traits for generated types: generated code names each member
//! once.
//!
//! Input: the names of a type, its members and its tables. Output: impls that call functions which are compiled
//! once. Tables are looked up in the module `__tables`, which must be in the module that uses the macro.
//!
//! Every implemented function is `#[inline]`, so a library of generated code compiles none of these functions. A program
//! compiles the functions of the types that it uses.

/// Implements reading and writing of a struct by its table, and access to members by their index.
#[doc(hidden)]
#[macro_export]
macro_rules! __record {
    ($name:ty $(: $default:ident)?, $table:ident [$($member:ident($index:literal)),*]
        $(, extra($extra:ident))?
        $(, arms[$arms:ident, $variants:ident, $union:ident [$($variant:ident($arm:literal)),*]])?
    ) => {
        #[allow(deprecated)]
        #[doc(hidden)]
        impl $crate::__private::Record for $name {
            #[inline]
            fn blank() -> Self {
                Self {
                    $($member: $crate::__private::blank(),)*
                    $($arms: $variants::UnknownValue($crate::__private::blank()),)?
                    $($extra: $crate::__private::blank(),)?
                }
            }
            #[inline]
            fn table(&self) -> &'static $crate::__private::schema::Record {
                &__tables::$table
            }
            #[inline]
            fn member(&self, index: usize) -> ::core::option::Option<&dyn $crate::__private::Write> {
                match index {
                    $($index => ::core::option::Option::Some(&self.$member),)*
                    _ => ::core::option::Option::None,
                }
            }
            #[inline]
            fn member_mut(&mut self, index: usize) -> ::core::option::Option<&mut dyn $crate::__private::Fill> {
                match index {
                    $($index => ::core::option::Option::Some(&mut self.$member),)*
                    _ => ::core::option::Option::None,
                }
            }
            $(
                #[inline]
                fn extra(&self) -> ::core::option::Option<&$crate::__private::Extra> {
                    ::core::option::Option::Some(&self.$extra)
                }
                #[inline]
                fn extra_mut(&mut self) -> ::core::option::Option<&mut $crate::__private::Extra> {
                    ::core::option::Option::Some(&mut self.$extra)
                }
            )?
            $(
                #[inline]
                fn union(&self) -> ::core::option::Option<&'static $crate::__private::schema::Union> {
                    ::core::option::Option::Some(&__tables::$union)
                }
                #[inline]
                fn set_arm(&mut self, arm: ::core::option::Option<usize>, tag: $crate::__private::Text) {
                    self.$arms = match arm {
                        $(::core::option::Option::Some($arm) => $variants::$variant($crate::__private::blank()),)*
                        _ => $variants::UnknownValue($crate::__private::Tag::of(tag)),
                    };
                }
                #[inline]
                fn arm(&self) -> $crate::__private::Arm<'_> {
                    match &self.$arms {
                        $($variants::$variant(members) => $crate::__private::Arm::Known($arm, members),)*
                        $variants::UnknownValue(tag) => $crate::__private::Tag::unknown(tag),
                    }
                }
                #[inline]
                fn arm_mut(&mut self) -> ::core::option::Option<&mut dyn $crate::__private::Record> {
                    match &mut self.$arms {
                        $($variants::$variant(members) => ::core::option::Option::Some(members),)*
                        $variants::UnknownValue(_) => ::core::option::Option::None,
                    }
                }
            )?
        }
        $(
            impl ::core::default::$default for $name {
                #[inline]
                fn default() -> Self {
                    $crate::__private::blank()
                }
            }
        )?
    };
}

/// Writes one setter for each field of a struct. The doc comment of a setter links to that of its field.
#[doc(hidden)]
#[macro_export]
macro_rules! __setters {
    ($name:ident: $(fn $setter:ident $(<$marker:ident>)? ($value:ident: $ty:ty $(,)?) { $set:expr })*) => {
        #[allow(deprecated)]
        impl $name {$(
            #[doc = concat!("Sets [`", stringify!($setter), "`](#structfield.", stringify!($setter), ").")]
            #[must_use]
            pub fn $setter $(<$marker>)? (mut self, $value: $ty) -> Self {
                self.$setter = $set;
                self
            }
        )*}
    };
}

/// Implements `Operation` for a call struct, and `Batched` for the service whose batches accept the call.
#[doc(hidden)]
#[macro_export]
macro_rules! __operation {
    ($name:ty, $table:ident -> $output:ty $(, in $service:ty)?) => {
        $crate::__operation!($name, $table -> $output $(, in $service)?, options OptionSetters);
    };
    ($name:ty, $table:ident -> $output:ty $(, in $service:ty)?, options $options:ident) => {
        impl $crate::__private::Operation for $name {
            type Output = $output;
            type Options = $crate::__private::$options;
            #[inline]
            fn schema() -> &'static $crate::__private::schema::Operation {
                &__tables::$table
            }
        }
        $(impl $crate::__private::Batched<$service> for $name {})?
    };
}

/// Writes the function that returns the operations of a crate, in groups with the condition for which they exist. A
/// static in its place would have each library compile the code of all its types.
#[doc(hidden)]
#[macro_export]
macro_rules! __catalog {
    ($name:ident $(, $condition:tt [$($call:ty),*])*) => {
        /// Returns all operations as data, with functions that read and write their values.
        #[inline]
        #[must_use]
        pub const fn $name() -> &'static [$crate::catalog::Entry] {
            const { &[$($(# $condition $crate::catalog::Entry::of::<$call>(),)*)*] }
        }
    };
}

/// Implements `Paged` for a call struct: takes the items out of a page.
#[doc(hidden)]
#[macro_export]
macro_rules! __paged {
    ($name:ty [$item:ty], $page:ident => $items:expr) => {
        // The path to the items may contain deprecated members.
        #[allow(deprecated)]
        impl $crate::__private::Paged for $name {
            type Item = $item;
            #[inline]
            fn into_items($page: Self::Output) -> ::std::vec::Vec<$item> {
                $items
            }
        }
    };
}

/// Implements serde's `Serialize` and `Deserialize` for types through `serde_bridge`.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_traits {
    ($($schema:ident($name:ty, $table:ident)),*) => {$(
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<S: $crate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                $crate::__private::serde_bridge::serialize(
                    self,
                    $crate::__private::schema::Type::$schema(&__tables::$table),
                    serializer,
                )
            }
        }
        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<D: $crate::__private::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> ::core::result::Result<Self, D::Error> {
                $crate::__private::serde_bridge::deserialize(
                    $crate::__private::schema::Type::$schema(&__tables::$table),
                    deserializer,
                )
            }
        }
    )*};
}

/// Implements reading, writing, and the conversions from and to text for an enumeration of texts.
#[doc(hidden)]
#[macro_export]
macro_rules! __text_enum {
    ($name:ident, $table:ident [$($variant:ident($index:literal, $text:literal)),*]) => {
        #[doc(hidden)]
        impl $crate::__private::Enumeration for $name {
            #[inline]
            fn schema() -> &'static $crate::__private::schema::Enum {
                &__tables::$table
            }
            #[inline]
            fn from_index(index: usize) -> ::core::option::Option<Self> {
                match index {
                    $($index => ::core::option::Option::Some(Self::$variant),)*
                    _ => ::core::option::Option::None,
                }
            }
            #[inline]
            fn unknown(text: $crate::__private::Text) -> Self {
                Self::UnknownValue(text)
            }
            #[inline]
            fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $text,)*
                    Self::UnknownValue(text) => text,
                }
            }
        }
        impl $name {
            /// Returns the text of the value on the wire, also of a value that the spec does not list.
            #[must_use]
            #[inline]
            pub fn as_str(&self) -> &str {
                $crate::__private::Enumeration::as_str(self)
            }
        }
        #[doc(hidden)]
        impl $crate::__private::Read for $name {
            #[inline]
            fn blank() -> Self {
                Self::UnknownValue($crate::__private::blank())
            }
            #[inline]
            fn read(
                _: $crate::__private::schema::Type,
                reader: &mut $crate::__private::Reader<'_>,
            ) -> ::core::result::Result<Self, $crate::__private::ReadError> {
                $crate::__private::read_enum(reader)
            }
        }
        #[doc(hidden)]
        impl $crate::__private::Write for $name {
            #[inline]
            fn write(&self, _: $crate::__private::schema::Type, writer: &mut $crate::__private::Writer) {
                writer.text($crate::__private::Enumeration::as_str(self));
            }
        }
        impl ::core::convert::From<&str> for $name {
            #[inline]
            fn from(text: &str) -> Self {
                $crate::__private::enum_from(text)
            }
        }
        impl ::core::convert::From<::std::string::String> for $name {
            #[inline]
            fn from(text: ::std::string::String) -> Self {
                $crate::__private::enum_from(&text)
            }
        }
        /// Any text is a value; a text that the spec does not list is kept.
        impl ::core::str::FromStr for $name {
            type Err = ::core::convert::Infallible;
            #[inline]
            fn from_str(text: &str) -> ::core::result::Result<Self, ::core::convert::Infallible> {
                ::core::result::Result::Ok($crate::__private::enum_from(text))
            }
        }
        impl ::core::convert::AsRef<str> for $name {
            #[inline]
            fn as_ref(&self) -> &str {
                $crate::__private::Enumeration::as_str(self)
            }
        }
        impl ::core::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.pad($crate::__private::Enumeration::as_str(self))
            }
        }
    };
}

/// Implements reading, writing, and the conversions from and to a number for an enumeration of integers.
#[doc(hidden)]
#[macro_export]
macro_rules! __integer_enum {
    ($name:ident, $table:ident [$($variant:ident($index:literal, $number:literal)),*]) => {
        #[doc(hidden)]
        impl $crate::__private::IntegerEnumeration for $name {
            #[inline]
            fn schema() -> &'static $crate::__private::schema::IntegerEnum {
                &__tables::$table
            }
            #[inline]
            fn from_index(index: usize) -> ::core::option::Option<Self> {
                match index {
                    $($index => ::core::option::Option::Some(Self::$variant),)*
                    _ => ::core::option::Option::None,
                }
            }
            #[inline]
            fn unknown(number: i64) -> Self {
                Self::UnknownValue(number)
            }
            #[inline]
            fn number(&self) -> i64 {
                match self {
                    $(Self::$variant => $number,)*
                    Self::UnknownValue(number) => *number,
                }
            }
        }
        impl $name {
            /// Returns the number of the value on the wire, also of a value that the spec does not list.
            #[must_use]
            #[inline]
            pub fn number(&self) -> i64 {
                $crate::__private::IntegerEnumeration::number(self)
            }
        }
        #[doc(hidden)]
        impl $crate::__private::Read for $name {
            #[inline]
            fn blank() -> Self {
                Self::UnknownValue($crate::__private::blank())
            }
            #[inline]
            fn read(
                _: $crate::__private::schema::Type,
                reader: &mut $crate::__private::Reader<'_>,
            ) -> ::core::result::Result<Self, $crate::__private::ReadError> {
                $crate::__private::read_integer_enum(reader)
            }
        }
        #[doc(hidden)]
        impl $crate::__private::Write for $name {
            #[inline]
            fn write(&self, _: $crate::__private::schema::Type, writer: &mut $crate::__private::Writer) {
                let number = $crate::__private::IntegerEnumeration::number(self);
                $crate::__private::Write::write(&number, $crate::__private::schema::Type::Json, writer);
            }
        }
        impl ::core::convert::From<i64> for $name {
            #[inline]
            fn from(number: i64) -> Self {
                $crate::__private::integer_enum_from(number)
            }
        }
        impl ::core::convert::From<$name> for i64 {
            #[inline]
            fn from(value: $name) -> Self {
                $crate::__private::IntegerEnumeration::number(&value)
            }
        }
        impl ::core::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(&$crate::__private::IntegerEnumeration::number(self), f)
            }
        }
    };
}
