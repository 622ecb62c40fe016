//! Macros of the runtime for impls that differ only in names.
//!
//! Input: the names of types and members. Output: the impls. The macros of generated code are in `__private/implement.rs`.

/// Implements `Debug` for a type that shows some of its values, each under a name.
macro_rules! debug_fields {
    ($name:ident $(<$param:ident $(: $bound:path)?>)?, $self:ident $(, $field:ident: $value:expr)*) => {
        impl $(<$param $(: $bound)?>)? std::fmt::Debug for $name $(<$param>)? {
            fn fmt(&$self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.debug_struct(stringify!($name))$(.field(stringify!($field), &$value))*.finish_non_exhaustive()
            }
        }
    };
}
pub(crate) use debug_fields;

/// Writes the setters of a builder, each as what it does to `self`: it takes `self` and returns it.
macro_rules! setters {
    ($($(#[$meta:meta])* $vis:vis $($head:ident)+($self:ident $(, $value:ident: $ty:ty)*) $change:block)*) => {$(
        $(#[$meta])*
        $vis $($head)+(mut $self $(, $value: $ty)*) -> Self {
            $change
            $self
        }
    )*};
}
pub(crate) use setters;
