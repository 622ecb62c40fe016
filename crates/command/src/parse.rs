//! Reads the command line of this process.
//!
//! Input: arguments of the process. Output: the arguments as a type of the program, or an exit
//! code.

use std::process::ExitCode;

use clap::Parser;

use crate::report::Report;

/// Reads the command line of this process.
///
/// # Errors
/// The exit code, if help was requested or the arguments are wrong. Help or mistake has been
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
