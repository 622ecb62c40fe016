//! The command `list`: operations and subscriptions, or those that words find.

use std::io;
use std::process::ExitCode;

use chainloom_command::{Exit, Report};
use chainloom_reference::{EntryKind, Item, Reference, text};

use crate::spec::SpecArg;

/// Lists operations and subscriptions; with words, those that fit, the best first
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Words to search for, in names and descriptions
    #[arg(value_name = "WORDS")]
    words: Vec<String>,
    /// Prints IDs, names on the wire and summaries as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    spec: SpecArg,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match args.spec.reference().and_then(|reference| listed(args, &reference)) {
        Ok(stdout) => Report { stdout, ..Report::default() }.print(),
        Err(report) => report.print(),
    }
}

fn listed(args: &Args, reference: &Reference) -> Result<String, Report> {
    let words = args.words.join(" ");
    let found: Vec<Item<'_>> = if words.is_empty() { reference.items().collect() } else { search(reference, &words) };
    if found.is_empty() {
        let stderr = format!("error: no operation has the words `{words}`\n");
        return Err(Report { code: Exit::Usage.code(), stderr, ..Report::default() });
    }
    if args.json {
        let items = found.iter().map(
            |item| serde_json::json!({ "id": item.id(), "wireName": item.wire_name(), "summary": item.summary() }),
        );
        return Ok(chainloom_command::json_text(&serde_json::Value::Array(items.collect())));
    }
    Ok(text::list(found, crate::failure::is_colored(&io::stdout())))
}

/// What words find, the best first. A parameter counts for its operation.
fn search<'r>(reference: &'r Reference, words: &str) -> Vec<Item<'r>> {
    let mut found: Vec<Item<'r>> = Vec::new();
    for entry in reference.search(words) {
        let is_of_item = matches!(
            entry.kind,
            EntryKind::Operation | EntryKind::Subscription | EntryKind::Parameter | EntryKind::Error
        );
        let item = reference.items().find(|item| is_of_item && item.id() == entry.of);
        found.extend(item.filter(|item| !found.iter().any(|known| known.id() == item.id())));
    }
    found
}
