//! Webhooks: signature and ID of deliveries, and examples.

use super::waiting::Time;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::mapping::{choice, mapping, words};
use crate::language::node::{At, Node, NodeKind, Text};
use crate::language::reader::Reader;
use crate::language::table::Shape;
use crate::language::word::{Filled, Form, OneOrSeveral, Word};
use chainloom_schema::{KeyEncoding, SignatureAlgorithm};

words! { SignatureAlgorithm { HmacSha256 "hmac-sha256" } }
words! { KeyEncoding { Text "text", Hex "hex", Base64 "base64" } }

mapping! {
    /// Signature of a request.
    #[derive(Clone, Debug)]
    pub(crate) struct SignatureDecl = "signature", "`signature`" {
        here span: Span; "Source span of the declaration.";
        must header: Text; "The header with the signature, a template over variables.";
        must algorithm: SignatureAlgorithm; "The algorithm of the signature.";
        some key: KeyEncoding; "The encoding of the key in a secret; the default is `text`.";
        some key_prefix as "keyPrefix": Text, by Filled;
            "The text before the encoded key in a secret, such as `whsec_`.";
        must form: Text;
            "The form of one signature in the header: `{hex}` or `{base64}` after a fixed text, such as `sha256={hex}`.";
        some separator: Text, by Filled; "The text between several signatures or parts in the header.";
        some timestamp: SignedTimeDecl; "The place of the timestamp that is signed, in seconds of UNIX time.";
        some over: Vec<Text>, by Signed;
            "What is signed, from `{body}`, `{canonicalJson}`, `{timestamp}` and `{id}`; several are tried in their \
             order. The default is `{body}`.";
        some tolerance: At<Time>; "The largest distance of the timestamp from the clock of the receiver.";
    }
}

choice! {
    /// Place of the timestamp.
    #[derive(Clone, Debug)]
    pub(crate) enum SignedTimeDecl = "signedTime", "`timestamp`" {
        Part "part": Text, by Filled; "The name of the part of the header of the signature: `t` for `t=1700000000`.";
        Header "header": Text; "The header with the timestamp, a template over variables.";
    }
}

/// Notation of `over`: one template of the signed content, or several.
#[derive(Debug)]
pub(crate) enum Signed {}

impl Form<Vec<Text>> for Signed {
    const SHAPE: Shape = Shape::Either(&[Shape::Text, Shape::List(&Shape::Text)]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Vec<Text>> {
        if matches!(&node.kind, NodeKind::List(items) if items.is_empty()) {
            let problem = Diagnostic::error(Code::BadShape, node.span, format!("{what} lists nothing that is signed"));
            reader.report(problem.hint("write `over: \"{body}\"`, or remove the key"));
        }
        OneOrSeveral::read(reader, node, what)
    }
}

/// Place of the ID by which repeated deliveries are recognized.
#[derive(Clone, Debug)]
pub(crate) enum WebhookIdDecl {
    Member(Text),
    Header(Text),
}

mapping! {
    /// Header with the ID.
    #[derive(Clone, Debug)]
    pub(crate) struct IdHeader = "deliveryId", "`id`" {
        must header: Text; "The header with the ID, a template over variables.";
    }
}

impl Word for WebhookIdDecl {
    const SHAPE: Shape = Shape::Either(&[Shape::Text, IdHeader::SHAPE]);

    fn read(reader: &mut Reader, node: &Node, what: &str) -> Option<Self> {
        if let NodeKind::Map(_) = node.kind {
            let IdHeader { header } = Word::read(reader, node, what)?;
            return Some(Self::Header(header));
        }
        Text::read(reader, node, what).map(Self::Member)
    }
}

mapping! {
    /// Example of a delivery.
    #[derive(Clone, Debug)]
    pub(crate) struct DeliveryDecl = "delivery", "an example of `webhooks`" {
        some doc: Text; "The description of the example.";
        some secret: Text; "The secret that the request is signed with; never a real one.";
        list headers: (Text, Text); "The headers of the request.";
        must body: Text; "The body of the request, as it is sent.";
    }
}
