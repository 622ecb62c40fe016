//! Facts of webhooks: the type of an event, and how a request is signed.
//!
//! Input: webhooks of the model. Output: nodes.

use chainloom_codegen::model::{Delivery, KeyEncoding, Signature, SignedTime, WebhookId, Webhooks};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{notes, source, text};
use crate::labels::member;
use crate::node::{Flow, Kind, Node};

impl Facts<'_> {
    pub(super) fn webhooks(&self, at: usize, webhooks: &Webhooks) -> Node {
        let Webhooks { name, span, module, client, doc, source: from, event, id, signature, examples, notes: remarks } =
            webhooks;
        let mut node = Node::new(Kind::Webhooks, name.as_str(), self.spot(*span));
        node.home = self.home(*module);
        node.flow = Flow { sent: false, received: true };
        node.rust = vec![format!("{}{}", self.module(*module), self.names.webhooks(at).name)];
        node.facts.extend(self.signature(signature.as_ref()));
        node.with([
            ("client", json!(self.model.clients[client.0].name)),
            ("doc", text(doc)),
            ("event", self.labels.ty(event)),
            ("inner bounds of the event", self.labels.inside(event)),
            ("ID of a delivery", id.as_ref().map_or(Json::Null, webhook_id)),
            ("source", source(from.as_ref())),
            ("notes", notes(remarks)),
            ("examples", if examples.is_empty() { Json::Null } else { examples.iter().map(delivery).collect() }),
        ])
    }

    fn signature(&self, signature: Option<&Signature>) -> Vec<(&'static str, Json)> {
        let Some(signature) = signature else { return vec![("signature", Json::Null)] };
        let Signature {
            header,
            algorithm,
            key,
            key_prefix,
            prefix: _,
            encoding: _,
            separator,
            timestamp,
            over: _,
            tolerance,
        } = signature;
        let key = match key {
            KeyEncoding::Text => "text",
            KeyEncoding::Hex => "hex",
            KeyEncoding::Base64 => "base64",
        };
        let timestamp = timestamp.as_ref().map(|time| match time {
            SignedTime::Part(name) => json!({ "part": name }),
            SignedTime::Header(name) => json!({ "header": name.as_str() }),
        });
        vec![
            (
                "signature",
                json!({
                    "header": header.as_str(), "algorithm": format!("{algorithm:?}"), "form": signature.form(),
                    "separator": separator, "timestamp": timestamp,
                }),
            ),
            ("key of the signature", json!([key, key_prefix])),
            ("signed text", json!(signature.over_texts())),
            ("tolerance", json!(tolerance)),
        ]
    }
}

fn webhook_id(id: &WebhookId) -> Json {
    match id {
        WebhookId::Member(path) => member(path),
        WebhookId::Header(name) => json!({ "header": name.as_str() }),
    }
}

fn delivery(example: &Delivery) -> Json {
    let Delivery { doc, secret, headers, body } = example;
    json!({ "doc": doc, "secret": secret, "headers": headers, "body": body })
}
