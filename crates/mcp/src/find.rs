//! Tool `find`: searches operations, subscriptions and webhooks by words or by a name.
//!
//! Input: a reference and words. Output: a line per match, the best first.

use chainloom_reference::text::counted;
use chainloom_reference::{Item, Reference, Topic};
use rmcp::model::JsonObject;

use crate::input::Input;
use crate::problem::Problem;

/// Default number of listed operations.
const USUAL: usize = 10;
/// Maximum number of listed operations.
pub(crate) const MAX_FOUND: usize = 50;
/// Maximum length of a query or a name, in characters.
const MAX_LENGTH: usize = 1_000;

/// Runs the tool `find`.
pub(crate) fn find(reference: &Reference, arguments: JsonObject) -> Result<String, Problem> {
    let mut input = Input::new("find", arguments);
    let query = input.text("query").unwrap_or_default();
    let limit = input.number("limit", 1..=MAX_FOUND);
    input.finish()?;
    check_length("query", &query)?;
    let limit = limit.unwrap_or(USUAL);
    if query.trim().is_empty() {
        return Ok(services(reference));
    }
    let found = search(reference, &query);
    if found.is_empty() {
        let problem = Problem::usage(format!("nothing matches the words `{query}`"));
        return Err(problem.hint("Use fewer or other words. Without `query`, `find` lists the services."));
    }
    let lines = found.iter().take(limit).map(|item| line(*item));
    let mut text: String = lines.collect();
    if found.len() > limit {
        text.push_str(&format!("{} more: use more words, or a larger `limit`.\n", found.len() - limit));
    }
    Ok(text)
}

/// Refuses a text that is too long to search for. `what` is its noun.
pub(crate) fn check_length(what: &str, text: &str) -> Result<(), Problem> {
    let length = text.chars().count();
    let problem = || Problem::usage(format!("the {what} has {length} characters; {MAX_LENGTH} are allowed"));
    if length > MAX_LENGTH { Err(problem()) } else { Ok(()) }
}

/// Returns the matches of a name or of words, the best first.
pub(crate) fn search<'r>(reference: &'r Reference, words: &str) -> Vec<Item<'r>> {
    let exact = reference.find(words).ok();
    let others = reference.search_items(words).into_iter();
    exact.into_iter().chain(others.filter(|item| exact.is_none_or(|exact| exact.id() != item.id()))).collect()
}

/// Returns an operation on one line.
pub(crate) fn line(item: Item<'_>) -> String {
    let effect = match item {
        Item::Operation(one) => one.effect,
        Item::Subscription(_) | Item::Webhooks(_) => item.kind(),
    };
    let deprecated = match item {
        Item::Operation(one) if one.states(Topic::Deprecation) => " (deprecated)",
        _ => "",
    };
    format!("{} | {} | {effect} | {}{deprecated}\n", item.id(), item.wire_name(), item.summary())
}

/// Lists the services, with the numbers of their operations.
fn services(reference: &Reference) -> String {
    let lines = reference.services.iter().map(|service| {
        let operations = reference.operations.iter().filter(|one| one.service == service.name).count();
        let subscriptions = reference.subscriptions.iter().filter(|one| one.service == service.name).count();
        let operations = counted(operations, "operation");
        let events =
            if subscriptions == 0 { String::new() } else { format!(", {}", counted(subscriptions, "subscription")) };
        let doc = service.doc.split(['\n']).next().unwrap_or_default();
        format!("{} | {operations}{events} | {doc}\n", service.name)
    });
    let webhooks: String = reference.webhooks.iter().map(|one| line(Item::Webhooks(one))).collect();
    format!("{}{webhooks}Use `find` with words, or with the name of a service.\n", lines.collect::<String>())
}
