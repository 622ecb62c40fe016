//! Subscriptions: the kinds of events that a service pushes.
//!
//! Input: `subscriptions` of files. Output: the subscriptions of the model, or mistakes.

mod backfill;

use super::context::{Checker, prose};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ClientId, Model, ModuleId, Param, ParamStyle, Place, ServiceId, Subscription};
use crate::spec::document::SubscriptionDecl;

impl<'d> Checker<'d> {
    pub(crate) fn check_subscriptions(&mut self) {
        for file in 0..self.files.len() {
            for doc in &self.files[file].subscriptions {
                self.check_subscription(file, doc);
            }
        }
    }

    fn check_subscription(&mut self, file: usize, doc: &'d SubscriptionDecl) {
        let service = self.scopes.service_of[file];
        let found = service.and_then(|id| self.model.services.get(id.0));
        if found.is_some_and(|service| service.subscribe.is_none()) && doc.subscribe.is_none() {
            let message = "neither the service nor the subscription has `subscribe`".to_owned();
            let hint = "add `subscribe: { call: …, cancel: …, notify: … }` here, or where the service is defined";
            self.error(Code::BadOperation, doc.name.span, message, hint);
        }
        self.check_way_to_subscribe(service, doc);
        let fields = self.fields(file, &doc.params, Some(Place::Rpc));
        self.check_duplicates(&doc.params, &std::collections::HashMap::new());
        let param = |field| Param { place: Place::Rpc, field };
        let item = self.plain_type(file, &doc.item);
        let backfill = self.backfill(doc.backfill.as_ref(), service, &item);
        let from = self.inheritance(file, &self.files[file]);
        // A subscription with its own methods sends a kind only if `kind` is given.
        let kind = doc.kind.as_ref().or(doc.subscribe.is_none().then_some(&doc.name));
        let client = found_client(&self.model, service).or(self.scopes.client_of[file]);
        let visible_vars = self.visible_vars(client, service);
        let subscribe = doc.subscribe.as_ref().map(|names| self.subscribe(names, &visible_vars));
        let subscription = Subscription {
            name: doc.name.value.clone(),
            span: doc.name.span,
            kind: kind.map(|kind| kind.value.clone()),
            subscribe,
            service: service.unwrap_or(ServiceId(0)),
            module: self.modules[file].unwrap_or(ModuleId(0)),
            doc: prose(doc.doc.as_ref()),
            params: fields.into_iter().map(param).collect(),
            item,
            backfill,
            seen: doc.seen,
            source: from.source(doc.source.as_ref()),
            available: from.available(&doc.available),
            limits: from.limits(&[]),
            notes: from.notes(&doc.notes),
        };
        self.check_same_subscription(&subscription);
        self.model.subscriptions.push(subscription);
    }

    /// Reports a subscription that begins with the same call as an earlier one of its service.
    fn check_same_subscription(&mut self, subscription: &Subscription) {
        let is_same = |other: &&Subscription| {
            let params = |one: &Subscription| -> Vec<_> {
                one.params.iter().map(|param| (param.field.name.clone(), param.field.constant.clone())).collect()
            };
            other.service == subscription.service
                && other.kind == subscription.kind
                && other.subscribe.as_ref().map(|names| &names.call)
                    == subscription.subscribe.as_ref().map(|names| &names.call)
                && params(other) == params(subscription)
        };
        if let Some(first) = self.model.subscriptions.iter().find(is_same).map(|other| (other.span, other.name.clone()))
        {
            let message = format!("`{}` begins with the same call as `{}`", subscription.name, first.1);
            let problem =
                Diagnostic::error(Code::DuplicateCall, subscription.span, message).second(first.0, "first here");
            self.report(problem.hint("remove one of them, or write another `kind`"));
        }
    }

    /// Reports own methods (`subscribe`) of a subscription whose service has no websocket, and a `kind` next to own
    /// methods if the parameters of the service are named.
    fn check_way_to_subscribe(&mut self, service: Option<ServiceId>, doc: &SubscriptionDecl) {
        let Some(service) = service.and_then(|id| self.model.services.get(id.0)) else { return };
        if let (Some(names), None) = (&doc.subscribe, &service.websocket) {
            let message = "`subscribe` needs `websocket`".to_owned();
            let hint = "add `websocket: /path` where the service is defined";
            self.error(Code::MissingKey, names.call.span, message, hint);
            return;
        }
        let is_named = service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Named);
        let kind_span = doc.kind.as_ref().filter(|_| doc.subscribe.is_some()).map(|kind| kind.span);
        if let (true, Some(span)) = (is_named, kind_span) {
            let message =
                "`kind` does not apply here: the parameters of the service are members of an object".to_owned();
            let hint = "remove `kind`: the methods of the subscription already select the events";
            self.error(Code::BadOperation, span, message, hint);
        }
    }
}

/// Returns the client of a service. A service of a package belongs to another client than the
/// folder of the file.
fn found_client(model: &Model, service: Option<ServiceId>) -> Option<ClientId> {
    service.and_then(|id| model.services.get(id.0)).map(|service| service.client)
}
