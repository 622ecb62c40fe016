//! Secrets, the ways to combine them, and headers of every request.
//!
//! Input: keys of a client or an operation. Output: declarations. Whether a request can carry them
//! is for `check`.

use super::keys;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::model::SecretPlace;
use crate::spec::closed::SCHEMES;
use crate::spec::document::SecretDecl;

/// The keys that say where a secret travels, apart from `scheme`.
const PLACES: [(&str, SecretPlace); 3] =
    [("header", SecretPlace::Header), ("query", SecretPlace::Query), ("cookie", SecretPlace::Cookie)];

impl Reader {
    pub(super) fn auth(&mut self, node: Option<&Node>) -> Vec<SecretDecl> {
        let mut secrets = Vec::new();
        let Some(node) = node else {
            return secrets;
        };
        for entry in self.entries(node, "`auth`") {
            let name = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, &keys::AUTH) else {
                continue;
            };
            let place = self.secret_place(&members);
            let prefix = self.opt_text(&members, "prefix");
            let doc = self.opt_text(&members, "doc");
            let optional = self.opt_flag(&members, "optional");
            let source = self.opt_source_text(&members);
            if let Some((place, key)) = place {
                secrets.push(SecretDecl { name, doc, place, key, prefix, optional, source });
            }
        }
        secrets
    }

    fn secret_place(&mut self, members: &Members<'_>) -> Option<(SecretPlace, Text)> {
        let found = members.present(keys::AUTH.one.iter().copied());
        let [word] = found.as_slice() else {
            if found.is_empty() && members.has_unknown() {
                return None;
            }
            let (code, message, span) = match found.get(1) {
                None => (Code::MissingKey, "the secret does not say where it is sent", members.span),
                Some(second) => {
                    let span = members.key_span(second).unwrap_or(members.span);
                    (Code::BadShape, "a secret is sent in exactly one place", span)
                }
            };
            let hint =
                "write one of `header: Name`, `scheme: bearer`, `scheme: basic`, `query: name` and `cookie: name`";
            self.report(Diagnostic::error(code, span, message).hint(hint));
            return None;
        };
        if let Some((_, place)) = PLACES.iter().find(|(key, _)| key == word) {
            return Some((*place, self.opt_text(members, word)?));
        }
        let scheme = self.word(members.get("scheme")?, "`scheme`", &SCHEMES)?;
        Some((scheme.value, Text { value: "Authorization".to_owned(), span: scheme.span }))
    }

    /// Ways, each one secret or a list of those that go together.
    pub(super) fn security(&mut self, members: &Members<'_>) -> Option<Vec<Vec<Text>>> {
        let node = members.get("security")?;
        let mut ways = Vec::new();
        for item in self.items(node, "`security`") {
            match item.kind {
                NodeKind::List(_) => ways.push(self.texts(item, "a secret of `security`")),
                _ => ways.extend(self.text(item, "a way of `security`").map(|name| vec![name])),
            }
        }
        Some(ways)
    }

    pub(super) fn send(&mut self, node: Option<&Node>) -> Vec<(Text, Text)> {
        // Other values are reported where they are read.
        let NodeKind::Map(entries) = node.map_or(&NodeKind::Null, |node| &node.kind) else {
            return Vec::new();
        };
        let Some(send) = entries.iter().find(|entry| entry.key.text == "send") else {
            return Vec::new();
        };
        let mut headers = Vec::new();
        for entry in self.entries(&send.value, "`send`") {
            let name = self.name(&entry.key);
            let value = self.text(&entry.value, "the value of a header");
            headers.extend(value.map(|value| (name, value)));
        }
        headers
    }
}
