//! Rules across the parameters of an operation.

use super::common::{Mark, sentence};
use crate::diagnostic::Span;
use crate::language::mapping::{choice, mapping};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::language::table::Shape;
use crate::language::word::{Choice as _, Form, Narrow, Narrowed, TextOrNumber, Word};

mapping! {
    /// Rule across parameters.
    #[derive(Clone, Debug)]
    pub(crate) struct RuleDecl = "rule", "a rule" {
        one kind: RuleKindDecl; "The kind of the rule.";
        here span: Span; "Source span of the key that names the kind.";
        some doc: Text; "The description of the rule.";
        some source: Text, by Mark; sentence!(source);
        flag seen: bool; sentence!(seen);
    }
    then set_kind_span;
}

choice! {
    /// Kind of a rule, with its parameters.
    #[derive(Clone, Debug)]
    pub(crate) enum RuleKindDecl {
        AtLeastOne "atLeastOne": Vec<Text>, by Several; "At least one of these parameters is given.";
        AtMostOne "atMostOne": Vec<Text>, by Several; "At most one of these parameters is given.";
        SumAtMost "sumAtMost": SumDecl; "The sum of these parameters is not above a bound.";
        Requires "requires": RequiresDecl; "If some parameters have a value, others must have a value.";
        Ascending "ascending": Text; "The items of this list ascend.";
        Ordered "ordered": OrderedDecl; "One parameter is not above another.";
    }
}

fn set_kind_span(_: &mut Reader, members: &Members<'_>, rule: RuleDecl) -> Option<RuleDecl> {
    let span = members.key_span(rule.kind.key())?;
    Some(RuleDecl { span, ..rule })
}

mapping! {
    /// Parameters whose sum has a bound.
    #[derive(Clone, Debug)]
    pub(crate) struct SumDecl = "sumAtMost", "`sumAtMost`" {
        must of: Vec<Text>, by Several; "The parameters that are summed.";
        must max: Text, by TextOrNumber; "The maximum sum.";
    }
}

mapping! {
    /// Parameters that require other parameters.
    #[derive(Clone, Debug)]
    pub(crate) struct RequiresDecl = "requires", "`requires`" {
        must when: Vec<ParamCondition>, by Conditions;
            "The condition: parameters that are present or have the given value.";
        must need: Vec<ParamCondition>, by Conditions;
            "The parameters that must then be present or have the given value.";
    }
}

mapping! {
    /// Two parameters of which the first is not above the second.
    #[derive(Clone, Debug)]
    pub(crate) struct OrderedDecl = "ordered", "`ordered`" {
        must low: Text; "The parameter with the lower value.";
        must high: Text; "The parameter with the higher value.";
    }
}

/// Shape of two or more names; `check` counts them, once the parameters are known.
#[derive(Debug)]
pub(crate) enum TwoOrMore {}

impl Narrow for TwoOrMore {
    const SHAPE: Shape = Shape::Several;
}

/// Notation of two or more parameter names.
type Several = Narrowed<TwoOrMore>;

/// Parameter with its value; `None` for any value.
pub(crate) type ParamCondition = (Text, Option<Node>);

/// Notation of conditions: `[name]` for any value, `{ name: value }` for this value.
#[derive(Debug)]
pub(crate) enum Conditions {}

impl Form<Vec<ParamCondition>> for Conditions {
    const SHAPE: Shape = Shape::Either(&[Shape::List(&Shape::Text), Shape::Map(&Shape::Any)]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<ParamCondition>> {
        if let NodeKind::List(_) = node.kind {
            let names: Vec<Text> = Word::read(reader, node, what)?;
            return Some(names.into_iter().map(|name| (name, None)).collect());
        }
        let named: Vec<(Text, Node)> = Word::read(reader, node, what)?;
        Some(named.into_iter().map(|(name, node)| (name, (node.kind != NodeKind::Null).then_some(node))).collect())
    }
}
