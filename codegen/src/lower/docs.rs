//! Documentation: from what the spec says of a thing to lines of rustdoc.

use crate::model::{
    Availability, AvailabilityKind, Bounds, Client, Deprecation, Effect, Field, Limit, Note, Operation, PageEnd,
    Paginate, Rule, RuleKind, Source, Value,
};

/// The lines of a text, made safe for rustdoc.
pub(super) fn lines(text: &str) -> Vec<String> {
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
    let end = text.find([' ', ')', ',', '`', '"', '<', '>']).unwrap_or(text.len());
    is_url.then(|| text[..end].trim_end_matches(['.', ';', ':']))
}

/// A doc comment built up paragraph by paragraph.
#[derive(Default)]
pub(super) struct Doc(Vec<String>);

impl Doc {
    pub(super) fn new(text: &str) -> Self {
        Self(lines(text))
    }

    /// Adds a paragraph.
    pub(super) fn add(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.0.is_empty() {
            self.0.push(String::new());
        }
        self.0.extend(lines(text));
    }

    /// Adds a list under a heading; nothing for an empty list.
    fn list(&mut self, heading: &str, items: impl IntoIterator<Item = String>) {
        let items: Vec<String> = items.into_iter().collect();
        if items.is_empty() {
            return;
        }
        self.add(heading);
        self.0.push(String::new());
        self.0.extend(items.iter().map(|item| format!("- {}", escape(item))));
    }

    pub(super) fn done(self) -> Vec<String> {
        self.0
    }
}

pub(super) fn source(source: Option<&Source>) -> String {
    source.map(|source| format!("Document: {}.", source.0)).unwrap_or_default()
}

/// What a type is, and where it is described.
pub(super) fn type_doc(doc: &str, source_of: Option<&Source>, seen: bool) -> Vec<String> {
    let mut out = Doc::new(doc);
    if seen {
        out.add("Seen from real services; the documents do not have it.");
    }
    out.add(&source(source_of));
    out.done()
}

/// What a member or parameter is: meaning, unit, bounds, default, wire name.
pub(super) fn field_doc(field: &Field, rust_name: &str, what: &str) -> Vec<String> {
    let text = if field.doc.is_empty() { format!("The {what} `{}`.", field.name) } else { field.doc.clone() };
    let mut doc = Doc::new(&text);
    let mut facts = Vec::new();
    facts.extend(field.unit.as_ref().map(|unit| format!("Unit: {unit}.")));
    facts.extend(field.range.as_ref().map(|range| format!("Range: {}.", bounds(range))));
    facts.extend(field.size.as_ref().map(|size| format!("Size: {}.", bounds(size))));
    facts.extend(field.clamp.as_ref().map(|clamp| format!("The service brings it within {}.", bounds(clamp))));
    facts.extend(field.default.as_ref().map(|value| format!("Default: `{}`.", json(value))));
    facts.extend(field.defaults_to.as_ref().map(|text| format!("Default: {text}.")));
    if !field.only.is_empty() {
        facts.push(format!("Only {} here.", code_list(&field.only)));
    }
    facts.extend(field.since.as_ref().map(|version| format!("Since {version}.")));
    facts.extend(field.until.as_ref().map(|version| format!("Until {version}.")));
    if field.seen {
        facts.push("Seen from real services; the documents do not have it.".to_owned());
    }
    if rust_name != field.name {
        facts.push(format!("On the wire: `{}`.", field.name));
    }
    doc.add(&facts.join(" "));
    doc.add(&field.available.iter().map(availability).collect::<Vec<_>>().join(" "));
    doc.add(&notes(&field.notes));
    doc.add(&source(field.source.as_ref()));
    doc.done()
}

pub(super) fn notes(notes: &[Note]) -> String {
    let seen = |is_seen: bool| if is_seen { " (seen, not in the documents)" } else { "" };
    notes.iter().map(|note| format!("{}{}", note.text, seen(note.seen))).collect::<Vec<_>>().join(" ")
}

fn code_list(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

pub(super) fn bounds(bounds: &Bounds) -> String {
    match (&bounds.min, &bounds.max) {
        (Some(min), Some(max)) => format!("{min} to {max}"),
        (Some(min), None) => format!("{min} or more"),
        (None, Some(max)) => format!("{max} or less"),
        (None, None) => "any".to_owned(),
    }
}

/// A condition as a sentence.
pub(super) fn availability(available: &Availability) -> String {
    let value = &available.value;
    let text = match available.kind {
        AvailabilityKind::Flag => format!("Needs the flag `{value}`."),
        AvailabilityKind::Config => format!("Needs the setting `{value}`."),
        AvailabilityKind::Public => format!("On the public server: {value}."),
        AvailabilityKind::Chains => format!("Only on {value}."),
        AvailabilityKind::Archive => format!("Needs an archive node: {value}."),
        AvailabilityKind::Served => format!("Served: {value}."),
    };
    if available.doc.is_empty() { text } else { format!("{text} {}", available.doc) }
}

/// What an operation does, with everything that the spec says of its use.
pub(super) fn operation_doc(operation: &Operation, wire: &str, client: &Client) -> Vec<String> {
    let mut doc = Doc::new(&operation.doc);
    doc.add(&format!("Wire: `{wire}`. {}", effect(operation.effect)));
    let fixed = operation.params.iter().filter_map(|param| Some((param, param.fixed.as_ref()?)));
    doc.list("Always sends:", fixed.map(|(param, value)| format!("`{}`: `{}`", param.field.name, json(value))));
    doc.list("Rules, checked before sending:", operation.rules.iter().map(rule));
    doc.list("Available:", operation.available.iter().map(availability));
    if let Some(paginate) = &operation.paginate {
        doc.add(&paging(paginate));
    }
    doc.list("Limits:", operation.limits.iter().map(limit));
    doc.add(&notes(&operation.notes));
    if operation.seen {
        doc.add("Seen from real services; the documents do not have it.");
    }
    doc.add("# Errors");
    doc.add(&errors(client));
    doc.add(&source(operation.source.as_ref()));
    doc.done()
}

fn errors(client: &Client) -> String {
    let mut text = "Values outside their bounds and broken rules are refused before anything is sent. ".to_owned();
    match &client.errors {
        Some(errors) => {
            let statuses: Vec<String> =
                errors.statuses.iter().map(|(status, name)| format!("{status} {name}")).collect();
            text.push_str(&format!("The service answers with {}.", statuses.join(", ")));
        }
        None => text.push_str("What the service answers with an error comes with its code, message and data."),
    }
    text
}

pub(super) fn limit(limit: &Limit) -> String {
    let status = limit.status.map(|status| format!(" (status {status})")).unwrap_or_default();
    let seen = if limit.seen { " Seen, not in the documents." } else { "" };
    format!("{}: {}{status}. {}{seen}", limit.what, limit.value, limit.doc)
}

pub(super) fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Read => "Changes nothing.",
        Effect::Idempotent => "A repeat does nothing more.",
        Effect::Once => "A repeat consumes or differs.",
        Effect::Write => "Changes something each time.",
    }
}

fn paging(paginate: &Paginate) -> String {
    let ends: Vec<&str> = paginate
        .end
        .iter()
        .map(|end| match end {
            PageEnd::Absent => "it is absent",
            PageEnd::Empty => "it is empty",
            PageEnd::Short => "a page has fewer items than asked for",
            PageEnd::Unchanged => "it is the one that was sent",
        })
        .collect();
    let mut text = format!(
        "Paged: `{}` of an answer is the `{}` of the next call, until {}.",
        paginate.next,
        paginate.into,
        ends.join(" or ")
    );
    if paginate.overlap > 0 {
        text.push_str(&format!(" A page may begin with the last {} of the one before.", paginate.overlap));
    }
    if let Some(life) = paginate.life {
        text.push_str(&format!(" It holds for {} seconds.", life.seconds));
    }
    text
}

/// A rule as a sentence.
pub(super) fn rule(rule: &Rule) -> String {
    let text = match &rule.kind {
        RuleKind::AtLeastOne(names) => format!("At least one of {} is given.", code_list(names)),
        RuleKind::AtMostOne(names) => format!("At most one of {} is given.", code_list(names)),
        RuleKind::SumAtMost { of, max } => format!("The sum of {} is at most {max}.", code_list(of)),
        RuleKind::Requires { when, need } => format!("{} needs {}.", conditions(when), conditions(need)),
        RuleKind::Ascending(name) => format!("The items of `{name}` rise."),
        RuleKind::Ordered { low, high } => format!("`{low}` is not above `{high}`."),
    };
    if rule.doc.is_empty() { text } else { format!("{text} {}", rule.doc) }
}

fn conditions(conditions: &[(String, Option<Value>)]) -> String {
    let texts: Vec<String> = conditions
        .iter()
        .map(|(name, value)| match value {
            Some(value) => format!("`{name}` = `{}`", json(value)),
            None => format!("`{name}`"),
        })
        .collect();
    texts.join(" and ")
}

/// The note of a `#[deprecated]`.
pub(super) fn deprecated(deprecation: &Deprecation) -> super::Deprecated {
    let mut note = String::new();
    if let Some(use_instead) = &deprecation.use_instead {
        note.push_str(&format!("use `{use_instead}`"));
    }
    if !deprecation.doc.is_empty() {
        let separator = if note.is_empty() { "" } else { "; " };
        note.push_str(&format!("{separator}{}", deprecation.doc));
    }
    // `since` of the attribute takes a version only.
    let since = deprecation.since.as_ref().map(|since| since.trim_start_matches('v').to_owned());
    super::Deprecated { since, note }
}

/// A value as JSON text.
pub(super) fn json(value: &Value) -> String {
    crate::json::to_json(value).to_string()
}
