//! Declares enumerations whose variants have a name for people and programs.
//!
//! Input: an enumeration with a word after each variant. Output: the enumeration, `word` and `Display`.

macro_rules! worded {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$of_variant:meta])* $variant:ident $word:literal,)* }) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$of_variant])* $variant,)*
        }

        impl $name {
            /// Returns the word for people and programs.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word,)*
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.word())
            }
        }
    };
}

pub(crate) use worded;
