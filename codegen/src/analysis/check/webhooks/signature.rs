//! Signatures of webhooks: their form in a header, and the signed content.
//!
//! Input: `signature` of `webhooks`. Output: [`Signature`], or mistakes: a signature that no header
//! can hold, or that does not cover the body or the timestamp.

use crate::analysis::check::context::{Checker, opt};
use crate::analysis::check::services::template::{Placeholder, VisibleVars};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::keep;
use crate::language::node::{At, Text};
use crate::language::words::webhooks::{SignatureDecl, SignedTimeDecl, WebhookIdDecl};
use crate::model::{KeyEncoding, Signature, SignatureEncoding, SignedPart, SignedTime};
use crate::spec::document::WebhooksDecl;

/// Parts of the signed content, by their placeholders in a template.
const SIGNED: [(&str, SignedPart); 4] = [
    ("body", SignedPart::Body),
    ("canonicalJson", SignedPart::CanonicalJson),
    ("timestamp", SignedPart::Timestamp),
    ("id", SignedPart::Id),
];

/// Encodings of a signature, by their placeholders in a template.
const ENCODINGS: [(&str, SignatureEncoding); 2] =
    [("hex", SignatureEncoding::Hex), ("base64", SignatureEncoding::Base64)];

impl<'d> Checker<'d> {
    /// Builds the signature of webhooks; `None` after a report.
    pub(super) fn signature(
        &mut self,
        doc: &'d SignatureDecl,
        webhooks: &WebhooksDecl,
        visible_vars: &VisibleVars<'_>,
    ) -> Option<Signature> {
        let header = self.webhook_header(&doc.header, visible_vars);
        let form = self.signature_form(&doc.form);
        let timestamp = doc.timestamp.as_ref().map(|time| self.signed_time(time, doc, visible_vars));
        if let (Some(At { span, .. }), None) = (doc.tolerance, &doc.timestamp) {
            let message = "`tolerance` needs a timestamp that is signed".to_owned();
            self.refuse_webhook(span, message, "add `timestamp`, or remove `tolerance`");
        }
        let over = match &doc.over {
            Some(templates) => templates.iter().map(|text| self.signed_parts(text, doc, webhooks)).collect(),
            None => vec![vec![SignedPart::Body]],
        };
        if let (None, Some(_)) = (&doc.over, &doc.timestamp) {
            let message = "`over` does not name the timestamp, so the signature does not cover it".to_owned();
            self.refuse_webhook(
                doc.span,
                message,
                "add `over`, such as `\"{timestamp}.{body}\"`, or remove `timestamp`",
            );
        }
        let (prefix, encoding) = form?;
        Some(Signature {
            header,
            algorithm: doc.algorithm,
            key: doc.key.unwrap_or(KeyEncoding::Text),
            key_prefix: opt(doc.key_prefix.as_ref()).unwrap_or_default(),
            prefix,
            encoding,
            separator: opt(doc.separator.as_ref()),
            timestamp,
            over,
            tolerance: doc.tolerance.map(|at| at.value.milliseconds()),
        })
    }

    /// Returns the text before the encoded signature, and its encoding; `None` after a report.
    fn signature_form(&mut self, form: &Text) -> Option<(String, SignatureEncoding)> {
        let found = self.placeholders(form)?;
        let encoding = |name: &str| ENCODINGS.iter().find(|(known, _)| *known == name).map(|(_, encoding)| *encoding);
        let end = form.value.rfind('{').unwrap_or_default();
        match found.as_slice() {
            [one] if form.value.ends_with('}') && encoding(one.name).is_some() => {
                Some((form.value[..end].to_owned(), encoding(one.name)?))
            }
            _ => {
                let message = format!("`{}` is no form of a signature", form.value);
                let hint = "write `{hex}` or `{base64}` at its end, once: `sha256={hex}`";
                self.refuse_webhook(form.span, message, hint);
                None
            }
        }
    }

    fn signed_time(
        &mut self,
        time: &SignedTimeDecl,
        doc: &SignatureDecl,
        visible_vars: &VisibleVars<'_>,
    ) -> SignedTime {
        match time {
            SignedTimeDecl::Header(name) => SignedTime::Header(self.webhook_header(name, visible_vars)),
            SignedTimeDecl::Part(name) => {
                if doc.separator.is_none() {
                    let message = "`part` needs `separator`, which separates the parts of the header".to_owned();
                    self.refuse_webhook(name.span, message, "add `separator: \",\"`");
                }
                if doc.form.value.starts_with(&format!("{}=", name.value)) {
                    let message = format!("the timestamp and the signature are both the part `{}`", name.value);
                    self.refuse_webhook(name.span, message, "name the part that holds the timestamp");
                }
                SignedTime::Part(name.value.clone())
            }
        }
    }

    /// Parses the template of the signed content into its parts in order; parts with a mistake are
    /// reported and left out.
    fn signed_parts(&mut self, text: &Text, doc: &SignatureDecl, webhooks: &WebhooksDecl) -> Vec<SignedPart> {
        let Some(found) = self.placeholders(text) else { return Vec::new() };
        let (mut parts, mut at) = (Vec::new(), 0);
        for placeholder in &found {
            let range = placeholder.slot(crate::model::SlotOf::Parameter).range;
            push_text(&mut parts, &text.value[at..range.start]);
            at = range.end;
            parts.extend(self.signed_part(placeholder));
        }
        push_text(&mut parts, &text.value[at..]);
        let are_known = found.iter().all(|one| SIGNED.iter().any(|(name, _)| *name == one.name));
        if are_known {
            self.check_covered(text, &parts, doc, webhooks);
        }
        parts
    }

    fn signed_part(&mut self, placeholder: &Placeholder<'_>) -> Option<SignedPart> {
        let found = SIGNED.iter().find(|(name, _)| *name == placeholder.name);
        if found.is_none() {
            let message = format!("a signature cannot cover `{}`", placeholder.name);
            let near = did_you_mean(placeholder.name, SIGNED.iter().map(|(name, _)| *name));
            let problem = Diagnostic::error(Code::BadWebhook, placeholder.span, message);
            let hint = "a signature covers `{body}`, `{canonicalJson}`, `{timestamp}` and `{id}`".to_owned();
            self.report(problem.hint(near.unwrap_or(hint)));
        }
        found.map(|(_, part)| *part)
    }

    /// Reports signed content without the body or the timestamp: uncovered parts can be forged, and
    /// deliveries repeated at any time.
    fn check_covered(&mut self, text: &Text, parts: &[SignedPart], doc: &SignatureDecl, webhooks: &WebhooksDecl) {
        let has = |part| parts.contains(&part);
        if !has(SignedPart::Body) && !has(SignedPart::CanonicalJson) {
            let message = format!("`{}` does not cover the body", text.value);
            self.refuse_webhook(text.span, message, "add `{body}` or `{canonicalJson}`");
        }
        if doc.timestamp.is_some() && !has(SignedPart::Timestamp) {
            let message = format!("`{}` does not cover the timestamp", text.value);
            self.refuse_webhook(text.span, message, "add `{timestamp}`, or remove `timestamp`");
        }
        if doc.timestamp.is_none() && has(SignedPart::Timestamp) {
            let message = format!("`{}` covers a timestamp, but `signature` has no key `timestamp`", text.value);
            self.refuse_webhook(text.span, message, "add `timestamp: { header: Name }` or `timestamp: { part: name }`");
        }
        if has(SignedPart::Id) && !matches!(webhooks.id, Some(WebhookIdDecl::Header(_))) {
            let message = format!("`{}` covers the delivery ID, but `id` of `webhooks` names no header", text.value);
            self.refuse_webhook(text.span, message, "add `id: { header: Name }` to `webhooks`");
        }
    }

    /// Checks that the secret of an example is valid in the key encoding.
    pub(super) fn check_example_secret(&mut self, secret: &Text, doc: &SignatureDecl) {
        let prefix = doc.key_prefix.as_ref().map_or("", |prefix| prefix.value.as_str());
        let key = secret.value.strip_prefix(prefix).unwrap_or(&secret.value);
        let is_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte);
        let (is_key, what) = match doc.key.unwrap_or(KeyEncoding::Text) {
            KeyEncoding::Text => (true, "a text"),
            KeyEncoding::Hex => (key.len() % 2 == 0 && key.bytes().all(|byte| byte.is_ascii_hexdigit()), "hex"),
            KeyEncoding::Base64 => (key.bytes().all(is_base64), "base64"),
        };
        if !is_key || key.is_empty() {
            let message = format!("the secret of the example is not {what}, as `key` requires");
            self.error(Code::BadExample, secret.span, message, "write another secret, or change `key`");
        }
    }
}

fn push_text(parts: &mut Vec<SignedPart>, text: &str) {
    if !text.is_empty() {
        parts.push(SignedPart::Text(keep::text(text)));
    }
}
