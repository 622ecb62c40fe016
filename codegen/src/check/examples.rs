//! Examples fit the types of their operation.

use std::collections::HashMap;

use super::context::{Context, words};
use super::values::{Fit, Misfit};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::document::{ExampleDoc, OperationDoc};
use crate::model::{Example, Operation, Param};

impl Context<'_> {
    /// The examples of an operation or of one of its variants.
    pub(super) fn examples(&mut self, doc: &OperationDoc, operation: &Operation) -> Vec<Example> {
        let has_variants = !doc.variants.is_empty();
        let belongs = |example: &&ExampleDoc| match &example.variant {
            Some(variant) => has_variants && variant.value == operation.name,
            None => !has_variants,
        };
        let examples = doc.examples.iter().filter(belongs);
        examples.map(|example| self.example(example, operation)).collect()
    }

    /// With variants, an example says whose it is; without, it does not.
    pub(super) fn check_example_variants(&mut self, doc: &OperationDoc) {
        let names: Vec<&str> = doc.variants.iter().map(|variant| variant.name.value.as_str()).collect();
        for example in &doc.examples {
            match &example.variant {
                Some(variant) if !names.contains(&variant.value.as_str()) => {
                    let message = format!("the operation has no variant `{}`", variant.value);
                    let near = did_you_mean(&variant.value, names.iter().copied());
                    let problem = Diagnostic::error(Code::BadExample, variant.span, message);
                    self.report(problem.hint("remove `variant`, or name one").hint_opt(near));
                }
                None if !names.is_empty() => {
                    let message = "the example does not say whose it is".to_owned();
                    let hint = format!("add `variant: {}` or another", names[0]);
                    self.error(Code::BadExample, example.span, message, &hint);
                }
                _ => {}
            }
        }
    }

    fn example(&mut self, doc: &ExampleDoc, operation: &Operation) -> Example {
        self.check_request(doc, operation);
        if let Some(response) = &doc.response {
            match &operation.result {
                Some(ty) => {
                    let mut fit = Fit::new(&self.model.types);
                    fit.value(response, ty);
                    self.report_misfits(fit.found, "the response");
                }
                None => {
                    let message = "the operation answers with nothing, but the example has a response";
                    let hint = "say what it answers, with `response` or `result`, or remove this";
                    self.error(Code::BadExample, response.span, message.to_owned(), hint);
                }
            }
        }
        let member = |(name, node): &(crate::document::Text, crate::node::Node)| (name.value.clone(), node.to_value());
        Example {
            doc: words(doc.doc.as_ref()),
            request: doc.request.iter().map(member).collect(),
            response: doc.response.as_ref().map(crate::node::Node::to_value),
        }
    }

    fn check_request(&mut self, doc: &ExampleDoc, operation: &Operation) {
        let params: HashMap<&str, &Param> =
            operation.params.iter().map(|param| (param.field.name.as_str(), param)).collect();
        let mut fit = Fit::new(&self.model.types);
        let mut found = Vec::new();
        for (name, node) in &doc.request {
            let Some(param) = params.get(name.value.as_str()) else {
                let message = format!("the operation has no parameter `{}`", name.value);
                let near = did_you_mean(&name.value, operation.params.iter().map(|param| param.field.name.as_str()));
                found.push(Diagnostic::error(Code::BadExample, name.span, message).hint_opt(near));
                continue;
            };
            fit.field(node, &param.field);
            if param.fixed.as_ref().is_some_and(|fixed| *fixed != node.to_value()) {
                let message = format!("the variant fixes `{}` to another value", name.value);
                found.push(Diagnostic::error(Code::BadExample, node.span, message).hint("leave it out"));
            }
        }
        let given: std::collections::HashSet<&str> = doc.request.iter().map(|(name, _)| name.value.as_str()).collect();
        for param in &operation.params {
            let field = &param.field;
            if field.required && param.fixed.is_none() && !given.contains(field.name.as_str()) {
                let message = format!("the example lacks the parameter `{}`", field.name);
                found.push(Diagnostic::error(Code::BadExample, doc.span, message).hint("add it to `request`"));
            }
        }
        self.report_misfits(fit.found, "the request");
        self.found.extend(found);
    }

    fn report_misfits(&mut self, misfits: Vec<Misfit>, what: &str) {
        let found: Vec<Diagnostic> = misfits
            .into_iter()
            .map(|misfit| {
                let message = format!("{what} does not fit: {}", misfit.message);
                Diagnostic::error(Code::BadExample, misfit.span, message).hint_opt(misfit.hint)
            })
            .collect();
        self.found.extend(found);
    }
}
