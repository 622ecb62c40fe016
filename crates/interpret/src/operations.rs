//! Operations and subscriptions.

use std::collections::HashMap;

use chainloom_codegen::lowered::{AnswerKind, Backfill, Binding, Bound, Call, HeightParam, Pages, Rule, Subscription};
use chainloom_codegen::model::{self, CallView, PageBy, RuleKind, Value, Verb, Wire};
use chainloom_codegen::sentences::json;
use chainloom_runtime::schema;

use crate::index::Builder;
use crate::services::{available, limits, path, security, subscribe};
use crate::{Example, Operation, keep};

/// What the table of an operation does not hold.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) examples: Vec<Example>,
    /// For each binding, whether a request must have it.
    pub(crate) required: Vec<bool>,
    /// The HTTP statuses of success.
    pub(crate) statuses: Vec<u16>,
}

impl Builder<'_> {
    /// Those of a service that no file of the spec declares are left out.
    pub(crate) fn operations(&mut self, mut said: HashMap<String, Said>) -> Vec<Operation> {
        let calls = self.calls();
        let operation = |(module, call): (Vec<String>, &Call)| {
            let Said { examples, required, statuses } = said.remove(&call.id).unwrap_or_default();
            let doc = call.doc.join("\n");
            Some(Operation { schema: self.operation(&module, call)?, doc, examples, required, statuses })
        };
        calls.into_iter().filter_map(operation).collect()
    }

    fn operation(&mut self, module: &[String], call: &Call) -> Option<&'static schema::Operation> {
        let service = self.service_at(module, &call.service)?;
        let input = self.record_table(module, &call.input);
        let output = match &call.answer.kind {
            AnswerKind::Bytes(_) => Some(schema::BYTES),
            _ => call.output.as_ref().map(|output| self.ty(module, &output.schema)),
        };
        Some(keep::value(schema::Operation {
            bindings: keep::list(call.bindings.iter().map(binding)),
            content: keep::some_text(call.content.as_ref()),
            security: call.security.as_deref().map(security),
            output,
            rules: keep::list(call.rules.iter().map(rule)),
            effect: effect(call.effect),
            paginate: call.paginate.as_ref().map(|pages| keep::value(paginate(pages)) as &_),
            available: available(&call.available),
            answer: self.answer(module, call),
            cost: call.cost,
            since: keep::some_text(call.since.as_ref()),
            until: keep::some_text(call.until.as_ref()),
            limits: limits(&call.limits),
            errors: self.rpc_errors(module, &call.errors),
            ..schema::Operation::new(keep::text(&call.id), service, wire(&call.wire), input)
        }))
    }

    fn answer(&mut self, module: &[String], call: &Call) -> &'static schema::Answer {
        let body = match &call.answer.kind {
            AnswerKind::Json => Some(schema::AnswerBody::Json),
            AnswerKind::Text(types) => Some(schema::AnswerBody::Text(keep::texts(types))),
            AnswerKind::Bytes(types) => Some(schema::AnswerBody::Bytes(keep::texts(types))),
            AnswerKind::ByStatus(table) => self.union_at(module, table).map(schema::AnswerBody::ByStatus),
            AnswerKind::Events { table, .. } => self.union_at(module, table).map(schema::AnswerBody::Events),
        };
        let headers = call.answer.headers.as_ref().map(|headers| self.record_at(module, &headers.table));
        let leaves_origin = call.answer.leaves_origin;
        keep::value(schema::Answer { body: body.unwrap_or(schema::AnswerBody::Json), headers, leaves_origin })
    }

    pub(crate) fn subscriptions(&mut self, operations: &[Operation]) -> Vec<&'static schema::Subscription> {
        let all = self.all_subscriptions();
        let one = |(module, subscription): (Vec<String>, _)| self.subscription(&module, subscription, operations);
        all.into_iter().filter_map(one).collect()
    }

    fn subscription(
        &mut self,
        module: &[String],
        of: &Subscription,
        operations: &[Operation],
    ) -> Option<&'static schema::Subscription> {
        let service = self.service_at(module, &of.service)?;
        let (input, item) = (self.record_table(module, &of.input), self.ty(module, &of.item.schema));
        let (begin, bindings) = (keep::text(&of.begin), keep::list(of.bindings.iter().map(binding)));
        Some(keep::value(schema::Subscription {
            kind: keep::some_text(of.kind.as_ref()),
            subscribe: of.subscribe.as_ref().map(subscribe),
            backfill: of.backfill.as_ref().and_then(|of| backfill(of, operations)),
            ..schema::Subscription::new(keep::text(&of.id), service, input, item).begin(begin, bindings)
        }))
    }
}

/// How missed events are fetched.
fn backfill(of: &Backfill, operations: &[Operation]) -> Option<&'static schema::Backfill> {
    let find = |id: &str| operations.iter().find(|operation| operation.schema.id == id).map(|found| found.schema);
    let param = |of: &HeightParam| schema::HeightParam { index: of.index, path: keep::texts(&of.path) };
    let heights = match of.heights.as_slice() {
        [at] => schema::Heights::At(param(at)),
        [from, to, ..] => schema::Heights::Between(param(from), param(to)),
        [] => return None,
    };
    Some(keep::value(schema::Backfill {
        height: keep::texts(&of.height),
        same: keep::list(of.same.iter().map(|path| keep::texts(path))),
        latest: find(&of.latest.1)?,
        call: find(&of.call.1)?,
        heights,
    }))
}

/// The examples of a typed call, as JSON.
pub(crate) fn examples(call: CallView<'_>) -> Vec<Example> {
    let example = |example: &model::Example| Example {
        request: json(&Value::Object(example.request.clone())),
        response: example.response.as_ref().map(json),
    };
    call.own.examples.iter().map(example).collect()
}

fn wire(wire: &Wire) -> schema::Protocol {
    match wire {
        Wire::Rest { verb, path } => {
            let verb = match verb {
                Verb::Get => schema::Verb::Get,
                Verb::Post => schema::Verb::Post,
                Verb::Put => schema::Verb::Put,
                Verb::Patch => schema::Verb::Patch,
                Verb::Delete => schema::Verb::Delete,
            };
            schema::Protocol::Rest { verb, path: keep::text(path.as_str()) }
        }
        Wire::Rpc { method } => schema::Protocol::Rpc { method: keep::text(method.as_str()) },
    }
}

fn binding(binding: &Binding) -> schema::Binding {
    let place = place(binding.place);
    let name = keep::text(&binding.name);
    let bound = match &binding.value {
        Bound::Fixed(json) => schema::Binding::fixed(place, name, keep::text(json)),
        Bound::Member(index) => schema::Binding::member(place, name, *index),
    };
    let style = binding.style.map_or(bound.style, style);
    schema::Binding {
        join: keep::some_text(binding.join.as_ref()),
        style,
        keeps_slashes: binding.keeps_slashes,
        ..bound
    }
}

const fn place(place: model::Place) -> schema::Place {
    match place {
        model::Place::Path => schema::Place::Path,
        model::Place::Query => schema::Place::Query,
        model::Place::Header => schema::Place::Header,
        model::Place::Body => schema::Place::Body,
        model::Place::Form => schema::Place::Form,
        model::Place::Part => schema::Place::Part,
        model::Place::Whole => schema::Place::Whole,
        model::Place::WholeForm => schema::Place::WholeForm,
        model::Place::Raw => schema::Place::Raw,
        model::Place::Rpc => schema::Place::Rpc,
        model::Place::Kind => schema::Place::Kind,
    }
}

const fn style(style: model::Style) -> schema::Style {
    match style {
        model::Style::Repeated => schema::Style::Repeated,
        model::Style::Brackets => schema::Style::Brackets,
        model::Style::Indices => schema::Style::Indices,
        model::Style::Dots => schema::Style::Dots,
        model::Style::Json => schema::Style::Json,
    }
}

const fn effect(effect: model::Effect) -> schema::Effect {
    match effect {
        model::Effect::Read => schema::Effect::Read,
        model::Effect::Idempotent => schema::Effect::Idempotent,
        model::Effect::Once => schema::Effect::Once,
        model::Effect::Write => schema::Effect::Write,
    }
}

fn rule(rule: &Rule) -> schema::Rule {
    let conditions = |of: &[(usize, Option<Value>)]| {
        keep::list(of.iter().map(|(index, value)| (*index, value.as_ref().map(|value| keep::text(&json(value))))))
    };
    let list = |of: &[usize]| keep::list(of.iter().copied());
    let kind = match &rule.kind {
        RuleKind::AtLeastOne(of) => schema::RuleKind::AtLeastOne(list(of)),
        RuleKind::AtMostOne(of) => schema::RuleKind::AtMostOne(list(of)),
        RuleKind::SumAtMost { of, max } => schema::RuleKind::SumAtMost { of: list(of), max: keep::text(max) },
        RuleKind::Requires { when, need } => {
            schema::RuleKind::Requires { when: conditions(when), need: conditions(need) }
        }
        RuleKind::Ascending(index) => schema::RuleKind::Ascending(*index),
        RuleKind::Ordered { low, high } => schema::RuleKind::Ordered { low: *low, high: *high },
    };
    schema::Rule { kind, doc: keep::text(&rule.doc) }
}

fn paginate(pages: &Pages) -> schema::Paginate {
    let by = match &pages.by {
        PageBy::Token { next, into } => schema::PageBy::Token { next: path(next), into: *into },
        PageBy::Link { rel } => schema::PageBy::Link { rel: keep::text(rel) },
        PageBy::Page { into, first } => schema::PageBy::Page { into: *into, first: *first },
        PageBy::Offset { into } => schema::PageBy::Offset { into: *into },
        PageBy::Last { next, into } => schema::PageBy::Last { next: path(next), into: *into },
    };
    let end = pages.spec.end.iter().map(|end| match end {
        model::PageEnd::Absent => schema::PageEnd::Absent,
        model::PageEnd::Empty => schema::PageEnd::Empty,
        model::PageEnd::Short => schema::PageEnd::Short,
        model::PageEnd::Unchanged => schema::PageEnd::Unchanged,
        model::PageEnd::More(member) => schema::PageEnd::More(path(member)),
        model::PageEnd::Total(member) => schema::PageEnd::Total(path(member)),
    });
    schema::Paginate {
        items: path(&pages.spec.items),
        size: pages.size,
        end: keep::list(end),
        overlap: pages.spec.overlap,
        life: pages.spec.life.map(|life| life.seconds),
        repeats: pages.spec.repeats,
        ..schema::Paginate::new(by)
    }
}
