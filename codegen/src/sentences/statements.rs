//! Statements on operations and subscriptions: what people read about one beside its description, types and errors.
//!
//! Input: the facts about a call, or a subscription. Output: statements by topic, in the order in which people read
//! them. rustdoc, the standard documents and the reference lay out this one list.

use super::limits::{describe_group, groups, units};
use super::{
    SEEN, SENSITIVE, availability, capitalized, deprecation, effect, list, paging, paragraphs, rpc_error, rule,
    versions, wait,
};
use crate::model::{Availability, Cost, Facts, Limit, Note, Source, Subscription};

/// Topic of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Reason for the deprecation.
    Deprecation,
    /// Effect of repeating a call.
    Effect,
    /// Use of secret keys or funds.
    Sensitivity,
    /// Cost of a call.
    Cost,
    /// Versions that have the item.
    Versions,
    /// Rules across parameters.
    Rules,
    /// Pagination of the result.
    Pages,
    /// Waiting for the result.
    Waiting,
    /// Conditions of availability.
    Availability,
    /// Limits of the service.
    Limits,
    /// Notes.
    Notes,
}

/// Place of the statements on a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Next to the description, without a heading.
    Description,
    /// After the parameters.
    Request,
    /// After the result.
    Response,
}

impl Topic {
    /// Returns the name of the topic, such as `rules`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deprecation => "deprecation",
            Self::Effect => "effect",
            Self::Sensitivity => "sensitivity",
            Self::Cost => "cost",
            Self::Versions => "versions",
            Self::Rules => "rules",
            Self::Pages => "pages",
            Self::Waiting => "waiting",
            Self::Availability => "availability",
            Self::Limits => "limits",
            Self::Notes => "notes",
        }
    }

    /// Returns the place of the statements.
    #[must_use]
    pub const fn area(self) -> Area {
        match self {
            Self::Deprecation | Self::Effect | Self::Sensitivity | Self::Cost | Self::Versions => Area::Description,
            Self::Rules => Area::Request,
            Self::Pages | Self::Waiting | Self::Availability | Self::Limits | Self::Notes => Area::Response,
        }
    }

    /// Returns the heading; empty for a topic next to the description.
    #[must_use]
    pub fn heading(self) -> String {
        if self.area() == Area::Description { String::new() } else { capitalized(self.name()) }
    }
}

/// A statement, with its section of the documents.
#[derive(Clone, Debug)]
pub struct Statement<'m> {
    /// Text of the statement.
    pub text: String,
    /// Section of the documents; `None` if unstated.
    pub source: Option<&'m Source>,
    /// Whether the fact is undocumented, and known from real services only.
    pub seen: bool,
}

/// Statements on one topic.
#[derive(Clone, Debug)]
pub struct Statements<'m> {
    /// The topic.
    pub topic: Topic,
    /// The statements; never empty.
    pub all: Vec<Statement<'m>>,
}

impl Statements<'_> {
    /// Returns the texts of the statements.
    pub fn texts(&self) -> impl Iterator<Item = String> {
        self.all.iter().map(|statement| statement.text.clone())
    }

    /// Returns a single statement as a paragraph, and several as a list under the heading.
    fn laid_out(&self) -> String {
        match self.all.as_slice() {
            [only] => only.text.clone(),
            _ => list(&format!("{}:", self.topic.heading()), self.texts()),
        }
    }
}

/// Returns the statements on an operation or a typed call.
#[must_use]
pub fn of_call<'m>(facts: &Facts<'m>) -> Vec<Statements<'m>> {
    let operation = facts.operation;
    let rules = operation.rules.iter();
    stated([
        (Topic::Deprecation, facts.deprecated.iter().map(|one| without_source(deprecation(one))).collect()),
        (Topic::Effect, vec![without_source(effect(operation.effect).to_owned())]),
        (Topic::Sensitivity, operation.sensitive.then(|| without_source(SENSITIVE.to_owned())).into_iter().collect()),
        (Topic::Cost, operation.cost.iter().map(per_call).collect()),
        (Topic::Versions, versions(facts.since, facts.until).into_iter().map(without_source).collect()),
        (Topic::Rules, rules.map(|one| statement(rule(one), one.source.as_ref(), one.seen)).collect()),
        (Topic::Pages, operation.paginate.iter().map(|one| without_source(paging(one))).collect()),
        (Topic::Waiting, operation.wait.iter().map(|one| without_source(wait(one))).collect()),
        (Topic::Availability, facts.available.iter().copied().map(condition).collect()),
        (Topic::Limits, limits(&operation.limits)),
        (Topic::Notes, facts.notes.iter().copied().map(note).collect()),
    ])
}

/// Returns the statements on a subscription.
#[must_use]
pub fn of_subscription(subscription: &Subscription) -> Vec<Statements<'_>> {
    stated([
        (Topic::Availability, subscription.available.iter().map(condition).collect()),
        (Topic::Limits, limits(&subscription.limits)),
        (Topic::Notes, subscription.notes.iter().map(note).collect()),
    ])
}

/// Returns the whole description of an operation or a typed call, in paragraphs.
#[must_use]
pub fn operation(facts: &Facts<'_>) -> String {
    let all = of_call(facts);
    let (beside, apart): (Vec<_>, Vec<_>) = all.iter().partition(|one| one.topic.area() == Area::Description);
    let beside = beside.into_iter().flat_map(Statements::texts).collect::<Vec<_>>().join(" ");
    let errors = list("Errors:", facts.operation.errors.iter().map(rpc_error));
    let seen = if facts.seen { SEEN.to_owned() } else { String::new() };
    let apart = apart.into_iter().map(Statements::laid_out);
    paragraphs([facts.doc.clone(), beside].into_iter().chain(apart).chain([errors, seen]))
}

fn stated<'m, const N: usize>(all: [(Topic, Vec<Statement<'m>>); N]) -> Vec<Statements<'m>> {
    let all = all.into_iter().filter(|(_, all)| !all.is_empty());
    all.map(|(topic, all)| Statements { topic, all }).collect()
}

const fn statement(text: String, source: Option<&Source>, seen: bool) -> Statement<'_> {
    Statement { text, source, seen }
}

/// Returns a statement for which no section of the documents is named.
const fn without_source<'m>(text: String) -> Statement<'m> {
    statement(text, None, false)
}

/// Returns the units that a call takes from the budget of the service: `20 units`.
#[must_use]
pub fn price(cost: &Cost) -> String {
    units(cost.units, cost.unit.as_deref())
}

fn per_call(one: &Cost) -> Statement<'_> {
    statement(format!("Costs {} per call.", price(one)), one.source.as_ref(), one.seen)
}

/// Returns the statements on limits, one for each group.
fn limits(limits: &[Limit]) -> Vec<Statement<'_>> {
    let groups = groups(limits);
    let with_first = groups.iter().filter_map(|group| Some((group, group.first()?)));
    with_first.map(|(group, first)| statement(describe_group(group), first.source.as_ref(), first.seen)).collect()
}

fn condition(one: &Availability) -> Statement<'_> {
    statement(availability(one), one.source.as_ref(), one.seen)
}

fn note(one: &Note) -> Statement<'_> {
    statement(one.text.clone(), one.source.as_ref(), one.seen)
}
