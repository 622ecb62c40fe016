//! The keys of `webhooks` of a file: events that a service sends, and their signature.

use super::common::{ALLOW, NOTES, SOURCE, doc};
use crate::language::table::{Key, Position, Shape, Table, key};
use crate::language::word::Word as _;
use crate::language::words::webhooks::{DeliveryDecl, SignatureDecl, WebhookIdDecl};

pub(super) const WEBHOOKS_KEY: Key =
    key("webhooks", Shape::Keys(&WEBHOOKS), "The events that the service sends to a server of its user.");

pub(crate) const WEBHOOKS: Table = Table::new(
    "webhooks",
    "`webhooks`",
    &[&[
        doc("The description of the events, and of what the service expects of a receiver."),
        SOURCE,
        key("event", Shape::Type(Position::Plain), "The type of an event: the JSON body of a request.").must(),
        key(
            "id",
            WebhookIdDecl::SHAPE,
            "The member of an event, or the header, by which repeated deliveries are recognized.",
        ),
        key("signature", SignatureDecl::SHAPE, "The signature of a request."),
        key("examples", Shape::List(&DeliveryDecl::SHAPE), "Deliveries, whose bodies are checked against the type."),
        NOTES,
        ALLOW,
    ]],
);
