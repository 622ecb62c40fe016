//! The command `conform` on the node: its answers drift from the spec nowhere.
//!
//! Input: the URL of the node. Output: a line, or the report of the drift.

use chainloom_caller::{Caller, Profile};
use chainloom_codegen::name;
use chainloom_conform::{Options, Spec, conform};
use chainloom_tests::spec::sources;

use crate::report::Line;
use crate::{Result, told};

/// The services of the node are those of one client.
const CLIENT: &str = "node";
/// The calls are those of one user, on loopback.
const RATE: u32 = 200;

pub(crate) async fn run(url: &str) -> Result<Vec<Line>> {
    let sources = sources()?;
    let named = name(&sources, &[]).map_err(|mistakes| mistakes.render(&sources, false))?;
    let spec = Spec::new(named, sources);
    let profile = Profile { url: Some(url.to_owned()), deployment: Some("local".to_owned()), ..Profile::default() };
    let caller = Caller::new(spec.api(), profile).map_err(told)?;
    let report = conform(&spec, &caller, &Options { rate: RATE, ..Options::default() }).await.map_err(told)?;
    let services = report.services.iter().filter(|service| service.client == CLIENT);
    let conforming = services.map(|service| service.conforming).sum();
    match report.conforms() {
        true => Ok(vec![Line {
            what: "operations that conform to the spec".to_owned(),
            count: conforming,
            note: format!("over {} calls, without exceptions", report.calls),
        }]),
        false => Err(format!("`conform` finds drift:\n{}", report.to_text())),
    }
}
