//! Renders Markdown of a spec as HTML.
//!
//! Input: untrusted Markdown. Output: HTML without the author's own tags, which are shown as text.
//! Images become their descriptions, and links lead only to `http`, `https` and `mailto`.

use maud::{Markup, PreEscaped};
use pulldown_cmark::{BrokenLink, CowStr, Event, Options, Parser, Tag, TagEnd};

/// Renders paragraphs, lists, tables and code.
pub(super) fn block(text: &str) -> Markup {
    let mut out = String::new();
    push(&mut out, text, false);
    PreEscaped(out)
}

/// Renders a text within a line; paragraphs become consecutive words.
pub(super) fn inline(text: &str) -> Markup {
    let mut out = String::new();
    push(&mut out, text, true);
    PreEscaped(out)
}

/// Appends the HTML of a Markdown text.
fn push(out: &mut String, text: &str, is_inline: bool) {
    // Number of open links without a safe target, whose ends are omitted too.
    let mut dropped: usize = 0;
    // A link of rustdoc, such as [`Client`], is rendered as code.
    let rustdoc = |link: BrokenLink<'_>| link.reference.starts_with('`').then(|| ("".into(), "".into()));
    // A table does not fit into a line.
    let options = if is_inline { Options::empty() } else { Options::ENABLE_TABLES };
    let mut is_head = false;
    for event in Parser::new_with_broken_link_callback(text, options, Some(rustdoc)) {
        is_head = match event {
            Event::Start(Tag::TableHead) => true,
            Event::End(TagEnd::TableHead) => false,
            _ => is_head,
        };
        match event {
            Event::Start(Tag::Link { dest_url, .. }) if is_safe(&dest_url) => {
                out.push_str("<a rel=\"noreferrer noopener\" href=\"");
                escape(out, &dest_url);
                out.push_str("\">");
            }
            Event::Start(Tag::Link { .. }) => dropped += 1,
            Event::End(TagEnd::Link) if dropped > 0 => dropped -= 1,
            Event::End(TagEnd::Link) => out.push_str("</a>"),
            Event::Start(Tag::TableCell) if is_head => out.push_str("<th>"),
            Event::End(TagEnd::TableCell) if is_head => out.push_str("</th>"),
            Event::Start(tag) => out.push_str(opening_tag(&tag, is_inline)),
            Event::End(tag) => out.push_str(closing_tag(tag, is_inline)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => escape(out, &text),
            Event::Code(text) => code(out, &text),
            Event::SoftBreak => out.push(' '),
            Event::HardBreak => out.push_str(if is_inline { " " } else { "<br>" }),
            Event::Rule | Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
            Event::InlineMath(text) | Event::DisplayMath(text) => escape(out, &text),
        }
    }
    while out.ends_with(' ') {
        out.pop();
    }
}

/// Appends a text as code.
fn code(out: &mut String, text: &CowStr<'_>) {
    out.push_str("<code>");
    escape(out, text);
    out.push_str("</code>");
}

/// Returns whether a link has a safe scheme.
fn is_safe(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    ["http://", "https://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme))
}

/// Returns the HTML that begins an element. Headings become bold words, as the page has its own
/// headings.
fn opening_tag(tag: &Tag<'_>, is_inline: bool) -> &'static str {
    match tag {
        Tag::Emphasis => "<em>",
        Tag::Strong => "<strong>",
        _ if is_inline => "",
        Tag::Paragraph => "<p>",
        Tag::Heading { .. } => "<p><strong>",
        Tag::List(None) => "<ul>",
        Tag::List(Some(_)) => "<ol>",
        Tag::Item => "<li>",
        Tag::BlockQuote(_) => "<blockquote>",
        Tag::CodeBlock(_) => "<pre><code>",
        Tag::Table(_) => "<table>",
        Tag::TableHead | Tag::TableRow => "<tr>",
        Tag::TableCell => "<td>",
        _ => "",
    }
}

fn closing_tag(tag: TagEnd, is_inline: bool) -> &'static str {
    match tag {
        TagEnd::Emphasis => "</em>",
        TagEnd::Strong => "</strong>",
        _ if is_inline => " ",
        TagEnd::Paragraph => "</p>",
        TagEnd::Heading(_) => "</strong></p>",
        TagEnd::List(false) => "</ul>",
        TagEnd::List(true) => "</ol>",
        TagEnd::Item => "</li>",
        TagEnd::BlockQuote(_) => "</blockquote>",
        TagEnd::CodeBlock => "</code></pre>",
        TagEnd::Table => "</table>",
        TagEnd::TableHead | TagEnd::TableRow => "</tr>",
        TagEnd::TableCell => "</td>",
        _ => "",
    }
}

/// Appends a text with escaped HTML characters.
fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            other => out.push(other),
        }
    }
}
