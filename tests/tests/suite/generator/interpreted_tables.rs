//! Interpreted tables: a spec that is executed at run time has the tables of the generated client.
//!
//! Both are written as text, each table whole, by the walk that also prints the tables of the
//! generated client. A table that leads back to itself is written as the number of references
//! between the two places.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use chainloom::deployments::{fuji::FUJI, local::LOCAL, mainnet::MAINNET};
use chainloom::node::evm_subscriptions::calls::{
    LogsSubscription, NewAcceptedTransactionsSubscription, NewHeadsSubscription, NewPendingTransactionsSubscription,
};
use chainloom::operations;
use chainloom::runtime::Subscribes;
use chainloom::runtime::schema::literal::{Literal, Statics};
use chainloom::runtime::schema::{Deployment, Subscription};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;
use chainloom_tests::spec;

fn written<T: Literal>(table: &'static T) -> String {
    Statics::default().definition(table).to_string()
}

/// Shows the first difference only: a table has thousands of characters.
fn assert_same(name: &str, generated: &str, interpreted: &str) {
    let same = generated.bytes().zip(interpreted.bytes()).take_while(|(a, b)| a == b).count();
    let near = |text: &str| text.chars().skip(same.saturating_sub(60)).take(200).collect::<String>();
    assert!(generated == interpreted, "{name}:\n{}\n{}", near(generated), near(interpreted));
}

#[test]
fn tables_at_run_time_are_those_of_the_generated_client() {
    let api = Api::of(spec::named().unwrap());
    assert_eq!(api.operations.len(), operations().len());
    for entry in operations() {
        let generated = entry.operation();
        let interpreted = api.operation(generated.id).unwrap_or_else(|| panic!("{} is not there", generated.id));
        assert_same(generated.id, &written(generated), &written(interpreted.schema));
        assert!(!interpreted.examples.is_empty() && !interpreted.doc.is_empty(), "{}", generated.id);
    }
}

#[test]
fn clients_subscriptions_and_deployments_are_those_of_the_generated_client() {
    let api = Api::of(spec::named().unwrap());
    let generated = operations().iter().map(|entry| entry.operation().service.client);
    let generated: BTreeMap<&str, String> = generated.map(|client| (client.name, written(client))).collect();
    let interpreted = api.clients.iter().map(|client| (client.name, written(*client))).collect();
    assert_eq!(generated, interpreted);

    let generated = [
        <NewHeadsSubscription as Subscribes>::schema(),
        <LogsSubscription as Subscribes>::schema(),
        <NewPendingTransactionsSubscription as Subscribes>::schema(),
        <NewAcceptedTransactionsSubscription as Subscribes>::schema(),
    ];
    let all = |tables: &[&'static Subscription]| tables.iter().map(|table| written(*table)).collect::<BTreeSet<_>>();
    assert_eq!(all(&generated), all(&api.subscriptions));

    let all = |tables: &[&'static Deployment]| tables.iter().map(|table| written(*table)).collect::<BTreeSet<_>>();
    assert_eq!(all(&[&FUJI, &LOCAL, &MAINNET]), all(&api.deployments));
}

#[test]
fn mistakes_of_a_spec_are_told() {
    let files = read_sources("spec", vec![("a.yaml".to_owned(), b"chainloom: 2\n".to_vec())]).unwrap();
    let told = Api::load(&files, &[]).unwrap_err().render(&files, false);
    assert!(told.contains("a.yaml:1"), "{told}");
}
