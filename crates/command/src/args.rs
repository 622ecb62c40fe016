//! Arguments of `codegen` that `chainloom` and `cargo xtask` share.
//!
//! Input: the command line. Output: [`Flags`].

use std::io;

use clap::ValueEnum;

/// The arguments of `codegen`, except the folders, which differ between the programs.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Flags {
    /// Compares with the files on disk and writes nothing; exits with 1 if they differ
    #[arg(long)]
    pub check: bool,
    /// Treats warnings as errors: writes nothing and exits with 1
    #[arg(long)]
    pub deny_warnings: bool,
    /// Runs again after each change of the spec, until interrupted
    #[arg(long, conflicts_with = "check")]
    pub watch: bool,
    /// Prints the duration of each stage, as one JSON object on stdout
    #[arg(long)]
    pub timings: bool,
    /// Sets the output format: text on stderr, or one JSON object on stdout
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Sets when text is coloured: `auto` depends on the terminal, NO_COLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

/// The format of the output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people, on stderr.
    #[default]
    #[value(help = None::<&str>)]
    Text,
    /// One JSON object for programs, on stdout.
    #[value(help = None::<&str>)]
    Json,
}

/// When text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless the environment says otherwise.
    #[default]
    #[value(help = None::<&str>)]
    Auto,
    /// Always, even into a pipe.
    #[value(help = None::<&str>)]
    Always,
    /// Never.
    #[value(help = None::<&str>)]
    Never,
}

impl Color {
    /// Returns whether text on stderr is coloured.
    pub(crate) fn is_colored(self) -> bool {
        match self {
            Self::Auto => anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
            Self::Always => true,
            Self::Never => false,
        }
    }
}
