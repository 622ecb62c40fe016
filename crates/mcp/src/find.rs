//! The tool `find`: operations, subscriptions and webhooks by words or by a name.
//!
//! Input: a reference and words. Output: a line for each of them, the best first.

use chainloom_reference::{Item, Reference};
use rmcp::model::JsonObject;

use crate::input::Input;
use crate::problem::Problem;

/// How many operations are listed without `limit`.
const USUAL: usize = 10;
/// The most operations that are listed.
pub(crate) const MOST: usize = 50;
/// Where fewer have all words, those with most of them follow.
const FEW: usize = 5;

pub(crate) fn find(reference: &Reference, arguments: JsonObject) -> Result<String, Problem> {
    let mut input = Input::new("find", arguments);
    let query = input.text("query").unwrap_or_default();
    let limit = input.number("limit", 1..=MOST);
    input.finish()?;
    let limit = limit.unwrap_or(USUAL);
    if query.trim().is_empty() {
        return Ok(services(reference));
    }
    let found = search(reference, &query);
    if found.is_empty() {
        let problem = Problem::usage(format!("nothing has the words `{query}`"));
        return Err(problem.hint("Use fewer or other words. Without `query`, `find` lists the services."));
    }
    let lines = found.iter().take(limit).map(|item| line(*item));
    let mut text: String = lines.collect();
    if found.len() > limit {
        text.push_str(&format!("{} more: use more words, or a larger `limit`.\n", found.len() - limit));
    }
    Ok(text)
}

/// What a name or words find, the best first.
pub(crate) fn search<'r>(reference: &'r Reference, words: &str) -> Vec<Item<'r>> {
    let mut found: Vec<Item<'r>> = reference.find(words).ok().into_iter().collect();
    add(&mut found, reference.search_items(words));
    if found.len() < FEW {
        add(&mut found, with_some(reference, words).into_iter().take(FEW));
    }
    found
}

fn add<'r>(found: &mut Vec<Item<'r>>, more: impl IntoIterator<Item = Item<'r>>) {
    for item in more {
        if !found.iter().any(|known| known.id() == item.id()) {
            found.push(item);
        }
    }
}

fn with_some<'r>(reference: &'r Reference, words: &str) -> Vec<Item<'r>> {
    // Short words are in most descriptions.
    let words = words.split_whitespace().filter(|word| word.chars().count() > 2);
    let mut ranked: Vec<(usize, usize, Item<'r>)> = Vec::new();
    for word in words {
        for (rank, item) in reference.search_items(word).into_iter().enumerate() {
            match ranked.iter_mut().find(|(_, _, known)| known.id() == item.id()) {
                Some((count, ranks, _)) => (*count, *ranks) = (*count + 1, *ranks + rank),
                None => ranked.push((1, rank, item)),
            }
        }
    }
    ranked.sort_by_key(|(count, ranks, _)| (std::cmp::Reverse(*count), *ranks));
    ranked.into_iter().map(|(_, _, item)| item).collect()
}

/// An operation on one line.
pub(crate) fn line(item: Item<'_>) -> String {
    let effect = match item {
        Item::Operation(one) => one.effect,
        Item::Subscription(_) | Item::Webhooks(_) => item.kind(),
    };
    let deprecated = match item {
        Item::Operation(one) if one.deprecated.is_some() => " (deprecated)",
        _ => "",
    };
    format!("{} | {} | {effect} | {}{deprecated}\n", item.id(), item.wire_name(), item.summary())
}

fn services(reference: &Reference) -> String {
    let lines = reference.services.iter().map(|service| {
        let count = reference.items().filter(|item| service_of(*item) == Some(&service.name)).count();
        let doc = service.doc.split(['\n']).next().unwrap_or_default();
        format!("{} | {count} operations | {doc}\n", service.name)
    });
    let webhooks: String = reference.webhooks.iter().map(|one| line(Item::Webhooks(one))).collect();
    format!("{}{webhooks}Use `find` with words, or with the name of a service.\n", lines.collect::<String>())
}

fn service_of(item: Item<'_>) -> Option<&String> {
    match item {
        Item::Operation(one) => Some(&one.service),
        Item::Subscription(one) => Some(&one.service),
        Item::Webhooks(_) => None,
    }
}
