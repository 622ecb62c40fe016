//! The command `describe`: all that the spec says of an operation, a subscription or webhooks.

use std::io;
use std::process::ExitCode;

use chainloom_command::Report;
use chainloom_reference::{Item, Reference, text};

use crate::spec::{SpecArg, find};

/// Prints what the spec says of an operation, a subscription or webhooks
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name: ID (`books.findBook`), name on the wire (`GET /books/{id}`), or name in Rust (`find_book`);
    /// of webhooks, their file (`library/events`)
    #[arg(value_name = "OPERATION", required = true)]
    operation: Vec<String>,
    /// Prints it as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    spec: SpecArg,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let described = args.spec.reference().and_then(|reference| described(args, &reference));
    match described {
        Ok(stdout) => Report { stdout, ..Report::default() }.print(),
        Err(report) => report.print(),
    }
}

/// `GET /books` may come as two words.
fn described(args: &Args, reference: &Reference) -> Result<String, Report> {
    let item = find(reference, &args.operation.join(" "))?;
    if !args.json {
        return Ok(text::describe(reference, item, crate::failure::is_colored(&io::stdout())));
    }
    let json = match item {
        Item::Operation(one) => serde_json::to_value(one),
        Item::Subscription(one) => serde_json::to_value(one),
        Item::Webhooks(one) => serde_json::to_value(one),
    };
    Ok(chainloom_command::json_text(&json.unwrap_or_default()))
}
