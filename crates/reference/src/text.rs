//! Renders parts of a reference as text for a terminal, 80 columns wide.
//!
//! Input: an item of the reference. Output: text with line breaks; `color` adds terminal styles,
//! and changes nothing else.

mod shapes;
mod types;

use std::fmt::{Display, Write as _};

use anstyle::{AnsiColor, Style};

use crate::data::{
    ErrorCode, Example, Fact, Member, Operation, Protocol, Reference, SourceDocument, Subscription, TypeEntry,
    TypeText, Webhooks,
};
use crate::find::Item;

/// The number of columns.
pub const WIDTH: usize = 80;

/// Lists operations and subscriptions: the ID and what it does on a line, cut at the width, and the name
/// on the wire below where it is another one. Webhooks follow under a heading.
#[must_use]
pub fn list<'r>(items: impl IntoIterator<Item = Item<'r>>, color: bool) -> String {
    let items: Vec<Item<'_>> = items.into_iter().collect();
    // A few long IDs do not move all descriptions.
    let width = items.iter().map(|item| item.id().len()).max().unwrap_or_default().min(WIDTH / 2);
    let mut page = Page::new(color);
    let (webhooks, called): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| matches!(item, Item::Webhooks(_)));
    list_lines(&called, width, &mut page);
    if !webhooks.is_empty() {
        page.heading("Webhooks");
        list_lines(&webhooks, width, &mut page);
    }
    page.text.trim_start().to_owned()
}

fn list_lines(items: &[Item<'_>], width: usize, page: &mut Page) {
    for item in items {
        let (id, gap) = (item.id(), width.saturating_sub(item.id().len()));
        let room = WIDTH.saturating_sub(id.len() + gap + 2);
        let line = format!("{}{:gap$}  {}", page.styled(NAME, id), "", cut(item.summary(), room));
        page.line(line.trim_end());
        let is_called = !matches!(item, Item::Webhooks(_));
        if is_called && item.wire_name() != id {
            let wire = format!("  {}", page.styled(DIM, item.wire_name()));
            page.line(&wire);
        }
    }
}

/// Describes a named type: its members with their units and bounds, its path in Rust, and where it is
/// used.
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
    match item {
        Item::Operation(one) => operation(reference, one, &mut page),
        Item::Subscription(one) => subscription(reference, one, &mut page),
        Item::Webhooks(one) => webhooks(reference, one, &mut page),
    }
    page.text
}

const HEADING: Style = Style::new().bold();
const NAME: Style = AnsiColor::Cyan.on_default();
const DIM: Style = Style::new().dimmed();

/// A text that grows.
struct Page {
    text: String,
    color: bool,
    /// Sources that the text names.
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

    /// Text that is broken at the width, behind some columns.
    fn wrapped(&mut self, indent: usize, text: &str) {
        let indent = " ".repeat(indent);
        for paragraph in text.lines() {
            // Lines of a list go on behind its mark.
            let rest = if paragraph.starts_with("- ") { format!("{indent}  ") } else { indent.clone() };
            let options = textwrap::Options::new(WIDTH).initial_indent(&indent).subsequent_indent(&rest);
            let options = options.break_words(false);
            textwrap::wrap(paragraph, options).iter().for_each(|line| self.line(line.trim_end()));
        }
    }

    fn paragraph(&mut self, text: &str) {
        if !text.trim().is_empty() {
            self.line("");
            self.wrapped(0, text.trim());
        }
    }

    /// The ID, and what goes over the wire: on one line where both fit.
    fn title(&mut self, id: &str, wire: &str) {
        let gap = if id.len() + wire.len() + 2 <= WIDTH { "  " } else { "\n" };
        let line = format!("{}{gap}{}", self.styled(HEADING, id), self.styled(DIM, wire));
        self.line(&line);
    }

    fn heading(&mut self, text: &str) {
        let heading = self.styled(HEADING, text);
        let _ = write!(self.text, "\n{heading}\n");
    }

    /// A heading with facts below it; nothing without facts.
    fn facts(&mut self, heading: &str, facts: &[Fact]) {
        if !facts.is_empty() {
            self.heading(heading);
            for fact in facts {
                let text = self.with_source(&fact.text, fact.source.as_deref(), fact.seen);
                self.wrapped(2, &text);
            }
        }
    }

    fn errors(&mut self, errors: &[ErrorCode]) {
        if errors.is_empty() {
            return;
        }
        self.heading("Errors");
        for error in errors {
            let line = format!("  {} {}", self.styled(NAME, error.code), error.name);
            self.line(&line);
            let text = self.with_source(&error.doc, error.source.as_deref(), error.seen);
            self.wrapped(4, &text);
        }
    }

    fn members(&mut self, heading: &str, members: &[Member]) {
        if members.is_empty() {
            return;
        }
        self.heading(heading);
        for member in members {
            self.member(2, member);
        }
    }

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
        self.wrapped(indent + 4, &text);
    }

    /// A statement with its section, and whether only real services show it.
    fn with_source(&mut self, text: &str, source: Option<&str>, seen: bool) -> String {
        self.sources.extend(source.map(str::to_owned));
        let source = source.map(|source| format!(" [{source}]")).unwrap_or_default();
        let seen = if seen { " [seen]" } else { "" };
        format!("{text}{source}{seen}")
    }

    /// The section that describes the item itself, and what the marks of all sections stand for.
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
            self.wrapped(2, source);
        }
        for document in used {
            let url = document.url.as_ref().map(|url| format!(" <{url}>")).unwrap_or_default();
            self.wrapped(2, &format!("- {}: {}{url}", document.mark, document.title));
        }
    }
}

/// A text that ends with an ellipsis where it is too long; empty where nothing of it fits.
fn cut(text: &str, room: usize) -> String {
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

fn operation(reference: &Reference, one: &Operation, page: &mut Page) {
    let protocol = match &one.protocol {
        Protocol::Rest { .. } => "HTTP",
        Protocol::Rpc { .. } => "JSON-RPC",
    };
    page.title(&one.id, &format!("{protocol}: {}", one.wire_name));
    page.paragraph(&one.doc);
    page.paragraph(one.deprecated.as_deref().unwrap_or_default());
    let seen = if one.seen { " Only real services show it." } else { "" };
    let versions = one.versions.join(" ");
    page.paragraph(&format!("{} {versions}{seen}", one.effect_text));
    page.paragraph(one.sensitive.unwrap_or_default());
    page.members("Parameters", &one.parameters);
    for fixed in &one.fixed {
        page.wrapped(2, &format!("{} is always {}", fixed.name, fixed.value));
    }
    page.facts("Rules", &one.rules);
    result(reference, one, page);
    page.members("Response headers", &one.headers);
    for (heading, text) in [("Pages", &one.paging), ("Waiting", &one.wait)] {
        if let Some(text) = text {
            page.heading(heading);
            page.wrapped(2, text);
        }
    }
    page.facts("Availability", &one.available);
    page.facts("Cost", one.cost.as_slice());
    page.facts("Limits", &one.limits);
    page.errors(&one.errors);
    page.facts("Notes", &one.notes);
    if let Some(example) = one.examples.first() {
        self::example(&one.id, example, page);
    }
    page.heading("Rust");
    page.wrapped(2, &format!("{}.await?", one.rust.call));
    types::paths(reference, one, page);
    page.add_sources(reference, one.source.as_deref());
}

fn result(reference: &Reference, one: &Operation, page: &mut Page) {
    page.heading("Result");
    if one.result.0.is_empty() {
        page.wrapped(2, "nothing");
    } else {
        let line = format!("  {}", page.styled(NAME, &one.result));
        page.line(&line);
    }
    page.wrapped(2, &one.response);
    shapes::add(reference, &one.result, page);
}

/// The command with the parameters of an example, and the response.
fn example(id: &str, example: &Example, page: &mut Page) {
    page.heading("Example");
    page.wrapped(2, &example.doc);
    page.line(&format!("  {}", command_line(id, &example.request)));
    if let Some(response) = &example.response {
        let line = response.to_string();
        let text = if line.len() + 2 <= WIDTH { line } else { format!("{response:#}") };
        text.lines().for_each(|line| page.line(&format!("  {line}")));
    }
}

/// The command that calls an operation with these parameters, for a POSIX shell.
#[must_use]
pub fn command_line(id: &str, parameters: &serde_json::Map<String, serde_json::Value>) -> String {
    if parameters.is_empty() {
        return format!("chainloom call {id}");
    }
    let json = serde_json::Value::Object(parameters.clone()).to_string().replace('\'', r"'\''");
    format!("chainloom call {id} '{json}'")
}

fn subscription(reference: &Reference, one: &Subscription, page: &mut Page) {
    page.title(&one.id, &format!("subscription: {}", one.wire_name));
    page.paragraph(&one.doc);
    if one.backfill {
        page.paragraph("Events that were missed can be fetched.");
    }
    page.members("Parameters", &one.parameters);
    event(reference, &one.item, page);
    page.facts("Availability", &one.available);
    page.facts("Limits", &one.limits);
    page.facts("Notes", &one.notes);
    page.heading("Rust");
    page.wrapped(2, &format!("{}.await?", one.call));
    let types = one.parameters.iter().map(|member| &member.ty).chain([&one.item]);
    types::paths_of(reference, &[], types, page);
    page.add_sources(reference, one.source.as_deref());
}

/// The type of an event, with its members.
fn event(reference: &Reference, ty: &TypeText, page: &mut Page) {
    page.heading("Event");
    let line = format!("  {}", page.styled(NAME, ty));
    page.line(&line);
    shapes::add(reference, ty, page);
}

fn webhooks(reference: &Reference, one: &Webhooks, page: &mut Page) {
    page.title(&one.name, "webhooks");
    page.paragraph(&one.doc);
    event(reference, &one.event, page);
    for (heading, texts) in [("Signature", &one.facts), ("Notes", &one.notes)] {
        if !texts.is_empty() {
            page.heading(heading);
            texts.iter().for_each(|text| page.wrapped(2, text));
        }
    }
    if let Some(example) = one.examples.first() {
        page.heading("Example");
        page.wrapped(2, &example.doc);
        let headers = example.headers.iter().map(|(name, value)| format!("{name}: {value}\n"));
        let request = format!("{}\n{}", headers.collect::<String>(), example.body);
        request.lines().for_each(|line| page.line(format!("  {line}").trim_end()));
    }
    page.heading("Rust, with the feature `webhooks`");
    page.line(&format!("  {}", one.receive));
    if let Some(command) = &one.verify {
        page.heading("Command line");
        page.line(&format!("  {command}"));
    }
    page.add_sources(reference, one.source.as_deref());
}
