//! Operations, their variants and parameters, and subscriptions.
//!
//! Input: operations and subscriptions of the model. Output: nodes.

use chainloom_codegen::CallNames;
use chainloom_codegen::model::{
    ModuleId, Operation, Param, ParamStyle, Place, ResponseBody, RuleKind, ServiceId, Slot, Subscription, TypedCall,
    Value, Wire, to_json,
};
use serde_json::json;

use super::data::order;
use super::members::Stated;
use super::{Facts, RECEIVED, SENT};
use crate::item::Kind;
use crate::node::{Fact, Node};
use crate::topic;

impl Facts<'_> {
    /// Returns the node of an operation. The facts of its only call are facts of the operation.
    pub(super) fn operation(&self, _: usize, operation: &Operation) -> Node {
        let name = self.name_in(operation.service, &operation.name);
        let mut node = self.node(Kind::Operation, name, operation.span, operation);
        node.home = self.home(operation.module);
        node.flow = SENT;
        let is_rpc = matches!(operation.wire, Wire::Rpc { .. });
        node.facts.extend([
            (topic::PROTOCOL, json!(if is_rpc { "JSON-RPC" } else { "REST" })),
            (topic::ADDRESS, json!(operation.wire_name())),
            (topic::FILE, json!(node.home)),
            (topic::SERVER, json!(self.model.server_of(operation).map(|server| &server.name))),
        ]);
        if operation.calls.iter().any(|call| call.response.body == ResponseBody::ByStatus) {
            // Arms of the type of the response state the statuses.
            let statuses = node.facts.iter_mut().filter(|(topic, _)| *topic == topic::STATUSES);
            statuses.for_each(|(_, fact)| *fact = json!({ "by_status": true }));
        }
        node.facts.extend(self.order_of(&operation.params, operation.service));
        let mut paths = vec![Vec::new(); operation.params.len()];
        for call in &operation.calls {
            let (own, below) = self.paths_of_call(call, operation);
            node.rust.extend(own);
            paths.iter_mut().zip(below).for_each(|(all, more)| all.extend(more));
        }
        node.children = operation
            .params
            .iter()
            .zip(paths)
            .map(|(param, rust)| Node { slot: slot(param, operation), ..self.param(param, operation.service, rust) })
            .collect();
        let rules = operation.rules.iter();
        node.children.extend(rules.map(|rule| {
            let node = self.node(Kind::Rule, rule_text(&rule.kind), operation.span, rule);
            Node { rule: Some(rule.kind.clone()), ..node }
        }));
        node.children.extend(operation.errors.iter().map(|error| self.rpc_error(error)));
        match operation.calls.as_slice() {
            [only] if only.name == operation.name => {
                let own = node.facts.len();
                node.values = only.result.as_ref().map(|ty| self.labels.values(ty));
                for (topic, fact) in self.call_facts(only, operation) {
                    let is_there = node.facts[..own].iter().any(|(known, _)| known.is_like(topic));
                    node.facts.push((if is_there { topic.of_the_call() } else { topic }, fact));
                }
            }
            several => node.children.extend(several.iter().map(|call| self.variant(call, operation))),
        }
        node
    }

    /// Returns the node of a typed call of an operation with several.
    fn variant(&self, call: &TypedCall, operation: &Operation) -> Node {
        let node = self.node(Kind::Variant, &call.name, call.span, call).in_rust(self.paths_of_call(call, operation).0);
        let values = call.result.as_ref().map(|ty| self.labels.values(ty));
        Node { flow: SENT, facts: self.call_facts(call, operation), values, ..node }
    }

    /// Returns the facts of a typed call: fixed parameters, result and response.
    fn call_facts(&self, call: &TypedCall, operation: &Operation) -> Vec<Fact> {
        let fixed = call.fixed.iter().map(|(at, constant)| {
            let param = operation.params.get(*at);
            let is_named = |param: &&Param| !self.has_local_name(param, operation.service);
            let name = param.filter(is_named).map_or(json!(at), |param| json!(param.field.name));
            json!([name, to_json(constant)])
        });
        let mut facts = vec![(topic::FIXED, fixed.collect())];
        if let Some(result) = &call.result {
            facts.extend(self.ty([topic::RESULT, topic::INNER_BOUNDS_OF_RESULT], result));
        }
        facts.extend(call.facts(self));
        facts.extend(call.response.facts(self));
        facts
    }

    /// Returns the paths of the Rust items of a call, and of each of its parameters.
    fn paths_of_call(&self, call: &TypedCall, operation: &Operation) -> (Vec<String>, Vec<Vec<String>>) {
        self.paths(self.names.call(call.id), (operation.service, operation.module), "Call")
    }

    /// Returns the paths of the Rust items of a call or a subscription, and of each of its parameters.
    fn paths(
        &self,
        names: &CallNames,
        (service, module): (ServiceId, ModuleId),
        wrapper: &str,
    ) -> (Vec<String>, Vec<Vec<String>>) {
        let module = self.module(module);
        let home = &self.model.services[service.0];
        let client = self.module(self.model.clients[home.client.0].module);
        let handle = format!("{}{}", self.module(home.module), self.names.service(service).handle);
        let input = format!("{module}calls::{}", names.name);
        let call = format!("{client}{wrapper}<{input}>");
        let mut own = vec![input.clone(), format!("{handle}::{}", names.method), call.clone()];
        for name in [&names.wait, &names.extension, &names.call_extension] {
            if !name.as_str().is_empty() {
                own.push(format!("{handle}::{name}"));
                own.push(format!("{module}{name}"));
            }
        }
        let below = names.params.iter();
        let below =
            below.map(|rust| vec![format!("{input}.{rust}"), format!("{input}::{rust}"), format!("{call}::{rust}")]);
        (own, below.collect())
    }

    /// Returns the node of a parameter. `rust` are its paths.
    fn param(&self, param: &Param, service: ServiceId, rust: Vec<String>) -> Node {
        let node = self.field(Kind::Parameter, &param.field, SENT, rust).with(param.facts(self));
        Node { has_local_name: self.has_local_name(param, service), ..node }
    }

    /// Returns whether requests do not contain the name of a parameter: it is in the path, or sent by position.
    fn has_local_name(&self, param: &Param, service: ServiceId) -> bool {
        param.place == Place::Path || (param.place == Place::Rpc && self.is_positional(service))
    }

    /// Returns the node of a subscription.
    pub(super) fn subscription(&self, at: usize, subscription: &Subscription) -> Node {
        let name = self.name_in(subscription.service, &subscription.name);
        let home = (subscription.service, subscription.module);
        let (own, below) = self.paths(self.names.subscription(at), home, "Subscribe");
        let mut node = self
            .node(Kind::Subscription, name, subscription.span, subscription)
            .in_rust(own)
            .with(self.ty([topic::EVENT, topic::INNER_BOUNDS_OF_EVENT], &subscription.item))
            .of_values(Some(self.labels.values(&subscription.item)));
        node.home = self.home(subscription.module);
        node.flow = RECEIVED;
        node.facts.push((topic::FILE, json!(node.home)));
        node.facts.extend(self.order_of(&subscription.params, subscription.service));
        let params = subscription.params.iter().zip(below);
        node.children = params.map(|(param, rust)| self.param(param, subscription.service, rust)).collect();
        node
    }

    /// Returns the order of parameters, which programs see, and the service if they are positional.
    fn order_of(&self, params: &[Param], service: ServiceId) -> Vec<Fact> {
        let is_positional = self.is_positional(service);
        let order = order(params.iter().map(|param| &param.field), is_positional);
        let positions = is_positional.then(|| (topic::POSITIONS, order.clone()));
        [(topic::ORDER, order.clone()), (topic::ARGUMENTS, order)].into_iter().chain(positions).collect()
    }

    /// Returns whether a list without names holds the parameters of a service.
    fn is_positional(&self, service: ServiceId) -> bool {
        let rpc = self.model.services.get(service.0).and_then(|service| service.rpc.as_ref());
        rpc.is_some_and(|rpc| rpc.params == ParamStyle::Positional)
    }

    /// Returns the name of a call, after the name of its service and a dot.
    fn name_in(&self, service: ServiceId, name: &str) -> String {
        format!("{}.{name}", self.model.services.get(service.0).map_or("", |service| service.name.as_str()))
    }
}

/// Returns the address of an operation without names, and the index of a parameter in its path.
fn slot(param: &Param, operation: &Operation) -> Option<String> {
    let Wire::Rest { verb, path } = &operation.wire else { return None };
    let is_slot = |slot: &Slot| param.place == Place::Path && slot.name == param.field.name;
    let at = path.slots().iter().position(is_slot)?;
    Some(format!("{at} of {} {}", verb.as_str(), path.fill(|_| Some(String::new()))))
}

/// Returns a rule in words, such as `at least one of a, b`.
pub(crate) fn rule_text(kind: &RuleKind) -> String {
    let conditions = |all: &[(String, Option<Value>)]| {
        let one = |(name, given): &(String, Option<Value>)| match given {
            Some(given) => format!("{name} = {}", to_json(given)),
            None => name.clone(),
        };
        all.iter().map(one).collect::<Vec<_>>().join(" and ")
    };
    match kind {
        RuleKind::AtLeastOne(of) => format!("at least one of {}", of.join(", ")),
        RuleKind::AtMostOne(of) => format!("at most one of {}", of.join(", ")),
        RuleKind::SumAtMost { of, max } => format!("sum of {} at most {max}", of.join(", ")),
        RuleKind::Requires { when, need } => format!("{} requires {}", conditions(when), conditions(need)),
        RuleKind::Ascending(param) => format!("{param} ascends"),
        RuleKind::Ordered { low, high } => format!("{low} not above {high}"),
    }
}
