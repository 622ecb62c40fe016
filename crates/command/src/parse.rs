//! Reads the command line of this process.
//!
//! Input: arguments of the process. Output: the arguments as a type of the program, or an exit
//! code.

use std::io;
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::Parser;

use crate::report::Report;

/// Reads the command line of this process.
///
/// # Errors
/// The exit code, if help was requested or the arguments are wrong. Help or mistake has been
/// printed.
pub fn parse<T: Parser>() -> Result<T, ExitCode> {
    T::try_parse().map_err(|error| print_clap_error(&error))
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
