//! The reference as data: complete, found by all names, and searched by words.

use std::collections::HashMap;
use std::sync::LazyLock;

use chainloom::operations;
use chainloom_reference::{EntryKind, Item, Named, NotFound, Reference, Topic, text};
use chainloom_tests::full::step;
use chainloom_tests::spec;

fn reference() -> &'static Reference {
    static REFERENCE: LazyLock<Reference> = LazyLock::new(|| Reference::of(spec::named().unwrap()));
    &REFERENCE
}

#[test]
fn every_operation_is_there_and_found_by_its_names() {
    let reference = reference();
    assert_eq!(reference.operations.len(), operations().len());
    for entry in operations() {
        let operation = reference.operation(entry.operation().id).unwrap();
        for name in [&operation.id, &operation.rust.path, &operation.id.to_uppercase()] {
            assert_eq!(reference.find(name).unwrap().id(), operation.id, "{name}");
        }
        // Variants of an operation have one name on the wire, and it may be the ID of another operation.
        match reference.find(&operation.wire_name) {
            Ok(found) => assert!(found.id() == operation.id || found.id() == operation.wire_name),
            Err(NotFound::Several { ids, .. }) => assert!(ids.contains(&operation.id)),
            Err(error) => panic!("{error}"),
        }
        assert!(!operation.summary.is_empty() && operation.states(Topic::Effect));
    }
    for operation in reference.operations.iter().step_by(step(80)) {
        assert_eq!(reference.search(&operation.id)[0].title, operation.id);
    }
    serde_json::to_value(reference).unwrap();
}

#[test]
fn a_name_of_several_and_a_near_miss_are_errors_that_help() {
    let reference = reference();
    let told = |name: &str| reference.find(name).unwrap_err().to_string();
    assert_eq!(
        told("get_balance"),
        "`get_balance` is the name of several: `evm.getBalance`, `pchain.getBalance`, `xchain.getBalance`"
    );
    assert_eq!(
        told("evm.getBalnce"),
        "there is no operation, subscription or webhook `evm.getBalnce`; did you mean `evm.getBalance`?"
    );
    assert!(matches!(reference.find("newHeads").unwrap(), Item::Subscription(one) if one.id == "evm.newHeads"));
}

#[test]
fn the_method_that_begins_subscriptions_leads_to_them() {
    let begun: Vec<&str> = reference().subscriptions.iter().map(|one| one.id.as_str()).collect();
    match reference().find("eth_subscribe") {
        Err(NotFound::Several { ids, .. }) => assert!(ids.len() > 1 && ids == begun, "{ids:?}"),
        other => panic!("{other:?}"),
    }
    assert!(reference().search_items("eth_subscribe").iter().any(|item| item.id() == "evm.logs"));
}

#[test]
fn summaries_within_a_service_differ() {
    let mut known = HashMap::new();
    let items = reference().items().filter(|item| item.service().is_some());
    let alike = items.filter_map(|item| {
        let earlier = known.insert((item.service(), item.summary()), item.id())?;
        Some(format!("{earlier} and {}: {}", item.id(), item.summary()))
    });
    let alike: Vec<String> = alike.collect();
    assert!(alike.is_empty(), "what differs belongs into the first sentence:\n{}", alike.join("\n"));
}

#[test]
fn webhooks_are_found_by_their_names_and_described() {
    let reference = reference();
    for name in ["data/webhook_events", "chainloom::data::webhook_events::WEBHOOKS", "x-signature", "Webhook_Events"] {
        assert!(matches!(reference.find(name).unwrap(), Item::Webhooks(one) if one.name == "data/webhook_events"));
    }
    assert_eq!(
        reference.find("webhook_event").unwrap_err().to_string(),
        "there is no operation, subscription or webhook `webhook_event`; did you mean `webhook_events`?"
    );
    for words in ["webhook_events", "WebhookMessage", "events user url"] {
        assert!(reference.search_items(words).iter().any(|item| item.id() == "data/webhook_events"), "{words}");
    }
    let message = reference.types.iter().find(|entry| entry.name == "WebhookMessage").unwrap();
    assert_eq!(message.used_by, ["data/webhook_events"]);
}

#[test]
fn types_are_found_by_the_paths_of_their_reexports() {
    let reference = reference();
    for (name, id) in [
        ("data::ChainInfo", "data::chains::ChainInfo"),
        ("chainloom::data::ChainInfo", "data::chains::ChainInfo"),
        ("node::NodeId", "scalars::NodeId"),
        ("node::pchain::NodeId", "scalars::NodeId"),
        ("DATA::chaininfo", "data::chains::ChainInfo"),
    ] {
        assert!(matches!(reference.find_named(name), Ok(Named::Type(one)) if one.id == id), "{name}");
    }
    assert!(reference.find_named("data::NetworkOfNone").is_err());
}

#[test]
fn words_find_what_has_them_and_names_go_first() {
    let reference = reference();
    let found = |words: &str| reference.search(words);
    assert_eq!(found("get balance")[0].title, "evm.getBalance");
    assert_eq!(found("eth_getLogs")[0].title, "evm.getLogs");
    assert!(
        found("-32601").iter().all(|entry| entry.text.contains("-32601") || entry.names.contains(&"-32601".to_owned()))
    );
    assert_eq!(found("nextPageToken")[0].kind, EntryKind::Member);
    assert_eq!(found("Receipt")[0].title, "Receipt", "a type that is named in full");
    assert_eq!(found("receipt of a tx")[0].title, "evm.getTransactionReceipt", "an operation before what it returns");
    assert!(found("nothing-has-this").is_empty() && found("  ").is_empty());
}

/// Questions as people put them, with operations of which one must be among the first three. The search of the
/// page is asked them, too.
const QUESTIONS: &str = include_str!("../../../third_party/questions.json");

#[test]
fn questions_find_their_operations() {
    let questions: Vec<(String, Vec<String>)> = serde_json::from_str(QUESTIONS).unwrap();
    assert_eq!(questions.len(), 14);
    let missed = questions.into_iter().filter_map(|(question, wanted)| {
        let (of_page, items) = (reference().search(&question), reference().search_items(&question));
        let of_page: Vec<&str> = of_page.iter().take(3).map(|entry| entry.title.as_str()).collect();
        let items: Vec<&str> = items.iter().take(3).map(|item| item.id()).collect();
        let has = |first: &[&str]| first.iter().any(|id| wanted.iter().any(|one| one == id));
        (!has(&of_page) || !has(&items)).then(|| format!("{question}: {of_page:?} {items:?}"))
    });
    let missed: Vec<String> = missed.collect();
    assert!(missed.len() <= 2, "{}", missed.join("\n"));
    // A synonym in a name is worth more than the word in a text, so that `count` is none of `nonce`.
    let of_nonce = reference().search_items("nonce");
    assert!(of_nonce.iter().take(3).any(|item| item.id() == "evm.getTransactionCount"), "nonce");
}

#[test]
fn words_of_which_some_are_nowhere_find_what_is_near() {
    let near = |words: &str| reference().search_items(words).first().map(|item| item.id());
    assert_eq!(near("receipt nothing-has-this"), near("receipt"));
    assert_eq!(near("nothing-has-this"), None);
}

#[test]
fn text_for_a_terminal_has_80_columns_but_for_what_is_copied() {
    let reference = reference();
    let list = text::list(reference.items(), text::WIDTH, false);
    let (called, webhooks) = list.split_once("\nWebhooks\n").unwrap();
    // Names on the wire are on lines of their own.
    let items = called.lines().filter(|line| !line.starts_with(' '));
    assert_eq!(items.count(), reference.operations.len() + reference.subscriptions.len());
    assert_eq!(webhooks.lines().count(), reference.webhooks.len());
    let wide = list.lines().filter(|line| !line.starts_with(' ') && line.chars().count() > text::WIDTH);
    assert_eq!(wide.collect::<Vec<_>>(), Vec::<&str>::new());
    for item in reference.items() {
        let plain = text::describe(reference, item, false);
        assert!(!plain.contains('\u{1b}'));
        // Commands, values of examples, names and paths in Rust are not broken.
        let is_whole = |line: &str| {
            let words = line.strip_prefix("HTTP ").unwrap_or(line).split_whitespace().count();
            words < 3 || ["chainloom ", "::", "\""].iter().any(|copied| line.contains(copied))
        };
        let long: Vec<&str> =
            plain.lines().filter(|line| line.chars().count() > text::WIDTH && !is_whole(line)).collect();
        assert!(long.is_empty(), "{}: {long:#?}", item.id());
        assert!(text::describe(reference, item, true).contains("\u{1b}["));
    }
}
