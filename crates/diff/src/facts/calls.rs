//! Facts of operations, their variants and parameters, and of subscriptions.
//!
//! Input: operations and subscriptions of the model. Output: nodes.

use chainloom_codegen::model::{
    Confirmations, Cost, ErrorSign, Example, Failure, Operation, Param, Replaced, Response, RpcError, Rule, RuleKind,
    ServiceId, TypedCall, Value, Wait, WaitCondition, Wire,
};
use chainloom_codegen::{CallNames, EFFECTS, sentences, word};
use serde_json::{Value as Json, json};

use super::Facts;
use super::common::{available, available_docs, deprecated, flag, limits, limits_docs, list, notes, source, text};
use crate::labels::{member, unshown, value};
use crate::node::Node;
use crate::thing::{Flow, Kind, Spot};
use crate::topic::{self, Topic};

const SENT: Flow = Flow { sent: true, received: false };

impl Facts<'_> {
    pub(super) fn operation(&self, operation: &Operation) -> Node {
        let Operation {
            name,
            span,
            service,
            module,
            doc,
            source: from,
            wire,
            params,
            security,
            server,
            content,
            effect,
            sensitive,
            rules,
            paginate,
            wait,
            cost,
            errors,
            failures,
            statuses,
            leaves_origin,
            asks_for_json,
            since,
            until,
            server_version,
            deprecated: deprecation,
            available: conditions,
            limits: bounds,
            notes: remarks,
            seen,
            calls,
        } = operation;
        let mut node = Node::new(Kind::Operation, format!("{}.{name}", self.service_name(*service)), self.spot(*span));
        node.home = self.home(*module);
        node.flow = SENT;
        let (protocol, address) = match wire {
            Wire::Rest { verb, path } => ("REST", format!("{} {path}", verb.as_str())),
            Wire::Rpc { method } => ("JSON-RPC", method.to_string()),
        };
        let mut paths: Vec<Vec<String>> = params.iter().map(|_| Vec::new()).collect();
        for call in calls {
            let (own, below) = self.call_paths(self.names.call(call.id), operation, params);
            node.rust.extend(own);
            paths.iter_mut().zip(below).for_each(|(all, more)| all.extend(more));
        }
        let server = self.model.server_of(operation).map(|server| server.name.clone()).filter(|_| server.is_some());
        let statuses = statuses.iter().map(|(code, seen)| json!([code, seen])).collect();
        node.facts.extend([
            (topic::PROTOCOL, json!(protocol)),
            (topic::ADDRESS, json!(address)),
            (topic::FILE, json!(self.home(*module))),
            (topic::DOC, text(doc)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::SECURITY, json!(security)),
            (topic::SERVER, json!(server)),
            (topic::CONTENT, content.as_ref().map_or(Json::Null, unshown)),
            (topic::EFFECT, json!(word(&EFFECTS, *effect))),
            (topic::SENSITIVE, flag(*sensitive)),
            (topic::PAGING, paginate.as_ref().map_or(Json::Null, unshown)),
            (topic::WAIT, wait.as_ref().map_or(Json::Null, wait_facts)),
            (topic::COST, cost.as_ref().map_or(Json::Null, cost_facts)),
            (topic::COST_DOC, cost.as_ref().map_or(Json::Null, cost_docs)),
            (topic::TEST_FAILURES, list(failures.iter().map(failure).collect())),
            (topic::STATUSES, list(statuses)),
            (topic::REDIRECTS, flag(*leaves_origin)),
            (topic::ASKS_FOR_JSON, flag(*asks_for_json)),
            (topic::SINCE, json!(since)),
            (topic::UNTIL, json!(until)),
            (topic::SERVER_VERSION, server_version.as_ref().map_or(Json::Null, member)),
            (topic::DEPRECATED, deprecated(deprecation.as_ref())),
            (topic::AVAILABLE, available(conditions)),
            (topic::AVAILABLE_DOC, available_docs(conditions)),
            (topic::LIMITS, limits(bounds)),
            (topic::LIMITS_DOC, limits_docs(bounds)),
            (topic::NOTES, notes(remarks)),
            (topic::SEEN, flag(*seen)),
        ]);
        node.children = params.iter().zip(paths).map(|(param, rust)| self.param(param, rust)).collect();
        let spot = node.spot.clone();
        node.children.extend(rules.iter().map(|rule| Self::rule(rule, &spot)));
        node.children.extend(errors.iter().map(|error| self.rpc_error(error, None)));
        match calls.as_slice() {
            [only] if only.name == *name => {
                let facts = self.call_facts(only, operation);
                node.facts.extend(facts.into_iter().map(|(topic, fact)| (topic.of_the_call(), fact)));
            }
            several => node.children.extend(several.iter().map(|call| self.variant(call, operation))),
        }
        // The order in which arguments stand is seen by programs and by positional parameters.
        let order = node.children.iter().filter(|child| child.kind == Kind::Parameter);
        node.facts.push((topic::ORDER, list(order.map(|child| json!(child.name)).collect())));
        node
    }

    fn variant(&self, call: &TypedCall, operation: &Operation) -> Node {
        let mut node = Node::new(Kind::Variant, call.name.as_str(), self.spot(call.span));
        let (own, _) = self.call_paths(self.names.call(call.id), operation, &operation.params);
        node.rust = own;
        node.flow = SENT;
        node.with(self.call_facts(call, operation))
    }

    fn call_facts(&self, call: &TypedCall, operation: &Operation) -> Vec<(Topic, Json)> {
        let TypedCall {
            id: _,
            name: _,
            span: _,
            doc,
            source: from,
            fixed,
            result,
            response,
            examples,
            since,
            until,
            deprecated: deprecation,
            available: conditions,
            notes: remarks,
            seen,
        } = call;
        let Response { body, headers, stream } = response;
        let fixed = fixed.iter().map(|(at, constant)| {
            let name = operation.params.get(*at).map(|param| param.field.name.as_str());
            json!([name, value(Some(constant))])
        });
        vec![
            (topic::DOC, text(doc)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::FIXED, list(fixed.collect())),
            (topic::RESULT, result.as_ref().map_or(Json::Null, |ty| self.labels.ty(ty))),
            (topic::INNER_BOUNDS_OF_RESULT, result.as_ref().map_or(Json::Null, |ty| self.labels.inside(ty))),
            (topic::RESPONSE, unshown(body)),
            (topic::RESPONSE_HEADERS, json!(headers.and_then(|id| self.labels.types.get(id.0)))),
            (topic::STREAM, unshown(stream)),
            (topic::EXAMPLES, list(examples.iter().map(example).collect())),
            (topic::SINCE, json!(since)),
            (topic::UNTIL, json!(until)),
            (topic::DEPRECATED, deprecated(deprecation.as_ref())),
            (topic::AVAILABLE, available(conditions)),
            (topic::AVAILABLE_DOC, available_docs(conditions)),
            (topic::NOTES, notes(remarks)),
            (topic::SEEN, flag(*seen)),
        ]
    }

    /// The Rust items of a call, and those of each of its parameters.
    fn call_paths(
        &self,
        names: &CallNames,
        operation: &Operation,
        params: &[Param],
    ) -> (Vec<String>, Vec<Vec<String>>) {
        let service = &self.model.services[operation.service.0];
        let module = self.module(operation.module);
        let input = format!("{module}calls::{}", names.name);
        let client = self.module(self.model.clients[service.client.0].module);
        let handle = format!("{}{}", self.module(service.module), self.names.service(operation.service).handle);
        let call = format!("{client}Call<{input}>");
        let mut own = vec![input.clone(), format!("{handle}::{}", names.method), call.clone()];
        for name in [&names.wait, &names.extension, &names.call_extension] {
            if !name.as_str().is_empty() {
                own.push(format!("{handle}::{name}"));
                own.push(format!("{module}{name}"));
            }
        }
        let below = params
            .iter()
            .zip(&names.params)
            .map(|(_, rust)| vec![format!("{input}.{rust}"), format!("{input}::{rust}"), format!("{call}::{rust}")]);
        (own, below.collect())
    }

    pub(super) fn param(&self, param: &Param, rust: Vec<String>) -> Node {
        let Param { place, field } = param;
        self.field(Kind::Parameter, field, SENT, rust).with([(topic::PLACE, json!(sentences::place(*place)))])
    }

    fn rule(rule: &Rule, spot: &Spot) -> Node {
        let Rule { kind, doc, source: from, seen } = rule;
        let node = Node::new(Kind::Rule, rule_text(kind), spot.clone());
        node.with([(topic::DOC, text(doc)), (topic::SOURCE, source(from.as_ref())), (topic::SEEN, flag(*seen))])
    }

    pub(super) fn rpc_error(&self, error: &RpcError, rust: Option<String>) -> Node {
        let RpcError { code, name, span, doc, retry, data, limited, source: from, seen } = error;
        let mut node = Node::new(Kind::Error, name.as_str(), self.spot(*span));
        node.flow = Flow { sent: false, received: true };
        node.rust = rust.into_iter().collect();
        node.with([
            (topic::CODE, json!(code)),
            (topic::DOC, text(doc)),
            (topic::RETRY, json!(retry.map(|retry| sentences::retry(retry).trim_end_matches('.')))),
            (topic::TYPE, data.as_ref().map_or(Json::Null, |ty| self.labels.ty(ty))),
            (topic::LIMITED, limited.as_ref().map_or(Json::Null, unshown)),
            (topic::SOURCE, source(from.as_ref())),
            (topic::SEEN, flag(*seen)),
        ])
    }

    pub(super) fn service_name(&self, id: ServiceId) -> &str {
        self.model.services.get(id.0).map_or("", |service| service.name.as_str())
    }
}

fn cost_facts(cost: &Cost) -> Json {
    let Cost { units, unit, source: _, seen: _ } = cost;
    json!(format!("{units} {}", unit.as_deref().unwrap_or("units")))
}

fn cost_docs(cost: &Cost) -> Json {
    let Cost { units: _, unit: _, source: from, seen } = cost;
    json!([source(from.as_ref()), seen])
}

fn example(example: &Example) -> Json {
    let Example { doc, request, response } = example;
    let request: Vec<Json> = request.iter().map(|(name, given)| json!([name, value(Some(given))])).collect();
    json!({ "doc": doc, "request": request, "response": value(response.as_ref()) })
}

fn failure(failure: &Failure) -> Json {
    let Failure { case, code, message } = failure;
    json!([unshown(case), code, message])
}

fn wait_facts(wait: &Wait) -> Json {
    let Wait { name, span: _, until, failed, not_yet, every, deadline, confirmations, replaced } = wait;
    let conditions = |all: &[WaitCondition]| -> Vec<Json> {
        let one = |condition: &WaitCondition| {
            let WaitCondition { member: path, values } = condition;
            json!([member(path), values.iter().map(|one| value(Some(one))).collect::<Vec<_>>()])
        };
        all.iter().map(one).collect()
    };
    let confirmations = confirmations.as_ref().map(|confirmations| {
        let Confirmations { height, latest: _, latest_name, latest_height } = confirmations;
        json!([member(height), latest_name, member(latest_height)])
    });
    let replaced = replaced.as_ref().map(|replaced| {
        let Replaced { pending: _, pending_name, number, next: _, next_name, with, fix } = replaced;
        let with: Vec<Json> = with.iter().map(|(name, path)| json!([name, member(path)])).collect();
        let fix: Vec<Json> = fix.iter().map(|(name, one)| json!([name, value(Some(one))])).collect();
        json!([pending_name, member(number), next_name, with, fix])
    });
    let not_yet: Vec<Json> = not_yet.iter().map(|ErrorSign { message, code }| json!([message, code])).collect();
    json!({
        "name": name, "until": conditions(until), "failed": conditions(failed), "not yet": not_yet, "every": every,
        "deadline": deadline, "confirmations": confirmations, "replaced": replaced,
    })
}

/// A rule as a spec writes it.
fn rule_text(kind: &RuleKind) -> String {
    let conditions = |all: &[(String, Option<Value>)]| {
        let one = |(name, given): &(String, Option<Value>)| match given {
            Some(given) => format!("{name} = {}", value(Some(given)).get("value").unwrap_or(&Json::Null)),
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
