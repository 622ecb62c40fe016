//! Descriptions: shortens CommonMark for the documentation of code.
//!
//! Input: the text of a document. Output: plain paragraphs, without markup that rustdoc should not
//! have.

use chainloom_codegen::is_hidden;

/// Number of bytes above which a description is cut at the end of a paragraph or sentence.
const MAX_DESCRIPTION_BYTES: usize = 700;

/// Returns a description as plain paragraphs, or `None` if nothing is left, and whether text was
/// cut off.
pub(crate) fn clean(text: &str) -> (Option<String>, bool) {
    let text = without_tags(&without_images(&text.replace("\r\n", "\n").replace(is_hidden, " ")));
    let mut paragraphs: Vec<String> = Vec::new();
    for block in text.split("\n\n") {
        let lines: Vec<&str> = block.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
        let is_code = block.contains("```") || lines.first().is_some_and(|line| line.starts_with("    "));
        let joined = if is_list(&lines) || is_code { lines.join("\n") } else { join_lines(&lines) };
        if !joined.trim().is_empty() {
            paragraphs.push(joined);
        }
    }
    let (kept, is_cut) = cut(paragraphs);
    let kept = kept.join("\n\n").trim().to_owned();
    ((!kept.is_empty()).then_some(kept), is_cut)
}

/// Returns a text on one line, for comments and titles.
pub(crate) fn line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || is_hidden(letter)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the lines of a paragraph as one line, without the `#` of a heading.
fn join_lines(lines: &[&str]) -> String {
    let words = lines.iter().flat_map(|line| line.split_whitespace());
    words.collect::<Vec<_>>().join(" ").trim_start_matches('#').trim().to_owned()
}

fn is_list(lines: &[&str]) -> bool {
    let marked = |line: &&str| line.trim_start().starts_with(['-', '*', '|', '+', '1', '2', '>']);
    lines.len() > 1 && lines.iter().skip(1).any(marked)
}

/// Returns the first paragraphs that fit into [`MAX_DESCRIPTION_BYTES`], or the beginning of the first one, and
/// whether text was cut off.
fn cut(paragraphs: Vec<String>) -> (Vec<String>, bool) {
    let mut kept: Vec<String> = Vec::new();
    let mut length = 0;
    for paragraph in paragraphs {
        let fits = length + paragraph.len() <= MAX_DESCRIPTION_BYTES;
        // A first paragraph that is too long is cut within, so that a description is left.
        if !fits {
            if kept.is_empty() {
                kept.push(cut_at_sentence(&paragraph));
            }
            return (kept, true);
        }
        length += paragraph.len();
        kept.push(paragraph);
    }
    (kept, false)
}

/// Returns the first sentences of a text that fit into [`MAX_DESCRIPTION_BYTES`], or else its first
/// words.
fn cut_at_sentence(text: &str) -> String {
    let mut end = MAX_DESCRIPTION_BYTES.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    let stop = head.rfind(". ").map(|at| at + 1).or(head.rfind(' ')).unwrap_or(head.len());
    head[..stop].to_owned()
}

/// Turns HTML such as `<p>a<br>b</p>` into paragraphs, and removes its comments. Other text in
/// angle brackets, such as `<name>`, stays.
fn without_tags(text: &str) -> String {
    const TAGS: [&str; 24] = [
        "p", "br", "b", "i", "em", "strong", "code", "a", "ul", "ol", "li", "div", "span", "h1", "h2", "h3", "h4",
        "table", "tr", "td", "th", "img", "pre", "sup",
    ];
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        out.push_str(&rest[..start]);
        let tail = &rest[start..];
        if let Some(after) = tail.strip_prefix("<!--") {
            rest = after.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let end = tail.find('>');
        let name: String = tail[1..].trim_start_matches('/').chars().take_while(char::is_ascii_alphanumeric).collect();
        match end {
            Some(end) if TAGS.contains(&name.to_ascii_lowercase().as_str()) && is_tag(&tail[1..end], &name) => {
                out.push_str(match name.to_ascii_lowercase().as_str() {
                    "p" | "br" | "div" | "ul" | "ol" | "tr" | "table" | "h1" | "h2" | "h3" | "h4" => "\n\n",
                    "li" if !tail.starts_with("</") => "\n- ",
                    "code" => "`",
                    _ => "",
                });
                rest = &tail[end + 1..];
            }
            _ => {
                out.push('<');
                rest = &tail[1..];
            }
        }
    }
    out.push_str(rest);
    out.chars()
        .filter(|letter| *letter == '\n' || *letter == '\t' || !letter.is_control())
        .collect::<String>()
        .replace('\t', " ")
}

/// Returns whether the text between two angle brackets is a tag of this name, and not part of a comparison such as
/// `a<b and c>d`: attributes of tags have values.
fn is_tag(content: &str, name: &str) -> bool {
    let attributes = content.trim_start_matches('/').get(name.len()..).unwrap_or_default();
    attributes.trim().is_empty() || attributes.trim() == "/" || attributes.contains('=')
}

/// Removes images of CommonMark.
fn without_images(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("![") {
        let tail = &rest[start..];
        let end = tail.find("](").and_then(|at| tail[at..].find(')').map(|end| at + end + 1));
        out.push_str(&rest[..start]);
        match end {
            Some(end) => rest = &tail[end..],
            None => {
                out.push_str("![");
                rest = &tail[2..];
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn descriptions_are_kept_short() {
        for (text, expected, cut) in [
            ("A  pet.\nIt runs\non. ", Some("A pet. It runs on."), false),
            ("<p>A <code>pet</code>.<br>More < less.</p>", Some("A `pet`.\n\nMore < less."), false),
            ("# Pets\n\n- a\n- b", Some("Pets\n\n- a\n- b"), false),
            ("![logo](http://x/y.png)", None, false),
            ("Takes <id> of it.", Some("Takes <id> of it."), false),
            ("Where a<b and c>d <i>or</i><br/>x.", Some("Where a<b and c>d or\n\nx."), false),
        ] {
            assert_eq!(clean(text), (expected.map(str::to_owned), cut), "{text}");
        }
        let long = "It is so. ".repeat(100);
        let (kept, is_cut) = clean(&long);
        assert!(is_cut && kept.is_some_and(|kept| kept.len() < 701 && kept.ends_with("so.")));
    }
}
