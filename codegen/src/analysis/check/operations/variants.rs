//! Variants: several typed calls of one operation.
//!
//! Input: the variants of an operation and its parameters. Output: a typed call for each variant,
//! or a single call without variants. Examples are added later.

use crate::analysis::check::context::FileContext;
use crate::analysis::check::context::{Checker, opt, prose, source};
use crate::analysis::check::values::Fit;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::NodeKind;
use crate::model::{CallId, Param, Place, Response, Type, TypedCall, Value};
use crate::spec::document::{OperationDecl, VariantDecl};

impl<'d> Checker<'d> {
    /// Builds the typed calls of an operation: one per variant, or a single one. Examples are added
    /// later.
    pub(crate) fn typed_calls(
        &mut self,
        context: FileContext<'d>,
        doc: &'d OperationDecl,
        result: Option<Type>,
        params: &[Param],
    ) -> Vec<TypedCall> {
        let last = self.model.operations.last().and_then(|operation| operation.calls.last());
        let first = last.map_or(0, |call| call.id.0 + 1);
        if doc.variants.is_empty() {
            let response = self.response(context, &doc.response);
            let call = only(doc, CallId(first), result, constants(params).collect());
            return vec![TypedCall { response, ..call }];
        }
        if let Some((span, _)) = doc.response.key {
            let message = "the variants have results, so the operation cannot have one".to_owned();
            self.error(Code::BadVariant, span, message, "move it into the variants");
        }
        let variants = doc.variants.iter().enumerate();
        variants.map(|(at, variant)| self.variant(context, CallId(first + at), variant, params)).collect()
    }

    /// Builds the typed call of a variant.
    fn variant(
        &mut self,
        context: FileContext<'d>,
        id: CallId,
        variant: &'d VariantDecl,
        params: &[Param],
    ) -> TypedCall {
        let result = self.result_type(context.file, &variant.response);
        let fixed = self.fixed(variant, params);
        if variant.fix.is_empty() {
            let message = format!("the variant `{}` fixes no parameter", variant.name.value);
            let hint = "add `fix: { parameter: value }`";
            self.error(Code::BadVariant, variant.name.span, message, hint);
        }
        TypedCall {
            id,
            name: variant.name.value.clone(),
            span: variant.name.span,
            doc: prose(variant.doc.as_ref()),
            source: source(variant.source.as_ref()),
            fixed,
            result,
            response: self.response(context, &variant.response),
            examples: Vec::new(),
            since: opt(variant.since.as_ref()),
            until: opt(variant.until.as_ref()),
            deprecated: variant.deprecated.clone(),
            available: variant.available.clone(),
            notes: variant.notes.clone(),
            seen: variant.seen,
        }
    }

    /// Returns the parameters with fixed values, by index: constants of the operation, and those
    /// that the variant fixes.
    fn fixed(&mut self, variant: &VariantDecl, params: &[Param]) -> Vec<(usize, Value)> {
        let mut fixed: Vec<(usize, Value)> = constants(params).collect();
        for (name, node) in &variant.fix {
            let Some(at) = params.iter().position(|param| param.field.name == name.value) else {
                let message = format!("the operation has no parameter `{}`", name.value);
                let names = params.iter().map(|param| param.field.name.as_str());
                let near = did_you_mean(&name.value, names);
                self.report(Diagnostic::error(Code::BadVariant, name.span, message).hint_opt(near));
                continue;
            };
            if params[at].field.constant.is_some() {
                let message = format!("`{}` is already a constant", name.value);
                let hint = format!("remove `{}` from the variant", name.value);
                self.error(Code::BadVariant, name.span, message, &hint);
                continue;
            }
            let is_text = matches!(params[at].place, Place::Path | Place::Query | Place::Header | Place::Cookie);
            if is_text && node.kind == NodeKind::Null {
                let message = format!("`{}` cannot be null: null has no text", name.value);
                self.error(Code::BadVariant, node.span, message, "write a value");
                continue;
            }
            let mut fit = Fit::sent(&self.model.types);
            fit.field(node, &params[at].field);
            for misfit in fit.found {
                self.report_misfit(Code::BadVariant, &format!("the value does not fit `{}`", name.value), misfit);
            }
            fixed.push((at, node.to_value()));
        }
        fixed
    }
}

/// Returns the parameters with a constant value, which each call sends, by index.
fn constants(params: &[Param]) -> impl Iterator<Item = (usize, Value)> {
    params.iter().enumerate().filter_map(|(at, param)| Some((at, param.field.constant.clone()?)))
}

/// Builds the typed call of an operation without variants.
fn only(doc: &OperationDecl, id: CallId, result: Option<Type>, fixed: Vec<(usize, Value)>) -> TypedCall {
    TypedCall {
        id,
        name: doc.name.value.clone(),
        span: doc.name.span,
        doc: String::new(),
        source: None,
        fixed,
        result,
        response: Response::default(),
        examples: Vec::new(),
        since: None,
        until: None,
        deprecated: None,
        available: Vec::new(),
        notes: Vec::new(),
        seen: false,
    }
}
