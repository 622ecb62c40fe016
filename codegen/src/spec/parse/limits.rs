//! Costs of calls, and limits of a service.
//!
//! Input: `cost` and `limits`. Output: model data, or mistakes of shape.

use super::keys;
use super::reader::{Members, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Cost, Limit, LimitSays, Period, Quantity};
use crate::spec::closed::{PERIODS, QUANTITIES};
use crate::spec::document::{At, Text};
use crate::spec::node::{Node, NodeKind};

impl Reader {
    /// A number, or a mapping that says where it is from.
    pub(super) fn cost(&mut self, node: Option<&Node>) -> Option<Cost> {
        let node = node?;
        if !matches!(node.kind, NodeKind::Map(_)) {
            let units = self.whole(node, "`cost`")?.value;
            return Some(Cost { units, unit: None, source: None, seen: false });
        }
        let members = self.members(node, &keys::COST)?;
        let (source, seen) = (self.opt_source(&members), self.opt_flag(&members, "seen"));
        let units = self.whole(members.get("units")?, "`units`")?.value;
        Some(Cost { units, unit: None, source, seen })
    }

    pub(super) fn limits(&mut self, node: Option<&Node>) -> Vec<Limit> {
        let Some(node) = node else {
            return Vec::new();
        };
        let items = self.items(node, "`limits`");
        let read = items.iter().map(|item| self.limit(item));
        let mut limits: Vec<Limit> = read.collect::<Vec<_>>().into_iter().flatten().collect();
        let unit = limits.iter().find_map(|limit| limit.unit.clone());
        for limit in limits.iter_mut().filter(|limit| limit.counts(Quantity::Cost)) {
            limit.unit.clone_from(&unit);
        }
        limits
    }

    fn limit(&mut self, node: &Node) -> Option<Limit> {
        let members = self.members(node, &keys::LIMIT)?;
        let says = self.limit_says(&members);
        let status = members.get("status");
        Some(Limit {
            unit: self.unit(&members, says.as_ref()),
            tier: self.opt_text(&members, "tier").map(|text| text.value),
            status: status.and_then(|node| self.whole(node, "`status`")).map(|at| at.value),
            doc: self.opt_prose(&members, "doc"),
            seen: self.opt_flag(&members, "seen"),
            source: self.opt_source(&members),
            says: says?,
        })
    }

    /// Words, or a number.
    fn limit_says(&mut self, members: &Members<'_>) -> Option<LimitSays> {
        let what = self.opt_text(members, "what")?;
        match (members.get("value"), members.get("max")) {
            (Some(value), None) => {
                self.refuse_period(members);
                let value = self.text_or_number(value, "`value`")?.value;
                Some(LimitSays::Words { what: what.value, value })
            }
            (None, Some(max)) => {
                let max = self.whole::<u64>(max, "`max`");
                let per = members.get("per").and_then(|node| self.word(node, "`per`", &PERIODS));
                let of = self.quantity(&what)?;
                self.check_period(&what, of, per, members.get("per").is_some());
                let (max, per) = (self.above_zero(max?)?, per.map(|at| at.value));
                Some(LimitSays::Number { of, max, per })
            }
            (None, None) if members.has_unknown() => None,
            _ => {
                let message = "a limit needs exactly one of `max` and `value`";
                let code = if members.get("max").is_some() { Code::BadShape } else { Code::MissingKey };
                let problem = Diagnostic::error(code, members.span, message);
                self.report(problem.hint("write `max: 40` for a number, or `value: …` for a text"));
                None
            }
        }
    }

    /// What a number counts.
    fn quantity(&mut self, what: &Text) -> Option<Quantity> {
        let node = Node { span: what.span, kind: NodeKind::Text(what.value.clone()) };
        self.word(&node, "`what` of a limit with `max`", &QUANTITIES).map(|at| at.value)
    }

    fn above_zero(&mut self, max: At<u64>) -> Option<u64> {
        if max.value == 0 {
            let problem = Diagnostic::error(Code::BadValue, max.span, "a limit of 0 allows nothing");
            self.report(problem.hint("write it as a text: `value: none`"));
        }
        (max.value > 0).then_some(max.value)
    }

    fn unit(&mut self, members: &Members<'_>, says: Option<&LimitSays>) -> Option<String> {
        let unit = self.opt_text(members, "unit")?;
        if !matches!(says, None | Some(LimitSays::Number { of: Quantity::Cost, .. })) {
            let message = "`unit` applies to `what: cost` and `max`";
            self.report(Diagnostic::error(Code::BadShape, unit.span, message).hint("remove it"));
        }
        Some(unit.value)
    }

    fn refuse_period(&mut self, members: &Members<'_>) {
        if let Some(span) = members.key_span("per") {
            let problem = Diagnostic::error(Code::BadShape, span, "`per` applies to `max`");
            self.report(problem.hint("include the time in `value`, or write `max: 40`"));
        }
    }

    /// What comes one after the other is counted in a time, what is there at once is not.
    fn check_period(&mut self, what: &Text, of: Quantity, per: Option<At<Period>>, is_said: bool) {
        let (message, hint, span) = match (of, per) {
            (Quantity::Requests | Quantity::Cost, None) if !is_said => {
                let message = format!("a limit of `{}` needs `per`", what.value);
                (message, "add `per: second`, `minute`, `hour` or `day`", what.span)
            }
            (Quantity::Batch | Quantity::Open, Some(per)) => {
                let message = format!("a limit of `{}` holds at any time, and has no `per`", what.value);
                (message, "remove `per`", per.span)
            }
            _ => return,
        };
        self.report(Diagnostic::error(Code::BadShape, span, message).hint(hint));
    }
}
