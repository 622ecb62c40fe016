//! The keys of `webhooks` of a file: events that a service sends, and their signature.

use super::common::{ALLOW, NOTES, SOURCE, doc};
use super::waiting::TIME;
use super::{Key, Position, Shape, Table, key};
use crate::spec::closed::{KEY_ENCODINGS, SIGNATURE_ALGORITHMS, texts};

const ALGORITHM_WORDS: &[&str] = &texts(&SIGNATURE_ALGORITHMS);
const KEY_WORDS: &[&str] = &texts(&KEY_ENCODINGS);

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
            Shape::Either(&[Shape::Text, Shape::Keys(&WEBHOOK_ID)]),
            "The member of an event, or the header, by which repeated deliveries are recognized.",
        ),
        key("signature", Shape::Keys(&SIGNATURE), "The signature of a request."),
        key("examples", Shape::List(&Shape::Keys(&DELIVERY)), "Deliveries, whose bodies are checked against the type."),
        NOTES,
        ALLOW,
    ]],
);

pub(crate) const WEBHOOK_ID: Table = Table::new(
    "webhookId",
    "`id`",
    &[&[key("header", Shape::Text, "The header with the ID, a template over variables.").must()]],
);

pub(crate) const SIGNATURE: Table = Table::new(
    "signature",
    "`signature`",
    &[&[
        key("header", Shape::Text, "The header with the signature, a template over variables.").must(),
        key("algorithm", Shape::Word(ALGORITHM_WORDS), "The algorithm of the signature.").must(),
        key("key", Shape::Word(KEY_WORDS), "The encoding of the key in a secret; the default is `text`."),
        key("keyPrefix", Shape::Text, "The text before the encoded key in a secret, such as `whsec_`."),
        key(
            "form",
            Shape::Text,
            "The form of one signature in the header: `{hex}` or `{base64}` after a fixed text, such as `sha256={hex}`.",
        )
        .must(),
        key("separator", Shape::Text, "The text between several signatures or parts in the header."),
        key("timestamp", Shape::Keys(&SIGNED_TIME), "The place of the timestamp that is signed, in seconds of UNIX time."),
        key(
            "over",
            Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]),
            "What is signed, from `{body}`, `{canonicalJson}`, `{timestamp}` and `{id}`; several are tried in their \
             order. The default is `{body}`.",
        ),
        key("tolerance", Shape::Keys(&TIME), "The largest distance of the timestamp from the clock of the receiver."),
    ]],
);

pub(crate) const SIGNED_TIME: Table = Table::new(
    "signedTime",
    "`timestamp`",
    &[&[
        key("part", Shape::Text, "The name of the part of the header of the signature: `t` for `t=1700000000`."),
        key("header", Shape::Text, "The header with the timestamp, a template over variables."),
    ]],
)
.one(&["part", "header"]);

pub(crate) const DELIVERY: Table = Table::new(
    "delivery",
    "an example of `webhooks`",
    &[&[
        doc("The description of the example."),
        key("secret", Shape::Text, "The secret that the request is signed with; never a real one."),
        key("headers", Shape::Map(&Shape::Text), "The headers of the request."),
        key("body", Shape::Text, "The body of the request, as it is sent.").must(),
    ]],
);
