//! Refusals: the responses to requests that get no result, and the dialect of a service.
//!
//! Input: `refusals` and `dialects` of a client, the dialect of a service, and `failures` of an operation.
//! Output: their counterparts in the model, and errors at unknown placeholders in their texts.

use crate::analysis::check::context::Checker;
use crate::analysis::check::values::Fit;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::language::node::Text;
use crate::language::words::refusals::{
    DialectDecl, FailureCaseDecl, FailureDecl, RefusalDecl, RefusalText, RefusalsDecl,
};
use crate::model::{ClientId, Dialect, Failure, FailureCase, Param, Refusal, RefusalBody, Refusals};
use crate::sentences::code_list;
use crate::spec::document::{CallDecl, ClientDecl, OperationDecl};

/// Default code of a failure: the code that servers use for their own errors.
const FAILED: i64 = -32000;

impl Checker<'_> {
    /// Builds the refusals and dialects of a client.
    pub(crate) fn client_refusals(&mut self, doc: &ClientDecl) -> (Refusals, Vec<Dialect>) {
        let of_dialects = doc.dialects.iter().filter_map(|(_, dialect)| dialect.refusals.as_ref());
        of_dialects.chain(&doc.refusals).for_each(|refusals| self.check_refusals(refusals));
        for (_, dialect) in &doc.dialects {
            dialect.accepts.iter().for_each(|text| self.check_media_type(text));
            dialect.headers.iter().for_each(|(name, _)| _ = self.is_header_name(name));
        }
        (refusals(doc.refusals.as_ref()), doc.dialects.iter().map(dialect).collect())
    }

    /// Returns the dialect that a service names; `None` after a report.
    pub(crate) fn dialect(&mut self, name: &Text, client: ClientId) -> Option<String> {
        let doc = self.scopes.client_files.get(client.0).and_then(|file| self.files[*file].client.as_ref())?;
        if doc.dialects.iter().any(|(known, _)| known.value == name.value) {
            return Some(name.value.clone());
        }
        let message = format!("the client has no dialect `{}`", name.value);
        let near = did_you_mean(&name.value, doc.dialects.iter().map(|(known, _)| known.value.as_str()));
        let problem = Diagnostic::error(Code::BadValue, name.span, message);
        self.report(problem.hint("declare it under `dialects` of the client").hint_opt(near));
        None
    }

    fn check_refusals(&mut self, RefusalsDecl(docs): &RefusalsDecl) {
        for (known, doc) in docs {
            let (RefusalText::Body(text) | RefusalText::Error(text)) = &doc.says;
            for named in self.placeholders(text).unwrap_or_default() {
                if known.facts.contains(&named.name) {
                    continue;
                }
                let message = format!("`{}` has no fact `{}`", known.word, named.name);
                let near = did_you_mean(named.name, known.facts.iter().copied());
                let facts: Vec<String> = known.facts.iter().map(|&fact| fact.to_owned()).collect();
                let hint = match facts.as_slice() {
                    [] => "write the text without braces".to_owned(),
                    facts => format!("a text may name {}", code_list(facts)),
                };
                let problem = Diagnostic::error(Code::UnknownVariable, named.span, message);
                self.report(problem.hint(hint).hint_opt(near));
            }
        }
    }
}

impl Checker<'_> {
    /// Returns the failures of a JSON-RPC operation with their refusals; reports `failures` of a
    /// REST operation.
    pub(crate) fn failures(&mut self, doc: &OperationDecl, params: &[Param]) -> Vec<Failure> {
        if let (Some(CallDecl::Rest(_, path)), Some(_)) = (&doc.call, doc.failures.first()) {
            let message = "`failures` applies to methods of JSON-RPC".to_owned();
            self.error(Code::MisplacedKey, path.span, message, "remove `failures`");
        }
        doc.failures.iter().filter_map(|failure| self.failure(failure, params)).collect()
    }

    /// Builds a failure of a JSON-RPC method; `None` after a report.
    fn failure(&mut self, doc: &FailureDecl, params: &[Param]) -> Option<Failure> {
        for named in self.placeholders(&doc.message).unwrap_or_default() {
            if named.name != "value" {
                let message = format!("a failure has no fact `{}`", named.name);
                self.error(Code::UnknownVariable, named.span, message, "the text may name `value`");
            }
        }
        let (FailureCaseDecl::Missing(name) | FailureCaseDecl::Wrong(name) | FailureCaseDecl::Given((name, _))) =
            &doc.case;
        let Some(param) = params.iter().find(|param| param.field.name == name.value) else {
            let message = format!("the operation has no parameter `{}`", name.value);
            let near = did_you_mean(&name.value, params.iter().map(|param| param.field.name.as_str()));
            let problem = Diagnostic::error(Code::BadValue, name.span, message);
            self.report(problem.hint("name a parameter under `params`").hint_opt(near));
            return None;
        };
        let name = name.value.clone();
        let case = match &doc.case {
            FailureCaseDecl::Missing(_) => FailureCase::Missing(name),
            FailureCaseDecl::Wrong(_) => FailureCase::Wrong(name),
            FailureCaseDecl::Given((_, node)) => {
                let mut fit = Fit::sent(&self.model.types);
                fit.field(node, &param.field);
                for misfit in fit.found {
                    self.report_misfit(Code::BadValue, "the value does not fit", misfit);
                }
                FailureCase::Given(name, node.to_value())
            }
        };
        Some(Failure { case, code: doc.code.unwrap_or(FAILED), message: doc.message.value.clone() })
    }
}

/// Builds a dialect for the model.
fn dialect((name, doc): &(Text, DialectDecl)) -> Dialect {
    Dialect {
        name: name.value.clone(),
        doc: doc.doc.clone(),
        accepts: doc.accepts.iter().map(|text| text.value.clone()).collect(),
        media_type: doc.media_type.clone(),
        headers: doc.headers.iter().map(|(name, value)| (name.value.clone(), value.clone())).collect(),
        id_first: doc.id_first,
        null_id_is_none: doc.null_id_is_none,
        numbers_as_text: doc.numbers_as_text,
        separator: doc.separator.clone(),
        error_data: doc.error_data.clone(),
        refusals: refusals(doc.refusals.as_ref()),
        source: doc.source.clone(),
        seen: doc.seen,
    }
}

/// Builds the refusals by their situations; empty without a declaration.
fn refusals(doc: Option<&RefusalsDecl>) -> Refusals {
    let docs = doc.into_iter().flat_map(|RefusalsDecl(docs)| docs);
    Refusals(docs.map(|(known, doc)| (known.situation, refusal(doc))).collect())
}

/// Builds a refusal for the model.
fn refusal(doc: &RefusalDecl) -> Refusal {
    let body = match &doc.says {
        RefusalText::Body(text) => RefusalBody::Text(text.value.clone()),
        RefusalText::Error(message) => {
            RefusalBody::Error { code: doc.code, message: message.value.clone(), data: doc.data.clone() }
        }
    };
    Refusal { status: doc.status, media_type: doc.media_type.clone(), body }
}
