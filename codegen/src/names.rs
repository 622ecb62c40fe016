//! How the names of a spec become Rust names.
//!
//! Input: a name as the wire has it (`bookIDs`, `ISO-13`). Output: its snake or Pascal form. Checks of
//! collisions and the lowering to Rust both call these functions, so that they cannot disagree.
//! Nothing here knows keywords of a place (fields, types) beyond whether a text is an identifier.

/// The name of a field, a function or a module: `bookIDs` gives `book_ids`.
pub fn snake(name: &str) -> String {
    let words: Vec<String> = words(name).iter().map(|word| word.to_lowercase()).collect();
    words.join("_")
}

/// The name of a type or a variant: `getISBNs` gives `GetIsbns`.
pub fn pascal(name: &str) -> String {
    words(name).iter().map(|word| capitalized(word)).collect()
}

/// The identifier of a name, raw where it is a word of the language.
pub fn ident(name: &str) -> proc_macro2::Ident {
    let plain = quote::format_ident!("{name}");
    match syn::parse_str::<syn::Ident>(name) {
        Ok(_) => plain,
        Err(_) => quote::format_ident!("r#{name}"),
    }
}

/// Whether the text can be an identifier, perhaps written raw (`r#type`).
pub fn is_identifier(text: &str) -> bool {
    let mut letters = text.chars();
    let starts_well = letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_');
    let goes_on_well = letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    let taken = matches!(text, "_" | "self" | "Self" | "super" | "crate");
    starts_well && goes_on_well && !taken
}

/// Splits a name where a human would: at separators, before a capital that begins a word, after an
/// acronym. The plural `s` of an acronym stays with it.
fn words(name: &str) -> Vec<String> {
    let letters: Vec<char> = name.chars().collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            push_word(&mut words, &mut word);
            continue;
        }
        if letter.is_uppercase() && begins_word(&letters, at) {
            push_word(&mut words, &mut word);
        }
        word.push(letter);
    }
    push_word(&mut words, &mut word);
    words
}

fn push_word(words: &mut Vec<String>, word: &mut String) {
    if !word.is_empty() {
        words.push(std::mem::take(word));
    }
}

fn begins_word(letters: &[char], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|at| letters.get(at)) else {
        return false;
    };
    if !before.is_uppercase() {
        return true;
    }
    let next = letters.get(at + 1);
    let ends_in_plural = next == Some(&'s') && letters.get(at + 2).is_none_or(|after| !after.is_lowercase());
    next.is_some_and(|next| next.is_lowercase()) && !ends_in_plural
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().collect::<String>() + &letters.as_str().to_lowercase(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_identifier, pascal, snake};

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
            ("publicIP", "public_ip"),
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
    fn identifiers_are_told() {
        for good in ["type", "a1", "_x", "None"] {
            assert!(is_identifier(good), "{good}");
        }
        for bad in ["", "1a", "a-b", "self", "Self", "super", "crate", "_", "é"] {
            assert!(!is_identifier(bad), "{bad}");
        }
    }
}
