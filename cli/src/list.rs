//! The command `list`: operations, subscriptions and webhooks, or those that words find.

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use chainloom_command::{Exit, Report};
use chainloom_reference::{Item, Reference, text};

use crate::spec::SpecArg;

/// Lists operations, subscriptions and webhooks; with words, those that fit, the best first
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Words to search for, in names and descriptions
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
    /// Prints kinds, IDs, names on the wire and summaries as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    spec: SpecArg,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match args.spec.reference().and_then(|reference| list_operations(args, &reference)) {
        Ok(stdout) => Report { stdout, ..Report::default() }.print(),
        Err(report) => report.print(),
    }
}

/// Lists the operations, or those that the words find.
fn list_operations(args: &Args, reference: &Reference) -> Result<String, Report> {
    let words = args.words.join(" ");
    let found: Vec<Item<'_>> =
        if words.is_empty() { reference.items().collect() } else { reference.search_items(&words) };
    if found.is_empty() {
        let stderr = format!("error: nothing matches the words `{words}`\n");
        return Err(Report { code: Exit::Usage.code(), stderr, ..Report::default() });
    }
    if args.json {
        let items = found.iter().map(|item| {
            let (kind, id, wire, summary) = (item.kind(), item.id(), item.wire_name(), item.summary());
            serde_json::json!({ "kind": kind, "id": id, "wireName": wire, "summary": summary })
        });
        return Ok(chainloom_command::json_text(&serde_json::Value::Array(items.collect())));
    }
    // A pipe has whole lines.
    let width = if io::stdout().is_terminal() { chainloom_console::width() } else { usize::MAX };
    Ok(text::list(found, width, crate::failure::is_colored(&io::stdout())))
}
