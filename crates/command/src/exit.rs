//! Exit codes of all commands.
//!
//! Input: the result of a command. Output: its exit code. `docs/command-line.md` documents them.

use std::process::ExitCode;

/// Exit status of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Success.
    Success = 0,
    /// Mistakes in a spec or a file, differences that were looked for, or something that could not be
    /// read or written.
    Mistakes = 1,
    /// Wrong usage, such as an unknown name.
    Usage = 2,
    /// A parameter of a call is wrong.
    Parameter = 3,
    /// A setting is missing or wrong.
    Setup = 4,
    /// There was no connection, or it broke off.
    Connection = 5,
    /// A timeout or a deadline has passed.
    Timeout = 6,
    /// The service needs a key, or refuses it.
    Unauthorized = 7,
    /// The requested item does not exist.
    NotFound = 8,
    /// The rate limit is reached.
    RateLimited = 9,
    /// The service is not available.
    Unavailable = 10,
    /// The service refused the call.
    Refused = 11,
    /// The response is not what the spec describes.
    Unreadable = 12,
    /// A result that was waited for cannot be reached any more.
    Unreachable = 13,
    /// An interrupt: 128 plus the number of the signal, as in shells.
    Interrupted = 130,
}

impl Exit {
    /// Returns the code as a number.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
