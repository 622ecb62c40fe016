//! Examples: checks that they fit the parameters and results of their operation.
//!
//! Input: the examples of an operation with its typed calls. Output: the examples of the model, and
//! errors at values that do not fit. `values` decides what fits.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::analysis::check::context::deferred::{Misfit, with_uses};
use crate::analysis::check::context::{Checker, prose};
use crate::analysis::check::values::Fit;
use crate::analysis::check::values::intended::{intended, intended_name_hint};
use crate::diagnostic::{Code, Diagnostic, Span, nearest, question};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::words::examples::ExampleDecl;
use crate::model::{CallParam, CallView, Example, Field, Param, ResponseBody, Wire, to_json};
use crate::spec::document::{CallDecl, OperationDecl, ParamDecl};

impl Checker<'_> {
    /// Builds the examples of a typed call.
    pub(crate) fn examples(&mut self, doc: &OperationDecl, call: CallView<'_>) -> Vec<Example> {
        let has_variants = !doc.variants.is_empty();
        let belongs = |example: &&ExampleDecl| match &example.variant {
            Some(variant) => has_variants && variant.value == call.name(),
            None => !has_variants,
        };
        let examples = doc.examples.iter().filter(belongs);
        examples.map(|example| self.example(doc, example, call)).collect()
    }

    /// Checks that each example names a variant of the operation, if it has variants.
    pub(crate) fn check_example_variants(&mut self, doc: &OperationDecl) {
        let names: Vec<&str> = doc.variants.iter().map(|variant| variant.name.value.as_str()).collect();
        for example in &doc.examples {
            match &example.variant {
                Some(variant) if !names.contains(&variant.value.as_str()) => {
                    let message = format!("the operation has no variant `{}`", variant.value);
                    let near = nearest(&variant.value, names.iter().copied());
                    let near = near.and_then(|near| doc.variants.iter().find(|one| one.name.value == near));
                    let hint = near.map(|near| question(&near.name.value));
                    let hint = hint.unwrap_or_else(|| "declare it under `variants`, or name another one".to_owned());
                    self.misspelt_name(variant, near.map(|near| &near.name), message, hint);
                }
                None if !names.is_empty() => {
                    let message = "the example names no variant".to_owned();
                    let hint = format!("add `variant: {}` or another", names[0]);
                    self.error(Code::BadExample, example.span, message, &hint);
                }
                _ => {}
            }
        }
    }

    /// Checks that the names in examples are parameters.
    pub(crate) fn check_example_params(&mut self, doc: &OperationDecl, params: &[Param]) {
        let mut lacking: BTreeMap<&str, (Option<Span>, Vec<Span>)> = BTreeMap::new();
        for example in &doc.examples {
            let intended = intended_params(example, params);
            let mut preceding = None;
            for (at, (name, _)) in example.request.iter().enumerate() {
                let is_this = |param: &&ParamDecl| param.field.name.value == name.value;
                if params.iter().any(|param| param.field.name == name.value) {
                    preceding = doc.request.params.iter().find(is_this).map(|param| param.field.name.span);
                } else if let Some(intended) = intended.get(&at) {
                    let declared = params[*intended].field.name.as_str();
                    let param = doc.request.params.iter().find(|param| param.field.name.value == declared);
                    let message = format!("the operation has no parameter `{}`", name.value);
                    self.misspelt_name(
                        name,
                        param.map(|param| &param.field.name),
                        message,
                        intended_name_hint(&name.value, declared),
                    );
                } else {
                    lacking.entry(&name.value).or_insert((preceding, Vec::new())).1.push(name.span);
                }
            }
        }
        for (name, (preceding, uses)) in lacking {
            let message = format!("the operation has no parameter `{name}`, but an example gives it");
            let (span, place) = match (preceding, doc.request.params.first()) {
                (Some(span), _) => (span, "after this"),
                (None, Some(first)) => (first.field.name.span, "before this"),
                (None, None) => (call_span(doc), "after this"),
            };
            let problem = Diagnostic::error(Code::BadExample, span, message);
            let problem = problem.label(format!("`{name}` may be missing {place}"));
            let problem = problem.hint("declare the parameter, or remove the value from the example");
            self.report(with_uses(problem, &uses));
        }
    }

    /// Reports a name of an example. If the words of the similar declared name occur nowhere else,
    /// the declared name is reported as the misspelt one.
    fn misspelt_name(&mut self, used: &Text, declared: Option<&Text>, message: String, hint: String) {
        let problem = match declared.filter(|declared| self.words().is_declared_misspelt(&declared.value, &used.value))
        {
            Some(declared) => {
                let message = format!("{message}, which an example names, but `{}`", declared.value);
                let problem = Diagnostic::error(Code::BadExample, declared.span, message);
                problem.label(format!("is `{}` meant?", used.value)).second(used.span, "used here")
            }
            None => Diagnostic::error(Code::BadExample, used.span, message).hint(hint),
        };
        self.report(problem);
    }

    /// Builds an example and checks its request and response. `home` is the operation that has the
    /// example, and `call` the typed call that it shows.
    fn example(&mut self, home: &OperationDecl, doc: &ExampleDecl, call: CallView<'_>) -> Example {
        self.check_request(doc, call);
        if let Some(response) = &doc.response {
            match &call.own.result {
                Some(ty) => {
                    let mut fit = Fit::received(&self.model.types);
                    fit.value(response, ty);
                    let fits = fit.found.is_empty();
                    self.report_misfits(fit.found, "the response");
                    if fits {
                        self.check_success(response, call);
                    }
                }
                None => {
                    if matches!(call.own.response.body, ResponseBody::Bytes(_)) {
                        let message = "the response is bytes, which an example cannot show".to_owned();
                        self.error(Code::BadExample, response.span, message, "remove `response`");
                        return Self::read_example(doc);
                    }
                    self.report(example_without_response(home, response));
                }
            }
        }
        Self::read_example(doc)
    }

    /// Reports a response that `inBody` of the client defines as a failure: examples show
    /// successes.
    fn check_success(&mut self, response: &Node, call: CallView<'_>) {
        let service = self.model.services.get(call.operation.service.0);
        let client = service.and_then(|service| self.model.clients.get(service.client.0));
        let rule = client.and_then(|client| client.errors.as_ref()?.in_body.as_ref());
        let Some(rule) = rule.filter(|_| matches!(call.operation.wire, Wire::Rest { .. })) else { return };
        let fails = |node: &Node| rule.fails(&to_json(&node.to_value()));
        let fails = match (&call.own.response.body, &response.kind) {
            (ResponseBody::Json, _) => fails(response),
            (ResponseBody::ByStatus, NodeKind::Map(by_status)) => by_status.iter().any(|entry| fails(&entry.value)),
            _ => false,
        };
        if fails {
            let message = "the response is a failure by `inBody` of the client".to_owned();
            let hint = "examples show successes: change or remove `response`";
            self.error(Code::BadExample, response.span, message, hint);
        }
    }

    fn read_example(doc: &ExampleDecl) -> Example {
        let member = |(name, node): &(crate::language::node::Text, crate::language::node::Node)| {
            (name.value.clone(), node.to_value())
        };
        Example {
            doc: prose(doc.doc.as_ref()),
            request: doc.request.iter().map(member).collect(),
            response: doc.response.as_ref().map(crate::language::node::Node::to_value),
        }
    }

    fn check_request(&mut self, doc: &ExampleDecl, call: CallView<'_>) {
        let params: HashMap<&str, CallParam<'_>> =
            call.params().map(|param| (param.field.name.as_str(), param)).collect();
        let mut fit = Fit::sent(&self.model.types);
        let mut found = Vec::new();
        for (name, node) in &doc.request {
            let Some(param) = params.get(name.value.as_str()) else {
                continue;
            };
            fit.field(node, param.field);
            let is_constant = param.field.constant.is_some();
            if !is_constant && param.fixed.is_some_and(|fixed| *fixed != node.to_value()) {
                let message = format!("the variant fixes `{}` to another value", name.value);
                found.push(Diagnostic::error(Code::BadExample, node.span, message).hint("leave it out"));
            }
        }
        let mut given: HashSet<&str> = doc.request.iter().map(|(name, _)| name.value.as_str()).collect();
        let all = &call.operation.params;
        // A misspelt parameter is not reported as missing too.
        given.extend(intended_params(doc, all).into_values().map(|at| all[at].field.name.as_str()));
        for param in call.params() {
            let field = param.field;
            if field.required && param.fixed.is_none() && !given.contains(field.name.as_str()) {
                let message = format!("the example lacks the parameter `{}`", field.name);
                found.push(Diagnostic::error(Code::BadExample, doc.span, message).hint("add it to `request`"));
            }
        }
        self.report_misfits(fit.found, "the request");
        self.found.extend(found);
    }

    fn report_misfits(&mut self, misfits: Vec<Misfit>, what: &str) {
        for misfit in misfits {
            self.report_misfit(Code::BadExample, &format!("{what} does not fit"), misfit);
        }
    }
}

/// Maps the position of each unknown name of an example to the index of the parameter that it
/// probably means.
fn intended_params(example: &ExampleDecl, params: &[Param]) -> HashMap<usize, usize> {
    let names: Vec<&str> = example.request.iter().map(|(name, _)| name.value.as_str()).collect();
    let given: Vec<Option<usize>> =
        names.iter().map(|name| params.iter().position(|param| param.field.name == *name)).collect();
    let fields: Vec<&Field> = params.iter().map(|param| &param.field).collect();
    intended(&fields, &names, &given)
}

fn call_span(doc: &OperationDecl) -> Span {
    match &doc.call {
        Some(CallDecl::Rest(_, path)) => path.span,
        Some(CallDecl::Rpc(method)) => method.span,
        None => doc.name.span,
    }
}

/// Builds the diagnostic of an example with a response whose operation has none.
fn example_without_response(home: &OperationDecl, response: &Node) -> Diagnostic {
    let message = "the operation has no response, but an example has one";
    if let Some((span, _)) = home.response.key {
        let problem = Diagnostic::error(Code::BadExample, response.span, message);
        return problem.second(span, "stated here").hint("remove `response` from the example, or state its type");
    }
    let problem = Diagnostic::error(Code::BadExample, last_input(home), message);
    let problem = problem.label("the response may be missing after this").second(response.span, "the response");
    problem.hint("add `response` or `result` to the operation, or remove `response` from the example")
}

/// Returns the span of the last parameter of an operation, or else of its call.
fn last_input(doc: &OperationDecl) -> Span {
    doc.request.params.last().map_or_else(|| call_span(doc), |param| param.field.name.span)
}
