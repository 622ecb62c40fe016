//! Facts of subscriptions and their backfill.
//!
//! Input: subscriptions of the model. Output: nodes.

use chainloom_codegen::model::{Backfill, CallId, HeightParam, Heights, Links, Subscription};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{available, available_docs, flag, limits, limits_docs, notes, source, text};
use super::services::methods;
use crate::labels::member;
use crate::node::Node;
use crate::thing::{Flow, Kind};
use crate::topic;

impl Facts<'_> {
    pub(super) fn subscription(&self, at: usize, subscription: &Subscription) -> Node {
        let Subscription {
            name,
            span,
            kind,
            subscribe,
            service,
            module,
            doc,
            params,
            item,
            backfill,
            seen,
            source: from,
            available: conditions,
            limits: bounds,
            notes: remarks,
        } = subscription;
        let names = self.names.subscription(at);
        let input = format!("{}calls::{}", self.module(*module), names.name);
        let handle = &self.names.service(*service).handle;
        let home = &self.model.services[service.0];
        let client = self.module(self.model.clients[home.client.0].module);
        let subscribed = format!("{client}Subscribe<{input}>");
        let mut node =
            Node::new(Kind::Subscription, format!("{}.{name}", self.service_name(*service)), self.spot(*span));
        node.home = self.home(*module);
        node.flow = Flow { sent: false, received: true };
        node.rust =
            vec![input.clone(), subscribed.clone(), format!("{}{handle}::{}", self.module(home.module), names.method)];
        let params = params.iter().zip(&names.params).map(|(param, rust)| {
            let paths = vec![format!("{input}.{rust}"), format!("{input}::{rust}"), format!("{subscribed}::{rust}")];
            self.param(param, paths)
        });
        node.children = params.collect();
        node.with([
            (topic::FILE, json!(self.home(*module))),
            (topic::KIND_ON_WIRE, json!(kind)),
            (topic::METHODS, subscribe.as_ref().map_or(Json::Null, methods)),
            (topic::DOC, text(doc)),
            (topic::EVENT, self.labels.ty(item)),
            (topic::INNER_BOUNDS_OF_EVENT, self.labels.inside(item)),
            (topic::BACKFILL, backfill.as_ref().map_or(Json::Null, |backfill| self.backfill(backfill))),
            (topic::SEEN, flag(*seen)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::AVAILABLE, available(conditions)),
            (topic::AVAILABLE_DOC, available_docs(conditions)),
            (topic::LIMITS, limits(bounds)),
            (topic::LIMITS_DOC, limits_docs(bounds)),
            (topic::NOTES, notes(remarks)),
        ])
    }

    fn backfill(&self, backfill: &Backfill) -> Json {
        let Backfill { height, same, latest, call, heights, links, removed } = backfill;
        let one = |param: &HeightParam| {
            let HeightParam { param, path } = param;
            json!([param, member(path)])
        };
        let heights = match heights {
            Heights::At(at) => json!({ "at": one(at) }),
            Heights::Between(from, to) => json!({ "from": one(from), "to": one(to) }),
        };
        let links = links.as_ref().map(|Links { hash, parent }| json!([member(hash), parent.as_ref().map(member)]));
        json!({
            "height": member(height), "same": same.iter().map(member).collect::<Vec<_>>(),
            "latest": self.call_name(*latest), "call": self.call_name(*call), "heights": heights, "links": links,
            "removed": removed.as_ref().map(member),
        })
    }

    fn call_name(&self, id: CallId) -> Option<&str> {
        self.model.typed_calls().nth(id.0).map(|call| call.name())
    }
}
