//! Responses that are more than a JSON body: text, bytes, a body for each status, events, headers.
//!
//! Input: the response keys of an operation or a variant. Output: [`Response`], or the mistakes in
//! it. The types of bodies are resolved elsewhere.

use std::collections::HashSet;

use crate::analysis::check::context::views::{View, view};
use crate::analysis::check::context::{Checker, FileContext, opt};
use crate::analysis::check::requests::places::{nullable, unwritable};
use crate::characters::is_token;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::language::node::{NodeKind, Text};
use crate::model::{Effect, EventStream, Response, ResponseBody, Type, TypeId, TypeKind, TypedCall, Verb};
use crate::spec::document::{
    ArmBodyDecl, ArmDecl, CallDecl, Head, OperationDecl, ResponseBodyDecl, ResponseDecl, TypeExpr,
};
use chainloom_schema::JSON_LINES;

/// Statuses that can select a body, in words.
const STATUSES: &str =
    "a response has the statuses 200 to 299, 304, and 400 to 499 but for 401, 403, 407, 408 and 429; others are errors";

/// Statuses that are always errors: secrets, limits and retries of a call depend on them.
const ERRORS: [u16; 5] = [401, 403, 407, 408, 429];

/// Statuses of responses without a body.
const BODILESS: [u16; 3] = [204, 205, 304];

impl<'d> Checker<'d> {
    /// Builds the response of an operation or a variant from its keys.
    pub(crate) fn response(&mut self, context: FileContext<'d>, doc: &'d ResponseDecl) -> Response {
        let media_types = |types: &[Text]| types.iter().map(|text| text.value.clone()).collect();
        let body = match &doc.body {
            ResponseBodyDecl::Json => ResponseBody::Json,
            ResponseBodyDecl::Text(types) => ResponseBody::Text(media_types(types)),
            ResponseBodyDecl::Bytes(types) => ResponseBody::Bytes(media_types(types)),
            ResponseBodyDecl::ByStatus => ResponseBody::ByStatus,
            ResponseBodyDecl::Events => ResponseBody::Events,
            ResponseBodyDecl::Lines(types) if types.is_empty() => ResponseBody::Lines(vec![JSON_LINES.to_owned()]),
            ResponseBodyDecl::Lines(types) => ResponseBody::Lines(media_types(types)),
        };
        if let ResponseBodyDecl::Text(types) | ResponseBodyDecl::Bytes(types) | ResponseBodyDecl::Lines(types) =
            &doc.body
        {
            types.iter().for_each(|ty| self.check_media_type(ty));
            if let (true, Some((span, _)), false) =
                (types.is_empty(), doc.key, matches!(doc.body, ResponseBodyDecl::Lines(_)))
            {
                let message = "the response has no media type".to_owned();
                self.error(Code::BadValue, span, message, "write one or several: `image/png`, or `*/*` for any");
            }
        }
        if let ResponseBodyDecl::Lines(types) = &doc.body {
            types.iter().for_each(|ty| self.check_media_type_of_lines(ty));
        }
        if let (ResponseBodyDecl::ByStatus, Some(result)) = (&doc.body, &doc.result) {
            self.check_response_statuses(result);
        }
        let headers = doc.headers.as_ref().and_then(|headers| self.response_headers(context, headers));
        let stream = doc.stream.as_ref().map(|stream| EventStream {
            end: stream.end.as_ref().map(|end| end.value.clone()),
            ids: stream.ids.is_some(),
            retry: stream.retry.map(|retry| retry.value),
        });
        let unit = doc.result.as_ref().and_then(|result| opt(result.attributes.unit.as_ref()));
        Response { body, unit, headers, stream: stream.unwrap_or_default() }
    }

    /// Reports a text that is not a media type or a range of media types.
    pub(crate) fn check_media_type(&mut self, text: &Text) {
        let parts: Vec<&str> = text.value.split('/').collect();
        if !matches!(parts.as_slice(), [kind, sub] if is_token(kind) && is_token(sub)) {
            let message = format!("`{}` is not a media type", text.value);
            self.error(Code::BadValue, text.span, message, "write two words with a slash: `image/png`, `image/*`");
        }
    }

    /// Reports a media type with `*` for lines: a client distinguishes lines from an error page of a proxy by the media
    /// type.
    fn check_media_type_of_lines(&mut self, text: &Text) {
        if text.value.contains('*') {
            let message = format!("`{}` is the media type of any response, not that of lines", text.value);
            self.error(Code::BadValue, text.span, message, "write what the service sends: `application/json`");
        }
    }

    fn check_response_statuses(&mut self, result: &TypeExpr) {
        let Head::Union(union) = &result.head else { return };
        let mut are_allowed = true;
        for arm in &union.arms {
            let code = arm.name.value.parse().unwrap_or(0);
            if ERRORS.contains(&code) {
                let message = format!("`{code}` is always an error");
                let hint = "remove the status: secrets, limits and retries depend on 401, 403, 407, 408 and 429";
                self.error(Code::BadOperation, arm.name.span, message, hint);
            } else if !matches!(code, 200..300 | 304 | 400..500) {
                let message = format!("`{}` is not a status of a response", arm.name.value);
                self.error(Code::BadOperation, arm.name.span, message, STATUSES);
                are_allowed = false;
            } else if BODILESS.contains(&code) && !is_none(arm) {
                let message = format!("a response with the status {code} has no body");
                self.error(Code::BadOperation, arm.name.span, message, &format!("write `{code}: none`"));
            }
        }
        let is_failure = |code: &str| code.parse().is_ok_and(|code: u16| code >= 400);
        if are_allowed && union.arms.iter().all(|arm| is_failure(&arm.name.value)) {
            let message = "no status of the response is one of success".to_owned();
            self.error(Code::BadOperation, result.span, message, "add one: `200: Type`, or `204: none`");
        }
    }

    fn response_headers(&mut self, context: FileContext<'d>, headers: &'d TypeExpr) -> Option<TypeId> {
        let ty = self.plain_type(context.file, headers);
        let Head::Record(record) = &headers.head else { return None };
        let mut known = Vec::new();
        for field in &record.fields {
            self.is_header_name(&field.name);
            self.check_header_twice(&field.name, &mut known);
        }
        let Type::Named(id) = ty else { return None };
        self.check_header_types(id);
        Some(id)
    }

    /// Reports headers whose types cannot be written as text.
    fn check_header_types(&mut self, id: TypeId) {
        let types = &self.model.types;
        let Some(TypeKind::Record(record)) = types.get(id.0).map(|def| &def.kind) else { return };
        let wrong = record.fields.iter().filter_map(|field| {
            let name = &field.name;
            if let Some(noun) = unwritable(types, &field.ty) {
                let hint = "declare it as `string`, or as a list of texts or numbers".to_owned();
                return Some((field.span, format!("`{name}` is {noun}, which a header cannot hold"), hint));
            }
            let what = nullable(types, &field.ty)?;
            let hint = format!("remove `| null`; if the header may be missing, write `{name}?`");
            Some((field.span, format!("{what}`{name}` may be null, which a header cannot express"), hint))
        });
        for (span, message, hint) in wrong.collect::<Vec<_>>() {
            self.error(Code::BadOperation, span, message, &hint);
        }
    }

    /// Reports `ids` and `retry` of a stream whose operation is not safe to repeat: both describe
    /// reconnections.
    pub(crate) fn check_stream(&mut self, context: FileContext<'d>, doc: &OperationDecl, effect: Effect) {
        // A missing effect is reported at the operation.
        let is_stated = doc.effect.is_some() || self.inheritance(context.file, context.doc).effect().is_some();
        if effect.is_harmless() || !is_stated {
            return;
        }
        let responses = doc.responses();
        let streams = responses.filter_map(|response| response.stream.as_ref());
        let keys = streams.flat_map(|stream| [("ids", stream.ids), ("retry", stream.retry.map(|retry| retry.span))]);
        let wrong: Vec<_> = keys.filter_map(|(key, span)| Some((key, span?))).collect();
        for (key, span) in wrong {
            let message = format!("`{key}` describes reconnections, but this operation is not repeated");
            let hint = format!("remove `{key}`, or write `effect: read` or `idempotent` if a repetition does no harm");
            self.error(Code::BadOperation, span, message, &hint);
        }
    }

    /// Checks keys that apply to some calls only: `redirects`, `status` next to a body for each status, and the body of
    /// `head`.
    pub(crate) fn check_response_keys(&mut self, doc: &OperationDecl) {
        let is_get = matches!(doc.call, Some(CallDecl::Rest(Verb::Get | Verb::Head, _)) | None);
        if let (Some(redirects), false) = (doc.redirects, is_get) {
            let message = "`redirects` applies to `get` and `head`".to_owned();
            self.error(
                Code::BadOperation,
                redirects.span,
                message,
                "remove `redirects`; a call with another method may not be repeated at another URL",
            );
        }
        let is_by_status = doc.responses().any(|response| matches!(response.body, ResponseBodyDecl::ByStatus));
        if let (Some((status, _)), true) = (doc.statuses.first(), is_by_status) {
            let message = "the response already lists the statuses".to_owned();
            let problem = Diagnostic::error(Code::BadOperation, status.span, message);
            let problem = problem.second(response_span(doc), "the response");
            self.report(problem.hint("remove `status`"));
        }
        if let Some(CallDecl::Rest(Verb::Head, _)) = doc.call {
            self.check_head(doc);
        }
    }

    /// Reports entries of `status` that are no success, that are listed twice, or whose responses have no body
    /// although the type of a call accepts no null.
    pub(crate) fn check_statuses(&mut self, doc: &OperationDecl, calls: &[TypedCall]) {
        let mut known = HashSet::new();
        let needs_body = |call: &TypedCall| match &call.result {
            Some(ty) => call.response.body == ResponseBody::Json && !self.may_be_null(ty),
            None => false,
        };
        let needs_body = calls.iter().any(needs_body);
        for (status, _) in &doc.statuses {
            let code = status.value;
            if !(200..300).contains(&code) {
                let message = format!("`{code}` is not a status of success");
                let hint = "`status` lists successes; failures are under `errors` of the client";
                self.error(Code::BadOperation, status.span, message, hint);
            } else if !known.insert(code) {
                self.error(Code::BadOperation, status.span, format!("the status {code} is listed twice"), "remove one");
            } else if needs_body && BODILESS.contains(&code) {
                let message =
                    format!("a response with the status {code} has no body, but the operation has a response");
                let hint = "write a type by status in place of `status`: `response: { 200: Type, 204: none }`";
                self.error(Code::BadOperation, status.span, message, hint);
            }
        }
    }

    /// Returns whether null is a value of the type, so that a call returns it for a response without a body.
    fn may_be_null(&self, ty: &Type) -> bool {
        matches!(view(&self.model.types, ty), View::Nullable(_) | View::Json | View::Union(_) | View::Broken)
    }

    /// Reports a response body of a `head` operation: it may have only a status and headers.
    fn check_head(&mut self, doc: &OperationDecl) {
        let mut wrong = Vec::new();
        for response in doc.responses() {
            let result = response.result.as_ref();
            match (&response.body, result.map(|result| &result.head)) {
                (ResponseBodyDecl::Json, None) => {}
                (ResponseBodyDecl::ByStatus, Some(Head::Union(union))) => {
                    wrong.extend(union.arms.iter().filter(|arm| !is_none(arm)).map(|arm| arm.name.span));
                }
                _ => wrong.extend(result.map(|result| result.span).or(response.key.map(|(span, _)| span))),
            }
        }
        for span in wrong {
            let hint = "write `response: none`, `{ headers: … }`, or `none` for each status";
            self.error(Code::BadOperation, span, "a response to `head` has no body".to_owned(), hint);
        }
    }
}

fn is_none(arm: &ArmDecl) -> bool {
    let ArmBodyDecl::Value(expr) = &arm.body else { return false };
    matches!(&expr.head, Head::Const(node) if node.kind == NodeKind::Null)
}

fn response_span(doc: &OperationDecl) -> Span {
    doc.responses().find_map(|response| response.key).map_or(doc.name.span, |(span, _)| span)
}
