//! The command `describe`: the description of an operation, a subscription, webhooks or a type.

use std::io;
use std::process::ExitCode;

use chainloom_command::Report;
use chainloom_reference::{Item, Named, NotFound, Reference, text};

use crate::spec::{SpecArg, not_found};

/// Prints what the spec says of an operation, a subscription, webhooks or a type
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Name: ID (`books.findBook`), name on the wire (`GET /books/{id}`), or name in Rust (`find_book`);
    /// of webhooks, their file (`library/events`); of a type, its name (`Book`) or path (`books::Book`)
    #[arg(value_name = "NAME", required = true)]
    name: Vec<String>,
    /// Prints it as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    spec: SpecArg,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let described = args.spec.reference().and_then(|reference| describe_item(args, &reference));
    match described {
        Ok(stdout) => Report { stdout, ..Report::default() }.print(),
        Err(report) => report.print(),
    }
}

/// Describes the item of a name. `GET /books` may come as two words.
fn describe_item(args: &Args, reference: &Reference) -> Result<String, Report> {
    let found = reference.find_named(&args.name.join(" "));
    if !args.json {
        let color = crate::failure::is_colored(&io::stdout());
        return match &found {
            Err(NotFound::Several { name, ids }) => several(reference, name, ids, color),
            _ => found.map(|named| page(reference, named, color)).map_err(|error| not_found(reference, &error)),
        };
    }
    let named = found.map_err(|error| not_found(reference, &error))?;
    let json = match named {
        Named::Item(Item::Operation(one)) => serde_json::to_value(one),
        Named::Item(Item::Subscription(one)) => serde_json::to_value(one),
        Named::Item(Item::Webhooks(one)) => serde_json::to_value(one),
        Named::Type(one) => serde_json::to_value(one),
    };
    Ok(chainloom_command::json_text(&json.unwrap_or_default()))
}

fn page(reference: &Reference, named: Named<'_>, color: bool) -> String {
    match named {
        Named::Item(item) => text::describe(reference, item, color),
        Named::Type(entry) => text::describe_type(reference, entry, color),
    }
}

/// Returns the list of everything with an ambiguous name, and the page of its first entry.
fn several(reference: &Reference, name: &str, ids: &[String], color: bool) -> Result<String, Report> {
    let first = ids.first().map_or(name, String::as_str);
    let named = reference.find_named(first).map_err(|error| not_found(reference, &error))?;
    Ok(text::candidates(reference, name, ids, color) + &page(reference, named, color))
}
