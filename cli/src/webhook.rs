//! The command `webhook`: verifies a stored request of a webhook, or listens for requests.
//!
//! Input: arguments. Output: verified events as lines of JSON on stdout; what was refused on stderr. A
//! secret is never printed.

use std::fs;
use std::io::{Read as _, stdin};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use chainloom_caller::{Class, delivery_json, verify_examples, webhooks};
use chainloom_command::{Exit, Report};
use chainloom_console::{Format, Out};
use chainloom_interpret::Api;
use chainloom_runtime::RawJson;
use chainloom_runtime::http::{HeaderMap, HeaderName, HeaderValue};
use chainloom_runtime::webhooks::{ErrorKind, Receiver};
use chainloom_sandbox::WebhookListener;

use crate::connection::{block_on, interrupt};
use crate::failure::{Failure, exit, mistake, note, of_error, usage};
use crate::sandbox::secret;
use crate::spec::SpecArg;

/// Default port.
const PORT: u16 = 4020;
/// The largest stored body.
const MAX_BODY_BYTES: u64 = 64 * 1024 * 1024;
/// The variable of the environment that holds the secret.
const VARIABLE: &str = "CHAINLOOM_WEBHOOK_SECRET";

/// Verifies the webhooks that a service sends
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Verify(Verify),
    Listen(Listen),
}

/// Arguments that a receiver is built from: spec, deployment and secrets.
#[derive(Debug, clap::Args)]
struct ReceiverArgs {
    #[command(flatten)]
    spec: SpecArg,
    /// Spec file that declares the webhooks, such as `library/events`; needed if several files declare webhooks
    #[arg(long = "file", value_name = "NAME")]
    webhook_file: Option<String>,
    /// Deployment of the spec, which sets the names of headers
    #[arg(long, value_name = "NAME")]
    deployment: Option<String>,
    /// Secret, as `@FILE`; can be given several times, as while it is rotated. Without it, the variable
    /// `CHAINLOOM_WEBHOOK_SECRET`
    #[arg(long = "secret", value_name = "@FILE")]
    secrets: Vec<String>,
}

/// Verifies a stored request, and prints its event as one line of JSON
#[derive(Debug, clap::Args)]
struct Verify {
    #[command(flatten)]
    receiver: ReceiverArgs,
    /// File with the body as it came; `-` for stdin
    #[arg(value_name = "BODY", required_unless_present = "examples")]
    body: Option<PathBuf>,
    /// Header of the request
    #[arg(long = "header", value_name = "NAME: VALUE")]
    headers: Vec<String>,
    /// File with headers of the request, one in a line
    #[arg(long = "headers", value_name = "FILE")]
    header_file: Option<PathBuf>,
    /// Accepts a signed timestamp of any age
    #[arg(long)]
    any_age: bool,
    /// Verifies the signatures of the examples of the spec in place of a request
    #[arg(long, conflicts_with_all = ["body", "headers", "header_file", "secrets", "any_age"])]
    examples: bool,
}

/// Receives webhooks on this machine, and prints verified events, one line of JSON each
#[derive(Debug, clap::Args)]
struct Listen {
    #[command(flatten)]
    receiver: ReceiverArgs,
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// Ends after this number of events
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Largest body that is accepted, in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 2 * 1024 * 1024)]
    max_bytes: usize,
}

pub(crate) fn run(args: Args) -> ExitCode {
    match args.action {
        Action::Verify(args) if args.examples => done(examples(&args.receiver.spec)),
        Action::Verify(args) => done(verify(&args)),
        Action::Listen(args) => block_on(listen(args)),
    }
}

fn done(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.print(),
    }
}

impl ReceiverArgs {
    /// Returns a receiver with the secrets of the arguments or the environment.
    fn receiver(&self) -> Result<Receiver<RawJson>, Failure> {
        let api = Api::of(&self.spec.load()?);
        let found = webhooks(&api, self.webhook_file.as_deref(), self.deployment.as_deref());
        let found = found.map_err(|error| of_error(&error, None))?;
        if self.secrets.iter().any(|text| !text.starts_with('@')) {
            note(format_args!(
                "warning: a secret in an argument is visible to others, and stays in the shell's history\n  \
                 = help: set the variable `{VARIABLE}`, or use `--secret @FILE`"
            ));
        }
        let mut secrets = self.secrets.iter().map(|text| secret(text)).collect::<Result<Vec<_>, _>>()?;
        if secrets.is_empty() {
            secrets.extend(std::env::var(VARIABLE).ok().map(Into::into));
        }
        let missing = secrets.is_empty() && found.schema().signature.is_some();
        found.receiver(secrets).map_err(|error| {
            let help =
                if missing { format!("  = help: use `--secret @FILE`, or set `{VARIABLE}`\n") } else { String::new() };
            Report { code: exit(Class::Setup).code(), stderr: format!("error: {error}\n{help}"), ..Report::default() }
        })
    }
}

/// Verifies the signatures of the examples of a spec.
fn examples(spec: &SpecArg) -> Result<(), Failure> {
    let (count, wrong) = verify_examples(&Api::of(&spec.load()?));
    if wrong.is_empty() {
        note(format_args!("{count} signed examples, all right"));
        return Ok(());
    }
    let stderr = wrong.iter().map(|text| format!("error: {text}\n")).collect();
    Err(Report { code: Exit::Mistakes.code(), stderr, ..Report::default() })
}

/// Verifies a stored request, and prints its event.
fn verify(args: &Verify) -> Result<(), Failure> {
    let receiver = args.receiver.receiver()?.max_bytes(usize::MAX);
    let receiver = if args.any_age { receiver.tolerance(Duration::MAX) } else { receiver };
    let (headers, body) = (headers(args)?, read_body(args.body.as_deref())?);
    let delivery = receiver.receive(&headers, &body).map_err(|error| {
        let class = match error.kind() {
            ErrorKind::Unreadable => Class::Unreadable,
            _ => Class::Refused,
        };
        Report { code: exit(class).code(), stderr: format!("error: {error}\n"), ..Report::default() }
    })?;
    let mut out = Out::new(Some(Format::Ndjson));
    out.line(&delivery_json(&delivery)).map_err(mistake)
}

/// Returns the headers of the flags and of the file.
fn headers(args: &Verify) -> Result<HeaderMap, Failure> {
    let file = match &args.header_file {
        Some(path) => fs::read_to_string(path).map_err(|error| mistake(format_args!("{}: {error}", path.display())))?,
        None => String::new(),
    };
    let lines = file.lines().filter(|line| !line.trim().is_empty());
    let mut headers = HeaderMap::new();
    for line in lines.chain(args.headers.iter().map(String::as_str)) {
        let pair = line.split_once(':').and_then(|(name, value)| {
            let name = HeaderName::from_bytes(name.trim().as_bytes()).ok()?;
            Some((name, HeaderValue::from_str(value.trim()).ok()?))
        });
        let Some((name, value)) = pair else { return Err(usage("a header looks like `NAME: VALUE`")) };
        headers.append(name, value);
    }
    Ok(headers)
}

fn read_body(path: Option<&Path>) -> Result<Vec<u8>, Failure> {
    let path = path.unwrap_or(Path::new("-"));
    let wrong = |error: std::io::Error| mistake(format_args!("{}: {error}", path.display()));
    let mut body = Vec::new();
    if path == Path::new("-") {
        stdin().take(MAX_BODY_BYTES + 1).read_to_end(&mut body).map_err(wrong)?;
    } else {
        fs::File::open(path).and_then(|file| file.take(MAX_BODY_BYTES + 1).read_to_end(&mut body)).map_err(wrong)?;
    }
    match u64::try_from(body.len()) {
        Ok(length) if length <= MAX_BODY_BYTES => Ok(body),
        _ => Err(mistake(format_args!("{}: more than {MAX_BODY_BYTES} bytes", path.display()))),
    }
}

/// Receives webhooks, and prints their events.
async fn listen(args: Listen) -> Result<(), Failure> {
    let receiver = args.receiver.receiver()?.max_bytes(args.max_bytes);
    let mut listener = WebhookListener::start(receiver, args.port).await.map_err(mistake)?;
    note(format_args!("listening at {}; Ctrl-C ends it", listener.url()));
    let mut out = Out::new(Some(Format::Ndjson));
    let mut left = args.limit.unwrap_or(u64::MAX);
    while left > 0 && !out.is_closed() {
        let next = tokio::select! {
            next = listener.next() => next,
            () = interrupt() => return Ok(()),
        };
        match next {
            Some(Ok(delivery)) => {
                out.line(&delivery_json(&delivery)).map_err(mistake)?;
                left -= 1;
            }
            Some(Err(refused)) => note(format_args!("refused: {refused}")),
            None => return Ok(()),
        }
    }
    Ok(())
}
