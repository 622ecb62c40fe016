//! Prints a tree as YAML, on one line where it fits and in blocks elsewhere.
//!
//! Input: a [`Node`]. Output: its text.

use chainloom_codegen::is_hidden_in_name;

use crate::tree::{Kind, Node};

/// Maximum number of characters of a line with several values.
const WIDTH: usize = 140;

/// Returns the text of a file. The root is a mapping, whose entries are printed as blocks.
pub(crate) fn print(root: &Node) -> String {
    let mut out = Writer::default();
    if let Kind::Map(entries) = &root.kind {
        out.entries(root, entries, 0);
    }
    out.text
}

/// Printed text so far.
#[derive(Default)]
struct Writer {
    text: String,
}

impl Writer {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Writes the entries of a mapping, each on its own lines.
    fn entries(&mut self, node: &Node, entries: &[(String, Node)], indent: usize) {
        for (key, value) in entries {
            self.push(&" ".repeat(indent));
            self.entry(&key_of(node, key, false), value, indent);
        }
    }

    /// Writes a key, a colon, and the value.
    fn entry(&mut self, key: &str, value: &Node, indent: usize) {
        self.push(key);
        self.push(":");
        self.value(value, indent);
    }

    /// Writes the value after a key or a dash.
    fn value(&mut self, node: &Node, indent: usize) {
        let column = self.text.rsplit('\n').next().unwrap_or_default().chars().count();
        let is_scalar = !matches!(node.kind, Kind::List(_) | Kind::Map(_));
        if let (Kind::Text(text), true) = (&node.kind, is_block_text(node)) {
            return self.block_text(text, indent, node);
        }
        let short = short(node).filter(|text| is_scalar || column + 1 + text.chars().count() <= WIDTH);
        if short.is_some() || node.is_empty() {
            self.push(" ");
            match &node.kind {
                Kind::Text(text) => self.push(&scalar(text, false)),
                _ => self.flow(node),
            }
            return self.end_line(node);
        }
        match &node.kind {
            Kind::Map(entries) => {
                self.end_line(node);
                self.entries(node, entries, indent + 2);
            }
            Kind::List(items) => {
                self.end_line(node);
                self.items(items, indent + 2);
            }
            _ => self.push("\n"),
        }
    }

    /// Writes the items of a list, each after a dash.
    fn items(&mut self, items: &[Node], indent: usize) {
        for item in items {
            self.push(&" ".repeat(indent));
            self.push("-");
            match &item.kind {
                Kind::Map(entries) if short(item).is_none_or(|text| indent + text.len() > WIDTH) => {
                    self.item_entries(item, entries, indent + 2);
                }
                _ => self.value(item, indent),
            }
        }
    }

    /// Writes a mapping as an item of a list: its first key follows the dash.
    fn item_entries(&mut self, node: &Node, entries: &[(String, Node)], indent: usize) {
        for (at, (key, value)) in entries.iter().enumerate() {
            self.push(&if at == 0 { " ".to_owned() } else { " ".repeat(indent) });
            self.entry(&key_of(node, key, false), value, indent);
        }
    }

    /// Writes the comment of a node, if it has one, and a line break.
    fn end_line(&mut self, node: &Node) {
        if let Some(comment) = &node.comment {
            let text = format!(" # {comment}");
            self.push(&text);
        }
        self.push("\n");
    }

    /// Writes a text of several lines as a block scalar.
    fn block_text(&mut self, text: &str, indent: usize, node: &Node) {
        self.push(" |");
        // Without `-`, YAML would add a line break at the end.
        if !text.ends_with('\n') {
            self.push("-");
        }
        self.end_line(node);
        for line in text.trim_end_matches('\n').split('\n') {
            if !line.is_empty() {
                self.push(&" ".repeat(indent + 2));
                self.push(line);
            }
            self.push("\n");
        }
    }

    /// Writes a value on one line.
    fn flow(&mut self, node: &Node) {
        match &node.kind {
            Kind::Null => self.push("null"),
            Kind::Flag(flag) => self.push(if *flag { "true" } else { "false" }),
            Kind::Number(digits) => self.push(digits),
            Kind::Text(text) => self.push(&scalar(text, true)),
            Kind::List(items) => {
                self.push("[");
                for (at, item) in items.iter().enumerate() {
                    self.push(if at == 0 { "" } else { ", " });
                    self.flow(item);
                }
                self.push("]");
            }
            Kind::Map(entries) if entries.is_empty() => self.push("{}"),
            Kind::Map(entries) => {
                self.push("{");
                for (at, (key, value)) in entries.iter().enumerate() {
                    self.push(if at == 0 { " " } else { ", " });
                    self.push(&key_of(node, key, true));
                    self.push(": ");
                    self.flow(value);
                }
                self.push(" }");
            }
        }
    }
}

/// Returns a value on one line. `None` for lists and mappings that are too long, and for values
/// with comments, blocks or the flag `tall`.
fn short(node: &Node) -> Option<String> {
    if is_long(node, &mut 0) || has_tall(node) {
        return None;
    }
    let mut out = Writer::default();
    out.flow(node);
    Some(out.text)
}

/// Returns whether a list or mapping has more characters than [`WIDTH`]. Counting stops there, so
/// that a large tree is not counted again at each level.
fn is_long(node: &Node, count: &mut usize) -> bool {
    match &node.kind {
        Kind::Text(text) => *count += text.chars().take(WIDTH).count(),
        Kind::List(items) => {
            return items.iter().any(|item| {
                *count += 1;
                is_long(item, count) || *count > WIDTH
            });
        }
        Kind::Map(entries) => {
            return entries.iter().any(|(key, value)| {
                *count += key.chars().count() + 1;
                is_long(value, count) || *count > WIDTH
            });
        }
        Kind::Null | Kind::Flag(_) | Kind::Number(_) => *count += 1,
    }
    false
}

fn has_tall(node: &Node) -> bool {
    node.tall
        || is_block_text(node)
        || node.children().into_iter().any(|child| child.comment.is_some() || has_tall(child))
}

/// Returns whether a text is printed as a block of lines: it has several, and YAML would change
/// none of them.
fn is_block_text(node: &Node) -> bool {
    let Kind::Text(text) = &node.kind else { return false };
    let lines = text.trim_end_matches('\n');
    let is_plain = |letter: char| letter == '\n' || (!letter.is_control() && letter != '\u{feff}');
    lines.contains('\n')
        && !text.starts_with([' ', '\n'])
        && text.len() - lines.len() <= 1
        && text.chars().all(is_plain)
        && !lines.split('\n').any(|line| line.ends_with(' '))
}

/// Returns a key as it is printed. `in_flow` says that the mapping is printed on one line.
fn key_of(node: &Node, key: &str, in_flow: bool) -> String {
    if node.written { key.to_owned() } else { scalar(key, in_flow) }
}

/// Returns whether a key of a spec in JSON is YAML already: a number, a boolean, or a text in
/// quotes.
pub(crate) fn is_yaml_key(key: &str) -> bool {
    key.parse::<f64>().is_ok() || ["true", "false"].contains(&key) || serde_json::from_str::<String>(key).is_ok()
}

/// Returns a key of a spec in JSON as YAML.
pub(crate) fn yaml_key(key: &str) -> String {
    if is_yaml_key(key) { key.to_owned() } else { scalar(key, true) }
}

/// Returns a text, in quotes if YAML would read it as something else.
fn scalar(text: &str, in_flow: bool) -> String {
    if is_plain(text, in_flow) { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let text = serde_json::Value::String(text.to_owned()).to_string();
    let escaped = |letter: char| match u32::from(letter) {
        _ if !is_hidden_in_name(letter) => letter.to_string(),
        code @ 0..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    };
    text.chars().map(escaped).collect()
}

fn is_plain(text: &str, in_flow: bool) -> bool {
    let starts_well =
        text.starts_with(|first: char| first.is_ascii_alphabetic() || "/_.".contains(first) && text.len() > 1);
    let letters =
        |letter: char| letter.is_ascii_alphanumeric() || " _-./()=+*';!%$^~".contains(letter) || is_word(letter);
    let in_block = |letter: char| letters(letter) || "?,[]{}\"|:@&<>".contains(letter);
    let is_good = if in_flow { text.chars().all(letters) } else { text.chars().all(in_block) };
    let is_key = text.contains(": ") || text.ends_with(':');
    let is_number = text.starts_with('.') && !text.starts_with("..");
    let is_text = starts_well && is_good && !is_key && !is_number && !text.ends_with(' ') && !is_yaml_constant(text);
    is_text || is_bounds(text)
}

/// Returns whether a text is a range such as `1..=10`, which YAML does not read as a number.
fn is_bounds(text: &str) -> bool {
    text.contains("..")
        && text.len() > 2
        && text.chars().all(|letter| letter.is_ascii_digit() || "-.=".contains(letter))
        && !text.starts_with("-.")
}

/// Returns whether a character is a letter or digit outside of ASCII.
fn is_word(letter: char) -> bool {
    !letter.is_ascii() && letter.is_alphanumeric()
}

/// Returns whether some parsers of YAML read a word as null, a boolean or a number.
fn is_yaml_constant(text: &str) -> bool {
    const WORDS: [&str; 11] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "inf", "nan"];
    let lower = text.to_ascii_lowercase();
    WORDS.contains(&lower.trim_start_matches('.'))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::print;
    use crate::tree::Node;

    #[test]
    fn what_is_short_stands_on_one_line() {
        let root = Node::map([
            ("doc", Node::text("Two lines,\nno more.\n")),
            ("range", Node::text("0..=5")),
            ("list", Node::json(&json!(["a", "no", 1.5, null, "x: y"]))),
            ("fields", Node::json(&json!({ "a?": { "type": "string" }, "b": "T | null" }))),
            ("tall", Node::map([("a", Node::text("b").guessed("by its name"))])),
        ]);
        let expected = "doc: |\n  Two lines,\n  no more.\nrange: 0..=5\nlist: [a, \"no\", 1.5, null, \"x: y\"]\n\
                        fields: { \"a?\": { type: string }, b: \"T | null\" }\ntall:\n  a: b # guessed: by its name\n";
        assert_eq!(print(&root), expected);
    }
}
