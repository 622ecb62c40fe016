//! The command `reference`: writes the reference page of a spec as files.
//!
//! Input: arguments. Output: a folder, and a line on stderr. The page is made by
//! `chainloom-reference`.

use std::path::PathBuf;
use std::process::ExitCode;

use chainloom_command::{Exit, Report, write_site};
use chainloom_reference::html::{self, BaseUrl, Start};

use crate::spec::SpecArg;

/// Writes the reference page of a spec as files, for any web server or none
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Folder to write: `index.html`, and a folder `reference`
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    spec: SpecArg,
    /// Base URL to which the page sends calls; without it, readers choose one
    #[arg(long, value_name = "URL", value_parser = url)]
    url: Option<String>,
}

/// A URL that a browser can call.
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
    let base = args.url.map_or(BaseUrl::Chosen, BaseUrl::At);
    let site = html::site(&named, &Start { base, deployment: None });
    let files: Vec<(&str, &str)> = site.iter().map(|file| (file.path.as_str(), file.text.as_str())).collect();
    write_site(&args.out, &files, html::is_ours).map_err(|failure| Report {
        code: Exit::Mistakes.code(),
        stderr: failure.to_string(),
        ..Report::default()
    })?;
    let stderr = format!("{} files written to `{}`; open `index.html` there\n", files.len(), args.out.display());
    Ok(Report { stderr, ..Report::default() })
}
