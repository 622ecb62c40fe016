//! The command `subscribe`: prints events, as people read them on a terminal, and as JSON lines otherwise.

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use chainloom_caller::{Class, Error, EventStream, Prepared};
use chainloom_command::{Report, print_clap_error};
use chainloom_console::{Format, Out};
use chainloom_runtime::{Gap, GapReason, Incoming};
use clap::{Args as _, Command, FromArgMatches as _};

use crate::call::{interrupted, out, parse_call, prepare_call};
use crate::connection::{Connection, OneCall, block_on, interrupt};
use crate::failure::{Failure, exit, mistake, note, of_error, of_response, received_line};
use crate::spec::SpecArg;

/// Maximum number of events that do not fit their type and are reported one by one.
const MAX_MISFITS: usize = 10;

/// Prints the events of a subscription; in a pipe, a line of JSON each
#[derive(Debug, clap::Args)]
#[command(disable_help_flag = true)]
pub(crate) struct Args {
    /// Subscription, its arguments and options; `--help` behind it lists them
    #[arg(value_name = "OPERATION", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The options of all subscriptions.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Options {
    #[command(flatten)]
    _spec: SpecArg,
    #[command(flatten)]
    connection: Connection,
    #[command(flatten)]
    one: OneCall,
    /// Maximum number of heights whose missed events are fetched after a gap
    #[arg(long, value_name = "N", help_heading = "Result")]
    backfill: Option<u64>,
    /// Ends after this number of events
    #[arg(long, value_name = "N", help_heading = "Result")]
    limit: Option<u64>,
    /// Prints whole values, however long
    #[arg(long, help_heading = "Result")]
    wide: bool,
    /// Prints events as JSON, one a line, and gaps among them, on stdout, in their order
    #[arg(long, help_heading = "Result")]
    json: bool,
}

/// Returns the options, before a subscription is known.
pub(crate) fn options() -> Command {
    let usage = "chainloom subscribe OPERATION [ARGUMENTS]... [OPTIONS]";
    let command = Command::new("subscribe").max_term_width(100).no_binary_name(true).override_usage(usage);
    Options::augment_args(command).about("Prints the events of a subscription; in a pipe, a line of JSON each")
}

pub(crate) fn run(args: Args) -> ExitCode {
    match parse_call(options(), args.words) {
        Ok(ready) => match Options::from_arg_matches(&ready.matches) {
            Ok(options) => block_on(async {
                let call = prepare_call(&ready, (&options.one, &options.connection))?;
                let events = begun(&call, options.backfill).await?;
                let format = options.json.then_some(Format::Ndjson);
                let mut out = out(format).hiding(call.redactor());
                if options.wide {
                    out = out.wide();
                }
                print(&call, events, &mut out, (options.limit, options.json)).await
            }),
            Err(error) => print_clap_error(&error),
        },
        Err(ended) => ended,
    }
}

/// Begins a subscription, or an operation whose response is events.
async fn begun(call: &Prepared<'_>, backfill: Option<u64>) -> Result<EventStream, Failure> {
    let begin = async {
        match call.subscription().is_none() && call.is_stream() {
            true => call.stream().await,
            false => call.subscribe(backfill).await,
        }
    };
    tokio::select! {
        begun = begin => begun.map_err(|error| of_response(&error, call)),
        () = interrupt() => Err(interrupted(String::new())),
    }
}

/// Prints events until they end, an interrupt comes or nobody reads any more. Fails at the end if some did not fit
/// their type.
pub(crate) async fn print(
    call: &Prepared<'_>,
    mut events: EventStream,
    out: &mut Out,
    (limit, gaps_as_json): (Option<u64>, bool),
) -> Result<(), Failure> {
    let height = call.subscription().and_then(|subscription| Some(subscription.backfill?.height.join(".")));
    let mut left = limit.unwrap_or(u64::MAX);
    let mut unfit = 0;
    while left > 0 && !out.is_closed() {
        let next = tokio::select! {
            next = events.next() => next.map_err(|error| of_error(&error, None))?,
            () = interrupt() => return Err(interrupted(String::new())),
        };
        match next {
            Some(Incoming::Event(event)) => match call.check_event(&event) {
                Ok(()) => {
                    left -= 1;
                    out.event(&event, height.as_deref(), |event| call.presented_event(event)).map_err(mistake)?;
                }
                Err(error) => {
                    unfit += 1;
                    let at = events.take_back(&event);
                    report_misfits(&error, call, out, (unfit, at, gaps_as_json)).map_err(mistake)?;
                }
            },
            Some(Incoming::Gap(gap)) if gaps_as_json => out.json_line(&as_json(&gap).to_string()).map_err(mistake)?,
            Some(Incoming::Gap(gap)) => note(format_args!("gap: {gap}")),
            Some(_) => {}
            None => break,
        }
    }
    match unfit {
        0 => Ok(()),
        count => Err(Report {
            code: exit(Class::Unreadable).code(),
            stderr: match count {
                1 => "error: 1 of the events does not fit its type\n".to_owned(),
                _ => format!("error: {count} of the events do not fit their types\n"),
            },
            ..Report::default()
        }),
    }
}

/// Reports an event that does not fit its type as a gap. On stderr only the first [`MAX_MISFITS`] are reported; `count` is
/// their number so far, and `at` the height of the event.
fn report_misfits(
    error: &Error,
    call: &Prepared<'_>,
    out: &mut Out,
    (count, at, gaps_as_json): (usize, Option<u64>, bool),
) -> io::Result<()> {
    let text = error.texts().join("; ");
    if gaps_as_json {
        return out.json_line(&gap_json(GapReason::Unreadable, &text, Some(1), [at, at], None).to_string());
    }
    if count <= MAX_MISFITS {
        note(format_args!("gap: {text}"));
        error.received().iter().for_each(|json| note(received_line(json, call)));
    }
    Ok(())
}

fn as_json(gap: &Gap) -> serde_json::Value {
    let error = gap.error().map(ToString::to_string);
    gap_json(gap.reason(), &gap.to_string(), gap.missed(), [gap.from_height(), gap.to_height()], error)
}

/// Returns a gap as JSON, as `--json` prints it among events. `heights` are the first and the last.
fn gap_json(
    reason: GapReason,
    text: &str,
    missed: Option<u64>,
    [from, to]: [Option<u64>; 2],
    error: Option<String>,
) -> serde_json::Value {
    serde_json::json!({ "gap": {
        "reason": reason.as_str(), "text": text, "missed": missed, "fromHeight": from, "toHeight": to, "error": error,
    } })
}
