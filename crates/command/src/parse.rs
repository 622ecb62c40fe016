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
        let command = T::command();
        let mut named = &command;
        for word in std::env::args_os().skip(1) {
            named = named.find_subcommand(word).unwrap_or(named);
        }
        print_clap_error(&with_near_flag(error, named))
    })
}

/// Suggests the flag whose name is a part of an unknown one: `--url` for `--base-url`.
pub fn with_near_flag(mut error: clap::Error, command: &clap::Command) -> clap::Error {
    let has_suggestion = error.get(ContextKind::SuggestedArg).is_some();
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(flag)) if error.kind() == ErrorKind::UnknownArgument && !has_suggestion => flag,
        _ => return error,
    };
    let flags = command.get_arguments().filter_map(clap::Arg::get_long);
    let parts: Vec<&str> = unknown.trim_start_matches('-').split('-').collect();
    let Some(near) = flags.filter(|flag| parts.contains(flag)).max_by_key(|flag| flag.len()) else { return error };
    let suggestion = ContextValue::String(format!("--{near}"));
    error.insert(ContextKind::SuggestedArg, suggestion);
    // How to give the flag as a value is not what is meant.
    error.remove(ContextKind::Suggested);
    error
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
