//! The command `mcp`: serves the operations of a spec to models, over standard input and output.

use std::io::{IsTerminal as _, stdin};
use std::process::ExitCode;

use chainloom_forms::printable;
use chainloom_interpret::Api;
use chainloom_mcp::{Limits, Server};
use chainloom_reference::Reference;

use crate::connection::{Connection, block_on, interrupt};
use crate::failure::{Failure, mistake, note, usage};
use crate::spec::SpecArg;

/// Serves the operations of a spec to assistants: an MCP server on standard input and output
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    spec: SpecArg,
    /// Operation that may make a change; can be given several times. Without it, only operations that
    /// read are called
    #[arg(long, value_name = "OPERATION")]
    allow_writes: Vec<String>,
    /// Most bytes of a result
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_bytes, value_parser = at_least::<2_000>)]
    max_bytes: usize,
    /// Most items of a list in one result
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_items, value_parser = at_least::<1>)]
    max_items: usize,
    /// Most calls at the same time
    #[arg(long, value_name = "N", default_value_t = Limits::default().max_calls, value_parser = at_least::<1>)]
    max_calls: usize,
    /// Prints a line for each use of a tool on stderr
    #[arg(long, short)]
    verbose: bool,
    #[command(flatten)]
    connection: Connection,
}

/// Parses a whole number of at least `LEAST`.
fn at_least<const LEAST: usize>(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number >= LEAST => Ok(number),
        _ => Err(format!("it must be a whole number of at least {LEAST}")),
    }
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match server(args) {
        Ok(server) => block_on(async {
            if stdin().is_terminal() {
                note("this is an MCP server: it reads requests of an assistant from standard input; Ctrl-D ends it");
            }
            tokio::select! {
                served = server.serve_stdio() => served.map_err(mistake),
                () = interrupt() => Ok(()),
            }
        }),
        Err(failure) => failure.print(),
    }
}

fn server(args: &Args) -> Result<Server, Failure> {
    let named = args.spec.load()?;
    let caller = args.connection.caller(Api::of(&named), None)?;
    let Args { max_bytes, max_items, max_calls, .. } = *args;
    let limits = Limits { max_bytes, max_items, max_calls, ..Limits::default() };
    let verbose = args.verbose;
    let told = move |used: &chainloom_mcp::Use| {
        if verbose {
            note(printable::line(&used.to_string()));
        }
    };
    Server::new(Reference::of(&named), caller, limits, &args.allow_writes, told)
        .map_err(|error| usage(format_args!("`--allow-writes`: {error}")))
}
