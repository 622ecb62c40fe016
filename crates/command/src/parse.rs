//! Reads the command line of this process.
//!
//! Input: what the process was given. Output: the arguments of a program, whose types it has itself; or an exit code.

use std::process::ExitCode;

use clap::Parser;

use crate::report::Report;

/// Reads the command line of this process.
///
/// # Errors
/// The exit code, when there is nothing left to do: help was asked for, or the arguments make no sense. Either has been
/// printed.
pub fn parse<T: Parser>() -> Result<T, ExitCode> {
    T::try_parse().map_err(|said| {
        let code = u8::try_from(said.exit_code()).unwrap_or(2);
        match said.print() {
            Ok(()) => ExitCode::from(code),
            Err(error) => Report { code, ..Report::default() }.unprinted(&error),
        }
    })
}
