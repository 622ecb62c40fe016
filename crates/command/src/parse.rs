//! Reads the command line of this process.
//!
//! Input: arguments of the process. Output: the arguments as a type of the program, or an exit
//! code.

use std::io;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::report::Report;

/// Reads the command line of this process.
///
/// # Errors
/// The exit code, if help was requested or the arguments are wrong. Help or mistake has been
/// printed.
pub fn parse<T: Parser>() -> Result<T, ExitCode> {
    T::try_parse().map_err(|error| {
        let mut command = T::command();
        command.build();
        let mut named = &command;
        for word in std::env::args_os().skip(1) {
            named = named.find_subcommand(word).unwrap_or(named);
        }
        print_clap_error(&with_near_flag(error, named))
    })
}

/// The names of flags in other programs, without hyphens, and the flag that does the same here.
const OF_OTHERS: [(&[&str], &str); 18] = [
    (&["host", "server", "baseurl", "baseuri", "uri", "apiurl", "serverurl", "endpointurl", "rpc", "rpcurl"], "url"),
    (&["network", "net", "env", "environment", "stage", "cluster"], "deployment"),
    (&["apikey", "key", "token", "apitoken", "accesstoken", "authtoken", "bearer", "auth", "password"], "secret"),
    (&["headers", "requestheader", "metadata"], "header"),
    (&["variable", "variables", "set", "vars"], "var"),
    (&["context", "config"], "profile"),
    (&["maxtime", "requesttimeout", "connecttimeout", "readtimeout"], "timeout"),
    (&["retry", "maxretries", "maxattempts", "attempts"], "retries"),
    (&["format", "out", "outputformat"], "output"),
    (&["paginate", "allpages", "everypage", "pageall"], "all"),
    (&["max", "maxitems", "count", "take", "top"], "limit"),
    (&["cursor", "continue", "startfrom"], "resume"),
    (&["dry", "whatif", "printrequest", "nosend"], "dry-run"),
    (&["ascurl", "tocurl", "printcurl"], "curl"),
    (&["watch", "poll", "untildone"], "wait"),
    (&["schema", "openapi", "specification"], "spec"),
    (&["catchup", "replay"], "backfill"),
    (&["listen", "bind", "address", "addr", "host", "listenport"], "port"),
];

/// Suggests the flag for which other programs use the unknown name, or else the flag whose name is a part of
/// the unknown one: `--url` for `--host` and for `--my-url`.
pub fn with_near_flag(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument => flag.clone(),
        _ => return error,
    };
    let known = match error.get(ContextKind::SuggestedArg) {
        Some(ContextValue::String(flag)) => Some(flag.clone()),
        _ => None,
    };
    let meant = flag_by_foreign_name(&unknown, command);
    // A flag with a similar name is not suggested if the meaning of the unknown one is known from other
    // programs.
    let known = known.filter(|_| meant.is_none());
    let near = meant.or_else(|| flag_by_part(&unknown, command));
    let Some(near) = near.map(|near| format!("--{near}")).filter(|near| known.as_ref() != Some(near)) else {
        return error;
    };
    error.insert(
        ContextKind::SuggestedArg,
        match known {
            Some(known) => ContextValue::Strings(vec![near, known]),
            None => ContextValue::String(near),
        },
    );
    // clap would explain how to pass the flag as a value, and show a usage with the flag of a similar name.
    // Neither helps.
    error.remove(ContextKind::Suggested);
    error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    error
}

/// Returns the flag of a command for which other programs use an unknown name.
fn flag_by_foreign_name<'c>(unknown: &str, command: &'c clap::Command) -> Option<&'c str> {
    let name = unknown.split('=').next().unwrap_or_default();
    let letters = name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
    let letters: String = letters.collect();
    let flags = OF_OTHERS.iter().filter(|(names, _)| names.contains(&letters.as_str())).map(|(_, flag)| *flag);
    let known: Vec<&str> = command.get_arguments().filter_map(clap::Arg::get_long).collect();
    flags.into_iter().find_map(|flag| known.iter().copied().find(|long| *long == flag))
}

/// Returns the flag of a command whose name is a part of an unknown one.
fn flag_by_part<'c>(unknown: &str, command: &'c clap::Command) -> Option<&'c str> {
    let parts: Vec<&str> = unknown.trim_start_matches('-').split('-').collect();
    let flags = command.get_arguments().filter_map(clap::Arg::get_long);
    flags.filter(|flag| parts.contains(flag)).max_by_key(|flag| flag.len())
}

/// Prints help or what is wrong with the arguments, and returns the exit code. Texts of a spec and
/// of the arguments cannot control the terminal.
pub fn print_clap_error(error: &clap::Error) -> ExitCode {
    let choice = if error.use_stderr() { AutoStream::choice(&io::stderr()) } else { AutoStream::choice(&io::stdout()) };
    let text = error.render();
    let text = if choice == ColorChoice::Never { text.to_string() } else { text.ansi().to_string() };
    let (stdout, stderr) = if error.use_stderr() { (String::new(), text) } else { (text, String::new()) };
    Report { code: u8::try_from(error.exit_code()).unwrap_or(2), stdout, stderr }.print()
}
