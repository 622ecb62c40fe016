//! The command `reference`: writes the reference page of a spec as files.
//!
//! Input: arguments. Output: a folder, and a line on stderr. The page is made by
//! `chainloom-reference`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use chainloom_caller::{Profile, Snippets, example_snippets};
use chainloom_command::{Exit, Report, write_site};
use chainloom_interpret::Api;
use chainloom_reference::html::{self, Calls, Commands, Start};

use crate::spec::SpecArg;

/// Writes the reference page of a spec as files, for any web server or none
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder to write: `index.html`, and a folder `reference`
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    spec: SpecArg,
    /// Base URL of the commands that the page shows, in place of the base URL of the spec
    #[arg(long, value_name = "URL", value_parser = url)]
    url: Option<String>,
}

/// Parses an HTTP URL.
fn url(text: &str) -> Result<String, &'static str> {
    let rest = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    let is_url = rest.is_some_and(|rest| !rest.is_empty() && !rest.contains(char::is_whitespace));
    if is_url { Ok(text.to_owned()) } else { Err("it must begin with http:// or https://") }
}

pub(crate) fn run(args: Args) -> ExitCode {
    write(args).unwrap_or_else(|report| report).print()
}

fn write(args: Args) -> Result<Report, Report> {
    let named = args.spec.load()?;
    let profile = Profile { url: args.url, ..Profile::default() };
    // URL of a sandbox that is started without options.
    let usual = format!("http://127.0.0.1:{}", crate::sandbox::PORT);
    let snippets = example_snippets(&Arc::new(Api::of(&named)), &profile, &usual);
    let commands = |one: Snippets| Commands { curl: one.curl, chainloom: one.command };
    let calls = Calls::Shown(snippets.into_iter().map(|(id, one)| (id, commands(one))).collect());
    let site = html::site(&named, &Start { calls, deployment: None });
    let files: Vec<(&str, &str)> = site.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    write_site(&args.out, &files, html::is_ours).map_err(|failure| Report {
        code: Exit::Mistakes.code(),
        stderr: failure.to_string(),
        ..Report::default()
    })?;
    let stderr = format!("{} files written to `{}`; open `index.html` there\n", files.len(), args.out.display());
    Ok(Report { stderr, ..Report::default() })
}
