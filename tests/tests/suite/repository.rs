//! The repository as a whole: its coverage, its dependencies, its layers and what its documents
//! promise.
#![allow(clippy::unwrap_used)]

use chainloom_bounded::Bounded as _;
mod bless;
mod bounds;
mod corruption;
mod counts;
mod dependencies;
mod examples;
mod harnesses;
mod helpers;
mod imports;
mod keys_page;
mod links;
mod messages;
mod new_word;
mod no_api_in_the_machine;
mod security;
mod stability;
mod statements;
mod statements_of_members;
mod statements_of_pages;
mod troubleshooting;

use std::process::Command;

use chainloom_tests::vectors::repository;
use serde_json::Value;

/// The packages of the repository, as cargo describes them.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--offline", "--no-deps", "--format-version=1"])
        .current_dir(repository())
        .bounded_output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}
