//! The command `sandbox`: serves a spec on loopback until it is interrupted.
//!
//! Input: arguments. Output: a server; its URLs on stdout, and with `--verbose` a line for each
//! request on stderr. Its responses are made by `chainloom-sandbox`.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use chainloom_caller::answer_dry_run;
use chainloom_command::{Report, read_spec};
use chainloom_forms::printable;
use chainloom_reference::text::counted;
use chainloom_runtime::SecretString;
use chainloom_sandbox::{
    Builder, Fault, PreparedResponse, Rule, Sandbox, SeenRequest, SentWebhook, ServedService, WebhookFault,
    WebhookTarget,
};

use crate::spec::built_in;

/// Default port.
pub(crate) const PORT: u16 = 4010;

/// Serves every operation of a spec on this machine, for tests and front ends
#[derive(Debug, clap::Args)]
#[command(after_help = faults())]
pub(crate) struct Args {
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Folder of the spec; without it, the spec of this program
    #[arg(long, value_name = "DIR")]
    spec: Option<PathBuf>,
    /// Deployment of the spec whose paths and method names are served
    #[arg(long, value_name = "NAME")]
    deployment: Option<String>,
    /// Seed of synthetic values: equal seeds give equal responses
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of items of each list that comes in pages
    #[arg(long, value_name = "N", default_value_t = 25)]
    items: usize,
    /// Answers with synthetic values only, and no examples of the spec
    #[arg(long)]
    synthetic_only: bool,
    /// Sends all optional members in synthetic values; without it, some are absent
    #[arg(long)]
    all_members: bool,
    /// Answers with what a client must survive: unlisted values, undescribed members, other number
    /// forms
    #[arg(long)]
    surprises: bool,
    /// Secret that is right, such as an API key; others are refused. Without it, any is right; can
    /// be given several times
    #[arg(long, value_name = "KEY")]
    key: Vec<String>,
    /// Fault, and which requests it meets, such as `status 503 times 2`; can be given several times
    #[arg(long, value_name = "RULE")]
    fault: Vec<Rule>,
    /// File of faults, one in a line; lines that begin with `#` are comments
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    /// File of responses of your own, as JSON: `[{"on": "books.findBook", "json": {…}}]`
    #[arg(long, value_name = "FILE")]
    responses: Option<PathBuf>,
    /// Base URL of a real server that answers in place of this one
    #[arg(long, value_name = "URL", conflicts_with = "replay")]
    upstream: Option<String>,
    /// New folder that takes each request with its response, without secrets of requests
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Folder of a recorded session that answers
    #[arg(long, value_name = "DIR")]
    replay: Option<PathBuf>,
    /// Interval between events of each subscription, in seconds; without the flag, no events are sent
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    events_every: Option<u64>,
    /// URL to which webhook events of the spec are sent
    #[arg(long, value_name = "URL", help_heading = "Webhooks")]
    webhooks_to: Option<String>,
    /// Secret that events are signed with, or `@FILE` for the content of a file
    #[arg(long, value_name = "SECRET", requires = "webhooks_to", help_heading = "Webhooks")]
    webhook_secret: Option<String>,
    /// Interval between webhook events, in seconds; without the flag, one event is sent
    #[arg(long, value_name = "SECONDS", requires = "webhooks_to", help_heading = "Webhooks",
          value_parser = clap::value_parser!(u64).range(1..))]
    webhooks_every: Option<u64>,
    /// Fault of a delivery, such as `wrong-signature`; can be given several times. Deliveries take turns: no
    /// fault, the first fault, the second fault, and so on
    #[arg(long, value_name = "FAULT", requires = "webhooks_to", help_heading = "Webhooks")]
    webhook_fault: Vec<WebhookFault>,
    /// Spec file whose webhooks are sent, such as `library/events`; needed if several files declare webhooks
    #[arg(long, value_name = "NAME", requires = "webhooks_to", help_heading = "Webhooks")]
    webhook_file: Option<String>,
    /// Prints a line for each request on stderr
    #[arg(long, short)]
    verbose: bool,
}

pub(crate) fn run(args: Args) -> ExitCode {
    match serve(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(report) => report.print(),
    }
}

/// Serves until an interrupt comes.
fn serve(args: Args) -> Result<(), Report> {
    let (ended, end) = mpsc::channel();
    let handler = ended.clone();
    // Signals that are ignored at the start, as with `nohup`, stay ignored.
    let _ = ctrlc::try_set_handler(move || {
        let _ = handler.send(());
    });
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| failed(&error))?;
    let sandbox = runtime.block_on(builder(args)?.start()).map_err(|error| failed(&error))?;
    // A closed pipe does not end the server.
    let _ = io::stdout().write_all(printable::lines(&banner(&sandbox)).as_bytes()).and_then(|()| io::stdout().flush());
    // `ended` is kept until here: only an interrupt ends this.
    let _ = end.recv();
    drop(ended);
    drop(sandbox);
    runtime.shutdown_background();
    Ok(())
}

fn failed(error: &dyn std::fmt::Display) -> Report {
    Report { code: 1, stderr: format!("error: {error}\n"), ..Report::default() }
}

/// Returns the builder of the sandbox that the arguments describe.
fn builder(args: Args) -> Result<Builder, Report> {
    let mut builder = Sandbox::builder().dry_runs(answer_dry_run).port(args.port).seed(args.seed).items(args.items);
    builder = match &args.spec {
        Some(folder) => builder.spec(read_spec(folder)?),
        None => builder.checked_spec(built_in()?),
    };
    if let Some(name) = args.deployment {
        builder = builder.deployment(name);
    }
    if args.synthetic_only {
        builder = builder.synthetic_only();
    }
    if args.all_members {
        builder = builder.all_members();
    }
    if args.surprises {
        builder = builder.surprises();
    }
    builder = args.key.into_iter().fold(builder, Builder::key);
    let script = args.script.as_deref().map_or_else(|| Ok(Vec::new()), rules)?;
    builder = args.fault.into_iter().chain(script).fold(builder, Builder::fault);
    let prepared = args.responses.as_deref().map_or_else(|| Ok(Vec::new()), read_responses)?;
    builder = prepared.into_iter().fold(builder, |builder, (name, response)| builder.response(name, response));
    builder = args.upstream.into_iter().fold(builder, Builder::upstream);
    builder = args.record.into_iter().fold(builder, Builder::record);
    builder = args.replay.into_iter().fold(builder, Builder::replay);
    if let Some(seconds) = args.events_every {
        builder = builder.events_every(Duration::from_secs(seconds));
    }
    if let Some(url) = args.webhooks_to {
        let target = args.webhook_fault.into_iter().fold(WebhookTarget::new(url), WebhookTarget::fault);
        let target = args.webhook_file.into_iter().fold(target, WebhookTarget::file);
        let secret = args.webhook_secret.map(|text| secret(&text)).transpose()?;
        let target = secret.into_iter().fold(target, WebhookTarget::secret);
        let target = target.every(Duration::from_secs(args.webhooks_every.unwrap_or_default()));
        // Nothing else says whether the receiver accepts an event.
        builder = builder
            .webhooks_to(target)
            .on_webhook(|sent| drop(writeln!(io::stderr(), "{}", printable::line(&webhook_line(sent)))));
    }
    if args.verbose {
        builder = builder.on_request(|seen| drop(writeln!(io::stderr(), "{}", printable::line(&line(seen)))));
    }
    Ok(builder)
}

/// Reads a secret that is an argument, or the content of a file.
pub(crate) fn secret(text: &str) -> Result<SecretString, Report> {
    match text.strip_prefix('@') {
        Some(path) => read_file(Path::new(path)).map(|text| text.trim_end().into()),
        None => Ok(text.into()),
    }
}

/// Formats a line for a webhook, such as `webhook library/events 7f01 200, fault: repeated`.
fn webhook_line(sent: &SentWebhook) -> String {
    let id = sent.id.as_deref().unwrap_or("without an ID");
    let status = sent.status.as_ref().map_or_else(Clone::clone, |status| status.as_u16().to_string());
    let fault = sent.fault.map(|fault| format!(", fault: {fault}")).unwrap_or_default();
    format!("webhook {} {id} {status}{fault}", sent.file)
}

/// Reads the text of a file that is an argument.
fn read_file(path: &Path) -> Result<String, Report> {
    fs::read_to_string(path).map_err(|error| failed(&format_args!("{}: {error}", path.display())))
}

/// Reads the responses of a file.
fn read_responses(path: &Path) -> Result<Vec<(String, PreparedResponse)>, Report> {
    PreparedResponse::list_from_json(&read_file(path)?)
        .map_err(|wrong| failed(&format_args!("{}: {wrong}", path.display())))
}

/// Reads the faults of a file.
fn rules(path: &Path) -> Result<Vec<Rule>, Report> {
    let text = read_file(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.trim().starts_with('#'));
    let rules = lines.map(|(at, line)| line.parse().map_err(|wrong| (at + 1, wrong)));
    let rules: Result<Vec<Rule>, (usize, _)> = rules.collect();
    rules.map_err(|(line, wrong)| failed(&format_args!("{}:{line}: {wrong}", path.display())))
}

/// Lists all faults, for the help text.
fn faults() -> String {
    let shown = |name: &str, example: &str| format!("{name} {example}").trim_end().to_owned();
    let width = Fault::names().map(|(name, example, _)| shown(name, example).len()).max().unwrap_or_default();
    let lines = Fault::names().map(|(name, example, text)| format!("  {:width$}  {text}\n", shown(name, example)));
    let words = "Behind a fault, `on NAME` limits it to an operation, a service, a client or a path,\n\
                 `skip N` leaves out the first requests, and `times N` ends the fault after N requests.";
    let width = WebhookFault::names().map(|(name, _)| name.len()).max().unwrap_or_default();
    let webhooks = WebhookFault::names().map(|(name, text)| format!("  {name:width$}  {text}\n"));
    let (lines, webhooks) = (lines.collect::<String>(), webhooks.collect::<String>());
    format!("Faults:\n{lines}\n{words}\n\nFaults of webhooks:\n{webhooks}")
}

/// Lists the services with URLs and a sample call.
fn banner(sandbox: &Sandbox) -> String {
    let services = sandbox.services();
    let operations = services.iter().map(|service| service.operations).sum();
    let subscriptions = services.iter().map(|service| service.subscriptions).sum();
    let mut text = format!("{} at {}; Ctrl-C ends it\n", counts(operations, subscriptions), sandbox.url());
    let mut clients: Vec<&str> = Vec::new();
    for service in &services {
        if !clients.contains(&service.client) {
            clients.push(service.client);
        }
    }
    for client in clients {
        text.push_str(&format!("\n{client}\n"));
        text.extend(services.iter().filter(|service| service.client == client).map(of_service));
    }
    text
}

fn of_service(service: &ServedService) -> String {
    let websocket = service.websocket.as_ref().map(|url| format!(", {url}")).unwrap_or_default();
    let curl = service.curl.as_ref().map(|curl| format!("    {curl}\n")).unwrap_or_default();
    let counts = counts(service.operations, service.subscriptions);
    format!("  {} ({counts}): {}{websocket}\n{curl}", service.service, service.url)
}

/// Formats the numbers of operations and subscriptions, such as `12 operations, 1 subscription`.
fn counts(operations: usize, subscriptions: usize) -> String {
    let subscriptions =
        if subscriptions == 0 { String::new() } else { format!(", {}", counted(subscriptions, "subscription")) };
    format!("{}{subscriptions}", counted(operations, "operation"))
}

/// Formats a line for a request, such as `GET /books 200 listBooks`.
fn line(seen: &SeenRequest) -> String {
    let operations = if seen.operations.is_empty() { "no operation".to_owned() } else { seen.operations.join(", ") };
    let status = seen.status.map_or_else(|| "cut".to_owned(), |status| status.as_u16().to_string());
    let faults: String = seen.faults.iter().map(|fault| format!(", fault: {fault}")).collect();
    let left = if seen.unreadable { ", recorded as [unreadable]" } else { "" };
    format!("{} {} {status} {operations}{faults}{left}", seen.method, seen.target())
}
