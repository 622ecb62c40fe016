//! The command `call`: calls an operation and prints its result.
//!
//! Input: words. Output: the result on stdout. The flags of an operation are made when it is known
//! which one is called.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use chainloom_caller::{Caller, Error, Output, Prepared};
use chainloom_command::{Exit, Report, print_clap_error, with_near_flag};
use chainloom_console::{Format, ListOptions, Out, Progress, StopReason, print_list};
use chainloom_forms::shell;
use chainloom_reference::Item;
use chainloom_runtime::RawJson;
use chainloom_runtime::catalog::Redactor;
use chainloom_runtime::schema::Operation;
use clap::{ArgMatches, Args as _, Command, FromArgMatches as _};

use crate::connection::{Connection, OneCall, block_on, interrupt};
use crate::failure::{Failure, failure, is_colored, mistake, note, of_error, of_response, usage};
use crate::progress::Calls;
use crate::spec::{SpecArg, find};

/// Calls an operation and prints its result
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Operation, its arguments and options; `chainloom call --help` lists the options, and
    /// `chainloom call OPERATION --help` the parameters, too
    #[arg(value_name = "OPERATION", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The options of all calls.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    spec: SpecArg,
    #[command(flatten)]
    connection: Connection,
    #[command(flatten)]
    one: OneCall,
    #[command(flatten)]
    result: ResultOptions,
}

/// What is printed.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Result")]
struct ResultOptions {
    /// Format; a table on a terminal, and JSON otherwise
    #[arg(long, value_enum, value_name = "FORMAT")]
    output: Option<Format>,
    /// Same as `--output json`
    #[arg(long, conflicts_with = "output")]
    json: bool,
    /// Prints all columns of a table, and whole cells
    #[arg(long)]
    wide: bool,
    /// Prints the request as a `curl` command, and sends nothing
    #[arg(long)]
    curl: bool,
    /// Prints the request as HTTP, and sends nothing
    #[arg(long, conflicts_with = "curl")]
    dry_run: bool,
    /// Repeats the call until its result is reached, as the spec says
    #[arg(long, conflicts_with_all = ["all", "curl", "dry_run"])]
    wait: bool,
    /// With `--wait`: number of further heights behind that of the result
    #[arg(long, value_name = "N", requires = "wait")]
    confirmations: Option<u64>,
    /// Prints the items of all pages
    #[arg(long, conflicts_with_all = ["curl", "dry_run"])]
    all: bool,
    /// Most items of all pages, or most events
    #[arg(long, value_name = "N")]
    limit: Option<u64>,
    /// Goes on where an earlier run with `--all` ended
    #[arg(long, value_name = "POSITION", requires = "all")]
    resume: Option<String>,
}

/// Returns the options of a command, before an operation is known.
pub(crate) fn options(name: &'static str, about: &'static str) -> Command {
    let usage = format!("chainloom {name} OPERATION [ARGUMENTS]... [OPTIONS]");
    let command = Command::new(name).max_term_width(100).no_binary_name(true).override_usage(usage);
    Options::augment_args(command)
        .about(about)
        .after_help(format!("`chainloom {name} OPERATION --help` lists its parameters, too."))
}

/// Returns the command of an operation. Its help lists the options that have an effect on the operation.
pub(crate) fn command_of(options: &Command, item: Item<'_>, operation: &'static Operation) -> Command {
    let options = options.clone().mut_args(|arg| {
        let has_effect = match arg.get_id().as_str() {
            "wait" | "confirmations" => operation.wait.is_some(),
            "all" | "resume" => operation.paginate.is_some(),
            _ => true,
        };
        arg.hide(!has_effect)
    });
    chainloom_console::command(&options, item, operation)
}

pub(crate) fn run(args: Args) -> ExitCode {
    let words = args.words.clone();
    match parse_call(options("call", "Calls an operation and prints its result"), args.words) {
        Ok(ready) => match Options::from_arg_matches(&ready.matches) {
            Ok(options) => block_on(run_call(&ready, &options, words)),
            Err(error) => print_clap_error(&error),
        },
        Err(ended) => ended,
    }
}

/// Caller, arguments and progress of a command that calls one operation.
pub(crate) struct Ready {
    pub(crate) caller: Caller,
    pub(crate) matches: ArgMatches,
    id: String,
    calls: Calls,
}

/// Parses the words of a command that calls an operation: the name of the operation, and the flags of its parameters.
pub(crate) fn parse_call(command: Command, words: Vec<OsString>) -> Result<Ready, ExitCode> {
    let (name, rest) = chainloom_console::operation_name(&command, words);
    let Some(name) = name else {
        let usage = "an operation is missing: `chainloom list` lists them";
        let asked = command.clone().try_get_matches_from(rest);
        return Err(asked.map_or_else(|error| print_clap_error(&error), |_| crate::failure::usage(usage).print()));
    };
    // The spec is one of the options, and determines the flags, so it is read first.
    let texts: Vec<String> = rest.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let spec = SpecArg { spec: value_of(&texts, "--spec").map(Into::into) };
    let named = spec.load().map_err(|report| report.print())?;
    let reference = chainloom_reference::Reference::of(&named);
    let item = find(&reference, &name).map_err(|report| report.print())?;
    let id = item.id().to_owned();
    if let Item::Webhooks(_) = item {
        let text =
            format!("`{id}` is a webhook, which arrives and is not called: `chainloom webhook listen --file {id}`");
        return Err(usage(text).print());
    }
    if matches!((item, command.get_name()), (Item::Subscription(_), "call")) {
        return Err(usage(format_args!("`{id}` is a subscription: `chainloom subscribe {id}`")).print());
    }
    let api = chainloom_interpret::Api::of(&named);
    let subscription = api.subscriptions.iter().find(|one| one.id == id).map(|one| &one.call);
    let Some(operation) = api.operation(&id).map(|one| one.schema).or(subscription) else {
        return Err(mistake(format_args!("`{id}` has no table")).print());
    };
    let command = command_of(&command, item, operation);
    let matches = command.clone().try_get_matches_from(rest);
    let matches = matches.map_err(|error| {
        print_clap_error(&chainloom_console::with_parameter(with_near_flag(error, &command), &command, operation))
    })?;
    let connection = Connection::from_arg_matches(&matches).map_err(|error| print_clap_error(&error))?;
    let caller = connection.caller(api, Some(&id)).map_err(|failure| failure.print())?;
    let calls = Calls::default();
    Ok(Ready { caller: calls.watch(caller), matches, id, calls })
}

/// Returns the value of an option, such as `--spec`, from words that are not parsed.
pub(crate) fn value_of(words: &[String], option: &str) -> Option<String> {
    words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix(option)? {
        "" => words.get(at + 1).cloned(),
        rest => rest.strip_prefix('=').map(str::to_owned),
    })
}

/// Prepares the call with its arguments.
pub(crate) fn prepare_call<'c>(
    ready: &'c Ready,
    (one, connection): (&OneCall, &Connection),
) -> Result<Prepared<'c>, Failure> {
    let mut call = ready.caller.prepare(&ready.id).map_err(|error| of_error(&error, None))?;
    one.put(&mut call, connection)?;
    chainloom_console::fill(&ready.matches, &mut call).map_err(usage)?;
    Ok(call)
}

/// Sends the call, or shows its request, as the options say. Prints the result.
async fn run_call(ready: &Ready, options: &Options, words: Vec<OsString>) -> Result<(), Failure> {
    let call = prepare_call(ready, (&options.one, &options.connection))?;
    let result = &options.result;
    let failed = |error: &Error| of_response(error, &call);
    let format = if result.json { Some(Format::Json) } else { result.output };
    let is_json = format == Some(Format::Json);
    // What may never end is printed as it comes, a value a line.
    let format = if is_json && call.is_stream() { Some(Format::Ndjson) } else { format };
    let mut out = out(format).hiding(call.redactor());
    if result.wide {
        out = out.wide();
    }
    if result.limit.is_some() && !result.all && !call.is_stream() {
        return Err(usage(limit_without_all(&call)));
    }
    if result.curl || result.dry_run {
        let request = call.dry_run().map_err(|error| failed(&error))?;
        let text = if result.curl { request.to_curl() } else { request.to_string() };
        return out.bytes(format!("{}\n", text.trim_end()).as_bytes()).map_err(mistake);
    }
    if result.all {
        let pages = call.pages(result.resume.as_deref()).map_err(|error| failed(&error))?;
        let (check, present) = (|page: &RawJson| call.check(page), |item: &RawJson| call.presented_item(item));
        let list = ListOptions { limit: result.limit, check: &check, present: &present };
        let progress = print_list(pages, list, &mut out, interrupt()).await;
        return report_early_end(&progress, &call, words);
    }
    if call.is_stream() {
        let began = Instant::now();
        let events = call.stream().await.map_err(|error| failed(&error))?;
        let printed = crate::subscribe::print(&call, events, &mut out, (result.limit, is_json));
        let Some(deadline) = options.connection.deadline else { return printed.await };
        let late = |_| Err(stream_too_long(&call, deadline));
        return tokio::time::timeout(deadline.saturating_sub(began.elapsed()), printed).await.unwrap_or_else(late);
    }
    if result.wait {
        ready.calls.show_waiting();
    }
    let sent = tokio::select! {
        sent = send_call(&call, options, out.is_terminal()) => Some(sent),
        () = interrupt() => None,
    };
    ready.calls.end();
    let Some(sent) = sent else { return Err(interrupted(String::new())) };
    let (output, has_more) = sent.map_err(|error| failed(&error))?;
    let output = match output {
        Output::Json(json) if out.is_for_people() => Output::Json(call.presented(&out.shown(&json))),
        output => output,
    };
    out.result(&output).map_err(mistake)?;
    if has_more {
        note("more: --all");
    }
    Ok(())
}

/// Returns the failure of a stream that goes on after the deadline.
fn stream_too_long(call: &Prepared<'_>, deadline: Duration) -> Failure {
    let (id, deadline) = (call.operation().id, humantime::format_duration(deadline));
    failure(Exit::Timeout, format_args!("{id}: the stream goes on after the deadline of {deadline}"))
}

/// Returns the error text for `--limit` without a list, with the flag of a parameter of this name.
fn limit_without_all(call: &Prepared<'_>) -> String {
    let text = "`--limit` is the maximum number of items of all pages: it needs `--all`";
    match call.operation().input.fields.iter().any(|field| field.name == "limit") {
        true => format!("{text}; the parameter `limit` is `--{}`", chainloom_console::flag_next_to_option("limit")),
        false => text.to_owned(),
    }
}

/// Sends a call. Returns its result and, for a list on a terminal, whether the list goes on.
async fn send_call(call: &Prepared<'_>, options: &Options, is_terminal: bool) -> Result<(Output, bool), Error> {
    match options.result.wait {
        true => Ok((wait_for_result(call, options.result.confirmations, options.connection.deadline).await?, false)),
        false if is_terminal && call.operation().paginate.is_some() => call.send_page().await,
        false => Ok((call.send().await?, false)),
    }
}

/// Returns the output of results, with colours if the terminal supports them.
pub(crate) fn out(format: Option<Format>) -> Out {
    let out = Out::new(format);
    if is_colored(&io::stdout()) { out.colored() } else { out }
}

/// Waits for the result of a call, and returns the result as output.
async fn wait_for_result(
    call: &Prepared<'_>,
    confirmations: Option<u64>,
    deadline: Option<Duration>,
) -> Result<Output, Error> {
    let waiting = deadline.into_iter().fold(call.wait()?, chainloom_runtime::catalog::UntypedWaiting::deadline);
    let waiting = confirmations.into_iter().fold(waiting, chainloom_runtime::catalog::UntypedWaiting::confirmations);
    let result = waiting.send().await?;
    call.check(&result)?;
    Ok(Output::Json(result))
}

pub(crate) fn interrupted(stderr: String) -> Failure {
    Report { code: Exit::Interrupted.code(), stderr, ..Report::default() }
}

/// Reports the early end of a list, with the command that continues the list. Returns an end that the user did not
/// request as a failure.
fn report_early_end(progress: &Progress, call: &Prepared<'_>, words: Vec<OsString>) -> Result<(), Failure> {
    let Some(stopped) = &progress.stopped else { return Ok(()) };
    let items = if progress.items == 1 { "1 item was".to_owned() } else { format!("{} items were", progress.items) };
    let go_on = match (&progress.position, stopped) {
        (Some(position), _) => {
            format!("{items} printed; go on with:\n  {}\n", resumed(words, position, &call.redactor()))
        }
        (None, StopReason::Limit | StopReason::Interrupt) => {
            format!("{items} printed; the list goes on, but its page token holds a secret, so no position is shown\n")
        }
        (None, _) => String::new(),
    };
    match stopped {
        StopReason::Limit => {
            note(go_on.trim_end());
            Ok(())
        }
        StopReason::Interrupt => Err(interrupted(go_on)),
        StopReason::Unwritten(error) => Err(mistake(error)),
        StopReason::Failed(error) => {
            let mut failure = of_response(error, call);
            failure.stderr.push_str(&go_on);
            Err(failure)
        }
    }
}

/// Returns the same command, from a position on, without secrets.
fn resumed(words: Vec<OsString>, position: &str, secrets: &Redactor) -> String {
    let mut kept: Vec<String> = vec!["chainloom".to_owned(), "call".to_owned()];
    let mut words = words.into_iter().map(|word| word.to_string_lossy().into_owned());
    while let Some(word) = words.next() {
        let (flag, value) = match word.split_once('=').filter(|_| word.starts_with("--")) {
            Some((flag, value)) => (flag, Some(value.to_owned())),
            None => (word.as_str(), None),
        };
        if !["--resume", "--secret", "--endpoint", "--header"].contains(&flag) {
            kept.push(shell::word(&secrets.text(word)));
            continue;
        }
        let value = value.or_else(|| words.next()).unwrap_or_default();
        // A value that may be secret is not repeated.
        match flag {
            "--resume" => {}
            "--header" => kept.extend([flag.to_owned(), hidden_header(&value)]),
            _ => kept.extend([flag.to_owned(), without_secret_value(&value)]),
        }
    }
    kept.extend(["--resume".to_owned(), shell::word(position)]);
    kept.join(" ")
}

/// Returns the name of a header, without its value, which may be a key.
fn hidden_header(header: &str) -> String {
    let name = header.split(':').next().unwrap_or_default();
    shell::word(&format!("{name}: …"))
}

/// Returns the argument of `--secret` without its value, unless the value is a file.
fn without_secret_value(secret: &str) -> String {
    match secret.split_once('=') {
        Some((name, value)) if !value.starts_with('@') => format!("{name}=…"),
        _ => shell::word(secret),
    }
}
