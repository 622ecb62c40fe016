//! Runs each program and compares its output with the file in `expected/`. `CHAINLOOM_BLESS=1`
//! writes the files. All programs are compiled into one, `programs`.
//!
//! The programs of the orchard bring their own server. The others call a server on loopback, which
//! responds from `exchanges.json`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom_bounded::Bounded as _;
#[path = "../../../tests/src/bless.rs"]
#[allow(dead_code, unreachable_pub, reason = "not all that other tests need is needed here")]
mod bless;
mod platform;

use std::io::BufRead as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use chainloom::runtime::http::StatusCode;
use chainloom_sandbox::{Fault, Sandbox, SentWebhook, WebhookFault, WebhookTarget};

fn command(program: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_programs"));
    command.env("PROGRAM", program);
    command
}

/// What a program prints. A key of the environment of this test does not reach it.
fn printed(program: &str, arguments: &[&str], key: Option<&str>) -> String {
    let mut command = command(program);
    command.args(arguments).env_remove("API_KEY").env("NO_PROXY", "127.0.0.1");
    if let Some(key) = key {
        command.env("API_KEY", key);
    }
    let output = command.bounded_output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn expect(expected: &mut bless::Expected, name: &str, printed: &str) {
    expected.file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("expected").join(name).with_extension("txt"), printed);
}

#[test]
fn both_programs_of_the_orchard_say_the_same() {
    let mut expected = bless::Expected::default();
    for program in ["orchard_yaml", "orchard_rust"] {
        expect(&mut expected, "orchard", &printed(program, &[], None));
    }
    expected.close();
}

#[test]
fn first_programs_print_what_is_expected() {
    let programs = [
        "balances",
        "validators",
        "pchain_balance",
        "contract_call",
        "batch",
        "blocks",
        "raw_transaction",
        "error_kinds",
        "configured_client",
        "raw_calls",
        "counters",
        "without_network",
        "debug_print",
        "serde_round_trip",
        "tracing",
        "concurrency",
        "blocking_list",
        "cache",
        #[cfg(feature = "alloy")]
        "alloy",
    ];
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mut expected = bless::Expected::default();
    for name in programs {
        let url = runtime.block_on(platform::serve());
        let printed = without_times(&printed(name, &[&url], Some("secret-key")).replace(&url, "<base URL>"));
        assert!(!printed.contains("secret-key"), "{name} prints the key: {printed}");
        expect(&mut expected, name, &printed);
    }
    expected.close();
}

/// What the page on alloy shows is in the program, which is compiled.
#[test]
fn the_page_on_alloy_shows_the_program() {
    let plain = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let program = plain(include_str!("../../programs/alloy.rs"));
    let page = include_str!("../../../docs/alloy.md");
    let blocks: Vec<&str> =
        page.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 3, "{} blocks", blocks.len());
    for part in blocks.iter().flat_map(|block| block.trim().split("\n\n")) {
        assert!(program.contains(&plain(part)), "examples/programs/alloy.rs lacks this of docs/alloy.md:\n{part}");
    }
}

/// The lines that a program prints until it is stopped.
struct Running {
    program: std::process::Child,
    lines: std::io::Lines<std::io::BufReader<std::process::ChildStdout>>,
}

impl Running {
    fn start(program: &str) -> Self {
        let mut command = command(program);
        command.arg("0").env("WEBHOOK_SECRET", WEBHOOK_SECRET).env("WEBHOOK_OLD_SECRET", "00ff");
        let mut program = command.stdout(std::process::Stdio::piped()).spawn().unwrap();
        let lines = std::io::BufReader::new(program.stdout.take().unwrap()).lines();
        Self { program, lines }
    }

    fn line(&mut self) -> String {
        self.lines.next().unwrap().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.program.kill().unwrap();
        chainloom_bounded::wait(&mut self.program).unwrap();
    }
}

const WEBHOOK_SECRET: &str = "c13cc017c4ed63bcc842c8edfb49df37512280326a32826de3b885340b8a3d53";

/// Both receivers take what a sandbox sends, and refuse what is wrongly signed.
#[test]
fn receivers_of_webhooks_take_what_a_sandbox_sends() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let sandbox = runtime.block_on(Sandbox::builder().start()).unwrap();
    for program in ["webhook_axum", "webhook_hyper"] {
        let mut running = Running::start(program);
        let said = running.line();
        let url = said.strip_prefix("listening at ").unwrap();
        let target = WebhookTarget::new(url).secret(WEBHOOK_SECRET).fault(WebhookFault::WrongSignature);
        let target = target.fault(WebhookFault::Repeated);
        let send = || runtime.block_on(sandbox.send_webhook(&target)).unwrap();
        let statuses =
            |sent: &[SentWebhook]| sent.iter().map(|one| one.status.as_ref().unwrap().as_u16()).collect::<Vec<_>>();
        let sent = send();
        assert_eq!(statuses(&sent), [200]);
        assert!(running.line().starts_with(sent[0].id.as_ref().unwrap()));
        assert_eq!(statuses(&send()), [401]);
        assert_eq!(running.line(), "refused: the signature belongs to none of the secrets, or to another body");
        let sent = send();
        assert_eq!(statuses(&sent), [200, 200]);
        assert!(running.line().starts_with(sent[0].id.as_ref().unwrap()));
        assert!(running.line().starts_with(sent[0].id.as_ref().unwrap()));
    }
}

/// What the page on webhooks shows is in the programs, which are compiled.
#[test]
fn the_page_on_webhooks_shows_the_programs() {
    let programs =
        [include_str!("../../programs/webhook_axum.rs"), include_str!("../../programs/webhook_hyper.rs")].concat();
    let page = include_str!("../../../docs/webhooks.md");
    let blocks: Vec<&str> =
        page.split("```rust,ignore\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert_eq!(blocks.len(), 2);
    for block in blocks {
        assert!(programs.contains(block.trim_end()), "the programs lack this of docs/webhooks.md:\n{block}");
    }
}

/// The text with `…` in place of what a clock or chance decides.
fn without_times(printed: &str) -> String {
    ["elapsed_ms=", "wait_ms="].iter().fold(printed.to_owned(), |printed, name| {
        let mut parts = printed.split(name);
        let first = parts.next().unwrap_or_default().to_owned();
        parts
            .fold(first, |text, part| format!("{text}{name}…{}", part.trim_start_matches(|c: char| c.is_ascii_digit())))
    })
}

/// A proxy gets the requests for another host, and a second endpoint those that the first one does not answer.
#[test]
fn programs_that_need_two_places() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let mut expected = bless::Expected::default();
    let url = runtime.block_on(platform::serve());
    expect(&mut expected, "proxy", &printed("proxy", &[&url, "http://data.example"], None));
    // Nobody listens at a port that was given back.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let closed = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let said = printed("several_endpoints", &[&closed, &url], None);
    let said = said.replace(&closed, "<first URL>").replace(&url, "<second URL>");
    expect(&mut expected, "several_endpoints", &said);
    let sandbox = runtime.block_on(Sandbox::builder().events_every(Duration::from_millis(20)).start()).unwrap();
    let whole = format!("{}/ext/bc/C/rpc", sandbox.url());
    let websocket = whole.replace("http:", "ws:").replace("/rpc", "/ws");
    let said = printed("provider", &[&whole, &websocket], None);
    assert!(!said.contains("/ext"), "{said}");
    expect(&mut expected, "provider", &said.replace(&sandbox.url(), "<origin>"));
    expected.close();
}

/// The session that begins the README is what the programs print.
#[test]
fn the_session_of_the_readme() {
    let readme = include_str!("../../../README.md");
    let sessions = readme.split("```console\n").filter_map(|rest| rest.split("```").next());
    let session = { sessions }.find(|session| session.contains("--bin blocks")).unwrap();
    let shown = |program: &str| {
        let part = session.split(&format!("--bin {program} -- ")).nth(1).expect("the session has the program");
        let output = part.split("\n$ ").next().unwrap().trim_end();
        output.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    for name in ["blocks", "raw_transaction"] {
        let sandbox = runtime.block_on(Sandbox::builder().start()).unwrap();
        assert_eq!(printed(name, &[&sandbox.url()], None), shown(name), "{name}");
    }
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
    let printed = printed("tour", &[&sandbox.url()], None);
    assert_eq!(printed, "25 tokens\na new block\na new block\na new block\n");
    let requests = sandbox.seen();
    let statuses = requests.iter().filter(|seen| seen.method == "GET").filter_map(|seen| seen.status);
    assert_eq!(statuses.map(|status| status.as_u16()).take(5).collect::<Vec<_>>(), [503, 503, 200, 200, 200]);
}
