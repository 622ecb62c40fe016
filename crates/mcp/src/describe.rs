//! Tool `describe`: describes an operation, a subscription, webhooks or a type, in few words.
//!
//! Input: a reference and a name. Output: text. Types are described one level deep; the model
//! requests deeper ones by name.

mod shapes;

use std::fmt::Write as _;

use chainloom_reference::{
    Body, Example, Fact, Item, Member, Operation, Part, Reference, Section, Topic, WebhookExample,
};
use rmcp::model::JsonObject;
use serde_json::{Value, json};

use crate::find;
use crate::input::Input;
use crate::problem::Problem;

/// Maximum size of an example response, or of the body of an example delivery, in bytes.
const EXAMPLE: usize = 1_200;
/// Sections that are omitted: a model cannot choose a server, and the title contains the effect.
const LEFT_OUT: [Part; 2] = [Part::Server, Part::Stated(Topic::Effect)];

/// Runs the tool `describe`. The text has at most `most` bytes.
pub(crate) fn describe(reference: &Reference, arguments: JsonObject, most: usize) -> Result<String, Problem> {
    let mut input = Input::new("describe", arguments);
    let name = input.required("name");
    input.finish()?;
    find::check_length("name", &name)?;
    let text = match item(reference, &name) {
        Ok(item) => describe_item(reference, item),
        Err(problem) => shapes::named(reference, &name).ok_or(problem)?,
    };
    Ok(cut(text, most))
}

/// Returns the operation with a name, or a problem that suggests similar names.
pub(crate) fn item<'r>(reference: &'r Reference, name: &str) -> Result<Item<'r>, Problem> {
    find::check_length("name", name)?;
    reference.find(name).map_err(|error| {
        let near = find::search(reference, &words(name));
        let near: String = near.into_iter().take(5).map(find::line).collect();
        let hint = if near.is_empty() { String::new() } else { format!("Near names:\n{near}") };
        Problem::usage(error.to_string()).hint(format!("{hint}Use `find` with words to find operations."))
    })
}

/// Splits a name into words.
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() || !letter.is_alphanumeric() {
            words.push(' ');
        }
        words.extend(letter.is_alphanumeric().then_some(letter));
    }
    words
}

/// Returns as many whole lines as fit, with a note about the omitted ones.
fn cut(text: String, most: usize) -> String {
    if text.len() <= most {
        return text;
    }
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        if kept.len() + line.len() > most {
            break;
        }
        kept.push_str(line);
    }
    let left = text.lines().count() - kept.lines().count();
    format!(
        "{kept}[{left} more lines are left out; describe a type by its name, or start the server with a larger --max-bytes]\n"
    )
}

/// Returns the full description of an item, with short descriptions of its types.
fn describe_item(reference: &Reference, item: Item<'_>) -> String {
    let effect = match item {
        Item::Operation(one) => format!(" | effect: {}", one.effect),
        Item::Subscription(_) | Item::Webhooks(_) => String::new(),
    };
    let mut text = format!("{} | {}{effect}\n", item.id(), item.wire_title());
    for section in reference.sections(item).iter().filter(|section| !LEFT_OUT.contains(&section.part)) {
        add(&mut text, section);
    }
    match item {
        Item::Operation(_) => {}
        Item::Subscription(_) => {
            line(&mut text, "It cannot be called here: events are for `chainloom subscribe`, or a program.");
        }
        Item::Webhooks(_) => {
            line(&mut text, "They cannot be called: events are for `chainloom webhook listen`, or a program.");
        }
    }
    shapes::add(&mut text, reference, item.types());
    text
}

/// Adds a section to the text.
fn add(text: &mut String, part: &Section<'_>) {
    let heading = match part.part {
        Part::Variables => "Variables (`vars`)".to_owned(),
        Part::Endpoints => "Endpoints (`endpoint`)".to_owned(),
        part => part.heading(),
    };
    match &part.body {
        Body::Text(said) if heading.is_empty() => line(text, said),
        Body::Text(said) => line(text, &format!("{heading}: {said}")),
        Body::Texts(all) => section(text, &heading, all.iter().cloned()),
        Body::Facts(all) => statements(text, part.part, &heading, all),
        Body::Members(all) => members(text, &heading, all),
        Body::Fixed(all) => section(text, &heading, all.iter().map(|one| format!("{}: {}", one.name, one.value))),
        Body::Variables(all) => section(text, &heading, all.iter().map(|one| format!("{}: {}", one.name, one.text()))),
        Body::Endpoints(all) => section(text, &heading, all.iter().map(|one| format!("{}: {}", one.name, one.doc))),
        Body::Type(ty, said) => {
            let ty = if ty.0.is_empty() { "nothing".to_owned() } else { ty.to_string() };
            let said = if said.is_empty() { String::new() } else { format!(". {said}") };
            line(text, &format!("{heading}: {ty}{said}"));
        }
        Body::Errors(all) => {
            section(text, &heading, all.iter().map(|one| format!("{} {}: {}", one.code, one.name, one.doc)));
        }
        Body::Statuses(all) => section(text, &heading, all.iter().map(|one| format!("{} {}", one.code, one.name))),
        Body::Examples(one, all) => all.iter().take(1).for_each(|shown| example(text, one, shown)),
        Body::Deliveries(all) => delivery(text, all),
        Body::Code(code) => line(text, &format!("{heading}: {code}")),
        Body::Paths(call, _) => line(text, &format!("{heading}: {call}")),
    }
}

/// Adds statements: a single one on the line of its heading.
fn statements(text: &mut String, part: Part, heading: &str, all: &[Fact]) {
    let more = match part {
        Part::Stated(Topic::Pages) => " `call` gives one page, and the `position` of the next.",
        _ => "",
    };
    let said = |fact: &Fact| format!("{}{more}", fact.text);
    match all {
        all if heading.is_empty() => line(text, &all.iter().map(said).collect::<Vec<_>>().join(" ")),
        [only] => line(text, &format!("{heading}: {}", said(only))),
        all => section(text, heading, all.iter().map(said)),
    }
}

/// Adds an example call with its result, if that is short.
fn example(text: &mut String, one: &Operation, example: &Example) {
    let _ = writeln!(text, "Example of `call`: {}", json!({ "operation": one.id, "arguments": example.request }));
    let response = example.response.as_ref().map(Value::to_string).filter(|response| response.len() <= EXAMPLE);
    response.iter().for_each(|response| line(text, &format!("Its result: {response}")));
}

/// Adds the first example delivery that is short enough.
fn delivery(text: &mut String, all: &[WebhookExample]) {
    let Some(example) = all.iter().find(|example| example.body.len() <= EXAMPLE) else { return };
    let headers = example.headers.iter().map(|(name, value)| format!("{name}: {value}"));
    section(text, "Headers of an example", headers);
    line(text, &format!("Body of the example: {}", example.body));
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim());
    text.push('\n');
}

/// Adds a heading with a line per entry; nothing without entries.
fn section(text: &mut String, heading: &str, entries: impl IntoIterator<Item = String>) {
    let entries: String = entries.into_iter().map(|entry| format!("- {}\n", entry.trim())).collect();
    if !entries.is_empty() {
        let _ = write!(text, "{heading}:\n{entries}");
    }
}

fn members(text: &mut String, heading: &str, members: &[Member]) {
    section(text, heading, members.iter().map(member));
}

/// Returns a parameter or a member on one line.
fn member(one: &Member) -> String {
    let optional = if one.required { "" } else { "?" };
    let notes = one.notes.iter().map(|note| note.text.clone());
    let example = one.example.iter().filter(|_| !one.secret).map(|example| format!("Example: {example}."));
    let said = [one.doc.clone()].into_iter().chain(one.deprecated.iter().cloned()).chain(one.facts.iter().cloned());
    let said: Vec<String> = said.chain(notes).chain(example).filter(|text| !text.is_empty()).collect();
    format!("{}{optional} ({}): {}", one.name, one.ty, said.join(" "))
}
