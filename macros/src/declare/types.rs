//! Converts Rust types to types of the spec language.
//!
//! Input: `syn` types. Output: nodes, which name built-in types, types that the module declares,
//! and foreign types.

use chainloom_codegen::node::{Node, NodeKind};
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::{GenericArgument, PathArguments, Type, TypePath};

use super::foreign::Foreign;
use super::maker::Maker;

/// Built-in types of the spec language, by type of Rust.
pub(crate) const BUILT_IN: [(&str, &str); 17] = [
    ("bool", "boolean"),
    ("String", "string"),
    ("u8", "uint8"),
    ("u16", "uint16"),
    ("u32", "uint32"),
    ("u64", "uint64"),
    ("u128", "uint128"),
    ("i8", "int8"),
    ("i16", "int16"),
    ("i32", "int32"),
    ("i64", "int64"),
    ("i128", "int128"),
    ("f64", "number"),
    ("RawJson", "json"),
    ("Text", "string"),
    ("Bytes", "bytes"),
    ("File", "file"),
];

/// Types of Rust that are not supported, with what to write instead.
const NOT_HERE: [(&str, &str); 5] =
    [("f32", "f64"), ("usize", "u64"), ("isize", "i64"), ("char", "String"), ("str", "String")];

/// Suffix of the name of a nullable type.
const NULLABLE: &str = " | null";

/// Types that need neither declaration nor import.
pub(crate) fn known_types() -> impl Iterator<Item = &'static str> {
    let tables = BUILT_IN.iter().chain(&NOT_HERE).map(|(rust, _)| *rust);
    tables.chain(["Vec", "Option", "Maybe", "Box", "BTreeMap", "HashMap"])
}

/// Returns the type without its `Option`, and whether it had one.
pub(crate) fn without_option(ty: &Type) -> (&Type, bool) {
    match generic(ty, "Option").as_deref() {
        Some([inner]) => (inner, true),
        _ => (ty, false),
    }
}

/// Returns the type in a `Maybe`, which is a value that may be absent or null.
pub(crate) fn without_maybe(ty: &Type) -> Option<&Type> {
    match generic(ty, "Maybe").as_deref() {
        Some([inner]) => Some(inner),
        _ => None,
    }
}

/// Converts the type to a node. A refused type becomes a type of any JSON value.
pub(crate) fn type_node(maker: &mut Maker, foreign: &mut Foreign, ty: &Type) -> Node {
    foreign.mark_used(ty);
    if let Some([item]) = generic(ty, "Vec").as_deref() {
        let item = type_node(maker, foreign, item);
        return maker.node(NodeKind::List(vec![item]), ty);
    }
    if let Some([inner]) = generic(ty, "Box").as_deref() {
        // The generator adds a box where one is needed.
        return type_node(maker, foreign, inner);
    }
    for map in ["BTreeMap", "HashMap"] {
        if let Some([key, value]) = generic(ty, map).as_deref() {
            return map_node(maker, foreign, ty, key, value);
        }
    }
    if let (inner, true) = without_option(ty) {
        return nullable_node(maker, foreign, ty, inner);
    }
    match ty {
        Type::Path(path) if path.qself.is_none() => path_node(maker, foreign, ty, path),
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let items = tuple.elems.iter().map(|item| type_node(maker, foreign, item)).collect();
            let items = maker.node(NodeKind::List(items), ty);
            let entry = maker.entry("tuple", ty, items);
            maker.map(vec![entry], ty)
        }
        Type::Group(group) => type_node(maker, foreign, &group.elem),
        Type::Paren(paren) => type_node(maker, foreign, &paren.elem),
        Type::Reference(reference) => {
            let owned = shown(&reference.elem);
            let owned = find(&NOT_HERE, &owned).map_or(owned.as_str(), |(_, instead)| *instead);
            maker.refuse(ty, format!("the types of a spec are owned: write `{owned}`"));
            maker.broken(ty)
        }
        _ => {
            maker.refuse(ty, "this type has no known JSON form: write a named type, `Vec<…>`, `Option<…>` or a map");
            maker.broken(ty)
        }
    }
}

fn map_node(maker: &mut Maker, foreign: &mut Foreign, ty: &Type, key: &Type, value: &Type) -> Node {
    let value = type_node(maker, foreign, value);
    let key = type_node(maker, foreign, key);
    let entries = vec![maker.entry("map", ty, value), maker.entry("key", ty, key)];
    maker.map(entries, ty)
}

pub(crate) fn nullable_node(maker: &mut Maker, foreign: &mut Foreign, ty: &Type, inner: &Type) -> Node {
    let inner = type_node(maker, foreign, inner);
    match inner.kind {
        NodeKind::Text(name) if !name.ends_with(NULLABLE) => maker.text(format!("{name}{NULLABLE}"), ty),
        NodeKind::Text(_) => {
            maker.refuse(ty, "use one `Option`: nested options have no meaning in JSON");
            inner
        }
        NodeKind::Broken => inner,
        _ => {
            maker.refuse(ty, "a null list or map is read as empty: remove `Option`");
            inner
        }
    }
}

fn path_node(maker: &mut Maker, foreign: &mut Foreign, ty: &Type, path: &TypePath) -> Node {
    if let Some(name) = path.path.get_ident().map(|name| name.unraw().to_string()) {
        if foreign.is_declared(&name) {
            return maker.text(name, ty);
        }
        if let (false, Some((_, word))) = (foreign.is_imported(&name), find(&BUILT_IN, &name)) {
            return maker.text(*word, ty);
        }
        if let Some((_, instead)) = find(&NOT_HERE, &name) {
            maker.refuse(ty, format!("`{name}` is not a type of the spec language: write `{instead}`"));
            return maker.broken(ty);
        }
    }
    match foreign.name(maker, ty) {
        Some(name) => maker.text(name, ty),
        None => maker.broken(ty),
    }
}

fn find<'t>(table: &'t [(&str, &str)], name: &str) -> Option<&'t (&'t str, &'t str)> {
    table.iter().find(|(rust, _)| *rust == name)
}

/// Returns the arguments of `Name<…>`, if the type has this form.
fn generic<'t>(ty: &'t Type, name: &str) -> Option<Vec<&'t Type>> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let types = arguments.args.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Formats the tokens of a type as a person writes them.
pub(crate) fn shown(ty: &Type) -> String {
    ty.to_token_stream().to_string().replace(' ', "").replace(',', ", ").replace("r#", "")
}
