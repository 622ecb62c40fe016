//! Tables as tokens.
//!
//! Input: a table of the runtime, and the file for which the table is written. Output: the static
//! of the table, or its expression. A table with a static is referred to by its path; any other
//! table is written inline.

use std::cell::RefCell;
use std::collections::BTreeSet;

use chainloom_schema::literal::{Literal, Node};
use proc_macro2::{Literal as Token, TokenStream};
use quote::{ToTokens as _, format_ident, quote};

use super::Parts;
use crate::ident::RustIdent;
use crate::rust::lower::{Crate, ItemPath, TABLES};

/// Scope of the file in which items are emitted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope<'l> {
    pub(crate) lowered: &'l Crate,
    /// Path of the module of the file.
    pub(crate) module: &'l [RustIdent],
}

/// Writer of expressions in one module.
struct Writer<'l> {
    scope: Scope<'l>,
    /// Imported statics; `None` outside the module of the tables, which also imports all types of
    /// tables.
    imports: Option<RefCell<&'l mut BTreeSet<ItemPath>>>,
}

impl Scope<'_> {
    /// Adds the static of a table to the module of the tables, and records the statics that it
    /// imports.
    pub(super) fn define<T: Literal>(self, name: &RustIdent, table: &'static T, parts: &mut Parts<TokenStream>) {
        let node = self.lowered.statics.numbers.definition(table);
        let Node::Struct(kind, ..) = node else { return parts.tables.push(bug("a static of no table")) };
        let kind = format_ident!("{kind}");
        let table = Writer { scope: self, imports: Some(RefCell::new(&mut parts.statics)) }.node_tokens(&node);
        parts.tables.push(quote!(pub static #name: #kind = #table;));
    }

    /// Returns the expression of a table, for code in the module of the file.
    pub(super) fn expression<T: Literal>(self, table: &'static T) -> TokenStream {
        Writer { scope: self, imports: None }.node_tokens(&self.lowered.statics.numbers.definition(table))
    }
}

impl Writer<'_> {
    /// Returns the expression of a node of a table.
    fn node_tokens(&self, node: &Node) -> TokenStream {
        let all = |nodes: &[Node]| nodes.iter().map(|node| self.node_tokens(node)).collect::<Vec<_>>();
        match node {
            Node::Bool(value) => quote!(#value),
            Node::Number(value) => Token::i128_unsuffixed(*value).into_token_stream(),
            Node::Text(text) => quote!(#text),
            Node::Option(None) => quote!(None),
            Node::Option(Some(value)) => {
                let value = self.node_tokens(value);
                quote!(Some(#value))
            }
            Node::Pair(pair) => {
                let [a, b] = pair.each_ref().map(|node| self.node_tokens(node));
                quote!((#a, #b))
            }
            Node::List(items) => {
                let items = all(items);
                quote!(&[#(#items),*])
            }
            Node::Reference(value) => {
                let value = self.node_tokens(value);
                quote!(&#value)
            }
            Node::Static(number) => self.static_path(*number),
            // Every cycle of tables contains a static, so no table is nested in itself.
            Node::Above(_) => bug("a table without an end"),
            Node::Variant(name, variant, values) => {
                let (name, variant) = (self.table_type(name), format_ident!("{variant}"));
                let values = emit_values(values, |node| self.node_tokens(node));
                quote!(#name::#variant #values)
            }
            Node::Struct(name, constructor, arguments, setters) => {
                let (name, constructor, arguments) =
                    (self.table_type(name), format_ident!("{constructor}"), all(arguments));
                let setters = setters.iter().map(|(name, value)| {
                    let (name, value) = (format_ident!("{name}"), value.as_ref().map(|value| self.node_tokens(value)));
                    quote!(.#name(#value))
                });
                quote!(#name::#constructor(#(#arguments),*) #(#setters)*)
            }
        }
    }

    /// Returns the path by which the current module names the static with this number. Inside the
    /// module of the tables, a static with a unique name is imported.
    fn static_path(&self, number: usize) -> TokenStream {
        let statics = &self.scope.lowered.statics;
        let tables = RustIdent::new(TABLES).filter(|_| self.imports.is_some());
        let here: Vec<RustIdent> = self.scope.module.iter().cloned().chain(tables).collect();
        let Some((path, is_fields)) = statics.path(number, &here) else { return bug("a static without a path") };
        let name = match &self.imports {
            Some(imports) if !path.is_local() && statics.is_unique(&path.name) => {
                let name = path.name.to_token_stream();
                imports.borrow_mut().insert(path);
                name
            }
            _ => path.to_token_stream(),
        };
        if is_fields { quote!(#name.fields) } else { name }
    }

    /// Returns the path of a table type, such as `Record`.
    fn table_type(&self, name: &str) -> TokenStream {
        let name = format_ident!("{name}");
        if self.imports.is_some() { quote!(#name) } else { quote!(rt::schema::#name) }
    }
}

/// Emits the values of a variant: named members in braces, one value in parentheses, or nothing.
fn emit_values(values: &[(Option<&'static str>, Node)], emit: impl Fn(&Node) -> TokenStream) -> Option<TokenStream> {
    match values {
        [] => None,
        [(None, value)] => {
            let value = emit(value);
            Some(quote!((#value)))
        }
        members => {
            let members = members.iter().map(|(name, value)| {
                let (name, value) = (name.map(|name| format_ident!("{name}")), emit(value));
                quote!(#name: #value)
            });
            Some(quote!({ #(#members),* }))
        }
    }
}

/// Emits a compile error, for a state that no spec causes.
fn bug(what: &str) -> TokenStream {
    let text = format!("bug in the generator: {what}");
    quote!(::std::compile_error! { #text })
}
