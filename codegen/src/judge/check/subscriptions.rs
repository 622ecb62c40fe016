//! Kinds of events that a service pushes.

use super::context::{Checker, prose};
use crate::diagnostic::Code;
use crate::model::{ModuleId, Param, Place, ServiceId, Subscription};
use crate::spec::document::SubscriptionDecl;

impl<'d> Checker<'d> {
    pub(super) fn check_subscriptions(&mut self) {
        for file in 0..self.files.len() {
            for doc in &self.files[file].subscriptions {
                self.check_subscription(file, doc);
            }
        }
    }

    fn check_subscription(&mut self, file: usize, doc: &'d SubscriptionDecl) {
        let service = self.scopes.service_of[file];
        let found = service.and_then(|id| self.model.services.get(id.0));
        if found.is_some_and(|service| service.subscribe.is_none()) {
            let message = "the service does not say how to subscribe".to_owned();
            let hint = "add `subscribe: { call: …, cancel: …, notify: … }` where the service is defined";
            self.error(Code::BadOperation, doc.name.span, message, hint);
        }
        let fields = self.fields(file, &doc.params, Some(Place::Rpc));
        self.check_duplicates(&doc.params, &std::collections::HashMap::new());
        let param = |field| Param { place: Place::Rpc, field };
        let item = self.plain_type(file, &doc.item);
        let from = self.passed_on(file, &self.files[file]);
        let kind = doc.kind.as_ref().unwrap_or(&doc.name);
        self.model.subscriptions.push(Subscription {
            name: doc.name.value.clone(),
            span: doc.name.span,
            kind: kind.value.clone(),
            service: service.unwrap_or(ServiceId(0)),
            module: self.modules[file].unwrap_or(ModuleId(0)),
            doc: prose(doc.doc.as_ref()),
            params: fields.into_iter().map(param).collect(),
            item,
            seen: doc.seen,
            source: from.source(doc.source.as_ref()),
            available: from.available(&doc.available),
            limits: from.limits(&[]),
            notes: from.notes(&doc.notes),
        });
    }
}
