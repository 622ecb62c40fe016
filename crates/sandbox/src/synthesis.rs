//! Synthesis: the source of synthetic values, and the seed of each.
//!
//! Input: the settings of a server, and the names that a value depends on. Output: a [`Draw`] that
//! gives equal values for equal names. The caller determines the type of a value.

use chainloom_codegen::model::to_json;
use chainloom_interpret::{Api, Example, Remarks};
use chainloom_runtime::schema::Operation;
use chainloom_values::{Draw, Hints, Members};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// Settings by which synthetic values are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Style {
    pub(crate) seed: u64,
    pub(crate) surprises: bool,
    pub(crate) synthetic_only: bool,
    /// Facts about values that the spec states; `None` without a spec.
    pub(crate) facts: Option<&'static Facts>,
    /// Faults of the pages in the present response.
    pub(crate) pages: PageFaults,
    /// Whether each synthetic value has all optional members.
    pub(crate) all_members: bool,
}

impl Style {
    /// Returns a source of values that depends on `parts` and the seed only.
    pub(crate) fn draw(&self, parts: &[&str]) -> Draw {
        let own = self.seed.to_string();
        let all: Vec<&str> = std::iter::once(own.as_str()).chain(parts.iter().copied()).collect();
        let number = seed(&all);
        let is_whole = self.all_members || number % 2 == 0;
        let draw = Draw::new(number).members(if is_whole { Members::All } else { Members::Drawn });
        match self.facts {
            _ if self.surprises => draw.wild().surprises(),
            Some(facts) => draw.hints(&facts.hints),
            None => draw,
        }
    }
}

/// Facts about values that a spec states and that tables lack.
#[derive(Debug)]
pub(crate) struct Facts {
    pub(crate) remarks: Remarks,
    /// Whether a member echoes the result of a call.
    pub(crate) has_echoed_results: bool,
    hints: Hints,
}

impl Facts {
    /// Collects the facts of a spec. They are leaked: tables live until the program ends.
    pub(crate) fn of(api: &Api) -> &'static Self {
        let mut hints = Hints::new();
        for (field, remark) in api.remarks.iter() {
            remark.successor.iter().for_each(|name| hints.successor(field, name));
            remark.unit.iter().for_each(|unit| hints.unit(field, unit));
            remark.example.iter().for_each(|example| hints.member(field, &to_json(example)));
        }
        for operation in &api.operations {
            operation.examples.iter().for_each(|example| add_example_hints(&mut hints, operation.schema, example));
        }
        let has_echoed_results = api.remarks.iter().any(|(_, remark)| !remark.of_results.is_empty());
        Box::leak(Box::new(Self { remarks: api.remarks.clone(), has_echoed_results, hints }))
    }
}

/// Adds the request and the response of an example to the hints.
fn add_example_hints(hints: &mut Hints, schema: &'static Operation, example: &Example) {
    if let Ok(Value::Object(request)) = serde_json::from_str(&example.request) {
        hints.object(schema.input.fields, &request);
    }
    let response = example.response.as_ref().and_then(|text| serde_json::from_str(text).ok());
    if let Some(response) = response {
        hints.result(schema, &response);
    }
}

/// Faults that affect the pages of one response.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PageFaults {
    pub(crate) clamp: Option<usize>,
    pub(crate) is_expired: bool,
    pub(crate) is_cycle: bool,
}

/// Returns a number that depends on all parts and on nothing else, so that it is the same in each
/// run and version.
pub(crate) fn seed(parts: &[&str]) -> u64 {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part.as_bytes());
    }
    let bytes = hash.finalize();
    bytes.iter().take(8).fold(0, |number, byte| (number << 8) | u64::from(*byte))
}
