//! The values of attributes: `10`, `"text"`, `0..=10`, `[a, b]`, `{ key: value }`, and `key = value` in a list of them.
//!
//! Input: tokens between the parentheses of an attribute. Output: nodes. Which keys there are is not known here.

use chainloom_codegen::node::{Entry, NodeKind};
use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::ext::IdentExt as _;
use syn::parse::{ParseStream, Parser as _};
use syn::{Ident, Lit, LitStr, Token, braced, bracketed, parenthesized, token};

use super::maker::Maker;
use chainloom_codegen::node::Node;

/// `key = value, key(key = value), key`: the entries of a mapping.
pub(crate) fn read_entries(maker: &mut Maker, tokens: TokenStream) -> Vec<Entry> {
    let parser = |input: ParseStream<'_>| parse_entries(maker, input);
    match parser.parse2(tokens) {
        Ok(entries) => entries,
        Err(error) => {
            maker.refuse_at(error.span(), format!("this is no attribute: {error}; write `key = value`"));
            Vec::new()
        }
    }
}

fn parse_entries(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Vec<Entry>> {
    let mut entries: Vec<Entry> = Vec::new();
    while !input.is_empty() {
        let (name, tokens) = parse_key(input)?;
        let value = if input.parse::<Option<Token![=]>>()?.is_some() {
            parse_value(maker, input)?
        } else if input.peek(token::Paren) {
            let inner;
            parenthesized!(inner in input);
            let inner_entries = parse_entries(maker, &inner)?;
            maker.map(inner_entries, &tokens)
        } else if input.parse::<Option<Token![:]>>()?.is_some() {
            return Err(syn::Error::new_spanned(&tokens, "in an attribute a value follows `=`"));
        } else {
            maker.node(NodeKind::Boolean(true), &tokens)
        };
        add(maker, &mut entries, &name, &tokens, value);
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(entries)
}

fn add(maker: &mut Maker, entries: &mut Vec<Entry>, name: &str, tokens: &TokenStream, value: Node) {
    if entries.iter().any(|entry| entry.key.text == name) {
        return maker.refuse(tokens, format!("`{name}` stands here twice"));
    }
    let entry = maker.entry(name, tokens, value);
    entries.push(entry);
}

/// A word, perhaps with the `?` of what may be left out, or a text.
fn parse_key(input: ParseStream<'_>) -> syn::Result<(String, TokenStream)> {
    if input.peek(LitStr) {
        let text: LitStr = input.parse()?;
        return Ok((text.value(), text.to_token_stream()));
    }
    let name = input.call(Ident::parse_any)?;
    let mark: Option<Token![?]> = input.parse()?;
    let text = format!("{}{}", name.unraw(), if mark.is_some() { "?" } else { "" });
    Ok((text, name.to_token_stream()))
}

fn parse_value(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Node> {
    if input.peek(token::Bracket) {
        let inner;
        let bracket = bracketed!(inner in input);
        let mut items = Vec::new();
        while !inner.is_empty() {
            items.push(parse_value(maker, &inner)?);
            if !inner.is_empty() {
                inner.parse::<Token![,]>()?;
            }
        }
        return Ok(maker.node(NodeKind::List(items), &spanned(bracket.span.join())));
    }
    if input.peek(token::Brace) {
        let inner;
        let brace = braced!(inner in input);
        let entries = parse_members(maker, &inner)?;
        return Ok(maker.map(entries, &spanned(brace.span.join())));
    }
    if input.peek(Ident::peek_any) && !input.peek(Lit) {
        let word = input.call(Ident::parse_any)?;
        let kind = if word == "null" { NodeKind::Null } else { NodeKind::Text(word.unraw().to_string()) };
        return Ok(maker.node(kind, &word));
    }
    parse_scalar(maker, input)
}

/// Tokens that are only a place.
fn spanned(span: proc_macro2::Span) -> TokenStream {
    Ident::new("_value", span).to_token_stream()
}

/// `key: value` between braces, as JSON and YAML write it.
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

/// A literal, or bounds: `1..=10`, `1..`, `..=10`.
fn parse_scalar(maker: &mut Maker, input: ParseStream<'_>) -> syn::Result<Node> {
    let begin = input.fork();
    let low = if input.peek(Token![..]) { None } else { Some(parse_literal(input)?) };
    let bounds = if input.peek(Token![..=]) {
        input.parse::<Token![..=]>()?;
        Some(format!("..={}", parse_literal(input)?.1))
    } else if input.peek(Token![..]) {
        input.parse::<Token![..]>()?;
        Some("..".to_owned())
    } else {
        None
    };
    let low_text = low.as_ref().map(|(_, text)| text.clone()).unwrap_or_default();
    match (bounds, low) {
        (Some(bounds), _) => {
            let place = begin.parse::<proc_macro2::TokenTree>()?;
            Ok(maker.text(format!("{low_text}{bounds}"), &place))
        }
        (None, Some((kind, _))) => {
            let place = begin.parse::<proc_macro2::TokenTree>()?;
            Ok(maker.node(kind, &place))
        }
        (None, None) => Err(input.error("a value is expected here")),
    }
}

fn parse_literal(input: ParseStream<'_>) -> syn::Result<(NodeKind, String)> {
    let sign = if input.parse::<Option<Token![-]>>()?.is_some() { "-" } else { "" };
    let literal: Lit = input.parse()?;
    let number = |digits: &str| {
        let digits = format!("{sign}{digits}");
        (NodeKind::Number(digits.clone()), digits)
    };
    match &literal {
        Lit::Int(int) => Ok(number(int.base10_digits())),
        Lit::Float(float) => Ok(number(float.base10_digits())),
        Lit::Str(text) if sign.is_empty() => Ok((NodeKind::Text(text.value()), text.value())),
        Lit::Bool(flag) if sign.is_empty() => Ok((NodeKind::Boolean(flag.value), flag.value.to_string())),
        other => Err(syn::Error::new_spanned(other, "this literal has no place in a description")),
    }
}
