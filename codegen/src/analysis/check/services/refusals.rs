//! Refusals: the responses to requests that get no result, and the dialect of a service.
//!
//! Input: `refusals` and `dialects` of a client, and the name of a dialect in a service. Output:
//! refusals and dialects of the model, and errors at unknown names in their texts.

use crate::analysis::check::context::Checker;
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{ClientId, Dialect, Refusal, RefusalBody, Refusals};
use crate::sentences::code_list;
use crate::spec::document::{ClientDecl, DialectDecl, RefusalDecl, Text};

impl Checker<'_> {
    /// The refusals and dialects of a client.
    pub(crate) fn client_refusals(&mut self, doc: &ClientDecl) -> (Refusals, Vec<Dialect>) {
        for dialect in &doc.dialects {
            self.check_refusals(&dialect.refusals);
        }
        self.check_refusals(&doc.refusals);
        (refusals(&doc.refusals), doc.dialects.iter().map(dialect).collect())
    }

    /// The dialect that a service names.
    pub(crate) fn dialect(&mut self, name: &Text, client: ClientId) -> Option<String> {
        let doc = self.scopes.client_files.get(client.0).and_then(|file| self.files[*file].client.as_ref())?;
        if doc.dialects.iter().any(|dialect| dialect.name.value == name.value) {
            return Some(name.value.clone());
        }
        let message = format!("the client has no dialect `{}`", name.value);
        let near = did_you_mean(&name.value, doc.dialects.iter().map(|dialect| dialect.name.value.as_str()));
        let problem = Diagnostic::error(Code::BadValue, name.span, message);
        self.report(problem.hint("declare it under `dialects` of the client").hint_opt(near));
        None
    }

    fn check_refusals(&mut self, docs: &[RefusalDecl]) {
        for doc in docs {
            let known = doc.situation;
            for named in self.placeholders(&doc.text).unwrap_or_default() {
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

fn dialect(doc: &DialectDecl) -> Dialect {
    Dialect {
        name: doc.name.value.clone(),
        doc: doc.doc.clone(),
        accepts: doc.accepts.iter().map(|text| text.value.clone()).collect(),
        media_type: doc.media_type.clone(),
        headers: doc.headers.clone(),
        id_first: doc.id_first,
        null_id_is_none: doc.null_id_is_none,
        numbers_as_text: doc.numbers_as_text,
        separator: doc.separator.clone(),
        error_data: doc.error_data.clone(),
        refusals: refusals(&doc.refusals),
        source: doc.source.clone(),
        seen: doc.seen,
    }
}

fn refusals(docs: &[RefusalDecl]) -> Refusals {
    Refusals(docs.iter().map(|doc| (doc.situation.situation, refusal(doc))).collect())
}

fn refusal(doc: &RefusalDecl) -> Refusal {
    let text = doc.text.value.clone();
    let body = match doc.is_text {
        true => RefusalBody::Text(text),
        false => RefusalBody::Error { code: doc.code, message: text, data: doc.data.clone() },
    };
    Refusal { status: doc.status, media_type: doc.media_type.clone(), body }
}
