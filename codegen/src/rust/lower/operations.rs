//! Tables of operations and subscriptions.
//!
//! Input: a call with its operation. Output: the table that the runtime executes. A parameter is
//! identified by its index in the input.

use chainloom_schema as schema;

use super::docs;
use super::services::{conditions, error_signs, limits, path_list_table, security};
use super::types::Lowering;
use crate::analysis::names::CallNames;
use crate::keep;
use crate::model::{self, CallView, Content, ParamStyle, ResponseBody, RuleKind, Service, Value, Wire};

/// Names of the free parameters of a call; the position of a name is the index of the parameter in
/// the input.
pub(super) struct Indices<'m>(Vec<&'m str>);

impl<'m> Indices<'m> {
    /// Lists the parameters of a call that are not constant, in the order of the input.
    fn of_call(call: CallView<'m>) -> Self {
        Self(call.free_params().map(|param| param.field.name.as_str()).collect())
    }

    /// Returns the index of a parameter in the input. `check` has made sure that the parameter
    /// exists.
    fn index_of(&self, name: &str) -> usize {
        self.0.iter().position(|other| *other == name).unwrap_or_default()
    }

    fn indices_of(&self, names: &[String]) -> &'static [usize] {
        keep::list(names.iter().map(|name| self.index_of(name)))
    }
}

/// Returns whether JSON-RPC parameters of a service are items of a list, without names.
pub(super) fn is_positional(service: &Service) -> bool {
    service.rpc.as_ref().is_some_and(|rpc| rpc.params == ParamStyle::Positional)
}

impl Lowering<'_> {
    /// Returns the table of a call, which is built at the first request.
    pub(super) fn operation_table(&self, call: CallView<'_>) -> &'static schema::Operation {
        if let Some(made) = self.tables.operations.borrow().get(&call.own.id) {
            return made;
        }
        let (operation, names, facts) = (call.operation, self.names.call(call.own.id), call.facts());
        let service = &self.model.services[operation.service.0];
        let fields = call.free_params().map(|param| param.field);
        let indices = Indices::of_call(call);
        let input = self.input_table(operation.module, &names.input_table, names.name.as_str(), fields);
        let table = keep::value(schema::Operation {
            id: keep::text(&call.id_of(service)),
            service: self.service_table(operation.service),
            protocol: protocol(&operation.wire),
            input,
            may_hold_secrets: schema::may_hold_secrets(input),
            bindings: bindings(service, call, &indices),
            content: operation.content.as_ref().and_then(stated_content),
            security: operation.security.as_deref().map(security),
            server: operation.server.filter(|_| operation.server != service.server),
            output: self.output_table(call),
            response: self.response_table(call),
            rules: keep::list(
                operation
                    .rules
                    .iter()
                    .map(|rule| schema::Rule { kind: rule_kind(&rule.kind, &indices), doc: keep::text(&rule.doc) }),
            ),
            effect: operation.effect,
            paginate: operation.paginate.as_ref().map(|pages| keep::value(paginate_table(pages, &indices)) as &_),
            wait: operation.wait.as_ref().map(|wait| self.wait_table(wait)),
            available: conditions(facts.available.iter().copied()),
            cost: operation.cost.as_ref().map(|cost| cost.units),
            since: facts.since.map(keep::text),
            until: facts.until.map(keep::text),
            limits: limits(&operation.limits),
            errors: self.error_tables(&operation.errors),
        });
        self.add_static(operation.module, &names.table, table);
        self.tables.operations.borrow_mut().insert(call.own.id, table);
        table
    }

    fn output_table(&self, call: CallView<'_>) -> Option<schema::Type> {
        match call.own.response.body {
            ResponseBody::Bytes(_) => Some(schema::BYTES),
            _ => call.own.result.as_ref().map(|ty| self.bounded_table(ty)),
        }
    }

    fn response_table(&self, call: CallView<'_>) -> &'static schema::Response {
        let union = self.model.response_union(call.own).and_then(|(id, _)| self.union_of(id));
        let body = match (&call.own.response.body, union) {
            (ResponseBody::Text(types), _) => schema::ResponseBody::Text(keep::texts(types)),
            (ResponseBody::Bytes(types), _) => schema::ResponseBody::Bytes(keep::texts(types)),
            (ResponseBody::ByStatus, Some(union)) => schema::ResponseBody::ByStatus(union),
            (ResponseBody::Events, Some(union)) => schema::ResponseBody::Events(union),
            (ResponseBody::Lines(types), _) => schema::ResponseBody::Lines(keep::texts(types)),
            _ => schema::ResponseBody::Json,
        };
        let headers = call.own.response.headers.map(|id| self.record_of(id));
        let facts = &call.own.response.stream;
        let end = facts.end.as_deref().map(keep::text);
        let stream = schema::EventStream { end, ids: facts.ids, retry: facts.retry };
        let is_json = matches!(body, schema::ResponseBody::Json | schema::ResponseBody::ByStatus(_));
        let asks_for_json = call.operation.asks_for_json && is_json;
        let leaves_origin = call.operation.leaves_origin;
        keep::value(schema::Response { body, headers, leaves_origin, asks_for_json, stream })
    }

    /// Builds the table of a subscription.
    pub(super) fn subscription_table(
        &self,
        subscription: &model::Subscription,
        names: &CallNames,
    ) -> &'static schema::Subscription {
        let service = &self.model.services[subscription.service.0];
        let own = subscription.subscribe.as_ref();
        let begin = own.or(service.subscribe.as_ref()).map(|names| names.call.as_str()).unwrap_or_default();
        let fields = subscription.params.iter().map(|param| &param.field);
        let mut table = schema::Subscription::new(
            keep::text(&format!("{}.{}", service.name, subscription.name)),
            self.service_table(subscription.service),
            self.input_table(subscription.module, &names.input_table, names.name.as_str(), fields),
            self.bounded_table(&subscription.item),
            keep::text(begin),
            subscription_bindings(subscription, is_positional(service)),
        );
        table.kind = subscription.kind.as_deref().map(keep::text);
        table.subscribe = own.map(subscribe);
        table.backfill = subscription.backfill.as_ref().and_then(|backfill| self.backfill_table(backfill));
        keep::value(table)
    }

    fn wait_table(&self, wait: &model::Wait) -> &'static schema::Wait {
        let conditions = |of: &[model::WaitCondition]| {
            keep::list(of.iter().map(|one| schema::WaitCondition {
                member: keep::texts(&one.member.0),
                values: keep::texts(one.values.iter().map(docs::json)),
            }))
        };
        keep::value(schema::Wait {
            until: conditions(&wait.until),
            failed: conditions(&wait.failed),
            not_yet: error_signs(&wait.not_yet),
            every: wait.every,
            deadline: wait.deadline,
            confirmations: wait.confirmations.as_ref().and_then(|of| self.confirmations_table(of)),
            replaced: wait.replaced.as_ref().and_then(|of| self.replaced_table(of)),
        })
    }

    /// Builds the table of confirmations; `check` has made sure that the call exists.
    fn confirmations_table(&self, of: &model::Confirmations) -> Option<&'static schema::Confirmations> {
        let latest = self.model.typed_calls().find(|call| call.own.id == of.latest)?;
        Some(keep::value(schema::Confirmations {
            height: keep::texts(&of.height.0),
            latest: self.operation_table(latest),
            latest_height: keep::texts(&of.latest_height.0),
        }))
    }

    /// Builds the table of a replacement; `check` has made sure that the calls exist.
    fn replaced_table(&self, of: &model::Replaced) -> Option<&'static schema::Replaced> {
        let find = |id| self.model.typed_calls().find(|call| call.own.id == id);
        let (pending, next) = (find(of.pending)?, find(of.next)?);
        let indices = Indices::of_call(next);
        let members = of.with.iter().map(|(name, path)| (name, schema::NextValue::Member(keep::texts(&path.0))));
        let fixed = of.fix.iter().map(|(name, value)| (name, schema::NextValue::Fixed(keep::text(&docs::json(value)))));
        Some(keep::value(schema::Replaced {
            pending: self.operation_table(pending),
            number: keep::texts(&of.number.0),
            next: self.operation_table(next),
            with: keep::list(members.chain(fixed).map(|(name, source)| (indices.index_of(name), source))),
        }))
    }

    /// Builds the table of a backfill; `check` has made sure that the calls exist.
    fn backfill_table(&self, backfill: &model::Backfill) -> Option<&'static schema::Backfill> {
        let find = |id| self.model.typed_calls().find(|call| call.own.id == id);
        let (latest, call) = (find(backfill.latest)?, find(backfill.call)?);
        let indices = Indices::of_call(call);
        let param = |of: &model::HeightParam| schema::HeightParam {
            index: indices.index_of(&of.param),
            path: keep::texts(&of.path.0),
        };
        Some(keep::value(schema::Backfill {
            height: keep::texts(&backfill.height.0),
            same: path_list_table(backfill.same.iter().map(|path| &path.0)),
            latest: self.operation_table(latest),
            call: self.operation_table(call),
            heights: match &backfill.heights {
                model::Heights::At(at) => schema::Heights::At(param(at)),
                model::Heights::Between(from, to) => schema::Heights::Between { from: param(from), to: param(to) },
            },
            links: backfill.links.as_ref().map(|links| schema::Links {
                hash: keep::texts(&links.hash.0),
                parent: links.parent.as_ref().map(|path| keep::texts(&path.0)),
            }),
            removed: backfill.removed.as_ref().map(|path| keep::texts(&path.0)),
        }))
    }
}

/// Returns the protocol of a call: the HTTP request or the JSON-RPC method.
pub(super) fn protocol(wire: &Wire) -> schema::Protocol {
    match wire {
        Wire::Rest { verb, path } => schema::Protocol::Rest { verb: *verb, path: template_table(path) },
        Wire::Rpc { method } => schema::Protocol::Rpc { method: keep::text(method.as_str()) },
    }
}

fn template_table(template: &model::Template) -> schema::Template {
    let slots = template.slots().iter().map(|slot| (slot.range.start, slot.range.end));
    schema::Template::new(keep::text(template.as_str()), keep::list(slots))
}

/// Builds the table of the method names of subscriptions.
pub(super) fn subscribe(names: &model::Subscribe) -> schema::Subscribe {
    let [call, cancel, notify] = [&names.call, &names.cancel, &names.notify].map(|name| keep::text(name.as_str()));
    schema::Subscribe { call, cancel, notify }
}

/// Builds the bindings of a call: where each parameter is sent.
fn bindings(service: &Service, call: CallView<'_>, indices: &Indices<'_>) -> &'static [schema::Binding] {
    let is_positional = is_positional(service);
    keep::list(call.params().map(|param| schema::Binding {
        place: param.place,
        name: if is_positional { "" } else { keep::text(&param.field.name) },
        value: match param.fixed {
            Some(value) => schema::Value::Fixed(keep::text(&docs::json(value))),
            None => schema::Value::Member(indices.index_of(&param.field.name)),
        },
        join: param.field.join.as_deref().map(keep::text),
        style: param.field.written_style().unwrap_or(schema::Style::Repeated),
        explode: param.field.explode,
        keeps_slashes: param.field.keeps_slashes,
        part: part_table(param.field),
    }))
}

/// Builds the table of a multipart part; `None` if the spec states neither its media type nor
/// headers.
fn part_table(field: &model::Field) -> Option<&'static schema::Part> {
    let is_said = !field.content.is_empty() || !field.headers.is_empty();
    is_said.then(|| {
        let headers = field.headers.iter().map(|(name, value)| (keep::text(name), keep::text(value)));
        keep::value(schema::Part { content: keep::texts(&field.content), headers: keep::list(headers) })
    })
}

/// Builds the bindings of a subscription: its kind as a constant, then its parameters, each as a
/// constant or as a value of the input.
fn subscription_bindings(of: &model::Subscription, is_positional: bool) -> &'static [schema::Binding] {
    let fixed = |value: &Value| schema::Value::Fixed(keep::text(&docs::json(value)));
    let binding = |place, name: &str, value| schema::Binding {
        place,
        name: if is_positional { "" } else { keep::text(name) },
        value,
        join: None,
        style: schema::Style::Repeated,
        explode: false,
        keeps_slashes: false,
        part: None,
    };
    let of_kind = if is_positional { schema::Place::Rpc } else { schema::Place::Kind };
    let kind = of.kind.iter().map(|kind| binding(of_kind, "", fixed(&Value::Text(kind.clone()))));
    let params = of.params.iter().enumerate().map(|(index, param)| {
        let value = param.field.constant.as_ref().map_or(schema::Value::Member(index), fixed);
        binding(schema::Place::Rpc, &param.field.name, value)
    });
    keep::list(kind.chain(params))
}

/// Returns the media type of a body; `None` for the defaults, and for forms and multipart bodies,
/// which the places of their parameters determine.
fn stated_content(content: &Content) -> Option<&'static str> {
    let has_one = matches!(content, Content::Json(_) | Content::JsonLines(_) | Content::Raw(_));
    let is_said = has_one && !content.is_default() && content.media_type() != schema::JSON_LINES;
    is_said.then(|| keep::text(content.media_type()))
}

fn rule_kind(kind: &RuleKind, indices: &Indices<'_>) -> schema::RuleKind {
    let conditions = |of: &[(String, Option<Value>)]| {
        let json = |value: &Option<Value>| value.as_ref().map(|value| keep::text(&docs::json(value)));
        keep::list(of.iter().map(|(name, value)| (indices.index_of(name), json(value))))
    };
    match kind {
        RuleKind::AtLeastOne(of) => schema::RuleKind::AtLeastOne(indices.indices_of(of)),
        RuleKind::AtMostOne(of) => schema::RuleKind::AtMostOne(indices.indices_of(of)),
        RuleKind::SumAtMost { of, max } => {
            schema::RuleKind::SumAtMost { of: indices.indices_of(of), max: keep::text(max) }
        }
        RuleKind::Requires { when, need } => {
            schema::RuleKind::Requires { when: conditions(when), need: conditions(need) }
        }
        RuleKind::Ascending(name) => schema::RuleKind::Ascending(indices.index_of(name)),
        RuleKind::Ordered { low, high } => {
            schema::RuleKind::Ordered { low: indices.index_of(low), high: indices.index_of(high) }
        }
    }
}

fn paginate_table(pages: &model::Paginate, indices: &Indices<'_>) -> schema::Paginate {
    let path = |path: &model::MemberPath| keep::texts(&path.0);
    schema::Paginate {
        by: match &pages.by {
            model::PageBy::Token { next, into } => {
                schema::PageBy::Token { next: path(next), into: indices.index_of(into) }
            }
            model::PageBy::Link { rel } => schema::PageBy::Link { rel: keep::text(rel) },
            model::PageBy::Url { next } => schema::PageBy::Url { next: path(next) },
            model::PageBy::Page { into, first } => schema::PageBy::Page { into: indices.index_of(into), first: *first },
            model::PageBy::Offset { into } => schema::PageBy::Offset { into: indices.index_of(into) },
            model::PageBy::Last { next, into } => {
                schema::PageBy::Last { next: path(next), into: indices.index_of(into) }
            }
        },
        items: path(&pages.items),
        size: pages.size.as_ref().map(|name| indices.index_of(name)),
        end: keep::list(pages.end.iter().map(|end| match end {
            model::PageEnd::Absent => schema::PageEnd::Absent,
            model::PageEnd::Empty => schema::PageEnd::Empty,
            model::PageEnd::Short => schema::PageEnd::Short,
            model::PageEnd::Unchanged => schema::PageEnd::Unchanged,
            model::PageEnd::More(member) => schema::PageEnd::More(path(member)),
            model::PageEnd::Total(member) => schema::PageEnd::Total(path(member)),
            model::PageEnd::Error { code, message } => {
                schema::PageEnd::Error { code: *code, message: keep::text(message) }
            }
        })),
        overlap: pages.overlap,
        life: pages.life.map(|life| life.seconds()),
        repeats: pages.repeats,
        any_origin: pages.any_origin,
    }
}
