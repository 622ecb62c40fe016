//! Renders parts of a reference as text for a terminal, 80 columns wide.
//!
//! Input: an item of the reference. Output: text with line breaks; `color` adds terminal styles,
//! and changes nothing else.

mod sections;
mod shapes;
mod types;

use std::fmt::{Display, Write as _};

use anstyle::{AnsiColor, Style};

use chainloom_forms::shell;

use crate::data::{Member, Reference, SourceDocument, TypeEntry};
use crate::find::{Item, Named};

/// Width of the text, in columns.
pub const WIDTH: usize = 80;

/// Lists operations and subscriptions: a line with ID and summary, cut at `most` columns, and the name
/// on the wire below if it differs from the ID. Webhooks follow under a heading.
#[must_use]
pub fn list<'r>(items: impl IntoIterator<Item = Item<'r>>, most: usize, color: bool) -> String {
    let items: Vec<Item<'_>> = items.into_iter().collect();
    // A few long IDs do not shift all summaries.
    let width = items.iter().map(|item| item.id().len()).max().unwrap_or_default().min(WIDTH / 2);
    let mut page = Page::new(color);
    let (webhooks, called): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| matches!(item, Item::Webhooks(_)));
    list_lines(&called, (width, most), &mut page);
    if !webhooks.is_empty() {
        page.heading("Webhooks");
        list_lines(&webhooks, (width, most), &mut page);
    }
    page.text.trim_start().to_owned()
}

/// Adds the lines of a list: `width` is the width of the IDs, and `most` the maximum width of a line.
fn list_lines(items: &[Item<'_>], (width, most): (usize, usize), page: &mut Page) {
    for item in items {
        let (id, gap) = (item.id(), width.saturating_sub(item.id().len()));
        let room = most.saturating_sub(id.len() + gap + 2);
        let line = format!("{}{:gap$}  {}", page.styled(NAME, id), "", shorten(item.summary(), room));
        page.line(line.trim_end());
        let is_called = !matches!(item, Item::Webhooks(_));
        if is_called && item.wire_name() != id {
            let wire = format!("  {}", page.styled(DIM, item.wire_name()));
            page.line(&wire);
        }
    }
}

/// Lists the items that share a name: each with its ID and the first line of its description that no other has.
/// The first one is described below the list.
#[must_use]
pub fn candidates(reference: &Reference, name: &str, ids: &[String], color: bool) -> String {
    let mut page = Page::new(color);
    page.push_wrapped(0, &format!("`{name}` names several items; the first one is described below:"));
    page.line("");
    let width = ids.iter().map(String::len).max().unwrap_or_default().min(WIDTH / 2);
    let docs: Vec<&str> = ids.iter().map(|id| doc_of(reference, id)).collect();
    for (id, doc) in ids.iter().zip(&docs) {
        let is_own = |text: &&str| docs.iter().filter(|other| other.lines().any(|line| line == *text)).count() == 1;
        let own = doc.lines().filter(|line| !line.is_empty()).find(is_own).or_else(|| doc.lines().next());
        let gap = width.saturating_sub(id.len());
        let room = WIDTH.saturating_sub(id.len() + gap + 4);
        let line = format!("  {}{:gap$}  {}", page.styled(NAME, id), "", shorten(own.unwrap_or_default(), room));
        page.line(line.trim_end());
    }
    page.line("");
    page.text
}

/// Returns the description of the item with an ID.
fn doc_of<'r>(reference: &'r Reference, id: &str) -> &'r str {
    match reference.find_named(id) {
        Ok(Named::Item(Item::Operation(one))) => &one.doc,
        Ok(Named::Item(Item::Subscription(one))) => &one.doc,
        Ok(Named::Item(Item::Webhooks(one))) => &one.doc,
        Ok(Named::Type(one)) => &one.doc,
        Err(_) => "",
    }
}

/// Describes a named type: its members with their units and bounds, its path in Rust, and its uses.
#[must_use]
pub fn describe_type(reference: &Reference, entry: &TypeEntry, color: bool) -> String {
    let mut page = Page::new(color);
    types::describe(reference, entry, &mut page);
    page.text
}

/// Describes an operation, a subscription or webhooks.
#[must_use]
pub fn describe(reference: &Reference, item: Item<'_>, color: bool) -> String {
    let mut page = Page::new(color);
    page.title(item.id(), &item.wire_title());
    for section in reference.sections(item) {
        sections::add(reference, item, &section, &mut page);
    }
    page.add_sources(reference, item.source());
    page.text
}

/// Formats a count with its noun: `1 item`, `2 items`.
#[must_use]
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, thing: &str) -> String {
    format!("{count} {thing}{}", if count == N::from(1) { "" } else { "s" })
}

const HEADING: Style = Style::new().bold();
const NAME: Style = AnsiColor::Cyan.on_default();
const DIM: Style = Style::new().dimmed();

/// Text under construction.
struct Page {
    text: String,
    color: bool,
    /// Sources that occur in the text.
    sources: Vec<String>,
}

impl Page {
    const fn new(color: bool) -> Self {
        Self { text: String::new(), color, sources: Vec::new() }
    }

    fn styled(&self, style: Style, text: impl Display) -> String {
        if self.color { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// Adds text with line breaks at the width, indented by `indent` columns.
    fn push_wrapped(&mut self, indent: usize, text: &str) {
        let indent = " ".repeat(indent);
        for paragraph in text.lines() {
            // Further lines of a list item align after its mark.
            let rest = if paragraph.starts_with("- ") { format!("{indent}  ") } else { indent.clone() };
            let options = textwrap::Options::new(WIDTH).initial_indent(&indent).subsequent_indent(&rest);
            let options = options.break_words(false);
            textwrap::wrap(paragraph, options).iter().for_each(|line| self.line(line.trim_end()));
        }
    }

    /// Adds a paragraph after an empty line; nothing for an empty text.
    fn paragraph(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.line("");
            self.push_wrapped(0, text.trim());
        }
    }

    /// Adds the ID and the name on the wire: on one line if both fit.
    fn title(&mut self, id: &str, wire: &str) {
        let gap = if id.len() + wire.len() + 2 <= WIDTH { "  " } else { "\n" };
        let line = format!("{}{gap}{}", self.styled(HEADING, id), self.styled(DIM, wire));
        self.line(&line);
    }

    fn heading(&mut self, text: &str) {
        let heading = self.styled(HEADING, text);
        let _ = write!(self.text, "\n{heading}\n");
    }

    /// Adds a member: name, type and facts.
    fn member(&mut self, indent: usize, member: &Member) {
        let required = if member.required { "required" } else { "optional" };
        let place = match member.place {
            "" | "rpc" | "body" => String::new(),
            place => format!(", {place}"),
        };
        let notes = self.styled(DIM, format_args!("{}, {required}{place}", member.ty));
        let line = format!("{:indent$}{}  {notes}", "", self.styled(NAME, &member.name));
        self.line(&line);
        let deprecated = member.deprecated.iter().cloned();
        let said = [member.doc.clone()].into_iter().chain(deprecated).chain(member.facts.iter().cloned());
        let mut said: Vec<String> = said.filter(|text| !text.is_empty()).collect();
        said.extend(member.notes.iter().map(|note| self.with_source(&note.text, None, note.seen)));
        let text = self.with_source(&said.join(" "), member.source.as_deref(), member.seen);
        self.push_wrapped(indent + 4, &text);
    }

    /// Returns a statement with its section, and the mark `[seen]` if known from real services
    /// only.
    fn with_source(&mut self, text: &str, source: Option<&str>, seen: bool) -> String {
        self.sources.extend(source.map(str::to_owned));
        let source = source.map(|source| format!(" [{source}]")).unwrap_or_default();
        let seen = if seen { " [seen]" } else { "" };
        format!("{text}{source}{seen}")
    }

    /// Adds the section that describes the item, and the documents to which the marks of all
    /// sections refer.
    fn add_sources(&mut self, reference: &Reference, source: Option<&str>) {
        self.sources.extend(source.map(str::to_owned));
        let named = std::mem::take(&mut self.sources);
        let is_named = |document: &&SourceDocument| named.iter().any(|source| document.has(source));
        let used: Vec<_> = reference.sources.iter().filter(is_named).collect();
        if source.is_none() && used.is_empty() {
            return;
        }
        self.heading("Source");
        if let Some(source) = source {
            self.push_wrapped(2, source);
        }
        for document in used {
            let url = document.url.as_ref().map(|url| format!(" <{url}>")).unwrap_or_default();
            self.push_wrapped(2, &format!("- {}: {}{url}", document.mark, document.title));
        }
    }
}

/// Shortens a text with an ellipsis; returns an empty text if no part fits.
fn shorten(text: &str, room: usize) -> String {
    if textwrap::core::display_width(text) <= room {
        return text.to_owned();
    }
    let mut short = String::new();
    for letter in text.chars() {
        if textwrap::core::display_width(&short) + 2 > room {
            break;
        }
        short.push(letter);
    }
    if short.is_empty() { short } else { format!("{}…", short.trim_end()) }
}

/// Returns the command that calls an operation with parameters, for a POSIX shell.
#[must_use]
pub fn command_line(id: &str, parameters: &serde_json::Map<String, serde_json::Value>) -> String {
    if parameters.is_empty() {
        return format!("chainloom call {id}");
    }
    format!("chainloom call {id} {}", shell::word(&serde_json::Value::Object(parameters.clone()).to_string()))
}
