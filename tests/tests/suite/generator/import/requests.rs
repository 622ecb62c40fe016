//! Requests of imported specs, against what the standard says that the document sends.
//!
//! Input: sheets of smallest documents, one for each way to write a request. Each is either sent as the
//! standard says, or the report has an entry at the place that says what is lost.

#[path = "../../../../../crates/import/tests/suite/cases/sheets.rs"]
pub(super) mod sheets;

use chainloom_caller::{Caller, Profile};
use chainloom_import::Imported;
use chainloom_interpret::Api;

use super::{Expected, compared, folder, sources, told};

/// The request of the only operation, without the boundary of its parts and without what all requests have.
fn request(imported: &Imported, arguments: &str) -> Result<String, String> {
    let api = Api::load(&sources(imported), &[]).map_err(|wrong| wrong.lines())?;
    let caller = Caller::new(api, Profile::default()).map_err(|error| error.to_string())?;
    let mut call = caller.prepare("t.a").map_err(|error| error.to_string())?;
    let request = call.json(arguments).dry_run().map_err(|error| error.to_string())?.to_string();
    let boundary = request.split_once("boundary=").and_then(|(_, rest)| rest.lines().next()).map(str::to_owned);
    let request =
        request.replace("\r\n", "\n").replacen("accept: application/json\nuser-agent: chainloom/0.1.0\n", "", 1);
    Ok(boundary.map_or(request.clone(), |boundary| request.replace(&boundary, "B")))
}

/// Shows the request of a call in one line, and what differs from the document without an entry of the report.
fn shown(document: &str, imported: &Imported, arguments: &str) -> Vec<String> {
    let request = (!arguments.is_empty()).then(|| request(imported, arguments).unwrap_or_else(|why| why));
    let request = request.map(|request| request.replace('\n', "⏎"));
    let unreported = told("unreported", &compared(document, imported));
    request.into_iter().chain(unreported.lines().map(str::to_owned)).collect()
}

#[test]
fn requests_are_sent_or_told() {
    let count = sheets::play(&folder().join("cases"), shown);
    assert!(count >= 100, "{count} cases");
}
