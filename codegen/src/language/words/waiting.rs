//! Waiting for a result: `wait` of an operation, and times.

use super::common::ErrorSign;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::{choice, mapping};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::table::Shape;
use crate::language::word::{Form, Word};

mapping! {
    /// Conditions for waiting for the result of an operation.
    #[derive(Clone, Debug)]
    pub(crate) struct WaitDecl = "wait", "`wait`" {
        here span: Span; "Source span of the declaration.";
        some name: Text; "The name of the method; by default `waitFor` and the name without `get`.";
        must until: Vec<WaitConditionDecl>, by Until;
            "The result is reached: `present`, or members that all have one of these values.";
        list failed: WaitConditionDecl, by Conditions;
            "The result cannot be reached any more: a member has one of these values.";
        list not_yet as "notYet": ErrorSign;
            "The errors after which waiting continues: the result does not exist yet.";
        some every: Time; "The time between two calls; the default is 1 second.";
        some deadline: Time; "The time after which waiting ends; the default is 1 minute.";
        some confirmations: ConfirmationsDecl; "How heights behind that of the result are counted.";
        some replaced: ReplacedDecl; "How it shows that something else took the place of what is waited for.";
    }
}

mapping! {
    /// Confirmations: how many heights follow the height of the result.
    #[derive(Clone, Debug)]
    pub(crate) struct ConfirmationsDecl = "confirmations", "`confirmations`" {
        must height: Text; "The member of the result that is its height.";
        must latest: Text; "The operation that returns the latest height.";
        some latest_height as "latestHeight": Text;
            "The member of the result of `latest` that is the height, if it has members.";
    }
}

mapping! {
    /// Calls and members that show that another item replaced the awaited one.
    #[derive(Clone, Debug)]
    pub(crate) struct ReplacedDecl = "replaced", "`replaced`" {
        must pending: Text; "The operation with the same parameters that returns what is waited for while it is pending.";
        must number: Text; "The member of the result of `pending` that is its number.";
        must next: Text; "The operation that returns the next free number.";
        list with: (Text, Text); "Parameters of `next`, each with the member of the result of `pending` that is its value.";
        list fix: (Text, Node); "Parameters of `next` with constants.";
    }
}

choice! {
    /// Time in one of the units.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Time = "time", "a time" {
        Minutes "minutes": u32, by AboveZero; "The time in minutes.";
        Seconds "seconds": u32, by AboveZero; "The time in seconds.";
        Milliseconds "milliseconds": u32, by AboveZero; "The time in milliseconds.";
    }
}

impl Time {
    /// Returns the time in milliseconds.
    pub(crate) fn milliseconds(self) -> u64 {
        match self {
            Self::Minutes(count) => u64::from(count) * 60_000,
            Self::Seconds(count) => u64::from(count) * 1_000,
            Self::Milliseconds(count) => count.into(),
        }
    }
}

/// Notation of a time above zero.
#[derive(Debug)]
pub(crate) enum AboveZero {}

impl Form<u32> for AboveZero {
    const SHAPE: Shape = Shape::Whole(1, u32::MAX as u64);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<u32> {
        let count = u32::read(reader, node, what)?;
        if count == 0 {
            let problem = Diagnostic::error(Code::BadValue, node.span, format!("{what} is 0, which is no time"));
            reader.report(problem.hint("write a time of 1 millisecond or more"));
        }
        Some(count)
    }
}

/// Condition on the result, or on a member of the result.
#[derive(Clone, Debug)]
pub(crate) struct WaitConditionDecl {
    /// Member of the condition; `None` for the result itself.
    pub(crate) member: Option<Text>,
    pub(crate) span: Span,
    /// Values that satisfy the condition; `None` if any present value does.
    pub(crate) values: Option<Vec<Node>>,
}

/// Word for the condition that the result or a member is present.
const PRESENT: &str = "present";
/// Shape of the word `present`.
const PRESENT_SHAPE: Shape = Shape::Word(&[PRESENT]);

/// Notation of the word `present`, or of members with their values.
#[derive(Debug)]
pub(crate) enum Until {}

impl Form<Vec<WaitConditionDecl>> for Until {
    const SHAPE: Shape = Shape::Either(&[PRESENT_SHAPE, Conditions::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<WaitConditionDecl>> {
        if let NodeKind::Map(_) = node.kind {
            return Conditions::read(reader, node, what);
        }
        let word = reader.word(node, what, &[(PRESENT, ())])?;
        Some(vec![WaitConditionDecl { member: None, span: word.span, values: None }])
    }
}

/// Notation of members of the result, each with its values or with `present`.
#[derive(Debug)]
pub(crate) enum Conditions {}

impl Form<Vec<WaitConditionDecl>> for Conditions {
    const SHAPE: Shape = Shape::Map(&Shape::Either(&[PRESENT_SHAPE, Shape::List(&Shape::Any)]));

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<WaitConditionDecl>> {
        let named: Vec<(Text, Node)> = Word::read(reader, node, what)?;
        if named.is_empty() && matches!(node.kind, NodeKind::Map(_)) {
            let problem = Diagnostic::error(Code::BadShape, node.span, format!("{what} names no member"));
            reader.report(problem.hint("write a member with its values: `{ status: [done] }`"));
        }
        Some(named.into_iter().map(|(name, node)| condition(reader, name, &node)).collect())
    }
}

/// Reads the values of a member, or the word `present`.
fn condition(reader: &mut Reader, name: Text, node: &Node) -> WaitConditionDecl {
    let span = name.span;
    let NodeKind::List(items) = &node.kind else {
        if !matches!(&node.kind, NodeKind::Text(text) if text == PRESENT) {
            let message = format!("`{}` has neither a list of values nor `present`", name.value);
            let hint = format!("write the values as a list: `{}: [value]`", name.value);
            reader.report(Diagnostic::error(Code::BadShape, node.span, message).hint(hint));
        }
        return WaitConditionDecl { member: Some(name), span, values: None };
    };
    if items.is_empty() {
        let problem = Diagnostic::error(Code::BadShape, node.span, format!("`{}` lists no value", name.value));
        reader.report(problem.hint("list the values, or write `present` in place of a list"));
    }
    WaitConditionDecl { member: Some(name), span, values: Some(items.clone()) }
}
