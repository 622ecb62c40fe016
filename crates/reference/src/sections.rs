//! Sections: the full description of an operation, a subscription or webhooks, in one order.
//!
//! Input: a reference and an item. Output: its sections, none of them empty. A printer lays out
//! each body for its medium, and chooses the parts that it omits.

use std::borrow::Cow;

use chainloom_codegen::sentences::{Area, Topic};

use crate::data::{
    Endpoint, ErrorCode, Example, Fact, Fixed, Member, Operation, Protocol, Reference, Statements, Status,
    Subscription, TypeText, Variable, WebhookExample, Webhooks,
};
use crate::find::Item;

/// Subject of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Description of the item.
    Description,
    /// Statements on a topic.
    Stated(Topic),
    /// Statement that the item is undocumented, and known from real services only.
    Seen,
    /// Statement that missed events can be fetched.
    Backfill,
    /// Base URL of its separate server.
    Server,
    /// Parameters that a caller sets.
    Parameters,
    /// Parameters with a fixed value.
    Fixed,
    /// Variables of the service.
    Variables,
    /// Endpoints of the service.
    Endpoints,
    /// Type of the result.
    Result,
    /// Type of an event.
    Event,
    /// Typed headers of the response.
    Headers,
    /// JSON-RPC error codes of the item.
    Errors,
    /// JSON-RPC error codes of all calls of its service.
    SharedErrors,
    /// HTTP statuses of errors.
    Statuses,
    /// Signature and ID of deliveries.
    Signature,
    /// Examples.
    Examples,
    /// Call in Rust, and the paths of its types.
    Rust,
    /// Receiver in Rust.
    Receiver,
    /// Command that verifies a stored delivery.
    Command,
}

impl Part {
    /// Returns the heading; empty for a part without one.
    #[must_use]
    pub fn heading(self) -> String {
        let heading = match self {
            Self::Stated(topic) => return topic.heading(),
            Self::Description | Self::Seen | Self::Backfill => "",
            Self::Server => "Server",
            Self::Parameters => "Parameters",
            Self::Fixed => "Always sent",
            Self::Variables => "Variables",
            Self::Endpoints => "Endpoints",
            Self::Result => "Result",
            Self::Event => "Event",
            Self::Headers => "Response headers",
            Self::Errors => "Errors",
            Self::SharedErrors => "Errors of all calls of the service",
            Self::Statuses => "Error statuses",
            Self::Signature => "Signature",
            Self::Examples => "Example",
            Self::Rust => "Rust",
            Self::Receiver => "Rust, with the feature `webhooks`",
            Self::Command => "Command line",
        };
        heading.to_owned()
    }
}

/// Content of a section.
#[derive(Clone, Debug)]
pub enum Body<'r> {
    /// Markdown.
    Text(Cow<'r, str>),
    /// Statements, as Markdown.
    Texts(&'r [String]),
    /// Statements with their sections of the documents.
    Facts(&'r [Fact]),
    /// Parameters, or members.
    Members(&'r [Member]),
    /// Parameters with their values.
    Fixed(&'r [Fixed]),
    /// Variables with their defaults and values.
    Variables(&'r [Variable]),
    /// Endpoints.
    Endpoints(&'r [Endpoint]),
    /// A type, and a statement on it as Markdown; an empty type means no value.
    Type(&'r TypeText, Cow<'r, str>),
    /// JSON-RPC error codes.
    Errors(&'r [ErrorCode]),
    /// HTTP statuses.
    Statuses(&'r [Status]),
    /// Examples of a call.
    Examples(&'r Operation, &'r [Example]),
    /// Examples of deliveries.
    Deliveries(&'r [WebhookExample]),
    /// A line of a program.
    Code(Cow<'r, str>),
    /// A call in Rust, and names with their paths.
    Paths(String, Vec<(&'static str, &'r str)>),
}

impl Body<'_> {
    fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) | Self::Code(text) => text.trim().is_empty(),
            Self::Texts(all) => all.is_empty(),
            Self::Facts(all) => all.is_empty(),
            Self::Members(all) => all.is_empty(),
            Self::Fixed(all) => all.is_empty(),
            Self::Variables(all) => all.is_empty(),
            Self::Endpoints(all) => all.is_empty(),
            Self::Errors(all) => all.is_empty(),
            Self::Statuses(all) => all.is_empty(),
            Self::Examples(_, all) => all.is_empty(),
            Self::Deliveries(all) => all.is_empty(),
            Self::Type(..) | Self::Paths(..) => false,
        }
    }
}

/// A part of a description, with its content.
#[derive(Clone, Debug)]
pub struct Section<'r> {
    /// Subject of the section.
    pub part: Part,
    /// Content of the section.
    pub body: Body<'r>,
}

impl Reference {
    /// Returns the sections of an item, in the order in which people read them.
    #[must_use]
    pub fn sections<'r>(&'r self, item: Item<'r>) -> Vec<Section<'r>> {
        let parts = match item {
            Item::Operation(one) => self.of_operation(one),
            Item::Subscription(one) => of_subscription(one),
            Item::Webhooks(one) => of_webhooks(one),
        };
        let sections = parts.into_iter().map(|(part, body)| Section { part, body });
        sections.filter(|section| !section.body.is_empty()).collect()
    }

    fn of_operation<'r>(&'r self, one: &'r Operation) -> Vec<(Part, Body<'r>)> {
        let service = self.service(&one.service);
        let client = self.client(&one.client).filter(|_| matches!(one.protocol, Protocol::Rest { .. }));
        let endpoints =
            service.map(|service| &*service.endpoints).filter(|all| all.iter().any(|one| !one.name.is_empty()));
        let status = match one.statuses.as_slice() {
            [] => String::new(),
            all => format!("Status of success: {}.", all.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")),
        };
        let parameters = match one.parameters.as_slice() {
            [] => Body::Text("None.".into()),
            all => Body::Members(all),
        };
        let paths = vec![("method", &*one.rust.path), ("request", &*one.rust.request), ("result", &*one.rust.result)];
        let mut parts = vec![(Part::Description, text(&one.doc))];
        parts.extend(stated(&one.statements, Area::Description));
        parts.extend([
            (Part::Seen, seen_text(one.seen)),
            (Part::Server, text(one.server.as_deref().unwrap_or_default())),
            (Part::Parameters, parameters),
            (Part::Fixed, Body::Fixed(&one.fixed)),
        ]);
        parts.extend(stated(&one.statements, Area::Request));
        parts.extend([
            (Part::Variables, Body::Variables(service.map(|service| &*service.variables).unwrap_or_default())),
            (Part::Endpoints, Body::Endpoints(endpoints.unwrap_or_default())),
            (Part::Result, Body::Type(&one.result, format!("{} {status}", one.response).trim().to_owned().into())),
            (Part::Headers, Body::Members(&one.headers)),
        ]);
        parts.extend(stated(&one.statements, Area::Response));
        parts.extend([
            (Part::Errors, Body::Errors(&one.errors)),
            (Part::SharedErrors, Body::Errors(service.map(|service| &*service.errors).unwrap_or_default())),
            (Part::Statuses, Body::Statuses(client.map(|client| &*client.statuses).unwrap_or_default())),
            (Part::Examples, Body::Examples(one, &one.examples)),
            (Part::Rust, Body::Paths(await_expression(&one.rust.call), paths)),
        ]);
        parts
    }
}

/// Returns the statements that have a place.
fn stated(all: &[Statements], area: Area) -> impl Iterator<Item = (Part, Body<'_>)> {
    let all = all.iter().filter(move |one| one.topic.area() == area);
    all.map(|one| (Part::Stated(one.topic), Body::Facts(&one.facts)))
}

fn of_subscription(one: &Subscription) -> Vec<(Part, Body<'_>)> {
    let backfill = if one.backfill { "Events that were missed can be fetched." } else { "" };
    let mut parts = vec![
        (Part::Description, text(&one.doc)),
        (Part::Seen, seen_text(one.seen)),
        (Part::Backfill, text(backfill)),
        (Part::Parameters, Body::Members(&one.parameters)),
        (Part::Event, Body::Type(&one.item, "".into())),
    ];
    parts.extend(stated(&one.statements, Area::Response));
    parts.push((Part::Rust, Body::Paths(await_expression(&one.call), Vec::new())));
    parts
}

fn of_webhooks(one: &Webhooks) -> Vec<(Part, Body<'_>)> {
    vec![
        (Part::Description, text(&one.doc)),
        (Part::Event, Body::Type(&one.event, "".into())),
        (Part::Signature, Body::Texts(&one.facts)),
        (Part::Stated(Topic::Notes), Body::Texts(&one.notes)),
        (Part::Examples, Body::Deliveries(&one.examples)),
        (Part::Receiver, Body::Code(one.receive.as_str().into())),
        (Part::Command, Body::Code(one.verify.as_deref().unwrap_or_default().into())),
    ]
}

fn text(text: &str) -> Body<'_> {
    Body::Text(text.trim().into())
}

/// Sentence for an item without a source document.
pub(crate) const SEEN: &str = "No document of the API describes it: it is known from calls of real services.";

fn seen_text(is_seen: bool) -> Body<'static> {
    text(if is_seen { SEEN } else { "" })
}

/// Returns the expression that awaits a call.
fn await_expression(call: &str) -> String {
    format!("{call}.await?")
}

impl<'r> Item<'r> {
    /// Returns the protocol and the name on the wire: `HTTP GET /v1/books`.
    #[must_use]
    pub fn wire_title(self) -> String {
        let kind = match self {
            Self::Operation(Operation { protocol: Protocol::Rest { .. }, .. }) => "HTTP",
            Self::Operation(Operation { protocol: Protocol::Rpc { .. }, .. }) => "JSON-RPC",
            Self::Subscription(_) => "subscription",
            Self::Webhooks(_) => return "webhooks".to_owned(),
        };
        format!("{kind} {}", self.wire_name())
    }

    /// Returns whether it is an operation over JSON-RPC.
    #[must_use]
    pub fn is_rpc(self) -> bool {
        matches!(self, Self::Operation(Operation { protocol: Protocol::Rpc { .. }, .. }))
    }

    /// Returns the types of the parameters, and of the result or event.
    pub fn types(self) -> impl Iterator<Item = &'r TypeText> {
        let (parameters, last): (&[Member], _) = match self {
            Self::Operation(one) => (&one.parameters, &one.result),
            Self::Subscription(one) => (&one.parameters, &one.item),
            Self::Webhooks(one) => (&[], &one.event),
        };
        parameters.iter().map(|member| &member.ty).chain([last])
    }

    /// Returns the section of the documents; `None` if unstated.
    #[must_use]
    pub fn source(self) -> Option<&'r str> {
        match self {
            Self::Operation(one) => one.source.as_deref(),
            Self::Subscription(one) => one.source.as_deref(),
            Self::Webhooks(one) => one.source.as_deref(),
        }
    }
}

impl Variable {
    /// Returns the description with the default and the values, as Markdown.
    #[must_use]
    pub fn text(&self) -> String {
        let default = self.default.iter().map(|default| format!(" Default: {default}.")).collect::<String>();
        let values =
            if self.values.is_empty() { String::new() } else { format!(" One of: {}.", self.values.join(", ")) };
        format!("{}{default}{values}", self.doc.trim())
    }
}
