//! Lays out the sections of an item for a terminal.

use super::{NAME, Page, WIDTH, command_line, shapes, types};
use crate::data::{ErrorCode, Example, Operation, Reference, TypeText, WebhookExample};
use crate::find::Item;
use crate::sections::{Body, Part, Section};

/// Adds a section below its heading.
pub(super) fn add(reference: &Reference, item: Item<'_>, section: &Section<'_>, page: &mut Page) {
    let heading = section.part.heading();
    match &section.body {
        Body::Text(text) if heading.is_empty() => return page.paragraph(text),
        Body::Facts(all) if heading.is_empty() => {
            let all: Vec<String> =
                all.iter().map(|fact| page.with_source(&fact.text, fact.source.as_deref(), fact.seen)).collect();
            return page.paragraph(&all.join(" "));
        }
        _ => page.heading(&heading),
    }
    match &section.body {
        Body::Text(text) => page.push_wrapped(2, text),
        Body::Texts(all) => all.iter().for_each(|text| page.push_wrapped(2, text)),
        Body::Facts(all) => {
            for fact in *all {
                let text = page.with_source(&fact.text, fact.source.as_deref(), fact.seen);
                page.push_wrapped(2, &text);
            }
        }
        Body::Members(all) => all.iter().for_each(|member| page.member(2, member)),
        Body::Fixed(all) => all.iter().for_each(|one| page.push_wrapped(2, &format!("{}: {}", one.name, one.value))),
        Body::Variables(all) => all.iter().for_each(|one| push_named(&one.name, &one.text(), page)),
        Body::Endpoints(all) => all.iter().for_each(|one| push_named(&one.name, &one.doc, page)),
        Body::Type(ty, said) => shape(reference, ty, said, page),
        Body::Errors(all) if section.part == Part::SharedErrors => {
            let all: Vec<String> = all.iter().map(|one| format!("{} {}", one.code, one.name)).collect();
            page.push_wrapped(2, &all.join(", "));
        }
        Body::Errors(all) => all.iter().for_each(|one| error(one, page)),
        Body::Statuses(all) => {
            let all: Vec<String> = all.iter().map(|one| format!("{} {}", one.code, one.name)).collect();
            page.push_wrapped(2, &all.join(", "));
        }
        Body::Examples(one, all) => all.iter().take(1).for_each(|shown| example(one, shown, page)),
        Body::Deliveries(all) => all.iter().take(1).for_each(|shown| delivery(shown, page)),
        Body::Code(line) => page.line(&format!("  {line}")),
        Body::Paths(call, names) => {
            page.push_wrapped(2, call);
            types::paths(reference, names, item.types(), page);
        }
    }
}

fn push_named(name: &str, doc: &str, page: &mut Page) {
    let line = format!("  {}", page.styled(NAME, name));
    page.line(&line);
    page.push_wrapped(6, doc.trim());
}

fn error(one: &ErrorCode, page: &mut Page) {
    let line = format!("  {} {}", page.styled(NAME, one.code), one.name);
    page.line(&line);
    let text = page.with_source(&one.doc, one.source.as_deref(), one.seen);
    page.push_wrapped(4, &text);
}

/// Adds a type with its members, and a statement on it.
fn shape(reference: &Reference, ty: &TypeText, said: &str, page: &mut Page) {
    if ty.0.is_empty() {
        page.push_wrapped(2, "Nothing.");
    } else {
        let line = format!("  {}", page.styled(NAME, ty));
        page.line(&line);
    }
    page.push_wrapped(2, said.trim());
    shapes::add(reference, ty, page);
}

/// Adds the command with the parameters of an example, and the response.
fn example(one: &Operation, example: &Example, page: &mut Page) {
    page.push_wrapped(2, &example.doc);
    page.line(&format!("  {}", command_line(&one.id, &example.request)));
    if let Some(response) = &example.response {
        let line = response.to_string();
        let text = if line.len() + 2 <= WIDTH { line } else { format!("{response:#}") };
        text.lines().for_each(|line| page.line(&format!("  {line}")));
    }
}

fn delivery(example: &WebhookExample, page: &mut Page) {
    page.push_wrapped(2, &example.doc);
    let headers = example.headers.iter().map(|(name, value)| format!("{name}: {value}\n"));
    let request = format!("{}\n{}", headers.collect::<String>(), example.body);
    request.lines().for_each(|line| page.line(format!("  {line}").trim_end()));
}
