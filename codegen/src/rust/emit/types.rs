//! Types, paths and words of the runtime as tokens.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, TokenStreamExt as _, format_ident, quote};

use crate::model::{Also, Form, Integer, Presence};
use crate::rust::lower::{Bounds, ItemPath, RustType, SchemaType, Start};

impl ToTokens for ItemPath {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match &self.start {
            Start::Up(count) => (0..*count).for_each(|_| tokens.append_all(quote!(super::))),
            Start::Crate(path) => {
                let path = foreign(path);
                tokens.append_all(quote!(#path::));
            }
        }
        let (modules, name) = (&self.modules, &self.name);
        tokens.append_all(quote!(#(#modules::)* #name));
    }
}

impl ToTokens for RustType {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all(match self {
            Self::Bool => quote!(bool),
            Self::F64 => quote!(f64),
            Self::Integer(integer) => {
                let name = format_ident!("{}", integer.rust_name());
                match integer {
                    Integer::U256 | Integer::I256 => quote!(rt::#name),
                    _ => quote!(#name),
                }
            }
            Self::Runtime(name) => {
                let name = format_ident!("{name}");
                quote!(rt::#name)
            }
            Self::OfBytes(name, bytes) => {
                let name = format_ident!("{name}");
                quote!(rt::#name<#bytes>)
            }
            Self::Maybe(inner) => quote!(rt::Maybe<#inner>),
            Self::Tuple(items) => quote!((#(#items,)*)),
            Self::Foreign(path) => foreign(path),
            Self::Item(path) => path.to_token_stream(),
            Self::Vec(item) => quote!(Vec<#item>),
            Self::Map(key, value) => quote!(::std::collections::BTreeMap<#key, #value>),
            Self::Option(inner) => quote!(Option<#inner>),
            Self::Box(inner) => quote!(Box<#inner>),
        });
    }
}

impl ToTokens for SchemaType {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let table = |kind: &str, path: &ItemPath| {
            let kind = format_ident!("{kind}");
            quote!(#kind(&#path))
        };
        let inner = match self {
            Self::Boolean => quote!(Boolean),
            Self::Text => quote!(Text),
            Self::Number => quote!(Number),
            Self::Integer(integer) => {
                let name = variant(integer);
                quote!(Integer(Integer::#name))
            }
            Self::Json => quote!(Json),
            Self::Bytes => quote!(Bytes),
            Self::File => quote!(File),
            Self::Scalar(path) => table("Scalar", path),
            Self::Enum(path) => table("Enum", path),
            Self::IntegerEnum(path) => table("IntegerEnum", path),
            Self::Record(path) => table("Record", path),
            Self::Union(path) => table("Union", path),
            Self::List(item, also) => {
                let also = emit_also(also.as_ref());
                quote!(List(&List { item: #item, also: #also }))
            }
            Self::Map(key, value) => quote!(Map(&Map { key: #key, value: #value })),
            Self::Tuple(items) => quote!(Tuple(&[#(#items),*])),
            Self::Nullable(inner) => quote!(Nullable(&#inner)),
            Self::Bounded(inner, bounds) => quote!(Bounded(&Bounded { ty: #inner, bounds: &#bounds })),
        };
        tokens.append_all(quote!(Type::#inner));
    }
}

impl ToTokens for Bounds {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { min, max, min_size, max_size, only, patterns, default, clamp_min, clamp_max } = self;
        let text = |name: &str, value: &Option<String>| {
            let name = format_ident!("{name}");
            value.as_ref().map(|value| quote!(#name: Some(#value),))
        };
        let size = |name: &str, value: &Option<usize>| {
            let name = format_ident!("{name}");
            value.map(|value| quote!(#name: Some(#value),))
        };
        let list = |name: &str, values: &[String]| {
            let name = format_ident!("{name}");
            (!values.is_empty()).then(|| quote!(#name: &[#(#values),*],))
        };
        let (min, max, default) = (text("min", min), text("max", max), text("default", default));
        let (clamp_min, clamp_max) = (text("clamp_min", clamp_min), text("clamp_max", clamp_max));
        let (min_size, max_size) = (size("min_size", min_size), size("max_size", max_size));
        let (only, patterns) = (list("only", only), list("patterns", patterns));
        tokens.append_all(quote!(Bounds {
            #min #max #min_size #max_size #only #patterns #default #clamp_min #clamp_max ..Bounds::NONE
        }));
    }
}

fn emit_also(also: Option<&Also>) -> TokenStream {
    match also {
        None => quote!(Also::Nothing),
        Some(Also::At(member)) => quote!(Also::At(#member)),
        Some(Also::Single) => quote!(Also::Single),
    }
}

/// A path that a user wrote; `check` has parsed it.
pub(super) fn foreign(path: &str) -> TokenStream {
    path.parse().unwrap_or_default()
}

pub(super) fn emit_form(form: &Form) -> TokenStream {
    let integer = |name: TokenStream, integer: &Integer| {
        let integer = variant(integer);
        quote!(#name(Integer::#integer))
    };
    let form = match form {
        Form::Base58 { bytes } => {
            let bytes = option(bytes.as_ref());
            quote!(Base58 { bytes: #bytes })
        }
        Form::Base64 { bytes, url } => {
            let bytes = option(bytes.as_ref());
            quote!(Base64 { bytes: #bytes, url: #url })
        }
        Form::TimeText(unit) => {
            let unit = variant(unit);
            quote!(TimeText(TimeUnit::#unit))
        }
        Form::TimeQuantity(unit) => {
            let unit = variant(unit);
            quote!(TimeQuantity(TimeUnit::#unit))
        }
        Form::DurationNumber(unit) => {
            let unit = variant(unit);
            quote!(DurationNumber(TimeUnit::#unit))
        }
        Form::DurationText(unit) => {
            let unit = variant(unit);
            quote!(DurationText(TimeUnit::#unit))
        }
        Form::Base58Check { bytes, prefix } => quote!(Base58Check { bytes: #bytes, prefix: #prefix }),
        Form::Bech32 { bytes, chain, base58check } => {
            let chain = emit_presence(*chain);
            quote!(Bech32 { bytes: #bytes, chain: #chain, base58check: #base58check })
        }
        Form::Hex { bytes, prefix } => {
            let bytes = option(bytes.as_ref());
            let prefix = emit_presence(*prefix);
            quote!(Hex { bytes: #bytes, prefix: #prefix })
        }
        Form::DecimalInteger(value) => integer(quote!(DecimalInteger), value),
        Form::Quantity(value) => integer(quote!(Quantity), value),
        Form::JsonInteger(value) => integer(quote!(JsonInteger), value),
        Form::Decimal
        | Form::JsonDecimal
        | Form::Seconds
        | Form::Milliseconds
        | Form::Microseconds
        | Form::Nanoseconds
        | Form::DateTime
        | Form::Date
        | Form::Duration
        | Form::Uuid => variant(form).to_token_stream(),
    };
    quote!(Form::#form)
}

pub(super) fn emit_presence(presence: Presence) -> TokenStream {
    let name = variant(presence);
    quote!(Presence::#name)
}

/// The variant of `runtime::schema` that has the name of one of the model.
pub(super) fn variant(value: impl std::fmt::Debug) -> Ident {
    format_ident!("{}", format!("{value:?}"))
}

/// `Some(…)` or `None`.
pub(super) fn option<T: ToTokens>(value: Option<&T>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
