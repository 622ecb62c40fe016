//! Macros that declare a table once: its members, constructors, setters and expression.
//!
//! `table!` declares a struct. Members before `..` are required arguments; members after it have a
//! default:
//!
//! ```text
//! or also: Also = Also::Nothing,           a default and a setter
//! some cost: u64,                          `Option<u64>`, `None`, and a setter that takes the value
//! flag deep: bool,                         `false`, and a setter without an argument
//! derived plain: bool = is_plain(name),    follows from the members that are given
//! ```
//!
//! The constructor is `new` with all required members, or the functions listed after the members.
//! The body of such a function is both an expression and a pattern: it makes the table, and the
//! printer selects the function whose body matches. The compiler rejects functions that do not
//! cover all values.
//!
//! `choice!` declares an enum, whose variants hold nothing, one value, or named members. Both
//! implement [`Literal`](crate::literal::Literal) completely. They are macros because a function
//! cannot declare a type, and a derive macro would cost users `syn`.

macro_rules! table {
    (
        $(#[$meta:meta])*
        struct $name:ident {
            $( $(#[$given_meta:meta])* $given:ident: $given_type:ty, )*
            $( .. $($members:tt)* )?
        }
    ) => {
        $crate::table::table! {
            @ [$(#[$meta])*] $name [$( $(#[$given_meta])* $given: $given_type, )*]
            [$( $($members)* )?] [$( $($members)* )?]
            /// Creates the table from its required members.
            fn new($($given: $given_type),*) { $($given,)* }
        }
    };
    (
        $(#[$meta:meta])*
        struct $name:ident {
            $( $(#[$given_meta:meta])* $given:ident: $given_type:ty, )*
            .. $($members:tt)*
        }
        $($functions:tt)+
    ) => {
        $crate::table::table! {
            @ [$(#[$meta])*] $name [$( $(#[$given_meta])* $given: $given_type, )*] [$($members)*] [$($members)*]
            $($functions)+
        }
    };
    (
        @ [$(#[$meta:meta])*] $name:ident [$( $(#[$given_meta:meta])* $given:ident: $given_type:ty, )*]
        $members:tt [$( $(#[$member_meta:meta])* $kind:ident $member:ident: $member_type:ty $(= $default:expr)?, )*]
        $( $(#[$function_meta:meta])* fn $function:ident($($argument:ident: $argument_type:ty),*) { $($body:tt)* } )+
    ) => {
        $(#[$meta])*
        pub struct $name {
            $( $(#[$given_meta])* pub $given: $given_type, )*
            $( $(#[$member_meta])* pub $member: $crate::table::member!(type $kind $member_type), )*
        }

        impl $name {
            $( $crate::table::constructor! {
                $members
                $(#[$function_meta])*
                fn $function($($argument: $argument_type),*) { $($body)* }
            } )+
            $( $crate::table::member!(setter $kind $member $member_type, $(#[$member_meta])*); )*
        }

        impl $crate::literal::Literal for $name {
            fn literal(&self, walk: &mut $crate::literal::Walk<'_>) -> $crate::literal::Node {
                let (constructor, arguments): (_, Vec<$crate::literal::Node>) = match self {
                    $( Self { $($body)* .. } => {
                        let arguments = vec![$($crate::literal::Literal::literal($argument, walk)),*];
                        (stringify!($function), arguments)
                    } )+
                };
                #[allow(unused_mut, reason = "not every table has members with a default")]
                let mut setters = Vec::new();
                $( $crate::table::member!(
                    print $kind self.$member, $member_type, $($default)?; walk setters $member
                ); )*
                $crate::literal::Node::Struct(stringify!($name), constructor, arguments, setters)
            }
        }
    };
}

/// Declares a constructor: it sets the members of its body, and the defaults of the others.
macro_rules! constructor {
    (
        [$( $(#[$member_meta:meta])* $kind:ident $member:ident: $member_type:ty $(= $default:expr)?, )*]
        $(#[$meta:meta])*
        fn $function:ident($($argument:ident: $argument_type:ty),*) { $($body:tt)* }
    ) => {
        $(#[$meta])*
        pub const fn $function($($argument: $argument_type),*) -> Self {
            Self { $( $member: $crate::table::member!(default $kind $($default)?), )* $($body)* }
        }
    };
}

/// Expands a member of each kind: its type, its default, its setter, and its expression.
macro_rules! member {
    (type some $type:ty) => { Option<$type> };
    (type $kind:ident $type:ty) => { $type };

    (default some) => { None };
    (default flag) => { false };
    (default $kind:ident $default:expr) => { $default };

    (setter or $member:ident $type:ty, $(#[$meta:meta])*) => {
        #[doc = concat!("Sets `", stringify!($member), "`.")]
        ///
        $(#[$meta])*
        pub const fn $member(self, $member: $type) -> Self {
            Self { $member, ..self }
        }
    };
    (setter some $member:ident $type:ty, $(#[$meta:meta])*) => {
        #[doc = concat!("Sets `", stringify!($member), "`.")]
        ///
        $(#[$meta])*
        pub const fn $member(self, $member: $type) -> Self {
            Self { $member: Some($member), ..self }
        }
    };
    (setter flag $member:ident $type:ty, $(#[$meta:meta])*) => {
        #[doc = concat!("Sets `", stringify!($member), "`.")]
        ///
        $(#[$meta])*
        pub const fn $member(self) -> Self {
            Self { $member: true, ..self }
        }
    };
    (setter derived $($rest:tt)*) => {};

    (print or $value:expr, $type:ty, $default:expr; $walk:ident $setters:ident $member:ident) => {
        let default: $type = $default;
        let node = $crate::literal::Literal::literal(&$value, $walk);
        if node != $crate::literal::Literal::literal(&default, $walk) {
            $setters.push((stringify!($member), Some(node)));
        }
    };
    (print some $value:expr, $type:ty, ; $walk:ident $setters:ident $member:ident) => {
        if let Some(value) = &$value {
            $setters.push((stringify!($member), Some($crate::literal::Literal::literal(value, $walk))));
        }
    };
    (print flag $value:expr, $type:ty, ; $walk:ident $setters:ident $member:ident) => {
        if $value {
            $setters.push((stringify!($member), None));
        }
    };
    (print derived $($rest:tt)*) => {};
}

macro_rules! choice {
    (
        $(#[$meta:meta])*
        enum $name:ident $(by $through:ident)? {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident $(($type:ty))? $({ $( $(#[$member_meta:meta])* $member:ident: $member_type:ty, )* })?,
            )*
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $( $(#[$variant_meta])* $variant $(($type))? $({ $( $(#[$member_meta])* $member: $member_type, )* })?, )*
        }

        impl $crate::literal::Literal for $name {
            #[allow(unused_variables, reason = "not every enum holds values")]
            fn literal(&self, walk: &mut $crate::literal::Walk<'_>) -> $crate::literal::Node {
                match &(*self)$(.$through())? {
                    $(
                        Self::$variant $(($crate::table::bind!(value $type)))? $({ $($member),* })? => {
                            let values = vec![
                                $( (
                                    None,
                                    $crate::literal::Literal::literal($crate::table::bind!(value $type), walk),
                                ), )?
                                $( $( (
                                    Some(stringify!($member)),
                                    $crate::literal::Literal::literal($member, walk),
                                ), )* )?
                            ];
                            $crate::literal::Node::Variant(stringify!($name), stringify!($variant), values)
                        }
                    )*
                }
            }
        }
    };
}

/// Repeats a name, once per type of a variant.
macro_rules! bind {
    ($name:ident $type:ty) => {
        $name
    };
}

/// Implements [`Literal`](crate::literal::Literal) for an enum of another crate; each variant and
/// member must be listed.
macro_rules! variants {
    ($type:ty as $name:ident { $( $variant:ident $(($value:ident))? $({ $($member:ident),* })? ),* $(,)? }) => {
        impl $crate::literal::Literal for $type {
            #[allow(unused_variables, reason = "not every enum holds values")]
            fn literal(&self, walk: &mut $crate::literal::Walk<'_>) -> $crate::literal::Node {
                match self {
                    $(
                        Self::$variant $(($value))? $({ $($member),* })? => {
                            let values = vec![
                                $( (None, $crate::literal::Literal::literal($value, walk)), )?
                                $( $( (
                                    Some(stringify!($member)),
                                    $crate::literal::Literal::literal($member, walk),
                                ), )* )?
                            ];
                            $crate::literal::Node::Variant(stringify!($name), stringify!($variant), values)
                        }
                    )*
                }
            }
        }
    };
}

pub(crate) use {bind, choice, constructor, member, table, variants};
