//! Calls as a person makes them: processes over a sandbox, and what they print on 80 columns; the calls of
//! `terminal.txt` print on a terminal of 100.
//!
//! Each file in `tests/sessions` is a session: commands after `$ `, and their output. With `CHAINLOOM_BLESS=1
//! CHAINLOOM_FULL=1` the test writes what is printed now.

use chainloom_bounded::Bounded as _;

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::process::{Command, ExitStatus, Output, Stdio};

use crate::bless::Expected;
use crate::common::full::{is_full, step};
use crate::common::{OnTerminal, Project, run_on_terminal, text, words};
use chainloom_reference::{Operation, Reference};
use chainloom_sandbox::{Builder, Sandbox};

/// Sandbox whose lists have 25 items, on separate threads.
pub(crate) struct Server {
    pub(crate) sandbox: Sandbox,
    _runtime: tokio::runtime::Runtime,
}

impl Server {
    pub(crate) fn start(builder: Builder) -> Self {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let sandbox = runtime.block_on(builder.start()).unwrap();
        Self { sandbox, _runtime: runtime }
    }

    /// Returns the command of the program in a folder, with the sandbox as its service.
    fn command(&self, project: &Project, words: &[String]) -> Command {
        let mut command = project.plain_command(words);
        command.env("CHAINLOOM_CONFIG", "profiles.toml").env("CHAINLOOM_URL", self.sandbox.url());
        command
    }

    fn run(&self, project: &Project, words: &[&str]) -> Output {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        self.command(project, &words).bounded_output().unwrap()
    }
}

/// Runs a command, and returns what it printed, and how it ended.
type Screen = fn(&mut Command) -> (String, ExitStatus);

/// Runs a command and returns stdout followed by stderr, each a pipe.
fn of_pipes(command: &mut Command) -> (String, ExitStatus) {
    let output = command.bounded_output().unwrap();
    (text(&output.stdout) + &text(&output.stderr), output.status)
}

/// Runs a command on a terminal as wide as a table is at most, where no line moves the cursor.
#[cfg(unix)]
fn of_terminal(command: &mut Command) -> (String, ExitStatus) {
    let output = run_on_terminal(command.env("COLUMNS", "100").env("TERM", "dumb"), OnTerminal::Both);
    (output.terminal, output.status)
}

/// Runs the command of a line of a session, and returns its stdout, its stderr, and the exit code if it is not 0.
fn run_line(server: &Server, project: &Project, line: &str, on: Screen) -> String {
    let (variables, words) = words(line);
    let words: Vec<String> = words.iter().map(|word| word.replace("{url}", &server.sandbox.url())).collect();
    let mut command = server.command(project, &words);
    let (mut output, status) = on(command.envs(variables));
    if !output.is_empty() && !output.ends_with('\n') {
        output.push('\n');
    }
    match status.code() {
        Some(0) => {}
        code => output.push_str(&format!("[exit code {}]\n", code.unwrap())),
    }
    without_times(&output.replace(&server.sandbox.url(), "{url}"))
}

/// Times are different each time.
fn without_times(text: &str) -> String {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    for at in 1..words.len() {
        if words[at].starts_with("ms") && words[at - 1].parse::<u64>().is_ok() {
            words[at - 1] = "N".to_owned();
        }
    }
    words.join(" ")
}

#[test]
fn sessions_print_what_is_expected() {
    let server = Server::start(Sandbox::builder().key("right-key-of-tests"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
    let mut files: BTreeSet<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    #[cfg(not(unix))]
    files.retain(|file| !file.ends_with(ON_TERMINAL));
    if !is_full() {
        files.retain(|file| !LONG.iter().any(|name| file.ends_with(name)));
    }
    // Each on a thread of its own: a program of the dev profile takes a second to read the spec.
    let sessions = std::thread::scope(|scope| {
        let run = files.iter().map(|file| (file, scope.spawn(|| session(&server, file))));
        let run: Vec<_> = run.collect();
        run.into_iter().map(|(file, session)| (file, session.join().unwrap())).collect::<Vec<_>>()
    });
    let (mut expected, mut commands) = (Expected::default(), 0);
    for (file, (actual, count)) in sessions {
        commands += count;
        expected.file(file, &actual);
    }
    assert!(commands > 20, "{commands}");
    expected.close();
}

/// The session on a terminal; the others write into pipes.
const ON_TERMINAL: &str = "terminal.txt";

/// Sessions of the full tier, `CHAINLOOM_FULL=1`.
const LONG: [&str; 2] = ["arguments.txt", "connections.txt"];

/// Returns the present output of a session, and the number of its commands.
fn session(server: &Server, file: &Path) -> (String, usize) {
    let project = Project::new();
    project.write("key.txt", "right-key-of-tests\n");
    project.write("endpoint.txt", "https://provider.example/v3/0123456789abcdef0123456789abcdef\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // A key that others can read gets a warning.
        for file in ["key.txt", "endpoint.txt"] {
            fs::set_permissions(project.path(file), fs::Permissions::from_mode(0o600)).unwrap();
        }
    }
    project.write("chain.json", r#"{ "chainId": "43114" }"#);
    project.write("wrong.toml", "[profiles.a]\nurl = 5\n");
    project.write("profiles.toml", PROFILES);
    #[cfg(unix)]
    let on: Screen = if file.ends_with(ON_TERMINAL) { of_terminal } else { of_pipes };
    #[cfg(not(unix))]
    let on: Screen = of_pipes;
    let (mut actual, mut commands) = (String::new(), 0);
    for line in fs::read_to_string(file).unwrap().lines().filter(|line| line.starts_with(['$', '#'])) {
        actual.push_str(&format!("{line}\n"));
        if let Some(command) = line.strip_prefix("$ ") {
            actual.push_str(&run_line(server, &project, command, on));
            commands += 1;
        }
    }
    (actual, commands)
}

const PROFILES: &str = r#"
[profiles.keyed.clients.data.secrets]
apiKey = { file = "key.txt" }

[profiles.test]
deployment = "fuji"
timeout = "5s"
retries = 0

[profiles.provider.endpoints]
evm = [{ file = "endpoint.txt" }, "wss://provider.example/ws"]

[profiles.misspelled]
deployment = "fujy"
vars = { dataUrll = "x" }
"#;

/// An instance of a service.
const INSTANCE: &str = "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC";

/// All operations, in the ordinary run a sample, each with the parameters of its example.
#[test]
fn operations_are_called_by_their_ids_and_by_their_names_on_the_wire() {
    let server = Server::start(Sandbox::builder());
    let project = Project::new();
    let reference = reference();
    let sampled: Vec<&Operation> = reference.operations.iter().step_by(step(151)).collect();
    let called: Vec<String> = std::thread::scope(|scope| {
        let parts = sampled.chunks(sampled.len().div_ceil(2));
        let parts =
            parts.map(|part| scope.spawn(|| part.iter().filter_map(|one| call(&server, &project, one)).collect()));
        let parts: Vec<_> = parts.collect();
        parts.into_iter().flat_map(|part| part.join().unwrap_or_else(|_| vec!["a thread ended".to_owned()])).collect()
    });
    let wrong: Vec<&str> = called.iter().map(String::as_str).filter(|wrong| !wrong.is_empty()).collect();
    assert!(called.len() > 2 && wrong.is_empty(), "{}\n{}", called.len(), wrong.join("\n"));
    for name in ["eth_blockNumber", "evm.blockNumber", "evm.block_number"] {
        assert!(server.run(&project, &["call", name]).status.success(), "{name}");
    }
}

/// Calls an operation with the parameters of its first example, and returns what is wrong with the output.
fn call(server: &Server, project: &Project, one: &Operation) -> Option<String> {
    let (id, request) = (one.id.as_str(), serde_json::Value::from(one.examples.first()?.request.clone()).to_string());
    let mut output = server.run(project, &["call", id, &request]);
    // A service may have several instances, and no default for which.
    if let Some(rest) = text(&output.stderr).strip_prefix("error: the variable `") {
        let instance = format!("{}={INSTANCE}", rest.split('`').next().unwrap());
        output = server.run(project, &["call", id, &request, "--var", &instance]);
    }
    let is_json = serde_json::from_slice::<serde_json::Value>(&output.stdout).is_ok();
    let is_right = output.status.success() && (is_json || !one.response.is_empty());
    let wrong = || format!("{id} {request}: {}{}", text(&output.stdout), text(&output.stderr));
    Some(if is_right { String::new() } else { wrong() })
}

/// Returns the human-readable reference of the program's spec.
fn reference() -> Reference {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let sources = chainloom_codegen::read_sources("spec", files.collect()).unwrap();
    Reference::of(&chainloom_codegen::name(&sources, &[]).unwrap())
}

/// The command for continuing holds no secret: none of the words of the command, and no secret page token.
#[test]
fn a_command_to_go_on_with_has_no_secret() {
    const SPEC: &str = r#"
chainloom: 1
doc: Lists.
client:
  baseUrl: "http://127.0.0.1:1"
  auth: { key: { header: X-Key, doc: Key., optional: true } }
service: lists
allow: [no-example]
types:
  Page: { doc: Page., fields: { "next?": { type: string, doc: Token. }, items: { list: string, doc: Items. } } }
operations:
  list:
    doc: Lists.
    get: /list
    query: { pin: { type: string, secret: true, doc: PIN. }, "token?": { type: string, doc: Token. } }
    response: Page
    paginate: { items: items, next: next, into: token }
"#;
    let project = Project::new();
    project.write("other/l.yaml", SPEC);
    for (token, shown) in [
        ("usual", "--resume '1:lists.list:0:2::token:\"usual\"'"),
        ("a2V5LXRoYXQ=", "the list goes on, but its page token holds a secret"),
    ] {
        let sources = chainloom_codegen::read_sources("spec", vec![("l.yaml".to_owned(), SPEC.as_bytes().to_vec())]);
        let page = serde_json::json!({ "items": ["a", "b"], "next": token });
        let page = chainloom_sandbox::PreparedResponse::json(page);
        let server = Server::start(Sandbox::builder().spec(sources.unwrap()).response("lists.list", page));
        let words = ["call", "list", "--pin", "pin-4711", "--all", "--limit", "2", "--spec", "other"];
        let words: Vec<String> = words.map(str::to_owned).into();
        let run = server.command(&project, &words).env("L_KEY", "key-that").bounded_output().unwrap();
        let said = text(&run.stderr);
        assert!(run.status.success() && said.contains(shown), "{said}");
        assert!(!said.contains("4711") && !said.contains("a2V5"), "{said}");
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let server = Server::start(Sandbox::builder().items(5_000));
    let project = Project::new();
    let words = ["call", "data.listDelegators", "mainnet", "--all", "--output", "ndjson", "--page-size", "100"];
    let words: Vec<String> = words.map(str::to_owned).into();
    let mut run = server.command(&project, &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(run.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with('{'), "{first}");
    let mut said = String::new();
    run.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert!(chainloom_bounded::wait(&mut run).unwrap().success() && said.is_empty(), "{said}");
}

/// A program that reads one stream knows between which events a gap is.
#[test]
fn gaps_stand_among_the_events_as_json() {
    let server = Server::start(Sandbox::builder());
    let project = Project::new();
    let command = ["subscribe", "evm.newHeads", "--json", "--limit", "2"].map(str::to_owned);
    let mut run = server.command(&project, &command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let began = std::time::Instant::now();
    while server.sandbox.publish("newHeads", 1).unwrap() == 0 {
        assert!(began.elapsed().as_secs() < 60, "nobody subscribes");
        std::thread::yield_now();
    }
    let mut printed = BufReader::new(run.stdout.take().unwrap()).lines();
    let first = printed.next().unwrap().unwrap();
    server.sandbox.cut_connections();
    // What a connection takes that is about to end is lost.
    while run.try_wait().unwrap().is_none() {
        assert!(began.elapsed().as_secs() < 120, "it goes on");
        server.sandbox.publish("newHeads", 1).unwrap();
        std::thread::yield_now();
    }
    assert!(chainloom_bounded::wait(&mut run).unwrap().success());
    let lines: Vec<serde_json::Value> = std::iter::once(first)
        .chain(printed.map(Result::unwrap))
        .map(|line| serde_json::from_str(&line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(lines[0]["number"].is_string() && lines[2]["number"].is_string(), "{lines:?}");
    let text = "events may be missing: the connection was lost";
    let gap = serde_json::json!({
        "reason": "reconnected", "text": text, "missed": null, "fromHeight": null, "toHeight": null, "error": null,
    });
    assert_eq!(lines[1], serde_json::json!({ "gap": gap }));
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_how_to_go_on_and_nothing_is_lost_or_doubled() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    // The third page does not come before the interrupt.
    let server =
        Server::start(Sandbox::builder().items(25).fault(
            "slow-head 60000 on data.listDelegators skip 2 times 1".parse::<chainloom_sandbox::Rule>().unwrap(),
        ));
    let project = Project::new();
    let base = ["call", "data.listDelegators", "mainnet", "--all", "--output", "ndjson", "--page-size", "10"];
    let command: Vec<String> = base.map(str::to_owned).into();
    let mut run = server.command(&project, &command).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(run.stdout.take().unwrap()).lines();
    let mut given: Vec<String> = (0..20).map(|_| lines.next().unwrap().unwrap()).collect();
    // The fault is for this run: its third request has come.
    while server.sandbox.seen().len() < 3 {
        std::thread::yield_now();
    }
    kill(Pid::from_raw(i32::try_from(run.id()).unwrap()), Signal::SIGINT).unwrap();
    let mut said = String::new();
    run.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(chainloom_bounded::wait(&mut run).unwrap().code(), Some(130), "{said}");
    given.extend(lines.map(Result::unwrap));
    let go_on = said.lines().find(|line| line.trim_start().starts_with("chainloom call")).expect(&said);
    let (_, rest) = words(go_on.trim());
    let output = server.command(&project, &rest).bounded_output().unwrap();
    given.extend(text(&output.stdout).lines().map(str::to_owned));
    let whole = server.command(&project, &command).bounded_output().unwrap();
    assert_eq!(given, text(&whole.stdout).lines().collect::<Vec<_>>(), "{said}{}", text(&output.stderr));
}

#[test]
fn completions_know_operations_and_their_flags() {
    let project = Project::new();
    let asked = |words: &[&str]| {
        let mut command = project.command(&["--"]);
        command
            .args(words)
            .env("CHAINLOOM_COMPLETE", "bash")
            .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string());
        text(&command.bounded_output().unwrap().stdout)
    };
    assert!(asked(&["chainloom", "call", "evm.getBal"]).contains("evm.getBalance"));
    assert!(asked(&["chainloom", "call", "eth_getBal"]).contains("eth_getBalance"));
    assert!(asked(&["chainloom", "call", "evm.getBalance", "--add"]).contains("--address"));
    assert!(asked(&["chainloom", "call", "data.listDelegators", "--network", "ma"]).contains("mainnet"));
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = project.run(&["completions", shell]);
        assert!(output.status.success() && text(&output.stdout).contains("CHAINLOOM_COMPLETE"), "{shell}");
    }
}
