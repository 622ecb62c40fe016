//! Facts of webhooks: the type of an event, and the signature of a request.
//!
//! Input: webhooks of the model. Output: nodes.

use chainloom_codegen::model::{Delivery, KeyEncoding, Signature, SignedTime, WebhookId, Webhooks};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{notes, source, text};
use crate::labels::{member, unshown};
use crate::node::Node;
use crate::thing::{Flow, Kind};
use crate::topic::{self, Topic};

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
            (topic::CLIENT, json!(self.model.clients[client.0].name)),
            (topic::DOC, text(doc)),
            (topic::EVENT, self.labels.ty(event)),
            (topic::INNER_BOUNDS_OF_EVENT, self.labels.inside(event)),
            (topic::DELIVERY_ID, id.as_ref().map_or(Json::Null, webhook_id)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::NOTES, notes(remarks)),
            (topic::EXAMPLES, if examples.is_empty() { Json::Null } else { examples.iter().map(delivery).collect() }),
        ])
    }

    fn signature(&self, signature: Option<&Signature>) -> Vec<(Topic, Json)> {
        let Some(signature) = signature else { return vec![(topic::SIGNATURE, Json::Null)] };
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
                topic::SIGNATURE,
                json!({
                    "header": header.as_str(), "algorithm": unshown(algorithm), "form": signature.form(),
                    "separator": separator, "timestamp": timestamp,
                }),
            ),
            (topic::SIGNATURE_KEY, json!([key, key_prefix])),
            (topic::SIGNED_TEXT, json!(signature.over_texts())),
            (topic::TOLERANCE, json!(tolerance)),
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
