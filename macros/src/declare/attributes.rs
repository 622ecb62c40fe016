//! Attributes of items: `#[api(…)]`, documentation and `#[deprecated]`.
//!
//! Input: attributes. Output: entries of the spec language, and the keys that only Rust needs:
//! `rename`, `rename_all`, and the place of a parameter.

use chainloom_codegen::diagnostic::did_you_mean;
use chainloom_codegen::node::{Entry, Node, NodeKind};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta};

use super::maker::Maker;
use super::style::CaseStyle;
use super::values::parse_entries;

/// Places of parameters: the key in Rust, and the key of the spec language.
const PLACES: [(&str, &str); 5] =
    [("path", "path"), ("query", "query"), ("header", "headers"), ("cookie", "cookies"), ("body", "body")];

/// Kinds of items with attributes, and the keys of Rust alone that each accepts.
pub(crate) struct Subject {
    name: &'static str,
    renames: &'static [&'static str],
    has_place: bool,
}

const fn subject(name: &'static str, renames: &'static [&'static str]) -> Subject {
    Subject { name, renames, has_place: false }
}

pub(crate) const MODULE: Subject = subject("the module", &[]);
pub(crate) const STRUCT: Subject = subject("a struct", &["rename_all"]);
pub(crate) const ENUM: Subject = subject("an enum", &["rename_all"]);
pub(crate) const ALIAS: Subject = subject("a type alias", &[]);
pub(crate) const FIELD: Subject = subject("a field", &["rename"]);
pub(crate) const VALUE: Subject = subject("a value", &["rename"]);
pub(crate) const ARM: Subject = subject("a variant", &["rename", "rename_all"]);
pub(crate) const TRAIT: Subject = subject("a trait", &[]);
pub(crate) const METHOD: Subject = subject("a method", &["rename", "rename_all"]);
pub(crate) const PARAMETER: Subject = Subject { name: "a parameter", renames: &["rename"], has_place: true };

/// Content of the attributes of an item.
#[derive(Default)]
pub(crate) struct Attributes {
    pub(crate) entries: Vec<Entry>,
    pub(crate) rename: Option<String>,
    pub(crate) rename_all: Option<CaseStyle>,
    /// Key of the spec under which a parameter is listed, such as `path`.
    pub(crate) place: Option<&'static str>,
}

impl Attributes {
    /// Reads the attributes of the module: the arguments of `#[api]` itself, and the attributes below it.
    pub(crate) fn of_module(maker: &mut Maker, args: TokenStream, attributes: &[Attribute]) -> Self {
        let mut all = Self::default();
        let parsed = (|input: ParseStream<'_>| parse_entries(maker, input)).parse2(args);
        all.take(maker, &MODULE, parsed.unwrap_or_default());
        all.read(maker, attributes, &MODULE);
        all
    }

    pub(crate) fn of(maker: &mut Maker, attributes: &[Attribute], subject: &Subject) -> Self {
        let mut all = Self::default();
        all.read(maker, attributes, subject);
        all
    }

    /// Adds documentation to an item that must have one and has none.
    pub(crate) fn document(&mut self, maker: &mut Maker, text: String, tokens: &impl ToTokens) {
        if !self.has("doc") {
            self.entries.push(maker.text_entry("doc", text, tokens));
        }
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key.text == key)
    }

    /// Takes out the value of a key.
    pub(crate) fn remove(&mut self, key: &str) -> Option<Entry> {
        let at = self.entries.iter().position(|entry| entry.key.text == key)?;
        Some(self.entries.remove(at))
    }

    /// Takes out a key without a value; returns whether it was present.
    pub(crate) fn remove_flag(&mut self, key: &str) -> bool {
        let at = self.entries.iter().position(|entry| entry.key.text == key && is_flag(entry));
        at.map(|at| self.entries.remove(at)).is_some()
    }

    fn read(&mut self, maker: &mut Maker, attributes: &[Attribute], subject: &Subject) {
        let of_module = subject.name == MODULE.name;
        self.read_docs(maker, attributes, of_module);
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("api") {
                self.read_api(maker, attribute, subject);
            } else if path.is_ident("doc") || of_module {
                // The module keeps what others say about it: conditions and lints.
            } else if path.is_ident("deprecated") {
                self.read_deprecated(maker, attribute);
            } else {
                refuse_other(maker, attribute, subject);
            }
        }
    }

    fn read_api(&mut self, maker: &mut Maker, attribute: &Attribute, subject: &Subject) {
        if !matches!(attribute.meta, Meta::List(_)) {
            return maker.refuse(attribute, "write the keys in parentheses: `#[api(key = value)]`");
        }
        let parsed = attribute.parse_args_with(|input: ParseStream<'_>| parse_entries(maker, input));
        self.take(maker, subject, parsed.unwrap_or_default());
    }

    /// Adds entries of an attribute, and reads the keys that only Rust needs.
    fn take(&mut self, maker: &mut Maker, subject: &Subject, entries: Vec<Entry>) {
        for entry in entries {
            let key = entry.key.text.as_str();
            let is_taken = match key {
                "rename" => self.rename.is_some(),
                "rename_all" => self.rename_all.is_some(),
                _ => self.has(key),
            };
            if is_taken {
                maker.refuse(&maker.tokens(entry.key.span), format!("`{key}` occurs twice here"));
            } else if ["rename", "rename_all"].contains(&key) {
                self.take_name(maker, subject, &entry);
            } else if let Some(place) = place(subject, &entry) {
                self.take_place(maker, &entry, place);
            } else if let Some(hint) = misspelt(subject, &entry) {
                let text = format!("{} has no attribute `{key}`\n= help: {hint}", subject.name);
                maker.refuse(&maker.tokens(entry.key.span), text);
            } else {
                self.entries.push(entry);
            }
        }
    }

    fn take_name(&mut self, maker: &mut Maker, subject: &Subject, entry: &Entry) {
        let key = entry.key.text.as_str();
        if !subject.renames.contains(&key) {
            let text = format!("`{key}` does not apply to {}", subject.name);
            maker.refuse(&maker.tokens(entry.key.span), text);
        } else if key == "rename" {
            self.rename = text_of(maker, entry, "a string: `rename = \"name\"`");
        } else if let Some(text) = text_of(maker, entry, &CaseStyle::names()) {
            self.rename_all = CaseStyle::from_name(&text);
            if self.rename_all.is_none() {
                let text = format!("`rename_all` takes {}", CaseStyle::names());
                maker.refuse(&maker.tokens(entry.value.span), text);
            }
        }
    }

    fn take_place(&mut self, maker: &mut Maker, entry: &Entry, place: &'static str) {
        if self.place.is_some() {
            maker.refuse(&maker.tokens(entry.key.span), "a parameter is sent in exactly one place");
        }
        self.place = Some(place);
    }

    /// Reads documentation as the `doc` of the spec; the module keeps `#[doc(…)]` lists, which are not
    /// documentation.
    fn read_docs(&mut self, maker: &mut Maker, attributes: &[Attribute], of_module: bool) {
        let mut lines: Vec<String> = Vec::new();
        let docs = || attributes.iter().filter(|attribute| attribute.path().is_ident("doc"));
        for doc in docs() {
            match string_value(&doc.meta) {
                Some(line) => lines.push(line.strip_prefix(' ').unwrap_or(&line).to_owned()),
                None if of_module && matches!(doc.meta, Meta::List(_)) => {}
                None => maker.refuse(doc, "documentation must be text: `/// …`"),
            }
        }
        if let (Some(first), false) = (docs().next(), lines.is_empty()) {
            self.entries.push(maker.text_entry("doc", lines.join("\n"), first));
        }
    }

    /// Reads `#[deprecated]`, `#[deprecated = "text"]` or `#[deprecated(since = "2", note = "text")]`.
    fn read_deprecated(&mut self, maker: &mut Maker, attribute: &Attribute) {
        let mut entries = match &attribute.meta {
            Meta::List(_) => {
                let parsed = attribute.parse_args_with(|input: ParseStream<'_>| parse_entries(maker, input));
                parsed.unwrap_or_default()
            }
            meta => string_value(meta).map(|text| maker.text_entry("note", text, attribute)).into_iter().collect(),
        };
        for entry in entries.iter_mut().filter(|entry| entry.key.text == "note") {
            entry.key.text = "doc".to_owned();
        }
        let value = maker.map(entries, attribute);
        self.entries.push(maker.entry("deprecated", attribute, value));
    }
}

fn is_flag(entry: &Entry) -> bool {
    entry.value.kind == NodeKind::Boolean(true)
}

/// Returns the place that an entry names, on a subject with places.
fn place(subject: &Subject, entry: &Entry) -> Option<&'static str> {
    let place = PLACES.iter().find(|(name, _)| subject.has_place && *name == entry.key.text && is_flag(entry));
    place.map(|(_, key)| *key)
}

/// Returns a suggestion for an unknown key that resembles a key of Rust alone. The generator reports all other keys.
fn misspelt(subject: &Subject, entry: &Entry) -> Option<String> {
    let key = entry.key.text.as_str();
    if key.starts_with("ren") {
        return did_you_mean(key, subject.renames.iter().copied());
    }
    let has_calls = [TRAIT.name, METHOD.name].contains(&subject.name);
    if has_calls && (key == "subscription" || key == "subscriptions" && subject.name == METHOD.name) {
        return Some("list them at the trait: `#[api(subscriptions(name(doc = \"…\", item = Type)))]`".to_owned());
    }
    let places = PLACES.iter().map(|(name, _)| *name);
    if subject.has_place && is_flag(entry) { did_you_mean(key, places) } else { None }
}

fn refuse_other(maker: &mut Maker, attribute: &Attribute, subject: &Subject) {
    let name = attribute.path().to_token_stream().to_string().replace(' ', "");
    let help = match name.as_str() {
        "derive" => "generated types have `Debug`, `Clone` and `PartialEq`; serde's traits come with a feature",
        "serde" => "names on the wire are set by `#[api(rename = \"…\")]` and `#[api(rename_all = \"…\")]`",
        "cfg" | "cfg_attr" => "an `#[api]` module cannot have conditional items: put the condition on the module",
        "allow" | "expect" | "warn" | "deny" | "forbid" => "put the lint on the module",
        _ => {
            "the code is generated from the spec in the module, and takes over only `#[api(…)]`, `///` and \
             `#[deprecated]`"
        }
    };
    let subject = subject.name;
    maker.refuse(attribute, format!("`#[{name}]` has no effect on {subject} of an `#[api]` module\n= help: {help}"));
}

/// Returns the text of an entry that is written as a string.
fn text_of(maker: &mut Maker, entry: &Entry, wanted: &str) -> Option<String> {
    let Node { span, kind } = &entry.value;
    let tokens = maker.tokens(*span);
    if let (NodeKind::Text(_), Ok(text)) = (kind, syn::parse2::<LitStr>(tokens.clone())) {
        return Some(text.value());
    }
    if *kind != NodeKind::Broken {
        maker.refuse(&tokens, format!("`{}` takes {wanted}", entry.key.text));
    }
    None
}

fn string_value(meta: &Meta) -> Option<String> {
    let Meta::NameValue(pair) = meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
