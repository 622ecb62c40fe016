//! Documentation: from descriptions and facts of the spec to lines of rustdoc. The sentences
//! themselves are in [`sentences`].

use super::default_docs;
use crate::ident::RustIdent;
use crate::model::{
    CallView, Deprecation, Direction, Field, Model, Operation, Place, Source, Subscription, Wait, Wire,
};
use crate::sentences::{self, Area, Statements, Topic};
pub(super) use crate::sentences::{availability, json, notes};

/// Mark of a block of code.
const FENCE: &str = "```";

/// Splits a text into lines and escapes them for rustdoc, which takes a block of code without a language for a program
/// in Rust, and tests it: such a block is marked as text.
pub(crate) fn lines(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    // Mark that closes the fenced block, and index of the first line of the indented block.
    let (mut fence, mut indented): (Option<&str>, Option<usize>) = (None, None);
    let mut is_list = false;
    for line in text.trim_end().lines() {
        let content = line.trim_start();
        let indent = line.len() - content.len();
        let begins = indented.is_some() || out.last().is_none_or(String::is_empty);
        let is_code = indent >= 4 && fence.is_none() && !is_list && begins;
        if let Some(first) = indented.filter(|_| !is_code && !content.is_empty()) {
            close_indented(&mut out, first);
            indented = None;
        } else if is_code && indented.is_none() {
            indented = Some(out.len());
            out.push(format!("{FENCE}text"));
        }
        let mark = fence_of(content).filter(|_| indented.is_none() && (indent < 4 || is_list));
        match (fence, mark) {
            (None, Some(mark)) => {
                fence = Some(mark);
                out.push(if content.trim_end() == mark { format!("{}text", line.trim_end()) } else { line.to_owned() });
                continue;
            }
            (Some(open), Some(mark)) if mark.starts_with(open) && content.trim_end() == mark => {
                fence = None;
                out.push(line.to_owned());
                continue;
            }
            _ => {}
        }
        if fence.is_some() || indented.is_some() {
            let kept = if indented.is_some() { indent.saturating_sub(4) } else { indent };
            out.push(format!("{}{content}", " ".repeat(kept)).trim_end().to_owned());
            continue;
        }
        if !content.is_empty() && indent < 4 {
            is_list = content.starts_with(['-', '*', '+']) || content.starts_with(|first: char| first.is_ascii_digit());
        }
        out.push(escape(line));
    }
    match (indented, fence) {
        (Some(first), _) => close_indented(&mut out, first),
        (None, Some(mark)) => close_block(&mut out, mark),
        (None, None) => {}
    }
    out
}

/// Returns the mark of a line that begins or ends a block of code: three backticks or tildes, or more.
fn fence_of(content: &str) -> Option<&str> {
    let letter = content.chars().next().filter(|letter| matches!(letter, '`' | '~'))?;
    let (mark, info) = content.split_at(content.len() - content.trim_start_matches(letter).len());
    // Backticks with another backtick after them begin inline code, not a block.
    (mark.len() >= FENCE.len() && !(letter == '`' && info.bytes().any(|byte| byte == b'`'))).then_some(mark)
}

/// Ends an indented block, which begins at the line `first`, with a mark that its lines do not have.
fn close_indented(out: &mut Vec<String>, first: usize) {
    let has_fence = out[first + 1..].iter().any(|line| line.trim_start().starts_with(FENCE));
    let mark = if has_fence { "~~~" } else { FENCE };
    out[first] = format!("{mark}text");
    close_block(out, mark);
}

/// Ends a block of code before the empty lines that follow the block.
fn close_block(out: &mut Vec<String>, mark: &str) {
    let end = out.iter().rposition(|line| !line.trim().is_empty()).map_or(0, |last| last + 1);
    out.insert(end, mark.to_owned());
}

/// Escapes HTML and links outside code spans, and puts URLs in angle brackets.
fn escape(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut code = false;
    let mut rest = line.trim_end();
    while let Some(c) = rest.chars().next() {
        if let (false, Some(url)) = (code, leading_url(rest)) {
            out.push_str(&format!("<{url}>"));
            rest = &rest[url.len()..];
            continue;
        }
        let run = rest.len() - rest.trim_start_matches('`').len();
        if run > 1 && !code {
            // A run of backticks begins inline code if an equal run closes it, and is text otherwise.
            let end = rest[run..].find(&rest[..run]).map_or(run, |at| run + at + run);
            out.push_str(&rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let after = &rest[c.len_utf8()..];
        match c {
            '`' => code = !code,
            '<' | '>' if !code => out.push('\\'),
            '[' if !code && !after.starts_with('`') => out.push('\\'),
            _ => {}
        }
        out.push(c);
        rest = after;
    }
    out
}

/// Returns the URL at the beginning of a text, without the punctuation that ends a sentence.
fn leading_url(text: &str) -> Option<&str> {
    let is_url = text.starts_with("http://") || text.starts_with("https://");
    // The end is searched only for a URL, since this runs at every character.
    is_url.then(|| {
        let end = text.find([' ', ')', ',', '`', '"', '<', '>']).unwrap_or(text.len());
        text[..end].trim_end_matches(['.', ';', ':'])
    })
}

/// Doc comment that is built paragraph by paragraph.
#[derive(Default)]
pub(crate) struct DocComment(Vec<String>);

impl DocComment {
    pub(crate) fn new(text: &str) -> Self {
        Self(lines(text))
    }

    /// Adds a paragraph, escaped for rustdoc; an empty text adds nothing.
    pub(crate) fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push(String::new());
        }
        self.0.extend(lines(text));
    }

    /// Adds sentences to the last paragraph if it is a single line that ends with a full stop, or
    /// else as a new paragraph.
    fn add_facts(&mut self, facts: &str) {
        let is_alone = match self.0.as_slice() {
            [only] => only.ends_with('.'),
            [.., above, last] => above.is_empty() && last.ends_with('.') && !last.starts_with("- "),
            [] => false,
        };
        match self.0.last_mut() {
            Some(last) if is_alone && !facts.is_empty() => last.push_str(&format!(" {}", lines(facts).join(" "))),
            _ => self.add(facts),
        }
    }

    /// Adds a list under a heading; nothing for an empty list.
    pub(crate) fn add_list(&mut self, heading: &str, items: impl IntoIterator<Item = String>) {
        let items: Vec<String> = items.into_iter().collect();
        if items.is_empty() {
            return;
        }
        self.add(heading);
        self.add_items(&items);
    }

    fn add_items(&mut self, items: &[String]) {
        self.0.push(String::new());
        for item in items {
            let lines = lines(item).into_iter().enumerate();
            self.0.extend(
                lines.map(|(at, line)| format!("{}{line}", if at == 0 { "- " } else { "  " }).trim_end().to_owned()),
            );
        }
    }

    /// Adds the statements on each topic: a list under a heading, or a single one as a paragraph without the heading.
    fn add_statements(&mut self, statements: &[Statements<'_>]) {
        for one in statements {
            let items: Vec<String> = one.texts().map(|text| with_method(one.topic, text)).collect();
            match items.as_slice() {
                [only] => self.add(only),
                _ => self.add_list(&format!("{}:", one.topic.heading()), items),
            }
        }
    }

    /// Adds lists that readers can unfold, each under its title; nothing if all are empty.
    pub(crate) fn add_folded(&mut self, lists: impl IntoIterator<Item = (&'static str, Vec<String>)>) {
        let lists: Vec<(&str, Vec<String>)> = lists.into_iter().filter(|(_, items)| !items.is_empty()).collect();
        let titles: Vec<String> = lists.iter().map(|(title, _)| title.to_lowercase()).collect();
        let summary = match titles.as_slice() {
            [] => return,
            [only] => only.clone(),
            [first @ .., last] => format!("{} and {last}", first.join(", ")),
        };
        self.add_raw(format!("<details><summary>{}</summary>", sentences::capitalized(&summary)));
        match lists.as_slice() {
            [(_, only)] => self.add_items(only),
            all => all.iter().for_each(|(title, items)| self.add_list(&format!("**{title}**"), items.iter().cloned())),
        }
        self.add_raw("</details>".to_owned());
    }

    /// Adds a list under a section title; nothing for an empty list.
    pub(crate) fn add_section(&mut self, title: &str, items: impl IntoIterator<Item = String>) {
        self.add_list(&format!("# {title}"), items);
    }

    /// Adds the source as a paragraph; nothing if `lib.yaml` does not name the document.
    pub(crate) fn add_source(&mut self, model: &Model, source: Option<&Source>) {
        if let Some(text) = source_of(model, source) {
            self.add_raw(text);
        }
    }

    /// Adds the source to the last line; nothing if `lib.yaml` does not name the document.
    fn join_source(&mut self, model: &Model, source: Option<&Source>) {
        if let (Some(last), Some(source)) = (self.0.last_mut(), source_of(model, source)) {
            last.push_str(&format!(" {source}"));
        }
    }

    /// Adds a paragraph that is safe for rustdoc, such as one with links.
    pub(crate) fn add_raw(&mut self, text: String) {
        self.0.extend((!self.0.is_empty()).then(String::new));
        self.0.push(text);
    }

    /// Adds a code block of another language, directly below a title or an introducing line.
    pub(crate) fn add_block(&mut self, language: &str, text: &str) {
        let is_introduced = self.0.last().is_some_and(|line| line.starts_with("# ") || line.ends_with(':'));
        self.0.extend((!is_introduced && !self.0.is_empty()).then(String::new));
        self.0.push(format!("```{language}"));
        self.0.extend(text.lines().map(str::to_owned));
        self.0.push("```".to_owned());
    }

    /// Returns the lines of the comment.
    pub(crate) fn into_lines(self) -> Vec<String> {
        self.0
    }
}

/// Returns the sentence that names a source; `None` if `lib.yaml` does not name the document.
fn source_of(model: &Model, source: Option<&Source>) -> Option<String> {
    let source = source?;
    let document = model.document_of(source)?;
    let title = escape(&document.title);
    let title = document.url.as_ref().map_or(title.clone(), |url| format!("[{title}]({url})"));
    let section = match source.parts() {
        (_, "") => String::new(),
        (_, section) => format!(", {}", escape(section)),
    };
    Some(format!("Source: {title}{section}."))
}

/// Explanation of method arguments that can be texts.
pub(crate) const TEXTS: &str = "An `impl Argument<T, M1_>` takes a `T` or its text. The compiler finds `M1_`: see \
                                [`Argument`](rt::Argument).";

/// Label before the wire name of a member or parameter in its documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Label {
    /// The value is sent under a name of this kind.
    Named(&'static str),
    /// The value is sent without a name.
    Nameless,
}

impl Label {
    /// Label of members of JSON objects.
    pub(crate) const JSON: Self = Self::Named("JSON name");
    /// Label of members that are headers.
    pub(crate) const HEADER: Self = Self::Named("Header");

    /// Returns the label of a parameter; with `is_positional`, JSON-RPC parameters are the items of
    /// a list.
    pub(crate) fn of(place: Place, is_positional: bool) -> Self {
        match place {
            Place::Rpc if is_positional => Self::Nameless,
            Place::Path => Self::Named("Path parameter"),
            Place::Query => Self::Named("Query parameter"),
            Place::Header => Self::HEADER,
            Place::Cookie => Self::Named("Cookie"),
            Place::Form => Self::Named("Form field"),
            Place::Part => Self::Named("Part"),
            Place::Body | Place::Rpc => Self::JSON,
            Place::Whole | Place::Lines | Place::WholeForm | Place::Raw | Place::Kind => Self::Nameless,
        }
    }
}

/// Returns the documentation of a member or parameter: meaning, unit, bounds, default and wire
/// name. A member that is known from real services only is marked if requests have it, or if
/// responses always have it.
pub(crate) fn field_doc(model: &Model, field: &Field, rust_name: &str, label: Label, is_sent: bool) -> Vec<String> {
    let text =
        Some(field.doc.clone()).filter(|text| !text.is_empty()).or_else(|| default_docs::member_doc(model, &field.ty));
    let mut doc = DocComment::new(text.as_deref().unwrap_or_default());
    let mut facts = sentences::field_facts(model, field);
    match label {
        // A `rest` member has no name in JSON.
        Label::Named(_) if field.rest => facts.push(sentences::REST.to_owned()),
        Label::Named(what) if rust_name != field.name || text.is_none() => {
            facts.push(format!("{what}: `{}`.", field.name));
        }
        Label::Nameless if text.is_none() => facts.push(format!("The parameter `{}`.", field.name)),
        _ => {}
    }
    match field.direction {
        Direction::Response if is_sent => facts.push(sentences::READ_ONLY.to_owned()),
        Direction::Request => facts.push(sentences::WRITE_ONLY.to_owned()),
        _ => {}
    }
    if field.seen && (is_sent || field.required) {
        facts.push(sentences::SEEN.to_owned());
    }
    doc.add_facts(&facts.join(" "));
    doc.add(&field.available.iter().map(availability).collect::<Vec<_>>().join(" "));
    doc.add(&notes(&field.notes));
    doc.into_lines()
}

/// Returns the first sentence of the documentation of a parameter, for the struct of a call: its
/// setters have the whole documentation.
pub(crate) fn shortened(doc: &[String]) -> Vec<String> {
    doc.first().map(|line| format!("{}.", sentences::summary(line))).into_iter().collect()
}

/// Returns the documentation of the method of a call. `optional` are the parameters that have a
/// setter.
pub(crate) fn call_doc(model: &Model, call: CallView<'_>, optional: &[&RustIdent]) -> DocComment {
    let (operation, facts) = (call.operation, call.facts());
    let mut doc = DocComment::new(&facts.doc);
    let protocol = match operation.wire {
        Wire::Rest { .. } => "HTTP request",
        Wire::Rpc { .. } => "JSON-RPC method",
    };
    doc.add(&format!("{protocol}: `{}`.", operation.wire_name()));
    // An attribute of the method states the deprecation.
    let statements = sentences::of_call(&facts).into_iter().filter(|one| one.topic != Topic::Deprecation);
    let (beside, apart): (Vec<_>, Vec<_>) = statements.partition(|one| one.topic.area() == Area::Description);
    beside.iter().flat_map(Statements::texts).for_each(|text| doc.add_facts(&text));
    if !optional.is_empty() {
        let names: Vec<String> = optional.iter().map(|name| format!("`{name}`")).collect();
        doc.add_facts(&format!("Optional parameters, which methods of the call set: {}.", names.join(", ")));
    }
    doc.join_source(model, facts.source);
    doc.add_list("Always sends:", call.fixed_params().map(|(name, value)| format!("`{name}`: `{}`", json(value))));
    if let Some(server) = model.server_of(operation) {
        doc.add(&format!("Server: `{}`, at `{}`.", server.name, server.base_url));
    }
    if operation.leaves_origin {
        doc.add(sentences::LEAVES_ORIGIN);
    }
    doc.add(&sentences::response(model, call.own));
    doc.add_statements(&apart);
    if facts.seen {
        doc.add(sentences::SEEN);
    }
    doc.add_section("Errors", operation.errors.iter().map(sentences::rpc_error));
    doc
}

/// Returns the documentation of the waiting method of a call.
pub(crate) fn wait_doc(call: CallView<'_>, wait: &Wait, method: &str) -> Vec<String> {
    let mut doc = DocComment::new(&format!("Waits for the result of [`{method}`](Self::{method})."));
    doc.add(&sentences::first_paragraph(&call.facts().doc));
    doc.add(&sentences::wait(wait));
    doc.add_raw(format!(
        "`every` and `deadline` on the returned value set other times{}{}.",
        if wait.confirmations.is_some() { ", and `confirmations` how many heights must follow" } else { "" },
        if wait.replaced.as_ref().is_some_and(|of| of.with.len() == 1) {
            "; `number` tells whose number it has, so that a replacement before the first call is seen, too"
        } else {
            ""
        }
    ));
    let mut errors = vec![
        "[`WaitTimeout`](rt::ErrorKind::WaitTimeout): the deadline has passed.".to_owned(),
        "The error of a call, unless the same call may succeed later.".to_owned(),
    ];
    if wait.replaced.is_some() {
        errors.insert(0, "[`WaitReplaced`](rt::ErrorKind::WaitReplaced): something else took its place.".to_owned());
    }
    if !wait.failed.is_empty() {
        errors
            .insert(0, "[`WaitFailed`](rt::ErrorKind::WaitFailed): the result cannot be reached any more.".to_owned());
    }
    doc.add_section("Errors", errors);
    doc.into_lines()
}

/// Returns a statement, with the method that returns the items of all pages.
fn with_method(topic: Topic, text: String) -> String {
    match topic {
        Topic::Pages => format!("{text} `.items()` on the call returns the items of all pages."),
        _ => text,
    }
}

/// Returns the documentation of a subscription.
pub(crate) fn subscription_doc(model: &Model, subscription: &Subscription) -> DocComment {
    let mut doc = DocComment::new(&subscription.doc);
    doc.add(&format!("Subscription: `{}`, over the websocket of the service.", subscription.name));
    doc.add_statements(&sentences::of_subscription(subscription));
    if subscription.seen {
        doc.add(sentences::SEEN);
    }
    doc.add_source(model, subscription.source.as_ref());
    doc
}

/// Returns the documentation of the struct of a call or a subscription. `method` is the path of the
/// method that creates one, if any.
pub(crate) fn input_doc(method: Option<&str>) -> Vec<String> {
    let name = |method: &str| method.rsplit("::").next().unwrap_or_default().to_owned();
    vec![match method {
        // rustdoc cannot resolve a link to a raw identifier.
        Some(method) if method.contains("r#") => format!("Parameters of the method `{}`, as a value.", name(method)),
        Some(method) => format!("Parameters of the method [`{}`]({method}), as a value.", name(method)),
        None => "Parameters of a subscription, as a value.".to_owned(),
    }]
}

/// Returns the further names by which rustdoc finds a method: the JSON-RPC method, or the name of
/// the operation in the spec. Empty if the method has the same name, or rustdoc could not take the
/// name.
pub(crate) fn aliases(operation: &Operation, method: &str) -> Vec<String> {
    let wire = match &operation.wire {
        Wire::Rpc { method } if method.slots().is_empty() => method.as_str(),
        Wire::Rpc { .. } | Wire::Rest { .. } => operation.name.as_str(),
    };
    let is_plain = |name: &&str| name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '/'));
    // rustdoc forbids an alias equal to the item's own name.
    Some(wire).filter(is_plain).filter(|wire| *wire != method).map(str::to_owned).into_iter().collect()
}

/// Returns the content of `#[deprecated]`. Its `since` takes only versions of three numbers; other
/// texts become part of the note. `successor` is the Rust path of the replacement, as Markdown;
/// without it, the note has the name that the spec has for the replacement.
pub(crate) fn deprecated(deprecation: &Deprecation, successor: Option<String>) -> super::Deprecated {
    let since = deprecation.since.as_ref().map(|since| since.trim_start_matches('v').to_owned());
    let (since, other) = if since.as_deref().is_some_and(is_version) { (since, None) } else { (None, since) };
    let named = deprecation.use_instead.as_ref().map(|name| format!("`{name}`"));
    let successor = successor.or(named).map(|name| format!("use {name}"));
    let doc = Some(deprecation.doc.clone()).filter(|doc| !doc.is_empty());
    let clauses = [other.map(|since| format!("since {since}")), successor, doc];
    let note = clauses.into_iter().flatten().collect::<Vec<_>>().join("; ");
    super::Deprecated { since, note }
}

/// Returns whether the text is a version of three numbers.
fn is_version(text: &str) -> bool {
    let numbers: Vec<&str> = text.split('.').collect();
    numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u64>().is_ok())
}
