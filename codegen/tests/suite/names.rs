//! Names: their words, and which of them are identifiers of Rust.

use chainloom_codegen::{RustIdent, is_hidden, pascal, snake};
use quote::ToTokens as _;

/// All words that Rust does not take as a name.
pub(crate) const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern \
                                   false final fn for if impl in let loop macro match mod move mut override priv pub ref \
                                   return self Self static struct super trait true try type typeof unsafe unsized use \
                                   virtual where while yield gen _";

#[test]
fn snake_splits_like_a_human() {
    for (name, expected) in [
        ("bookIDs", "book_ids"),
        ("shelfPOP", "shelf_pop"),
        ("getISBNs", "get_isbns"),
        ("rowID", "row_id"),
        ("ISO-13", "iso_13"),
        ("listIso13Editions", "list_iso13_editions"),
        ("northernXLineStopStationID", "northern_x_line_stop_station_id"),
        ("isL1Member", "is_l1_member"),
        ("md5Sums", "md5_sums"),
        ("supportedFAQs", "supported_faqs"),
        ("fOpeningTime", "f_opening_time"),
        ("outerURL", "outer_url"),
        ("xRow", "x_row"),
        ("ISBNsOfYear", "isbns_of_year"),
        ("HTTPServer", "http_server"),
        ("already_snake", "already_snake"),
        ("type", "type"),
        ("--", ""),
    ] {
        assert_eq!(snake(name), expected, "{name}");
    }
}

#[test]
fn pascal_capitalizes_words() {
    for (name, expected) in [
        ("getISBNs", "GetIsbns"),
        ("ISO-13", "Iso13"),
        ("rowIndexing", "RowIndexing"),
        ("usd", "Usd"),
        ("BookId", "BookId"),
        ("loanByPhone", "LoanByPhone"),
    ] {
        assert_eq!(pascal(name), expected, "{name}");
    }
}

#[test]
fn what_is_an_identifier_is_one() {
    for good in ["a1", "_x", "None", "union", "auto"] {
        let ident = RustIdent::new(good).map(|ident| ident.to_token_stream().to_string());
        assert_eq!(ident.as_deref(), Some(good));
    }
}

/// Every keyword that the parser of Rust knows is refused, and what else is no identifier.
#[test]
fn what_is_no_identifier_is_reported() {
    for word in KEYWORDS.split_whitespace() {
        assert!(["gen", "_"].contains(&word) || syn::parse_str::<syn::Ident>(word).is_err(), "{word}");
        assert_eq!(RustIdent::new(word), None, "{word}");
    }
    for bad in ["", "1a", "a-b", "é", "r#type", "a b"] {
        assert_eq!(RustIdent::new(bad), None, "{bad}");
    }
}

#[test]
fn hidden_characters_are_reported() {
    for letter in ['\r', '\0', '\u{1b}', '\u{85}', '\u{202e}', '\u{2066}', '\u{7f}'] {
        assert!(is_hidden(letter), "{letter:?}");
    }
    for letter in ['a', '\n', '\t', 'é', 'ع', '\u{200d}', '😀'] {
        assert!(!is_hidden(letter), "{letter:?}");
    }
}
