//! Converts structs, enums and type aliases to declared types.
//!
//! Input: items. Output: entries for `types` and `scalars`. Other items of the module are refused.

use chainloom_codegen::node::{Entry, KeyKind, NodeKind};
use quote::ToTokens;
use syn::ext::IdentExt as _;
use syn::{Expr, ExprLit, ExprUnary, Field, Fields, Ident, Item, ItemEnum, ItemStruct, Lit, UnOp, Variant};

use super::attributes::{ALIAS, ARM, Attributes, ENUM, FIELD, STRUCT, VALUE};
use super::foreign::Foreign;
use super::maker::Maker;
use super::style::CaseStyle;
use super::types::{nullable_node, type_node, without_maybe, without_option};

/// The declared types of the module.
#[derive(Default)]
pub(crate) struct Declarations {
    pub(crate) types: Vec<Entry>,
    scalars: Vec<Entry>,
}

impl Declarations {
    /// Converts the declarations to the file entries `scalars` and `types`, without empty ones.
    pub(crate) fn into_entries(self, maker: &mut Maker, tokens: &impl ToTokens) -> Vec<Entry> {
        let mut entries = Vec::new();
        for (key, list) in [("scalars", self.scalars), ("types", self.types)] {
            if !list.is_empty() {
                let value = maker.map(list, tokens);
                entries.push(maker.entry(key, tokens, value));
            }
        }
        entries
    }
}

pub(crate) fn declare_items(maker: &mut Maker, foreign: &mut Foreign, content: &[Item], declared: &mut Declarations) {
    for item in content {
        match item {
            Item::Struct(item) => declare_struct(maker, foreign, item, declared),
            Item::Enum(item) => {
                foreign.refuse_generics(maker, &item.generics);
                let entry = declare_enum(maker, foreign, item);
                declared.types.push(entry);
            }
            Item::Type(item) => {
                let attributes = Attributes::of(maker, &item.attrs, &ALIAS);
                let ty = type_node(maker, foreign, &item.ty);
                foreign.refuse_generics(maker, &item.generics);
                let ty = maker.entry("type", &item.ty, ty);
                let value = maker.map([vec![ty], attributes.entries].concat(), item);
                declared.types.push(maker.entry(name(&item.ident), &item.ident, value));
            }
            Item::Trait(_) | Item::Use(_) => {}
            other => {
                let text = "an `#[api]` module holds structs, enums, type aliases, traits and `use`; put this item \
                            beside the module";
                maker.refuse(other, text);
            }
        }
    }
}

/// Declares a struct: a record, or a scalar if it has no fields.
fn declare_struct(maker: &mut Maker, foreign: &mut Foreign, item: &ItemStruct, declared: &mut Declarations) {
    foreign.refuse_generics(maker, &item.generics);
    let mut attributes = Attributes::of(maker, &item.attrs, &STRUCT);
    match &item.fields {
        Fields::Named(_) => {
            let style = attributes.rename_all.unwrap_or(CaseStyle::Camel);
            let fields = fields(maker, foreign, &item.fields, style);
            let fields = maker.map(fields, item);
            attributes.entries.push(maker.entry("fields", &item.ident, fields));
            let value = maker.map(attributes.entries, item);
            declared.types.push(maker.entry(name(&item.ident), &item.ident, value));
        }
        Fields::Unit => {
            if let Some(scalar) = attributes.remove("scalar") {
                if let NodeKind::Map(form) = scalar.value.kind {
                    attributes.entries.extend(form);
                }
            } else {
                let text = "a struct without fields needs a form: `#[api(scalar(text = \"hex\", bytes = 32))]`";
                maker.refuse(&item.ident, text);
                attributes.entries.push(maker.text_entry("text", "hex", &item.ident));
            }
            let value = maker.map(attributes.entries, item);
            declared.scalars.push(maker.entry(name(&item.ident), &item.ident, value));
        }
        Fields::Unnamed(unnamed) => {
            maker.refuse(unnamed, "name the fields; for an alias, write `type Name = …;`");
            let any = maker.broken(item);
            declared.types.push(maker.entry(name(&item.ident), &item.ident, any));
        }
    }
}

fn fields(maker: &mut Maker, foreign: &mut Foreign, fields: &Fields, style: CaseStyle) -> Vec<Entry> {
    fields.iter().filter_map(|field| field_entry(maker, foreign, field, style)).collect()
}

fn field_entry(maker: &mut Maker, foreign: &mut Foreign, field: &Field, style: CaseStyle) -> Option<Entry> {
    let ident = field.ident.as_ref()?;
    let attributes = Attributes::of(maker, &field.attrs, &FIELD);
    Some(member(maker, foreign, ident, &field.ty, attributes, style))
}

/// Converts a field or a parameter to an entry: `name?: { type, … }`.
pub(crate) fn member(
    maker: &mut Maker,
    foreign: &mut Foreign,
    ident: &Ident,
    ty: &syn::Type,
    mut attributes: Attributes,
    style: CaseStyle,
) -> Entry {
    let rust = name(ident);
    let wire = attributes.rename.take().unwrap_or_else(|| style.apply(&rust));
    let (inner, is_optional) = without_option(ty);
    let (inner, node, is_optional) = match without_maybe(ty) {
        Some(value) => (value, nullable_node(maker, foreign, ty, value), true),
        None => (inner, type_node(maker, foreign, inner), is_optional),
    };
    // A constant determines its type itself.
    let mut entries = match attributes.has("const") {
        true => Vec::new(),
        false => vec![maker.entry("type", inner, node)],
    };
    if chainloom_codegen::snake(&wire) != rust {
        entries.push(maker.text_entry("rust", rust, ident));
    }
    entries.extend(attributes.entries);
    let value = maker.map(entries, ty);
    let key = if is_optional { format!("{wire}?") } else { wire };
    maker.entry(key, ident, value)
}

fn declare_enum(maker: &mut Maker, foreign: &mut Foreign, item: &ItemEnum) -> Entry {
    let mut attributes = Attributes::of(maker, &item.attrs, &ENUM);
    let before = maker.count();
    if attributes.has("union") {
        let style = attributes.rename_all.unwrap_or(CaseStyle::Camel);
        let arms = item.variants.iter().map(|variant| arm(maker, foreign, variant, style)).collect();
        let arms = maker.map(arms, item);
        attributes.entries.push(maker.entry("arms", &item.ident, arms));
    } else if item.variants.iter().any(|variant| !variant.fields.is_empty()) {
        let text = "an enum whose variants have fields needs a way to select the variant: `#[api(union = \"form\")]`, \
                    `#[api(union = \"members\")]` or `#[api(union(tag = \"member\"))]`";
        maker.refuse(&item.ident, text);
    } else {
        let values = values(maker, item, attributes.rename_all);
        attributes.entries.extend(values);
    }
    // An enum without its refused parts would cause consequential errors.
    let is_whole = maker.count() == before;
    let value = if is_whole { maker.map(attributes.entries, item) } else { maker.broken(item) };
    maker.entry(name(&item.ident), &item.ident, value)
}

/// Returns the values under `enum`, and under `seen` the values that only real services use.
fn values(maker: &mut Maker, item: &ItemEnum, style: Option<CaseStyle>) -> Vec<Entry> {
    let mut lists = [("enum", Vec::new()), ("seen", Vec::new())];
    for variant in &item.variants {
        let (entry, is_seen) = value(maker, variant, style);
        lists[usize::from(is_seen)].1.push(entry);
    }
    let lists = lists.into_iter().filter(|(key, list)| *key == "enum" || !list.is_empty());
    let entries = lists.map(|(key, list)| {
        let list = maker.map(list, item);
        maker.entry(key, &item.ident, list)
    });
    entries.collect()
}

/// Returns a value of an enumeration, and whether only real services use it.
fn value(maker: &mut Maker, variant: &Variant, style: Option<CaseStyle>) -> (Entry, bool) {
    let mut attributes = Attributes::of(maker, &variant.attrs, &VALUE);
    let is_seen = attributes.remove_flag("seen");
    let wire = wire_key(maker, variant, &mut attributes, style);
    push_rust_name(maker, &variant.ident, &wire.0, &mut attributes);
    let value = maker.map(attributes.entries, variant);
    (maker.keyed(wire, &variant.ident, value), is_seen)
}

/// Returns the name of a value or an arm on the wire, and the kind of its key: `Paper = 1`, `Done = true`.
fn wire_key(
    maker: &mut Maker,
    variant: &Variant,
    attributes: &mut Attributes,
    style: Option<CaseStyle>,
) -> (String, KeyKind) {
    let name = wire_name(&variant.ident, attributes, style);
    match &variant.discriminant {
        Some((_, Expr::Lit(ExprLit { lit: Lit::Bool(value), .. }))) => (value.value.to_string(), KeyKind::Boolean),
        Some((_, number)) => match whole(number) {
            Some(digits) => (digits, KeyKind::Number),
            None => {
                maker.refuse(number, "write the number in digits: `Paper = 1`");
                (name, KeyKind::Text)
            }
        },
        None => (name, KeyKind::Text),
    }
}

/// Returns the digits of an integer, with its sign.
fn whole(number: &Expr) -> Option<String> {
    match number {
        Expr::Lit(ExprLit { lit: Lit::Int(digits), .. }) => {
            Some(digits.base10_digits().to_owned()).filter(|_| digits.suffix().is_empty())
        }
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => Some(format!("-{}", whole(expr)?)),
        _ => None,
    }
}

/// Converts a variant of an enum to an arm of a union.
fn arm(maker: &mut Maker, foreign: &mut Foreign, variant: &Variant, style: CaseStyle) -> Entry {
    let mut attributes = Attributes::of(maker, &variant.attrs, &ARM);
    let wire = wire_key(maker, variant, &mut attributes, Some(style));
    push_rust_name(maker, &variant.ident, &wire.0, &mut attributes);
    match &variant.fields {
        Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
            let ty = type_node(maker, foreign, &unnamed.unnamed[0].ty);
            attributes.entries.push(maker.entry("type", unnamed, ty));
        }
        Fields::Unnamed(unnamed) => {
            maker.refuse(unnamed, "a variant must have one type or named fields");
            let broken = maker.broken(unnamed);
            attributes.entries.push(maker.entry("type", unnamed, broken));
        }
        Fields::Unit if attributes.has("const") => {}
        Fields::Unit | Fields::Named(_) => {
            let inner_style = attributes.rename_all.unwrap_or(CaseStyle::Camel);
            let fields = fields(maker, foreign, &variant.fields, inner_style);
            let fields = maker.map(fields, variant);
            attributes.entries.push(maker.entry("fields", &variant.ident, fields));
        }
    }
    let value = maker.map(attributes.entries, variant);
    maker.keyed(wire, &variant.ident, value)
}

/// Returns the name on the wire. By default, the name of a value is its name in Rust.
fn wire_name(ident: &Ident, attributes: &mut Attributes, style: Option<CaseStyle>) -> String {
    let rust = name(ident);
    attributes.rename.take().unwrap_or_else(|| style.map_or(rust.clone(), |style| style.apply(&rust)))
}

fn push_rust_name(maker: &mut Maker, ident: &Ident, wire: &str, attributes: &mut Attributes) {
    if *ident != chainloom_codegen::pascal(wire) {
        attributes.entries.push(maker.text_entry("rust", name(ident), ident));
    }
}

/// Returns a name without the `r#` of keywords.
pub(crate) fn name(ident: &Ident) -> String {
    ident.unraw().to_string()
}
