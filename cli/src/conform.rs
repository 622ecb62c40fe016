//! The command `conform`: compares a live service with the spec.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use chainloom_caller::Caller;
use chainloom_command::{Exit, Report, Shape};
use chainloom_conform::{Exceptions, Failure, Options, Spec, conform};
use chainloom_forms::printable;
use chainloom_runtime::schema::Effect;

use crate::connection::{Connection, block_on};
use crate::failure::{exit, mistake, usage};
use crate::progress::Calls;
use crate::spec::SpecArg;

/// Calls what only reads at a live service, and reports where responses differ from the spec
///
/// Exits with 0 if everything that could be compared is as the spec says, and with 1 if something is
/// not. See docs/conform.md for the kinds of drift.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Service of the spec to look at; without it, all. Can be given several times
    #[arg(long = "service", value_name = "NAME")]
    services: Vec<String>,
    /// Also calls operations that change something
    #[arg(long)]
    allow_writes: bool,
    /// Also calls this operation, which uses or reveals secret keys, or spends funds. Can be given several times
    #[arg(long, value_name = "ID")]
    allow_sensitive: Vec<String>,
    /// Format of the report
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    format: Shape,
    /// File of drift that is known and explained, as TOML
    #[arg(long, value_name = "FILE")]
    exceptions: Option<PathBuf>,
    /// Most calls at the same time
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Most calls that begin in a second
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    rate: u32,
    /// Time for all calls
    #[arg(long, value_name = "TIME", default_value = "5m", value_parser = humantime::parse_duration)]
    within: Duration,
    #[command(flatten)]
    spec: SpecArg,
    #[command(flatten)]
    connection: Connection,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let mut report = Report::default();
    let done = match prepare(args) {
        Ok((spec, options)) => block_on(async {
            let calls = Calls::default();
            let caller = calls.watch(args.connection.caller(spec.api(), None)?);
            calls.show_operations(count_operations(&caller, &options));
            let result = conform(&spec, &caller, &options).await;
            calls.end();
            report = of_result(result, args.format);
            Ok(())
        }),
        Err(failure) => return failure.print(),
    };
    if done == ExitCode::SUCCESS { report.print() } else { done }
}

/// Returns the number of operations that may be called.
fn count_operations(caller: &Caller, options: &Options) -> usize {
    let all = caller.api().operations.iter().map(|operation| operation.schema);
    let is_named = |service: &str| options.services.is_empty() || options.services.iter().any(|name| name == service);
    let named = all.filter(|operation| is_named(operation.service.name));
    named.filter(|operation| options.allow_writes || operation.effect == Effect::Read).count()
}

/// Reads the spec, and the options with the file of exceptions.
fn prepare(args: &Args) -> Result<(Spec, Options), Report> {
    let exceptions = match &args.exceptions {
        Some(path) => {
            let of_file = |error: &dyn std::fmt::Display| mistake(format_args!("{}: {error}", path.display()));
            let text = std::fs::read_to_string(path).map_err(|error| of_file(&error))?;
            Exceptions::parse(&text).map_err(|error| of_file(&error))?
        }
        None => Exceptions::default(),
    };
    let options = Options {
        services: args.services.clone(),
        allow_writes: args.allow_writes,
        allow_sensitive: args.allow_sensitive.clone(),
        concurrency: args.concurrency.into(),
        rate: args.rate,
        within: args.within,
        exceptions,
    };
    // Suggestions change the files.
    let (named, sources) = args.spec.read()?;
    Ok((Spec::new(named, sources), options))
}

fn of_result(result: Result<chainloom_conform::Report, Failure>, format: Shape) -> Report {
    match result {
        Ok(report) => {
            let code = if report.conforms() { Exit::Success } else { Exit::Mistakes }.code();
            let stdout = match format {
                Shape::Text => printable::lines(&report.to_text()).into_owned(),
                Shape::Json => printable::json(&report.to_json()).into_owned(),
                Shape::Markdown => printable::lines(&report.to_markdown()).into_owned(),
            };
            Report { code, stdout, ..Report::default() }
        }
        Err(Failure::Silence(class, why)) => {
            Report { code: exit(class).code(), ..mistake(format_args!("no service answered: {why}")) }
        }
        Err(error) => usage(error),
    }
}
