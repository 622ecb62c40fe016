//! The command `doctor`: which services answer, and what their servers are.

use std::process::ExitCode;

use chainloom_caller::{Checkup, Diagnosis, Finding};
use chainloom_command::{Exit, Report};
use chainloom_forms::printable;
use chainloom_interpret::Api;

use crate::connection::Connection;
use crate::spec::SpecArg;

/// Maximum difference between clocks, in seconds.
const SKEW: i64 = 2;

/// Says which services answer, how far their clocks are off, and which deployment fits
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Clients of the spec to look at; without them, all
    #[arg(value_name = "CLIENT")]
    clients: Vec<String>,
    #[command(flatten)]
    spec: SpecArg,
    #[command(flatten)]
    connection: Connection,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let caller = args.spec.load().and_then(|named| args.connection.caller(Api::of(&named), None));
    match caller {
        Ok(caller) => {
            let mut report = Report::default();
            let looked = crate::connection::block_on(async {
                report = diagnosis_report(&caller.diagnose(&args.clients).await);
                Ok(())
            });
            if looked == ExitCode::SUCCESS { report.print() } else { looked }
        }
        Err(failure) => failure.print(),
    }
}

fn diagnosis_report(found: &Diagnosis) -> Report {
    let silent = found.clients.iter().flat_map(|checkup| &checkup.services).any(Finding::is_silent);
    let mut stdout: Vec<String> = found.clients.iter().map(of_client).collect();
    stdout.extend(found.unset.iter().map(|(client, error)| format!("{client}: not checked: {error}\n")));
    let is_well = !silent && !found.is_elsewhere() && !found.clients.is_empty();
    let exit = if is_well { Exit::Success } else { Exit::Mistakes };
    let stderr = match found.is_elsewhere() {
        true => {
            "error: every service answers with the status 404: the base URL is that of another server, or has another \
                 path\n"
        }
        false => "",
    };
    Report { code: exit.code(), stdout: stdout.join("\n"), stderr: stderr.to_owned() }
}

/// Formats the facts of a client: its version and the difference of the clocks.
fn of_client(checkup: &Checkup) -> String {
    let mut facts: Vec<String> =
        checkup.version.iter().map(|version| format!("version {}", printable::line(version))).collect();
    facts.extend(checkup.skew.map(|skew| match skew {
        0 => "clock as here".to_owned(),
        skew => {
            let side = if skew > 0 { "ahead" } else { "behind" };
            let warning = if skew.abs() > SKEW { " (wrong clock?)" } else { "" };
            format!("clock {} s {side}{warning}", skew.abs())
        }
    }));
    facts.extend(match (checkup.deployments.as_slice(), checkup.is_compared) {
        ([], false) => None,
        ([], true) => Some("no deployment of the spec fits".to_owned()),
        (names, _) => Some(format!("deployment {}", names.join(" or "))),
    });
    let facts = if facts.is_empty() { String::new() } else { format!(": {}", facts.join(", ")) };
    let lines = lines(&checkup.services);
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    let lines = lines.iter().map(|(name, text)| format!("  {name:width$}  {text}\n"));
    format!("{}{facts}\n{}", checkup.client, lines.collect::<String>())
}

/// Returns a line for each service, and one for all services of a host that does not answer.
fn lines(services: &[Finding]) -> Vec<(String, String)> {
    let (mut told, mut lines): (Vec<&str>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    for finding in services {
        let Some(host) = silent_host(finding) else {
            lines.push((finding.service.to_owned(), of_service(finding)));
            continue;
        };
        if told.contains(&host) {
            continue;
        }
        let count = services.iter().filter(|other| silent_host(other) == Some(host)).count();
        let name = if count == 1 { finding.service.to_owned() } else { format!("{count} services") };
        lines.push((name, of_service(finding)));
        told.push(host);
    }
    lines
}

/// Returns the host that did not answer, as scheme, name and port.
fn silent_host(finding: &Finding) -> Option<&str> {
    finding.error.as_ref().filter(|_| finding.is_silent())?.runtime()?.origin()
}

/// Formats the finding on a service as one line.
fn of_service(finding: &Finding) -> String {
    let text = match (&finding.error, finding.operation) {
        (_, None) => "not called: every operation needs parameters or makes a change".to_owned(),
        (None, Some(operation)) => format!("answers ({operation}, {} ms)", finding.took.as_millis()),
        (Some(error), _) if finding.is_unset() => format!("not called: {error}"),
        (Some(error), _) if finding.is_silent() => format!("no answer: {error}"),
        (Some(error), _) => format!("answers, {}: {error}", error.class().name()),
    };
    printable::line(&text).into_owned()
}
