//! Descriptions as the input of the macros.
//!
//! Input: bytes, which change the tokens of a sample behind a NUL, or are a source file. Output:
//! what is wrong. A mistake is a `compile_error!`; what is made is valid Rust.

use std::str::FromStr as _;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens as _;

use crate::input::Input;
use crate::{Outcome, declare, include};

/// A description with most of what can be said.
const SAMPLE: &str = include_str!("macros/sample.txt");
/// What may come in the place of tokens.
const OTHERS: &str = include_str!("macros/others.txt");
/// The most bytes of a source file, and the most changes of the sample.
const MOST: usize = 8 * 1024;
const CHANGES: usize = 8;

/// Expands a macro.
///
/// # Errors
///
/// What is made is no valid Rust.
pub fn check(data: &[u8]) -> Outcome {
    // What was parsed for other inputs.
    proc_macro2::extra::invalidate_current_thread_spans();
    match data {
        [0, rest @ ..] => changed(Input::new(rest)),
        _ => source(&String::from_utf8_lossy(&data[..data.len().min(MOST)])),
    }
}

/// The sample, with tokens replaced, doubled, or taken away.
fn changed(mut input: Input<'_>) -> Outcome {
    let others: Vec<TokenStream> = OTHERS.lines().filter_map(|line| TokenStream::from_str(line).ok()).collect();
    let mut tokens = TokenStream::from_str(SAMPLE).map_err(|error| error.to_string())?;
    for _ in 0..CHANGES {
        if input.is_empty() {
            break;
        }
        let mut place = input.below(65_536) % count(&tokens).max(1);
        let other = others.get(input.below(others.len())).cloned().unwrap_or_default();
        tokens = replaced(tokens, &mut place, &other);
    }
    crate::show("tokens", &tokens.to_string());
    valid(declare::expand(TokenStream::new(), tokens.clone()), &tokens)
}

fn count(tokens: &TokenStream) -> usize {
    let inner = |tree: TokenTree| if let TokenTree::Group(group) = tree { count(&group.stream()) } else { 0 };
    tokens.clone().into_iter().map(|tree| 1 + inner(tree)).sum()
}

/// The tokens with others in the place of the one with this index, counted through all groups.
fn replaced(tokens: TokenStream, index: &mut usize, other: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    for tree in tokens {
        match (std::mem::replace(index, index.wrapping_sub(1)), tree) {
            (0, _) => {
                *index = usize::MAX;
                out.extend(other.clone());
            }
            (_, TokenTree::Group(group)) => {
                let inner = replaced(group.stream(), index, other);
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            (_, tree) => out.extend([tree]),
        }
    }
    out
}

/// Expands each macro of a source file as the compiler would; of other tokens, all of them.
fn source(text: &str) -> Outcome {
    let Ok(tokens) = TokenStream::from_str(text) else { return Ok(()) };
    let Ok(file) = syn::parse2::<syn::File>(tokens.clone()) else {
        return valid(declare::expand(TokenStream::new(), tokens.clone()), &tokens);
    };
    file.items.into_iter().try_for_each(expanded)
}

fn expanded(item: syn::Item) -> Outcome {
    match item {
        syn::Item::Mod(mut module) => {
            let is_api = |attribute: &syn::Attribute| {
                attribute.path().segments.last().is_some_and(|segment| segment.ident == "api")
            };
            let place = module.attrs.iter().position(is_api);
            let attribute = place.map(|place| module.attrs.remove(place));
            let args = attribute.and_then(|attribute| match attribute.meta {
                syn::Meta::List(list) => Some(list.tokens),
                _ => None,
            });
            let tokens = module.into_token_stream();
            valid(declare::expand(args.unwrap_or_default(), tokens.clone()), &tokens)
        }
        syn::Item::Macro(call) => {
            let made = include::expand(call.mac.tokens);
            parsed(&made)
        }
        other => {
            let tokens = other.into_token_stream();
            valid(declare::expand(TokenStream::new(), tokens.clone()), &tokens)
        }
    }
}

/// Checks the output of a macro: valid Rust, or `compile_error!` beside the unchanged input if this is no module.
fn valid(made: TokenStream, input: &TokenStream) -> Outcome {
    if syn::parse2::<syn::ItemMod>(input.clone()).is_err() {
        return if has_error(made) { Ok(()) } else { Err(format!("not refused: {input}")) };
    }
    parsed(&made).map_err(|why| format!("{why}\nof: {input}"))
}

/// Whether tokens call `compile_error!`.
fn has_error(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(name) => name == "compile_error",
        TokenTree::Group(group) => has_error(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn parsed(made: &TokenStream) -> Outcome {
    syn::parse2::<syn::File>(made.clone())
        .map(drop)
        .map_err(|error| format!("what is made is no Rust: {error}: {made}"))
}
