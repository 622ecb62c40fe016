//! Public tools that know nothing of us, against the sandbox and our documents.
//!
//! They are for `cargo xtask third-party`, which installs them and says in `CHAINLOOM_THIRD_PARTY`
//! where. The scripts and the versions are in `tests/third_party`. Each tool prints a line for each
//! check, and all traffic stays on loopback.

use chainloom_bounded::Bounded;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use chainloom::operations;
use chainloom::runtime as rt;
use chainloom::runtime::catalog::{Arguments, Target};
use chainloom_caller::{Caller, Profile, Snippets, answer_dry_run, example_snippets};
use chainloom_codegen::{SourceFile, name, read_sources};
use chainloom_interpret::Api;
use chainloom_reference::Reference;
use chainloom_reference::html::{self, Calls, Commands, Start};
use chainloom_sandbox::{Builder, Sandbox, SeenRequest};
use chainloom_tests::{spec, vectors::repository};
use serde_json::{Value, json};

/// The documents of OpenAPI, by the names of their clients.
const DOCUMENTS: [&str; 2] = ["data", "metrics"];
/// The seeds of the sandboxes that send synthetic values.
const SEEDS: std::ops::Range<u64> = 1..6;

/// The number of items of each list that a host of `chainloom mcp` reads to its end.
const ITEMS: usize = 23;

/// What schemathesis looks at in each response.
const CHECKS: [&str; 10] = [
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "negative_data_rejection", "positive_data_acceptance", "missing_required_header",
    "unsupported_method", "allow_header_conformance",
];
/// What it does not look at, and why.
const LEFT_OUT: [(&str, &str); 4] = [
    ("use_after_free", "the sandbox keeps what is deleted"),
    ("ensure_resource_availability", "the sandbox keeps nothing that is created"),
    ("object_level_authorization", "the documents have no resources of one user"),
    ("ignored_auth", "the API key is optional"),
];

/// Where the tools are, if they are.
fn tools() -> Option<PathBuf> {
    let folder = std::env::var_os("CHAINLOOM_THIRD_PARTY").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: public tools are for `cargo xtask third-party`, which sets CHAINLOOM_THIRD_PARTY");
    }
    folder
}

fn document(client: &str) -> PathBuf {
    repository().join(format!("generated/docs/{client}.openapi.json"))
}

fn script(name: &str) -> PathBuf {
    repository().join("tests/third_party").join(name)
}

fn node(tools: &Path, name: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(script(name)).arg(tools.join("node_modules")).current_dir(tools);
    command
}

/// Runs a tool to its end; what it prints goes where ours goes.
fn run(command: &mut Command) {
    let ended = command.spawn().and_then(Bounded::bounded_output);
    let status = ended.unwrap_or_else(|error| panic!("cannot run {command:?}: {error}")).status;
    assert!(status.success(), "{command:?}: {status}; what failed is printed above");
}

/// Runs a tool that must find what is wrong, and say so.
fn run_to_fail(command: &mut Command, told: &str) {
    let output = command.bounded_output().unwrap_or_else(|error| panic!("cannot start {command:?}: {error}"));
    let printed = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success() && printed.contains(told), "{command:?} does not find `{told}`:\n{printed}");
    println!("can fail: {told}");
}

fn synthetic(seed: u64) -> Builder {
    Sandbox::builder().deployment("local").synthetic_only().seed(seed)
}

/// A run of schemathesis: the same cases each time, and no files of earlier runs.
fn schemathesis(tools: &Path, client: &str, url: &str) -> Command {
    let mut command = Command::new(tools.join("venv/bin/schemathesis"));
    command.arg("run").arg(document(client)).args(["--url", url, "--checks", &CHECKS.join(",")]);
    command.args(["--generation-deterministic", "--no-color"]).current_dir(tools);
    command.env("SCHEMATHESIS_HOOKS", script("schemathesis_hooks.py"));
    command
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn schemathesis_finds_nothing() {
    let Some(tools) = tools() else { return };
    let sandbox = Sandbox::builder().start().await.unwrap();
    for client in DOCUMENTS {
        let mut command = schemathesis(&tools, client, &sandbox.url());
        command.args(["--phases", "examples,coverage,fuzzing", "--max-examples", "40", "--continue-on-failure"]);
        run(&mut command);
    }
    CHECKS.iter().for_each(|check| println!("schemathesis: {check}: ok"));
    LEFT_OUT.iter().for_each(|(check, why)| println!("schemathesis: {check}: left out: {why}"));
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn the_sdk_of_the_operator_accepts_all_answers() {
    let Some(tools) = tools() else { return };
    let mut command = node(&tools, "chainkit.mjs");
    command.args(DOCUMENTS.map(document));
    let mut sandboxes = Vec::new();
    for seed in SEEDS {
        // Members that the documents let be absent are required by the SDK.
        let sandbox = synthetic(seed).all_members().start().await.unwrap();
        command.arg(sandbox.url());
        sandboxes.push(sandbox);
    }
    run(&mut command);
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn viem_reads_the_evm_endpoint() {
    let Some(tools) = tools() else { return };
    for seed in SEEDS {
        let sandbox = synthetic(seed).all_members().events_every(Duration::from_millis(20)).start().await.unwrap();
        let services = sandbox.services();
        let evm = services.iter().find(|served| served.service == "evm").unwrap();
        run(node(&tools, "viem.mjs").arg(&evm.url).args(&evm.websocket));
    }
}

/// The browser; an old one of the system will do.
fn browser() -> Option<PathBuf> {
    let found = std::env::var_os("CHAINLOOM_BROWSER").map(PathBuf::from);
    if found.is_none() {
        println!("skipped: CHAINLOOM_BROWSER names no Chromium");
    }
    found
}

/// Writes the pages of a spec into a folder.
fn write_pages(sources: &[SourceFile], folder: &Path) {
    let named = name(sources, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(sources, false)));
    let snippets = example_snippets(&Arc::new(Api::of(&named)), &Profile::default(), "http://127.0.0.1:4010");
    let commands = |one: Snippets| Commands { curl: one.curl, chainloom: one.command };
    let calls = Calls::Shown(snippets.into_iter().map(|(id, one)| (id, commands(one))).collect());
    for file in html::site(&named, &Start { calls, deployment: None }) {
        let place = folder.join(&file.path);
        std::fs::create_dir_all(place.parent().unwrap()).unwrap();
        std::fs::write(place, file.text).unwrap();
    }
}

/// A chain that only users know, which the script enters, too.
const CHAIN: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";

/// The operations whose first example the page has not sent as the client would: with the same method,
/// path, query and body.
fn sent_otherwise(sandbox: &Sandbox) -> Vec<String> {
    let json = |body: &[u8]| {
        let mut json = serde_json::from_slice::<Value>(body).unwrap_or_else(|_| body.into());
        json.as_object_mut().map(|members| members.remove("id"));
        json
    };
    let seen = sandbox.seen();
    let deployment = Some("local".to_owned());
    let profile = Profile { deployment, url: Some(sandbox.url()), ..Profile::default() };
    let caller = Caller::new(api(), profile).unwrap();
    let reference = Reference::of(spec::named().unwrap());
    let tried = reference.operations.iter().filter(|one| !one.is_sensitive());
    let wrong = tried.filter(|one| {
        let operation = caller.api().operation(&one.id).unwrap();
        let service = operation.schema.service;
        let client = caller.client(service.client).unwrap();
        let open = service.vars.iter().filter(|var| var.default.is_none());
        let target = open.fold(Target::new(client.clone()), |target, var| target.var(var.name, CHAIN));
        let example = Arguments::from_json(operation.schema, operation.examples[0].request.as_bytes()).unwrap();
        let expected = client.prepare(operation.schema, &example.into_members(), &target).unwrap();
        let expected = expected.http();
        let is_sent = |seen: &SeenRequest| {
            seen.method == *expected.method()
                && seen.uri.path_and_query() == expected.uri().path_and_query()
                && json(&seen.body) == json(expected.body())
        };
        !seen.iter().any(is_sent)
    });
    wrong.map(|one| one.id.clone()).collect()
}

/// Pictures are left in `target/tools/third-party/pictures`, to be looked at.
#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn the_reference_page_works_in_a_browser() {
    let (Some(tools), Some(browser)) = (tools(), browser()) else { return };
    let served = |builder: Builder| builder.dry_runs(answer_dry_run).start();
    let sandbox = served(Sandbox::builder().deployment("local")).await.unwrap();
    let (own, hostile) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    write_pages(&spec::sources().unwrap(), own.path());
    let text = std::fs::read(repository().join("tests/data/hostile-spec/hostile.yaml")).unwrap();
    let sources = read_sources("spec", vec![("hostile.yaml".to_owned(), text)]).unwrap();
    write_pages(&sources, hostile.path());
    let odd = served(Sandbox::builder().spec(sources)).await.unwrap();
    let pictures = tools.join("pictures");
    std::fs::create_dir_all(&pictures).unwrap();
    let mut command = node(&tools, "page.mjs");
    command.arg(browser).arg(sandbox.url()).arg(own.path()).arg(odd.url()).arg(hostile.path()).arg(pictures);
    run(&mut command);
    let otherwise = sent_otherwise(&sandbox);
    assert!(otherwise.is_empty(), "the page has not sent what the client sends: {otherwise:?}");
}

/// The command `chainloom`, built if it is not.
fn program() -> PathBuf {
    let build = ["build", "--locked", "--package", "chainloom-cli", "--message-format", "json-render-diagnostics"];
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo
        .args(build)
        .current_dir(repository())
        .stdout(Stdio::piped())
        .stderr(Stdio::inherit())
        .spawn()
        .unwrap()
        .bounded_output()
        .unwrap();
    assert!(output.status.success(), "the command cannot be built");
    let lines = String::from_utf8(output.stdout).unwrap();
    let built = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let program = built
        .filter(|one| one["target"]["name"] == "chainloom")
        .find_map(|one| one["executable"].as_str().map(PathBuf::from));
    program.expect("cargo names the program that it built")
}

/// The official SDK of the Model Context Protocol, as the host of `chainloom mcp`.
fn mcp(tools: &Path, url: &str) -> Command {
    let mut command = node(tools, "mcp.mjs");
    command.arg(ITEMS.to_string()).arg(program()).args(["mcp", "--url", url]);
    command
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn mcp_finds_describes_and_calls_and_cannot_write() {
    let Some(tools) = tools() else { return };
    let sandbox = Sandbox::builder().synthetic_only().items(ITEMS).start().await.unwrap();
    run(&mut mcp(&tools, &sandbox.url()));
    let seen = sandbox.seen();
    assert!(seen.iter().any(|request| request.operations.contains(&"data.listErc20Balances")));
    assert!(!seen.iter().any(|request| request.operations.contains(&"evm.sendRawTransaction")), "a write was sent");
}

/// Prism, which serves the examples of a document, and refuses what does not fit it. It ends with
/// this value.
struct Prism {
    child: Child,
    url: String,
    /// What it goes on to print; it would end if nobody listened.
    _output: Lines<BufReader<ChildStdout>>,
}

impl Prism {
    fn start(tools: &Path, document: &Path) -> Self {
        let mut command = Command::new("node");
        command.arg(tools.join("node_modules/@stoplight/prism-cli/dist/index.js")).args(["mock", "--errors"]);
        command.args(["--host", "127.0.0.1", "--port", "0"]).arg(document);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
        let said = output.by_ref().map_while(Result::ok);
        let url = { said }.find_map(|line| Some(line.split_once("is listening on ")?.1.trim().to_owned()));
        let prism = Self { child, url: url.unwrap_or_default(), _output: output };
        assert!(!prism.url.is_empty(), "prism does not serve {}", document.display());
        prism
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The examples of the spec, by operation.
fn api() -> Api {
    Api::load(&spec::sources().unwrap(), &[]).unwrap()
}

/// What the client does not read of what Prism makes of a document; the operations that it reads
/// are printed.
async fn not_read(prism: &Prism, api: &Api, client: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    for entry in operations().iter().filter(|entry| entry.operation().service.client.name == client) {
        let operation = entry.operation();
        let example = &api.operation(operation.id).unwrap().examples[0];
        let client = rt::Client::builder(operation.service.client).base_url(&prism.url).build().unwrap();
        match entry.call(Target::new(client), example.request.as_bytes()).await {
            Ok(_) => println!("prism: {}: ok", operation.id),
            Err(error) => wrong.push(format!("prism: {}: FAILED: {error}", operation.id)),
        }
    }
    wrong
}

#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn the_client_reads_what_prism_makes_of_our_documents() {
    let Some(tools) = tools() else { return };
    let (api, mut wrong) = (api(), Vec::new());
    for client in DOCUMENTS {
        wrong.extend(not_read(&Prism::start(&tools, &document(client)), &api, client).await);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// One wrong response is found by each tool, which names the operation or what is wrong with it.
#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn each_tool_can_fail() {
    let Some(tools) = tools() else { return };
    let wrong = || synthetic(1).all_members().response("data.listErc20Balances", json!({ "erc20TokenBalances": 7 }));
    let sandbox = wrong().response("evm.getLogs", json!([{ "address": "0x1" }])).start().await.unwrap();
    let mut command = schemathesis(&tools, "data", &sandbox.url());
    command.args(["--phases", "examples", "--include-operation-id", "listErc20Balances"]);
    run_to_fail(&mut command, "Response violates schema");
    let mut command = node(&tools, "chainkit.mjs");
    command.args(DOCUMENTS.map(document)).arg(sandbox.url());
    run_to_fail(&mut command, "chainkit: data.listErc20Balances, sandbox 0: FAILED");
    let services = sandbox.services();
    let evm = services.iter().find(|served| served.service == "evm").unwrap();
    run_to_fail(node(&tools, "viem.mjs").arg(&evm.url).args(&evm.websocket), "viem: eth_getLogs: FAILED");
    let mut writes = mcp(&tools, &sandbox.url());
    run_to_fail(writes.args(["--allow-writes", "evm.sendRawTransaction"]), "mcp: it cannot write: FAILED");
}

/// Nor does the client read everything: of a document with one wrong example, it does not read
/// that.
#[tokio::test(flavor = "multi_thread", crate = "chainloom_bounded")]
async fn the_client_can_fail_on_what_prism_makes() {
    let Some(tools) = tools() else { return };
    let mut text: Value = serde_json::from_slice(&std::fs::read(document("data")).unwrap()).unwrap();
    let operations = text["paths"].as_object_mut().unwrap().values_mut().map(|path| &mut path["get"]);
    let listed = operations.into_iter().find(|operation| operation["operationId"] == "listErc20Balances").unwrap();
    let examples = &mut listed["responses"]["200"]["content"]["application/json"]["examples"];
    for example in examples.as_object_mut().unwrap().values_mut() {
        example["value"] = json!({ "erc20TokenBalances": 7 });
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data.openapi.json");
    std::fs::write(&file, text.to_string()).unwrap();
    let wrong = not_read(&Prism::start(&tools, &file), &api(), "data").await;
    assert!(wrong.len() == 1 && wrong[0].contains("data.listErc20Balances"), "{wrong:?}");
}
