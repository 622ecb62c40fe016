//! Tool `describe`: describes an operation, a subscription, webhooks or a type, in few words.
//!
//! Input: a reference and a name. Output: text. Types are described one level deep; the model
//! requests deeper ones by name.

mod shapes;

use std::fmt::Write as _;

use chainloom_reference::{Fact, Item, Member, Operation, Protocol, Reference, Subscription, TypeText, Webhooks};
use rmcp::model::JsonObject;
use serde_json::{Map, Value, json};

use crate::find;
use crate::input::Input;
use crate::problem::Problem;

/// Most bytes of the response of an example, or of the body of a delivery.
const EXAMPLE: usize = 1_200;

pub(crate) fn describe(reference: &Reference, arguments: JsonObject, most: usize) -> Result<String, Problem> {
    let mut input = Input::new("describe", arguments);
    let name = input.required("name");
    input.finish()?;
    let text = match item(reference, &name) {
        Ok(Item::Operation(one)) => operation(reference, one),
        Ok(Item::Subscription(one)) => subscription(reference, one),
        Ok(Item::Webhooks(one)) => webhooks(reference, one),
        Err(problem) => shapes::named(reference, &name).ok_or(problem)?,
    };
    Ok(cut(text, most))
}

/// The operation of a name, or a problem that suggests near ones.
pub(crate) fn item<'r>(reference: &'r Reference, name: &str) -> Result<Item<'r>, Problem> {
    reference.find(name).map_err(|error| {
        let near = find::search(reference, &words(name));
        let near: String = near.into_iter().take(5).map(find::line).collect();
        let hint = if near.is_empty() { String::new() } else { format!("Near names:\n{near}") };
        Problem::usage(error.to_string()).hint(format!("{hint}Use `find` with words to find operations."))
    })
}

/// The words that a name is made of.
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

/// Whole lines, as many as fit.
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

fn operation(reference: &Reference, one: &Operation) -> String {
    let protocol = match one.protocol {
        Protocol::Rest { .. } => "HTTP",
        Protocol::Rpc { .. } => "JSON-RPC",
    };
    let mut text = format!("{} | {protocol} {} | effect: {}\n{}\n", one.id, one.wire_name, one.effect, one.doc.trim());
    if let Some(sensitive) = one.sensitive {
        text.push_str(&format!("{sensitive}\n"));
    }
    one.deprecated.iter().for_each(|why| line(&mut text, why));
    one.versions.iter().for_each(|version| line(&mut text, version));
    members(&mut text, "Parameters", &one.parameters);
    if one.parameters.is_empty() {
        line(&mut text, "No parameters.");
    }
    section(&mut text, "Always sent", one.fixed.iter().map(|fixed| format!("{}: {}", fixed.name, fixed.value)));
    facts(&mut text, "Rules", &one.rules);
    vars(&mut text, reference, &one.service);
    let result = if one.result.0.is_empty() { "nothing".to_owned() } else { one.result.to_string() };
    let _ = writeln!(text, "Result: {result}. {}", one.response);
    let paging =
        one.paging.iter().map(|paging| format!("{paging} `call` gives one page, and the `position` of the next."));
    section(&mut text, "Pages", paging);
    section(&mut text, "Waiting", one.wait.iter().cloned());
    facts(&mut text, "Availability", &one.available);
    facts(&mut text, "Cost", one.cost.as_slice());
    facts(&mut text, "Limits", &one.limits);
    let shared = reference.service(&one.service).map(|service| service.errors.as_slice()).unwrap_or_default();
    let errors = one.errors.iter().chain(shared);
    section(&mut text, "Errors", errors.map(|error| format!("{} {}: {}", error.code, error.name, error.doc)));
    if matches!(one.protocol, Protocol::Rest { .. }) {
        let statuses = reference.client(&one.client).map(|client| client.statuses.as_slice()).unwrap_or_default();
        section(&mut text, "Error statuses", statuses.iter().map(|status| format!("{} {}", status.code, status.name)));
    }
    facts(&mut text, "Notes", &one.notes);
    example(&mut text, one);
    let types = one.parameters.iter().map(|member| &member.ty).chain([&one.result]);
    shapes::add(&mut text, reference, types);
    text
}

fn subscription(reference: &Reference, one: &Subscription) -> String {
    let mut text = format!("{} | subscription {}\n{}\n", one.id, one.wire_name, one.doc.trim());
    line(&mut text, "It cannot be called here: events are for `chainloom subscribe`, or a program.");
    members(&mut text, "Parameters", &one.parameters);
    let _ = writeln!(text, "Event: {}", one.item);
    facts(&mut text, "Availability", &one.available);
    facts(&mut text, "Limits", &one.limits);
    facts(&mut text, "Notes", &one.notes);
    let types: Vec<&TypeText> = one.parameters.iter().map(|member| &member.ty).chain([&one.item]).collect();
    shapes::add(&mut text, reference, types);
    text
}

fn webhooks(reference: &Reference, one: &Webhooks) -> String {
    let mut text = format!("{} | webhooks\n{}\n", one.name, one.doc.trim());
    line(&mut text, "They cannot be called: events are for `chainloom webhook listen`, or a program.");
    let _ = writeln!(text, "Event: {}", one.event);
    section(&mut text, "Signature", one.facts.iter().cloned());
    section(&mut text, "Notes", one.notes.iter().cloned());
    section(&mut text, "Rust, with the feature `webhooks`", [one.receive.clone()]);
    section(&mut text, "Command that verifies a stored request", one.verify.clone());
    if let Some(example) = one.examples.iter().find(|example| example.body.len() <= EXAMPLE) {
        let headers = example.headers.iter().map(|(name, value)| format!("{name}: {value}"));
        section(&mut text, "Headers of an example", headers);
        line(&mut text, &format!("Body of the example: {}", example.body));
    }
    shapes::add(&mut text, reference, [&one.event]);
    text
}

/// The variables and endpoints of a service, which a call may choose.
fn vars(text: &mut String, reference: &Reference, service: &str) {
    let Some(service) = reference.service(service) else { return };
    let vars = service.variables.iter().map(|var| {
        let default = var.default.iter().map(|default| format!(" Default: {default}."));
        let values = if var.values.is_empty() { String::new() } else { format!(" One of: {}.", var.values.join(", ")) };
        format!("{}: {}{}{values}", var.name, var.doc, default.collect::<String>())
    });
    section(text, "Variables (`vars`)", vars);
    let named = service.endpoints.iter().filter(|endpoint| !endpoint.name.is_empty());
    section(text, "Endpoints (`endpoint`)", named.map(|endpoint| format!("{}: {}", endpoint.name, endpoint.doc)));
}

fn example(text: &mut String, one: &Operation) {
    let Some(example) = one.examples.first() else { return };
    let arguments: Map<String, Value> = example.request.clone();
    let _ = writeln!(text, "Example of `call`: {}", json!({ "operation": one.id, "arguments": arguments }));
    let response = example.response.as_ref().map(Value::to_string).filter(|response| response.len() <= EXAMPLE);
    response.iter().for_each(|response| line(text, &format!("Its result: {response}")));
}

fn line(text: &mut String, line: &str) {
    text.push_str(line.trim());
    text.push('\n');
}

/// A heading with a line for each entry; nothing without entries.
fn section(text: &mut String, heading: &str, entries: impl IntoIterator<Item = String>) {
    let entries: String = entries.into_iter().map(|entry| format!("- {}\n", entry.trim())).collect();
    if !entries.is_empty() {
        let _ = write!(text, "{heading}:\n{entries}");
    }
}

fn facts(text: &mut String, heading: &str, facts: &[Fact]) {
    section(text, heading, facts.iter().map(|fact| fact.text.clone()));
}

fn members(text: &mut String, heading: &str, members: &[Member]) {
    section(text, heading, members.iter().map(member));
}

/// A parameter or a member on one line.
fn member(one: &Member) -> String {
    let optional = if one.required { "" } else { "?" };
    let notes = one.notes.iter().map(|note| note.text.clone());
    let example = one.example.iter().filter(|_| !one.secret).map(|example| format!("Example: {example}."));
    let said = [one.doc.clone()].into_iter().chain(one.deprecated.iter().cloned()).chain(one.facts.iter().cloned());
    let said: Vec<String> = said.chain(notes).chain(example).filter(|text| !text.is_empty()).collect();
    format!("{}{optional} ({}): {}", one.name, one.ty, said.join(" "))
}
