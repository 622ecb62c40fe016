//! Invocations of the runtime's macros, which prettyplease would lay out token by token.
//!
//! Input: a macro in the place of an item. Output: its text. Only white space differs from what
//! prettyplease prints.
//!
//! ```text
//! rt::record!(Price: Default, PRICE[value(0), note(1)], extra(extra));
//! rt::setters! { FindBook:
//!     fn shelf(value: impl Into<Option<u64>>) { value.into() }
//! }
//! ```

use proc_macro2::TokenStream;

use super::wide::WIDEST;

/// Renders a file that consists of one macro invocation, on one line if it fits.
pub(super) fn render(of: &syn::ItemMacro, file: &syn::File) -> syn::Result<String> {
    if of.attrs.is_empty() && of.mac.path.segments.last().is_some_and(|last| last.ident == "setters") {
        return render_setters(&of.mac.tokens);
    }
    let laid_out = prettyplease::unparse(file);
    let (attributes, lines): (Vec<&str>, Vec<&str>) = laid_out.lines().partition(|line| line.starts_with('#'));
    let line = outside_of_literals(&join_lines(lines.into_iter()), |code| {
        code.replace(" : ", ": ").replace(" <", "<").replace(" >", ">")
    });
    let attributes: String = attributes.into_iter().map(|line| format!("{line}\n")).collect();
    match line.split_once("!(").and_then(|(name, rest)| Some((name, rest.strip_suffix(");")?))) {
        Some((name, rest)) if line.len() > WIDEST => Ok(format!("{attributes}{name}!(\n{});\n", fill_lines(rest))),
        _ => Ok(format!("{attributes}{line}\n")),
    }
}

/// Renders `setters!`: its name on the first line, then each function on a separate line, or on
/// several if it is too long.
fn render_setters(tokens: &TokenStream) -> syn::Result<String> {
    let mut tokens = tokens.clone().into_iter();
    let name: TokenStream = tokens.by_ref().take(1).collect();
    let mut one: syn::File = syn::parse2(tokens.skip(1).collect())?;
    let mut text = format!("rt::setters! {{ {name}:\n");
    for function in std::mem::take(&mut one.items) {
        one.items = vec![function];
        let laid_out = prettyplease::unparse(&one);
        let line = join_lines(laid_out.lines());
        match line.len() <= WIDEST {
            true => text.push_str(&format!("    {line}\n")),
            false => laid_out.lines().for_each(|line| text.push_str(&format!("    {line}\n"))),
        }
    }
    text.push_str("}\n");
    Ok(text)
}

/// Joins lines into one, and removes spaces and commas that only line breaks require.
pub(super) fn join_lines<'l>(lines: impl Iterator<Item = &'l str>) -> String {
    const BREAKS: [(&str, &str); 10] = [
        ("( ", "("),
        (", )", ")"),
        (" )", ")"),
        ("[ ", "["),
        (", ]", "]"),
        (" ]", "]"),
        ("< ", "<"),
        (", >", ">"),
        (", }", " }"),
        (" .", "."),
    ];
    let line = lines.map(str::trim).collect::<Vec<_>>().join(" ");
    outside_of_literals(&keep_tuple_commas(&line), |code| {
        BREAKS.iter().fold(code.to_owned(), |code, (broken, whole)| code.replace(broken, whole))
    })
}

/// Writes the end `, )` of a tuple of one place as `,)`, since without the comma it would be no tuple. An opening
/// parenthesis behind a name or a closing bracket belongs to a call.
fn keep_tuple_commas(line: &str) -> String {
    let (mut text, mut open, mut is_literal, mut is_escaped) = (String::new(), Vec::new(), false, false);
    for letter in line.chars() {
        let is_arrow = letter == '>' && text.ends_with(['-', '=']);
        match letter {
            '"' if !is_escaped => is_literal = !is_literal,
            _ if is_literal || is_arrow => {}
            '(' => {
                let is_call = text.ends_with(|c: char| c.is_alphanumeric() || "_!>)]".contains(c));
                open.push((!is_call, 0));
            }
            '[' | '{' | '<' => open.push((false, 0)),
            ',' => open.iter_mut().rev().take(1).for_each(|(_, commas)| *commas += 1),
            ')' | ']' | '}' | '>' => {
                let is_one_tuple = open.pop() == Some((true, 1));
                if is_one_tuple && text.ends_with(", ") {
                    text.pop();
                }
            }
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
        text.push(letter);
    }
    text
}

/// Applies `change` to the text between string literals. The literals stay unchanged, because their
/// texts are sent.
fn outside_of_literals(line: &str, change: impl Fn(&str) -> String) -> String {
    let (mut text, mut part, mut is_literal, mut is_escaped) = (String::new(), String::new(), false, false);
    for letter in line.chars() {
        if letter == '"' && !is_escaped {
            let whole = std::mem::take(&mut part);
            text.push_str(&if is_literal { whole } else { change(&whole) });
            text.push('"');
            is_literal = !is_literal;
            continue;
        }
        is_escaped = letter == '\\' && !is_escaped;
        part.push(letter);
    }
    text + &change(&part)
}

/// Fills lines with entries. An entry ends with a comma outside of parentheses and literals.
fn fill_lines(entries: &str) -> String {
    let (mut text, mut line, mut entry) = (String::new(), String::new(), String::new());
    let (mut depth, mut is_literal, mut is_escaped) = (0_usize, false, false);
    for letter in entries.chars().chain([',', ' ']) {
        let ends = letter == ' ' && depth == 0 && !is_literal && entry.ends_with(',');
        match letter {
            '"' if !is_escaped => is_literal = !is_literal,
            '(' if !is_literal => depth += 1,
            ')' if !is_literal => depth = depth.saturating_sub(1),
            _ => {}
        }
        is_escaped = letter == '\\' && !is_escaped;
        entry.push(letter);
        if ends {
            if !line.is_empty() && line.len() + entry.len() > WIDEST - 4 {
                text.push_str(&format!("    {}\n", line.trim_end()));
                line.clear();
            }
            line.push_str(&entry);
            entry.clear();
        }
    }
    text + &format!("    {}\n", line.trim_end().trim_end_matches(','))
}
