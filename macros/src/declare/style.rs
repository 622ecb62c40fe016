//! Styles of names: derives names on the wire from names in Rust.
//!
//! Input: the name of a style and a Rust name. Output: the name on the wire.

use heck::{ToKebabCase, ToLowerCamelCase, ToPascalCase, ToShoutySnakeCase, ToSnakeCase};

/// Letter case of names on the wire, as selected by `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaseStyle {
    Camel,
    Snake,
    Kebab,
    Pascal,
    ScreamingSnake,
    Lower,
    Upper,
}

const STYLES: [(&str, CaseStyle); 7] = [
    ("camelCase", CaseStyle::Camel),
    ("snake_case", CaseStyle::Snake),
    ("kebab-case", CaseStyle::Kebab),
    ("PascalCase", CaseStyle::Pascal),
    ("SCREAMING_SNAKE_CASE", CaseStyle::ScreamingSnake),
    ("lowercase", CaseStyle::Lower),
    ("UPPERCASE", CaseStyle::Upper),
];

impl CaseStyle {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        STYLES.iter().find(|(known, _)| *known == name).map(|(_, style)| *style)
    }

    /// Lists all styles, for messages.
    pub(crate) fn names() -> String {
        let names: Vec<String> = STYLES.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        format!("one of {}", names.join(", "))
    }

    pub(crate) fn apply(self, name: &str) -> String {
        match self {
            Self::Camel => name.to_lower_camel_case(),
            Self::Snake => name.to_snake_case(),
            Self::Kebab => name.to_kebab_case(),
            Self::Pascal => name.to_pascal_case(),
            Self::ScreamingSnake => name.to_shouty_snake_case(),
            Self::Lower => name.to_lowercase(),
            Self::Upper => name.to_uppercase(),
        }
    }
}
