//! Documentation: from what the spec says of a thing to lines of rustdoc. The sentences themselves are in [`sentences`].

use crate::model::{CallView, Client, Deprecation, Field, Model, Source, Subscription, ToldBy, TypeDef, TypeKind};
use crate::sentences;
pub(super) use crate::sentences::{availability, json, limit, notes, source};

/// The lines of a text, made safe for rustdoc.
pub(crate) fn lines(text: &str) -> Vec<String> {
    text.trim_end().lines().map(escape).collect()
}

/// Escapes what rustdoc would take for HTML or for a link, outside code spans; a URL is put in angle brackets.
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

/// The URL at the beginning of a text, without the punctuation that ends a sentence.
fn leading_url(text: &str) -> Option<&str> {
    let is_url = text.starts_with("http://") || text.starts_with("https://");
    // Asked at every letter, so its end is not looked for in vain.
    is_url.then(|| {
        let end = text.find([' ', ')', ',', '`', '"', '<', '>']).unwrap_or(text.len());
        text[..end].trim_end_matches(['.', ';', ':'])
    })
}

/// A doc comment built up paragraph by paragraph.
#[derive(Default)]
pub(crate) struct DocComment(Vec<String>);

impl DocComment {
    pub(crate) fn new(text: &str) -> Self {
        Self(lines(text))
    }

    /// Adds a paragraph.
    pub(crate) fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push(String::new());
        }
        self.0.extend(lines(text));
    }

    /// Adds a list under a heading; nothing for an empty list.
    pub(crate) fn list(&mut self, heading: &str, items: impl IntoIterator<Item = String>) {
        let items: Vec<String> = items.into_iter().collect();
        if items.is_empty() {
            return;
        }
        self.add(heading);
        self.0.push(String::new());
        self.0.extend(items.iter().map(|item| format!("- {}", escape(item))));
    }

    pub(crate) fn done(self) -> Vec<String> {
        self.0
    }
}

/// What a type is, and where it is described.
pub(crate) fn type_doc(doc: &str, source_of: Option<&Source>, seen: bool) -> Vec<String> {
    let mut out = DocComment::new(doc);
    if seen {
        out.add(sentences::SEEN);
    }
    out.add(&source(source_of));
    out.done()
}

/// What is said of a type without words of its own.
pub(crate) fn usual(def: &TypeDef) -> String {
    match &def.kind {
        TypeKind::Union(union) if union.told_by == ToldBy::Status => "An answer, by its status.".to_owned(),
        TypeKind::Union(union) if union.told_by == ToldBy::Event => "An event, by its name.".to_owned(),
        _ => format!("`{}` of the spec.", def.name),
    }
}

/// What a member or parameter is: meaning, unit, bounds, default, wire name.
pub(crate) fn field_doc(model: &Model, field: &Field, rust_name: &str, what: &str) -> Vec<String> {
    let text = if field.doc.is_empty() { format!("The {what} `{}`.", field.name) } else { field.doc.clone() };
    let mut doc = DocComment::new(&text);
    let mut facts = sentences::field_facts(model, field);
    if rust_name != field.name {
        facts.push(format!("On the wire: `{}`.", field.name));
    }
    doc.add(&facts.join(" "));
    doc.add(&field.available.iter().map(availability).collect::<Vec<_>>().join(" "));
    doc.add(&notes(&field.notes));
    doc.add(&source(field.source.as_ref()));
    doc.done()
}

/// What an operation does, with everything that the spec says of its use.
pub(crate) fn call_doc(model: &Model, call: CallView<'_>, client: &Client) -> Vec<String> {
    let facts = call.facts();
    let mut doc = DocComment::new(&facts.doc);
    doc.add(&format!("Wire: `{}`. {}", call.operation.wire_name(), sentences::effect(facts.effect)));
    doc.list("Always sends:", call.fixed_params().map(|(name, value)| format!("`{name}`: `{}`", json(value))));
    if call.operation.leaves_origin {
        doc.add(sentences::LEAVES_ORIGIN);
    }
    doc.add(&sentences::answer(&call.own.answer, model.told_answer(call.own).map(|(_, union)| union)));
    doc.list("Rules, checked before sending:", facts.rules.iter().map(sentences::rule));
    doc.list("Available:", facts.available.iter().copied().map(availability));
    if let Some(paginate) = facts.paginate {
        doc.add(&sentences::paging(paginate));
    }
    doc.add(&facts.cost.map(sentences::cost).unwrap_or_default());
    doc.list("Limits:", facts.limits.iter().map(limit));
    doc.add(&notes(facts.notes));
    if facts.seen {
        doc.add(sentences::SEEN);
    }
    doc.add("# Errors");
    doc.add(&errors(client));
    doc.list("Codes beside those of the service:", facts.errors.iter().map(sentences::rpc_error));
    doc.add(&source(facts.source));
    doc.done()
}

/// What a subscription tells of, with the conditions of its use.
pub(crate) fn subscription_doc(subscription: &Subscription) -> Vec<String> {
    let mut doc = DocComment::new(&subscription.doc);
    doc.list("Available:", subscription.available.iter().map(availability));
    doc.list("Limits:", subscription.limits.iter().map(limit));
    doc.add(&notes(&subscription.notes));
    if subscription.seen {
        doc.add(sentences::SEEN);
    }
    doc.add(&source(subscription.source.as_ref()));
    doc.done()
}

fn errors(client: &Client) -> String {
    let mut text = "Values outside their bounds and broken rules are refused before anything is sent. ".to_owned();
    match &client.errors {
        Some(errors) => text.push_str(&sentences::error_statuses(errors)),
        None => text.push_str("What the service answers with an error comes with its code, message and data."),
    }
    text
}

/// What a `#[deprecated]` says. Its `since` takes a version of three numbers only; others stand in the note.
pub(crate) fn deprecated(deprecation: &Deprecation) -> super::Deprecated {
    let since = deprecation.since.as_ref().map(|since| since.trim_start_matches('v').to_owned());
    let (since, other) = if since.as_deref().is_some_and(is_version) { (since, None) } else { (None, since) };
    let successor = deprecation.use_instead.as_ref().map(|name| format!("use `{name}`"));
    let doc = Some(deprecation.doc.clone()).filter(|doc| !doc.is_empty());
    let clauses = [other.map(|since| format!("since {since}")), successor, doc];
    let note = clauses.into_iter().flatten().collect::<Vec<_>>().join("; ");
    super::Deprecated { since, note }
}

fn is_version(text: &str) -> bool {
    let numbers: Vec<&str> = text.split('.').collect();
    numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u64>().is_ok())
}

/// The same with the Rust name of what is to be used.
pub(crate) fn deprecated_for(deprecation: &Deprecation, successor: &str) -> super::Deprecated {
    super::Deprecated { note: format!("use `{successor}`"), ..deprecated(deprecation) }
}
