//! What stands above a thing: `#[api(…)]`, documentation, `#[deprecated]`.
//!
//! Input: attributes. Output: the entries that they mean in the spec language, and the few words that only Rust needs:
//! `rename` and `rename_all`, because the wire has other names, and where a parameter travels.

use chainloom_codegen::node::{Entry, Node, NodeKind};
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

use super::maker::Maker;
use super::values::read_entries;

/// Where a parameter of a request can travel.
pub(crate) const PLACES: [(&str, &str); 4] =
    [("path", "path"), ("query", "query"), ("header", "headers"), ("body", "body")];

/// How names of the wire come from names of Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Camel,
    Snake,
    Kebab,
    Pascal,
    ScreamingSnake,
    Lower,
    Upper,
}

const STYLES: [(&str, Style); 7] = [
    ("camelCase", Style::Camel),
    ("snake_case", Style::Snake),
    ("kebab-case", Style::Kebab),
    ("PascalCase", Style::Pascal),
    ("SCREAMING_SNAKE_CASE", Style::ScreamingSnake),
    ("lowercase", Style::Lower),
    ("UPPERCASE", Style::Upper),
];

impl Style {
    pub(crate) fn apply(self, name: &str) -> String {
        use heck::{ToKebabCase, ToLowerCamelCase, ToPascalCase, ToShoutySnakeCase, ToSnakeCase};
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

/// What the attributes of a thing say.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) entries: Vec<Entry>,
    pub(crate) rename: Option<String>,
    pub(crate) rename_all: Option<Style>,
    /// The key of the spec under which a parameter stands.
    pub(crate) place: Option<&'static str>,
}

impl Attributes {
    /// The attributes of the module: the arguments of `#[api]` itself, and what stands below it.
    pub(crate) fn of_module(maker: &mut Maker, args: TokenStream, attributes: &[Attribute]) -> Self {
        let mut all = Self::default();
        let entries = read_entries(maker, args);
        all.take(maker, entries);
        all.read(maker, attributes, "the module", true);
        all
    }

    pub(crate) fn of(maker: &mut Maker, attributes: &[Attribute], what: &str) -> Self {
        let mut all = Self::default();
        all.read(maker, attributes, what, false);
        all
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key.text == key)
    }

    /// Takes out the value of a key.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.key.text == key)?;
        Some(self.entries.remove(at))
    }

    /// Takes out a key that says yes by being there.
    pub(crate) fn remove_flag(&mut self, key: &str) -> bool {
        let is_flag = |entry: &Entry| entry.key.text == key && entry.value.kind == NodeKind::Boolean(true);
        let at = self.entries.iter().position(is_flag);
        at.map(|at| self.entries.remove(at)).is_some()
    }

    fn read(&mut self, maker: &mut Maker, attributes: &[Attribute], what: &str, keeps_others: bool) {
        self.read_doc(maker, attributes);
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("api") {
                self.read_api(maker, attribute);
            } else if path.is_ident("deprecated") {
                self.read_deprecated(maker, attribute);
            } else if !path.is_ident("doc") && !keeps_others {
                let name = path.to_token_stream().to_string().replace(' ', "");
                let text =
                    format!("`#[{name}]` says nothing about {what} here; the code is made anew from `#[api(…)]`");
                maker.refuse(attribute, text);
            }
        }
    }

    fn read_api(&mut self, maker: &mut Maker, attribute: &Attribute) {
        match &attribute.meta {
            Meta::List(list) => {
                let entries = read_entries(maker, list.tokens.clone());
                self.take(maker, entries);
            }
            _ => maker.refuse(attribute, "write what the attribute says in parentheses: `#[api(key = value)]`"),
        }
    }

    fn take(&mut self, maker: &mut Maker, entries: Vec<Entry>) {
        for entry in entries {
            match entry.key.text.as_str() {
                "rename" => self.rename = text_of(maker, &entry, "a string: `rename = \"name\"`"),
                "rename_all" => self.read_style(maker, &entry),
                key if self.take_place(key, &entry.value) => {}
                key if self.has(key) => {
                    maker.refuse_at(maker.place(entry.key.span), format!("`{key}` stands here twice"));
                }
                _ => self.entries.push(entry),
            }
        }
    }

    fn read_style(&mut self, maker: &mut Maker, entry: &Entry) {
        let names: Vec<String> = STYLES.iter().map(|(name, _)| format!("`{name}`")).collect();
        let wanted = format!("one of {}", names.join(", "));
        let Some(text) = text_of(maker, entry, &wanted) else { return };
        match STYLES.iter().find(|(name, _)| *name == text) {
            Some((_, style)) => self.rename_all = Some(*style),
            None => maker.refuse_at(maker.place(entry.value.span), format!("`rename_all` takes {wanted}")),
        }
    }

    fn take_place(&mut self, key: &str, value: &Node) -> bool {
        let place = PLACES.iter().find(|(name, _)| *name == key && value.kind == NodeKind::Boolean(true));
        self.place = place.map(|(_, key)| *key).or(self.place);
        place.is_some()
    }

    fn read_doc(&mut self, maker: &mut Maker, attributes: &[Attribute]) {
        let docs: Vec<&Attribute> = attributes.iter().filter(|attribute| attribute.path().is_ident("doc")).collect();
        let Some(first) = docs.first() else { return };
        let lines: Vec<String> = docs.iter().filter_map(|attribute| string_value(&attribute.meta)).collect();
        let lines: Vec<&str> = lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        self.entries.push(maker.text_entry("doc", lines.join("\n"), first));
    }

    fn read_deprecated(&mut self, maker: &mut Maker, attribute: &Attribute) {
        let mut entries = match &attribute.meta {
            Meta::List(list) => read_entries(maker, list.tokens.clone()),
            _ => Vec::new(),
        };
        for entry in entries.iter_mut().filter(|entry| entry.key.text == "note") {
            entry.key.text = "doc".to_owned();
        }
        let value = maker.map(entries, attribute);
        self.entries.push(maker.entry("deprecated", attribute, value));
    }
}

fn text_of(maker: &mut Maker, entry: &Entry, wanted: &str) -> Option<String> {
    if let NodeKind::Text(text) = &entry.value.kind {
        return Some(text.clone());
    }
    maker.refuse_at(maker.place(entry.value.span), format!("`{}` takes {wanted}", entry.key.text));
    None
}

fn string_value(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
