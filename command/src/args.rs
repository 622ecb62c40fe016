//! What `codegen` can be asked, whatever the program: the arguments that `chainloom` and `cargo xtask` share.
//!
//! Input: the command line. Output: [`Flags`]. Nothing is done here.

use std::io;

use clap::ValueEnum;

/// The arguments of `codegen` but for the folders, of which each program has its own idea.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Flags {
    /// Compares with the files on disk and writes nothing; exit code 1 if they differ
    #[arg(long)]
    pub check: bool,
    /// Takes warnings for mistakes: exit code 1, and nothing is written
    #[arg(long)]
    pub deny_warnings: bool,
    /// Runs again at each change of the spec, until it is interrupted
    #[arg(long, conflicts_with = "check")]
    pub watch: bool,
    /// Prints how long each stage took, as one JSON object on stdout
    #[arg(long)]
    pub timings: bool,
    /// What is printed: text for people, or one JSON object on stdout for programs
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Format,
    /// Whether text is coloured: `auto` looks at the terminal and at NO_COLOR and CLICOLOR_FORCE
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub color: Color,
}

/// What is printed.
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

/// Whether text is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, and as the environment says.
    #[default]
    #[value(help = None::<&str>)]
    Auto,
    /// Also into a pipe.
    #[value(help = None::<&str>)]
    Always,
    /// Not at all.
    #[value(help = None::<&str>)]
    Never,
}

impl Color {
    /// Whether what goes to stderr is coloured.
    pub(crate) fn is_wanted(self) -> bool {
        match self {
            Self::Auto => anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never,
            Self::Always => true,
            Self::Never => false,
        }
    }
}
