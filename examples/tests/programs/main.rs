//! Runs each program and compares its output with the file in `expected/`. `CHAINLOOM_BLESS=1`
//! writes the files.
//!
//! The programs of the orchard bring their own server. The others call a server on loopback, which
//! responds from `exchanges.json`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../../../tests/src/bless.rs"]
#[allow(dead_code, unreachable_pub, reason = "not all that other tests need is needed here")]
mod bless;
mod platform;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use chainloom::runtime::http::StatusCode;
use chainloom_sandbox::{Fault, Sandbox};

/// What a program prints. A key of the environment of this test does not reach it.
fn printed(program: &str, arguments: &[&str], key: Option<&str>) -> String {
    let mut command = Command::new(program);
    command.args(arguments).env_remove("API_KEY").env("NO_PROXY", "127.0.0.1");
    if let Some(key) = key {
        command.env("API_KEY", key);
    }
    let output = command.output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn expect(expected: &mut bless::Expected, name: &str, printed: &str) {
    expected.file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("expected").join(name).with_extension("txt"), printed);
}

#[test]
fn both_programs_of_the_orchard_say_the_same() {
    let mut expected = bless::Expected::default();
    for program in [env!("CARGO_BIN_EXE_orchard_yaml"), env!("CARGO_BIN_EXE_orchard_rust")] {
        expect(&mut expected, "orchard", &printed(program, &[], None));
    }
    expected.close();
}

#[test]
fn first_programs_print_what_is_expected() {
    let programs = [
        ("balances", env!("CARGO_BIN_EXE_balances")),
        ("validators", env!("CARGO_BIN_EXE_validators")),
        ("contract_call", env!("CARGO_BIN_EXE_contract_call")),
        ("batch", env!("CARGO_BIN_EXE_batch")),
        ("blocks", env!("CARGO_BIN_EXE_blocks")),
        ("raw_transaction", env!("CARGO_BIN_EXE_raw_transaction")),
        ("error_kinds", env!("CARGO_BIN_EXE_error_kinds")),
        ("configured_client", env!("CARGO_BIN_EXE_configured_client")),
        ("raw_calls", env!("CARGO_BIN_EXE_raw_calls")),
        ("counters", env!("CARGO_BIN_EXE_counters")),
        ("without_network", env!("CARGO_BIN_EXE_without_network")),
        ("debug_print", env!("CARGO_BIN_EXE_debug_print")),
        ("serde_round_trip", env!("CARGO_BIN_EXE_serde_round_trip")),
    ];
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mut expected = bless::Expected::default();
    for (name, program) in programs {
        let url = runtime.block_on(platform::serve());
        let printed = printed(program, &[&url], Some("secret-key")).replace(&url, "<base URL>");
        assert!(!printed.contains("secret-key"), "{name} prints the key: {printed}");
        expect(&mut expected, name, &printed);
    }
    expected.close();
}

/// The README has the tour as it runs here: the service refuses the first requests, and pushes
/// blocks.
#[test]
fn the_tour_of_the_readme() {
    let (_, code) = include_str!("../../programs/tour.rs").split_once("\n\n").unwrap();
    assert!(include_str!("../../../README.md").contains(&format!("```rust,no_run\n{code}```\n")), "the README has it");
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let busy = Fault::Status(StatusCode::SERVICE_UNAVAILABLE).on("data").times(2);
    let sandbox = Sandbox::builder().fault(busy).events_every(Duration::from_millis(20)).start();
    let sandbox = runtime.block_on(sandbox).unwrap();
    let printed = printed(env!("CARGO_BIN_EXE_tour"), &[&sandbox.url()], None);
    assert_eq!(printed, "25 tokens\na new block\na new block\na new block\n");
    let requests = sandbox.seen();
    let statuses = requests.iter().filter(|seen| seen.method == "GET").filter_map(|seen| seen.status);
    assert_eq!(statuses.map(|status| status.as_u16()).take(5).collect::<Vec<_>>(), [503, 503, 200, 200, 200]);
}
