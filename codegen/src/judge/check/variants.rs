//! Variants: one call on the wire, several typed calls.

use super::context::{Checker, opt, prose, source};
use super::operations::Home;
use super::values::Fit;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Operation, Param};
use crate::spec::document::{OperationDecl, VariantDecl};

impl<'d> Checker<'d> {
    /// One operation for each variant, or the operation itself; each with the place of its name.
    pub(super) fn variants(
        &mut self,
        home: Home<'d>,
        doc: &'d OperationDecl,
        base: Operation,
    ) -> Vec<(Operation, Span)> {
        if doc.variants.is_empty() {
            return vec![(base, doc.name.span)];
        }
        if let Some((span, _)) = doc.result_key {
            let message = "the variants say the result, so the operation must not".to_owned();
            self.error(Code::BadVariant, span, message, "move it into the variants");
        }
        let variants = doc.variants.iter();
        variants.map(|variant| (self.variant(home, variant, &base), variant.name.span)).collect()
    }

    fn variant(&mut self, home: Home<'d>, variant: &'d VariantDecl, base: &Operation) -> Operation {
        let mut operation = base.clone();
        operation.name.clone_from(&variant.name.value);
        operation.span = variant.name.span;
        operation.result = variant.result.as_ref().map(|expr| self.plain_type(home.file, expr));
        self.fix(variant, &mut operation.params);
        if variant.fix.is_empty() {
            let message = format!("the variant `{}` fixes no parameter", variant.name.value);
            let hint = "add `fix: { parameter: value }`";
            self.error(Code::BadVariant, variant.name.span, message, hint);
        }
        if let Some(doc) = &variant.doc {
            // The first sentence is the operation's; the variant's adds what differs.
            operation.doc = join_docs(&base.doc, &prose(Some(doc)));
        }
        operation.source = source(variant.source.as_ref()).or(operation.source);
        operation.since = opt(variant.since.as_ref()).or(operation.since);
        operation.until = opt(variant.until.as_ref()).or(operation.until);
        operation.deprecated = variant.deprecated.clone().or(operation.deprecated);
        operation.available.extend(variant.available.clone());
        operation.notes.extend(variant.notes.clone());
        operation.seen |= variant.seen;
        operation
    }

    fn fix(&mut self, variant: &VariantDecl, params: &mut [Param]) {
        for (name, node) in &variant.fix {
            let Some(param) = params.iter_mut().find(|param| param.field.name == name.value) else {
                let message = format!("the operation has no parameter `{}`", name.value);
                let names = params.iter().map(|param| param.field.name.as_str());
                let near = did_you_mean(&name.value, names);
                self.report(Diagnostic::error(Code::BadVariant, name.span, message).hint_opt(near));
                continue;
            };
            let mut fit = Fit::new(&self.model.types);
            fit.field(node, &param.field);
            for misfit in fit.found {
                self.report_misfit(Code::BadVariant, &format!("the value does not fit `{}`", name.value), misfit);
            }
            param.fixed = Some(node.to_value());
        }
    }
}

fn join_docs(first: &str, second: &str) -> String {
    match (first.is_empty(), second.is_empty()) {
        (true, _) => second.to_owned(),
        (_, true) => first.to_owned(),
        _ => format!("{first}\n\n{second}"),
    }
}
