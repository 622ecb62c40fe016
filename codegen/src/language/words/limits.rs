//! Costs of calls, and limits of a service.

use super::common::{Source, sentence};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::mapping::{choice, mapping, words};
use crate::language::node::Node;
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Filled, Form, Short, TextOrNumber, Word};
use chainloom_schema::Quantity;

mapping! {
    /// Cost of a call in the budget of the service.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct Cost = "cost", "`cost`" {
        must units: u64; "The cost of a call.";
        later unit: Option<String>; "Name of the unit, as stated by the limits of the service.";
        flag seen: bool; sentence!(seen);
        some source: Source; sentence!(source);
    }
}

impl Short for Cost {
    type Alone = u64;

    /// Builds a cost from its number of units.
    fn alone(units: u64) -> Self {
        Self { units, unit: None, source: None, seen: false }
    }
}

words! { Quantity { Requests "requests", Cost "cost", Batch "batch", Bytes "bytes", Open "open" } }

/// Period of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
pub enum Period {
    /// One second.
    Second,
    /// One minute.
    Minute,
    /// One hour.
    Hour,
    /// One day.
    Day,
}

words! { Period { Second "second", Minute "minute", Hour "hour", Day "day" } }

impl Period {
    /// Returns the length in seconds.
    pub const fn seconds(self) -> u64 {
        match self {
            Self::Second => 1,
            Self::Minute => 60,
            Self::Hour => 3_600,
            Self::Day => 86_400,
        }
    }
}

mapping! {
    /// Limit that the service sets.
    #[derive(Clone, Debug, PartialEq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub struct Limit = "limit", "a limit" {
        must what: String, by Filled;
            "The limited quantity; with `max`, one of `requests`, `cost`, `batch`, `bytes` and `open`.";
        one amount: LimitAmount; "How much is allowed.";
        later of: Option<Quantity>; "The quantity of a numeric limit; `None` for a limit in prose.";
        some per: Period; "The period of the limit.";
        some unit: String, by Filled; "The name of the unit of costs; one mention holds for the whole list.";
        some tier: String, by Filled; "The callers or places for which the limit holds, such as a plan.";
        some status: u16; "The status of the response to a request beyond the limit.";
        text doc: String; "The description of the limit.";
        flag seen: bool; sentence!(seen);
        some source: Source; sentence!(source);
    }
    then resolve_quantity;
}

choice! {
    /// Amount that a limit allows.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "stored", derive(serde::Serialize, serde::Deserialize))]
    pub enum LimitAmount {
        Words "value": String, by Filled<TextOrNumber>; "The limit as text.";
        Number "max": u64, by AboveZero; "The limit as a number.";
    }
    hint "write `max: 40` for a number, or `value: …` for a text";
}

/// Notation of a limit as a whole number of at least 1. Zero is reported as an error.
#[derive(Debug)]
pub(crate) enum AboveZero {}

impl Form<u64> for AboveZero {
    const SHAPE: Shape = Shape::Whole(1, u64::MAX);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<u64> {
        let max = reader.whole(node, what)?.value;
        if max == 0 {
            let problem = Diagnostic::error(Code::BadValue, node.span, "a limit of 0 allows nothing");
            reader.report(problem.hint("write it as a text: `value: none`"));
        }
        (max > 0).then_some(max)
    }
}

impl Limit {
    /// Returns the quantity and the number of a numeric limit; `None` for a limit in prose.
    pub fn number(&self) -> Option<(Quantity, u64)> {
        match self.amount {
            LimitAmount::Number(max) => Some((self.of?, max)),
            LimitAmount::Words(_) => None,
        }
    }

    /// Returns whether the limit is numeric and limits this quantity.
    pub fn counts(&self, what: Quantity) -> bool {
        self.of == Some(what)
    }
}

/// Notation of a list of limits. The `unit` that one of them states applies to all limits of costs.
#[derive(Debug)]
pub(crate) enum Limits {}

impl Form<Vec<Limit>> for Limits {
    const SHAPE: Shape = Vec::<Limit>::SHAPE;

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<Limit>> {
        let mut limits: Vec<Limit> = Word::read(reader, node, what)?;
        let unit = limits.iter().find_map(|limit| limit.unit.clone());
        for limit in limits.iter_mut().filter(|limit| limit.counts(Quantity::Cost)) {
            limit.unit.clone_from(&unit);
        }
        Some(limits)
    }
}

/// Resolves the quantity of a numeric limit, and checks `per` and `unit`.
fn resolve_quantity(reader: &mut Reader, members: &Members<'_>, mut limit: Limit) -> Option<Limit> {
    if let LimitAmount::Number(_) = limit.amount {
        let what = members.get("what")?;
        limit.of = Some(Quantity::read(reader, what, "`what` of a limit with `max`")?);
        check_period(reader, members, &limit);
    } else if let Some(span) = members.key_span("per") {
        let problem = Diagnostic::error(Code::BadShape, span, "`per` applies to `max`");
        reader.report(problem.hint("include the time in `value`, or write `max: 40`"));
    }
    if let Some(unit) = members.get("unit").filter(|_| !limit.counts(Quantity::Cost)) {
        let message = "`unit` applies to `what: cost` and `max`";
        reader.report(Diagnostic::error(Code::BadShape, unit.span, message).hint("remove `unit`"));
    }
    Some(limit)
}

/// Checks that limits of requests and costs have a period, and limits of batches and open requests
/// have none.
fn check_period(reader: &mut Reader, members: &Members<'_>, limit: &Limit) {
    let (message, hint, key) = match (limit.of, members.get("per")) {
        (Some(Quantity::Requests | Quantity::Cost), None) => {
            let message = format!("a limit of `{}` needs `per`", limit.what);
            (message, "add `per: second`, `minute`, `hour` or `day`", "what")
        }
        (Some(Quantity::Batch | Quantity::Open), Some(_)) => {
            let message = format!("a limit of `{}` holds at any time, and has no `per`", limit.what);
            (message, "remove `per`", "per")
        }
        _ => return,
    };
    let span = members.get(key).map_or(members.span, |node| node.span);
    reader.report(Diagnostic::error(Code::BadShape, span, message).hint(hint));
}
