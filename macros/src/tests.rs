//! Tests of the macros as functions of tokens: for any input, their output is valid Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote;

use crate::{declare, include};

#[path = "../../tests/src/full.rs"]
#[expect(dead_code, unreachable_pub, reason = "the file belongs to a library")]
mod full;

/// Module with every construct of the notation.
const SAMPLE: &str = r#"
    /// A shop.
    #[api(client(baseUrl = "{url}", vars(url(doc = "Where it is."))))]
    mod shop {
        use my_crate::{Amount, inner::{self, Deep as Other}};
        /// A thing.
        #[api(rename_all = "snake_case")]
        pub struct Thing {
            /// Kinds of the thing.
            #[api(unit = "cents", range = 0..=100, rename = "a b")] r#type: Option<u64>,
            pub kinds: Vec<Option<Kind>>,
            own: Amount,
            wrapped: inner::Json<Other>,
            #[deprecated(since = "2", note = "old")] map: HashMap<String, Box<Thing>>,
        }
        enum Kind { Old, #[api(rename = "brand-new", seen)] New }
        #[api(scalar(text = "hex", bytes = 32))] struct Hash;
        type Name = String;
        #[api(union = "form")] enum Key { Number(u64), Name(String), Whole { a: f64 } }
        #[api(
            endpoint = "/rpc/{chain}", vars(chain(default = "main", doc = "Which.")), rpc(params = "named"),
            instance = "chain", effect = "read"
        )]
        trait Shelves {
            #[api(method = "shelf.find", examples = [{ request: { name: "a", depth: 1.5 }, response: null }])]
            fn find(&self, name: String, depth: Option<f64>) -> Option<Thing>;
        }
        trait Web {
            #[api(get = "/things/{name}", rules = [{ atMostOne: [a, b] }])]
            fn r#loop(&self, name: Name, a: Option<u8>, #[api(header)] b: Option<Hash>) -> ();
        }
    }
"#;

/// Returns tokens that may replace a token.
fn others() -> Vec<TokenStream> {
    let words =
        quote!(r#loop Self crate _ é 5 -1.5e3 "" "a b/{c}" 'x' b"y" ..= :: < 'life #! () [] {} (a = { b: [c] }));
    let mut all: Vec<TokenStream> = words.into_iter().map(TokenStream::from).collect();
    all.extend([TokenStream::new(), quote!(a a), quote!(, ,), quote!(#[api(rename = 5, path, header)])]);
    all
}

/// Replaces the text with this index, counted through all groups, by another text.
fn replaced(tokens: TokenStream, index: &mut usize, other: &TokenStream) -> TokenStream {
    let mut out = TokenStream::new();
    for tree in tokens {
        if *index == 0 {
            *index = usize::MAX;
            out.extend(other.clone());
            continue;
        }
        *index = index.saturating_sub(1);
        match tree {
            TokenTree::Group(group) if *index < usize::MAX / 2 => {
                let inner = replaced(group.stream(), index, other);
                out.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
            }
            tree => out.extend([tree]),
        }
    }
    out
}

fn count(tokens: &TokenStream) -> usize {
    let inner = |tree: TokenTree| if let TokenTree::Group(group) = tree { count(&group.stream()) } else { 0 };
    tokens.clone().into_iter().map(|tree| 1 + inner(tree)).sum()
}

fn sample() -> TokenStream {
    SAMPLE.parse().unwrap()
}

/// Returns the lines of the identifiers with this text that follow this word.
fn lines(tokens: TokenStream, word: &str, name: &str) -> Vec<usize> {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is = |tree: &TokenTree, text: &str| matches!(tree, TokenTree::Ident(ident) if ident == text);
    let here = trees.windows(2).filter(|pair| is(&pair[0], word) && is(&pair[1], name));
    let mut found: Vec<usize> = here.map(|pair| pair[1].span().start().line).collect();
    for tree in trees {
        let TokenTree::Group(group) = tree else { continue };
        found.extend(lines(group.stream(), word, name));
    }
    found
}

/// Spans lead an editor from a call to the user's source.
#[test]
fn what_is_made_stands_where_it_is_declared() {
    let made = declare::expand(TokenStream::new(), sample());
    let declared = |text: &str| SAMPLE.lines().position(|line| line.contains(text)).unwrap() + 1;
    for (word, name, text) in [
        ("struct", "Thing", "struct Thing"),
        ("pub", "kinds", "pub kinds"),
        ("enum", "Key", "enum Key"),
        ("mod", "web", "trait Web"),
        ("struct", "ShelvesService", "trait Shelves"),
        ("fn", "shelves", "trait Shelves"),
        ("struct", "Find", "fn find"),
        ("fn", "find", "fn find"),
        ("fn", "depth", "fn find"),
        ("fn", "loop_", "fn r#loop"),
    ] {
        let found = lines(made.clone(), word, name);
        assert!(!found.is_empty() && found.iter().all(|line| *line == declared(text)), "{word} {name}: {found:?}");
    }
}

#[test]
fn the_sample_has_no_mistakes() {
    let made = declare::expand(TokenStream::new(), sample()).to_string();
    assert!(!made.contains("compile_error"), "{}", &made[..made.len().min(600)]);
}

/// Webhooks are keys of the module, or of a trait, like all others.
#[test]
fn webhooks_are_accepted_on_modules_and_traits() {
    let keys = r#"#[api(webhooks(
        doc = "Events of the shop.", event = Event, id(header = "X-Id"),
        signature(header = "X-Signature", algorithm = "hmac-sha256", form = "sha256={hex}"),
    ))]"#;
    let event = r#"#[api(union(tag = "kind"))] enum Event { Sold { id: String }, Closed {} }"#;
    let trait_ = r#"trait Web { #[api(get = "/things")] fn list(&self) -> (); }"#;
    for source in [
        format!("{keys} mod shop {{ {event} }}"),
        format!("{keys} mod shop {{ {event} {trait_} }}"),
        format!("mod shop {{ {event} {keys} {trait_} }}"),
    ] {
        let made = declare::expand(TokenStream::new(), source.parse().unwrap()).to_string();
        assert!(!made.contains("compile_error"), "{made}");
        assert!(made.contains("WEBHOOKS"), "{made}");
    }
}

#[test]
fn no_tokens_make_the_macro_panic() {
    let sample = sample();
    // So many of them for each token, others for the next one.
    let every = if full::is_full() { 1 } else { 48 };
    let (mut tried, mut refused) = (0, 0);
    for index in 0..count(&sample) {
        for other in others().into_iter().skip(index % every).step_by(every) {
            tried += 1;
            let tokens = replaced(sample.clone(), &mut index.clone(), &other);
            let shown = tokens.to_string();
            let made = catch_unwind(AssertUnwindSafe(|| declare::expand(TokenStream::new(), tokens)));
            let Ok(made) = made else { panic!("token {index}, `{other}`: {shown}") };
            // What is no module comes back as it was, and need not be Rust.
            let is_rust =
                syn::parse2::<syn::File>(made.clone()).is_ok() || made.to_string().contains("by a whole module");
            assert!(is_rust, "token {index}, `{other}`: {made}");
            refused += usize::from(made.to_string().contains("compile_error"));
        }
    }
    assert!(refused > tried / 2, "most replacements are mistakes: {refused} of {tried}");
}

#[test]
fn no_arguments_make_a_macro_panic() {
    for other in others() {
        let made = declare::expand(
            other.clone(),
            quote!(
                mod a {}
            ),
        );
        assert!(syn::parse2::<syn::File>(made).is_ok(), "{other}");
        assert!(include::expand(other.clone()).to_string().contains("compile_error"), "{other}");
    }
    for path in ["/", "..", ".", "src", "src/lib.rs", "\0", "a\nb", "r#mod.yaml", "é.yaml", "self.yaml", "Cargo.toml"]
    {
        let made = include::expand(quote!(#path)).to_string();
        assert!(made.contains("compile_error"), "{path}: {made}");
    }
}
