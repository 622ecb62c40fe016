//! Wide lines: joins lines that fit into one.
//!
//! Input: Rust as prettyplease lays it out, in lines of 89 columns. Output: the same with the lines
//! of a call, list, signature, short function, chain or struct expression joined, if they fit. If a call does not
//! fit, its arguments share a line, and a list at their end begins on that line. Only white space
//! and commas before a closing bracket change.

use super::invocation::join_lines;

/// Maximum length of a line in bytes, before the indentation by an enclosing module.
pub(super) const WIDEST: usize = 112;

/// Maximum length of an item that shares its line with other items of a list.
const SHORT: usize = 48;

/// Joins lines that fit into one.
pub(super) fn join_wide_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut wide = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(line) = lines.get(at) {
        let end = block_end(&lines, at);
        let block = &lines[at..end];
        match joined_function(block)
            .or_else(|| joined_block(block))
            .or_else(|| filled_list(block))
            .or_else(|| joined_arguments(block))
        {
            Some(whole) => (wide, at) = (wide + &whole, end),
            None => (wide, at) = (wide + line, at + 1),
        }
        wide.push('\n');
    }
    wide
}

/// Joins a function with a body of one line; `None` for other blocks, and for a function that does
/// not fit on a line.
fn joined_function(lines: &[&str]) -> Option<String> {
    let [first, body, end] = lines else { return None };
    let is_function = first.ends_with('{') && first.contains("fn ") && end.trim() == "}" && is_part(body);
    let whole = format!("{first} {} }}", body.trim());
    (is_function && whole.len() <= WIDEST).then_some(whole)
}

/// Fills lines with short items of a list, or of the members of a value, that do not fit on one
/// line.
fn filled_list(lines: &[&str]) -> Option<String> {
    let [first, items @ .., end] = lines else { return None };
    let is_list = first.ends_with('[') && end.trim_start().starts_with(']');
    let is_value = first.ends_with('{') && !is_item(first) && items.iter().all(is_part);
    ((is_list || is_value) && are_short(items))
        .then(|| format!("{first}\n{}{end}", fill_lines(items, indent(first) + 4)))
}

fn are_short(items: &[&str]) -> bool {
    items.iter().all(|line| line.trim().len() <= SHORT && line.ends_with(','))
}

/// Joins the arguments of a call that does not fit on one line, or fills lines with them. A list as
/// the last argument begins on the line of the call. `None` for other blocks.
fn joined_arguments(lines: &[&str]) -> Option<String> {
    let (first, rest) = lines.split_first()?;
    let step = indent(rest.first()?);
    let close = rest.iter().position(|line| indent(line) + 4 == step && line.trim_start().starts_with([')', '}']))?;
    if let Some(group) = joined_block(&lines[..close + 2]).filter(|_| close + 1 < rest.len()) {
        return Some(format!("{group}\n{}", join_wide_lines(&rest[close + 1..].join("\n")).trim_end()));
    }
    if !first.ends_with('(') || (is_item(first) && !first.contains("fn ")) {
        return None;
    }
    // The arguments of a chained call are indented twice.
    let shift = step.checked_sub(4 + indent(first))?;
    let moved = |line: &str, by: usize| line[by.min(indent(line))..].to_owned();
    let (inner, behind) = (join_wide_lines(&rest[..close].join("\n")), join_wide_lines(&rest[close..].join("\n")));
    let apart = format!("{first}\n{inner}{}", behind.trim_end());
    let behind = behind.lines().map(|line| moved(line, shift)).collect::<Vec<_>>().join("\n");
    let inner: Vec<&str> = inner.lines().collect();
    let single = inner.iter().take_while(|line| indent(line) == step && line.ends_with(',')).count();
    let head = join_lines(inner[..single].iter().copied());
    Some(match &inner[single..] {
        [] => format!("{first}\n{}{behind}", fill_lines(&inner, step - shift)),
        [list, items @ .., end] if list.trim() == "&[" && end.trim() == "]," => {
            let head = format!("{first}{head}{}&[", if single == 0 { "" } else { " " });
            let items: Vec<String> = items.iter().map(|line| moved(line, 4 + shift)).collect();
            let items: Vec<&str> = items.iter().map(String::as_str).collect();
            let items = if are_short(&items) { fill_lines(&items, step - shift) } else { items.join("\n") + "\n" };
            let end = format!("{}]{}", " ".repeat(indent(first)), behind.trim_start());
            if head.len() <= WIDEST { format!("{head}\n{items}{end}") } else { apart }
        }
        _ => apart,
    })
}

/// Fills lines with arguments, each line indented by `indent` columns.
fn fill_lines(arguments: &[&str], indent: usize) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for argument in arguments.iter().map(|line| line.trim()) {
        if column > 0 && column + 1 + argument.len() <= WIDEST {
            text.push_str(&format!(" {argument}"));
            column += 1 + argument.len();
        } else {
            text.push_str(&format!("{}{}{argument}", if column > 0 { "\n" } else { "" }, " ".repeat(indent)));
            column = indent + argument.len();
        }
    }
    text + "\n"
}

/// Returns the index after the block that the line `at` begins: its indented lines, and the line that closes it.
fn block_end(lines: &[&str], at: usize) -> usize {
    let indent = indent(lines[at]);
    let inner = lines[at + 1..].iter().take_while(|line| self::indent(line) > indent && !line.is_empty()).count();
    let end = at + 1 + inner;
    let closes = |line: &&str| self::indent(line) == indent && line.trim_start().starts_with([')', ']', '}']);
    end + usize::from(inner > 0 && lines.get(end).is_some_and(closes))
}

/// Returns the number of spaces at the beginning of a line.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Joins a block into one line; `None` if it does not fit, and for statements, items and match
/// arms.
fn joined_block(lines: &[&str]) -> Option<String> {
    let [first, inner @ .., _] = lines else { return None };
    if is_too_wide(lines) {
        return None;
    }
    let is_value = |line: &&str| line.ends_with([',', '(', '[', '{', ')', ']', '}']);
    let is_open = |line: &str| line.ends_with(';') || (line.ends_with('{') && line.contains('|'));
    let is_block = first.ends_with('{') && (is_item(first) || !inner.iter().all(is_value));
    if is_block || is_open(first) || !lines[1..].iter().all(is_part) || inner.iter().any(|line| is_open(line)) {
        return None;
    }
    let whole = join_lines(lines.iter().copied());
    let indent = indent(first);
    (indent + whole.len() <= WIDEST).then(|| format!("{}{whole}", " ".repeat(indent)))
}

/// Returns whether lines cannot fit on one line, to avoid joining long blocks: each line loses at
/// most a comma.
fn is_too_wide(lines: &[&str]) -> bool {
    let mut least = lines.first().map_or(0, |first| indent(first));
    lines.iter().any(|line| {
        least += line.trim().len().saturating_sub(1);
        least > WIDEST
    })
}

/// Returns whether a line is not a comment, attribute, member of a type or arm.
fn is_part(line: &&str) -> bool {
    let line = line.trim_start();
    !line.starts_with("//") && !line.starts_with('#') && !line.starts_with("pub ") && !line.contains("=>")
}

/// Returns whether a line begins an item, a body or a statement with blocks.
fn is_item(line: &str) -> bool {
    let line = line.trim_start();
    let word = line.strip_prefix("pub ").unwrap_or(line).split([' ', '<']).next().unwrap_or_default();
    const ITEMS: [&str; 14] = [
        "async", "const", "enum", "fn", "for", "if", "impl", "loop", "match", "mod", "struct", "trait", "unsafe",
        "while",
    ];
    line.starts_with([')', ']', '}']) || ITEMS.contains(&word)
}
