//! Parses the values of attributes: `10`, `"text"`, `0..=10`, `[a, b]`, `{ key: value }`, and
//! `key = value` in a list of them.
//!
//! Input: tokens between the parentheses of an attribute. Output: nodes. Keys are not checked here.
//! An entry that cannot be read is reported and skipped up to the next comma.

use chainloom_codegen::node::{Entry, Node, NodeKind};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt as _;
use syn::parse::ParseStream;
use syn::{Ident, Lit, LitInt, LitStr, Token, braced, bracketed, parenthesized, token};

use super::maker::Maker;
use crate::report::Place;

/// Parses the entries of a mapping: `key = value, key(key = value), key`.
///
/// # Errors
/// None: mistakes are reported to the maker.
pub(crate) fn parse_entries(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        parse_entry(maker, input, &mut entries).unwrap_or_else(|error| skip(maker, input, &error));
        if !input.is_empty() {
            input.parse::<Token![,]>().map(|_| ()).unwrap_or_else(|_| {
                skip(maker, input, &input.error("a comma is expected here"));
                let _ = input.parse::<Option<Token![,]>>();
            });
        }
    }
    Ok(entries)
}

/// Reports a mistake, and skips to the next comma.
fn skip(maker: &mut Maker, input: ParseStream<'_>, error: &syn::Error) {
    let text = error.to_string();
    let is_vague = text.contains("expected");
    let help = if is_vague { "\n= help: an attribute is written `#[api(key = value, …)]`" } else { "" };
    maker.refuse_at(Place::at(error.span()), format!("{text}{help}"));
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<TokenTree>().is_err() {
            return;
        }
    }
}

fn parse_entry(maker: &mut Maker, input: ParseStream<'_>, entries: &mut Vec<Entry>) -> syn::Result<()> {
    let (name, tokens) = parse_key(input)?;
    let value = if input.parse::<Option<Token![=]>>()?.is_some() {
        parse_value(maker, input).inspect_err(|_| {
            let broken = maker.broken(&tokens);
            add(maker, entries, &name, &tokens, broken);
        })?
    } else if input.peek(token::Paren) {
        let inner;
        parenthesized!(inner in input);
        let inner = parse_entries(maker, &inner)?;
        maker.map(inner, &tokens)
    } else if input.peek(Token![:]) {
        let broken = maker.broken(&tokens);
        add(maker, entries, &name, &tokens, broken);
        return Err(input.error("write a value after `=`"));
    } else if input.peek(token::Brace) {
        let broken = maker.broken(&tokens);
        add(maker, entries, &name, &tokens, broken);
        return Err(input.error(format!("write `=` before a brace: `{name} = {{ … }}`")));
    } else {
        maker.node(NodeKind::Boolean(true), &tokens)
    };
    add(maker, entries, &name, &tokens, value);
    Ok(())
}

/// Adds an entry, and refuses a repeated key.
fn add(maker: &mut Maker, entries: &mut Vec<Entry>, name: &str, tokens: &TokenStream, value: Node) {
    if entries.iter().any(|entry| entry.key.text == name) {
        return maker.refuse(tokens, format!("`{name}` occurs twice here"));
    }
    let entry = maker.entry(name, tokens, value);
    entries.push(entry);
}

/// Parses a key: a word with an optional `?`, a text or an integer.
fn parse_key(input: ParseStream<'_>) -> syn::Result<(String, TokenStream)> {
    if input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        return Ok((text.value(), text.to_token_stream()));
    }
    if input.peek(LitInt) || input.peek(Token![-]) && input.peek2(LitInt) {
        let (sign, number): (Option<Token![-]>, LitInt) = (input.parse()?, input.parse()?);
        let text = format!("{}{}", if sign.is_some() { "-" } else { "" }, number.base10_digits());
        return Ok((text, quote!(#sign #number)));
    }
    if !input.peek(Ident::peek_any) {
        return Err(input.error("expected a word"));
    }
    let name = input.call(Ident::parse_any)?;
    let mark: Option<Token![?]> = input.parse()?;
    let text = format!("{}{}", name.unraw(), if mark.is_some() { "?" } else { "" });
    Ok((text, name.to_token_stream()))
}

fn parse_value(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Node> {
    if input.peek(token::Bracket) {
        let place: TokenTree = input.fork().parse()?;
        let inner;
        bracketed!(inner in input);
        let mut items = Vec::new();
        while !inner.is_empty() {
            items.push(parse_value(maker, &inner)?);
            if !inner.is_empty() {
                inner.parse::<Token![,]>()?;
            }
        }
        return Ok(maker.node(NodeKind::List(items), &place));
    }
    if input.peek(token::Brace) {
        let place: TokenTree = input.fork().parse()?;
        let inner;
        braced!(inner in input);
        let entries = parse_members(maker, &inner)?;
        return Ok(maker.map(entries, &place));
    }
    if input.peek(Ident::peek_any) && !input.peek(Lit) {
        let word = input.call(Ident::parse_any)?;
        let kind = if word == "null" { NodeKind::Null } else { NodeKind::Text(word.unraw().to_string()) };
        return Ok(maker.node(kind, &word));
    }
    parse_scalar(maker, input)
}

/// Parses `key: value` between braces, as in JSON and YAML.
fn parse_members(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        let (name, tokens) = parse_key(input)?;
        input.parse::<Token![:]>()?;
        let value = parse_value(maker, input)?;
        add(maker, &mut entries, &name, &tokens, value);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(entries)
}

/// Parses a literal, or bounds: `1..=10`, `1..`, `..=10`.
fn parse_scalar(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Node> {
    let low = if input.peek(Token![..]) { None } else { Some(parse_literal(input)?) };
    if input.peek(Token![..=]) {
        let dots: Token![..=] = input.parse()?;
        let (low, high) = (low.unwrap_or_default(), parse_literal(input)?);
        let (from, to) = (low.tokens, high.tokens);
        return Ok(maker.text(format!("{}..={}", low.text, high.text), &quote!(#from #dots #to)));
    }
    if input.peek(Token![..]) {
        let dots: Token![..] = input.parse()?;
        if input.peek(Lit) || input.peek(Token![-]) {
            return Err(syn::Error::new_spanned(dots, "bounds include both ends: write `..=`"));
        }
        let low = low.unwrap_or_default();
        let from = low.tokens;
        return Ok(maker.text(format!("{}..", low.text), &quote!(#from #dots)));
    }
    match low {
        Some(Literal { kind, tokens, .. }) => Ok(maker.node(kind, &tokens)),
        None => Err(input.error("expected a value")),
    }
}

/// A literal: its value, its text, and its tokens.
struct Literal {
    kind: NodeKind,
    text: String,
    tokens: TokenStream,
}

impl Default for Literal {
    fn default() -> Self {
        Self { kind: NodeKind::Null, text: String::new(), tokens: TokenStream::new() }
    }
}

fn parse_literal(input: ParseStream<'_>) -> syn::Result<Literal> {
    let sign: Option<Token![-]> = input.parse()?;
    if !input.peek(Lit) {
        return Err(input.error("expected a value"));
    }
    let literal: Lit = input.parse()?;
    let number = |digits: &str| format!("{}{digits}", if sign.is_some() { "-" } else { "" });
    let (kind, text): (fn(String) -> NodeKind, String) = match &literal {
        Lit::Int(int) => (NodeKind::Number, number(int.base10_digits())),
        Lit::Float(float) => (NodeKind::Number, number(float.base10_digits())),
        Lit::Str(text) if sign.is_none() => (NodeKind::Text, text.value()),
        Lit::Bool(flag) if sign.is_none() => (|text| NodeKind::Boolean(text == "true"), flag.value.to_string()),
        other => return Err(syn::Error::new_spanned(other, "write a number, a text in quotes, `true` or `false`")),
    };
    Ok(Literal { kind: kind(text.clone()), text, tokens: quote!(#sign #literal) })
}
