//! Keys of many mappings: variables, availability, deprecation, notes, statuses.
//!
//! Input: nodes of a tree. Output: parts of documents, or mistakes of shape.

use super::keys;
use crate::diagnostic::{Code, Diagnostic, TABLE, did_you_mean};
use crate::language::node::{Node, Text};
use crate::language::reader::{Members, Reader};
use crate::language::word::{Form as _, OneOrSeveral};
use crate::model::{Availability, Source, SourceDocument, Var};

impl Reader {
    pub(super) fn vars(&mut self, node: Option<&Node>) -> Vec<Var> {
        let mut vars = Vec::new();
        let Some(node) = node else {
            return vars;
        };
        for entry in self.entries(node, "`vars`") {
            let name = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, &keys::VAR) else {
                continue;
            };
            let default = members.get("default");
            vars.push(Var {
                name: name.value,
                span: name.span,
                doc: self.opt_prose(&members, "doc"),
                default: default.and_then(|node| self.text_or_number(node, "`default`")).map(|text| text.value),
                values: self.values_of_var(members.get("values")),
                ty: self.opt_text(&members, "type").map(|text| (text.value, text.span)),
                form: None,
                source: self.opt_source(&members),
            });
        }
        vars
    }

    fn values_of_var(&mut self, node: Option<&Node>) -> Vec<String> {
        let texts = node.map(|node| self.texts(node, "`values`")).unwrap_or_default();
        texts.into_iter().map(|text| text.value).collect()
    }

    /// A list of conditions, or a single one.
    pub(super) fn available(&mut self, members: &Members<'_>) -> Vec<Availability> {
        let node = members.get("available");
        node.and_then(|node| OneOrSeveral::read(self, node, "`available`")).unwrap_or_default()
    }

    /// Reads `source` and keeps its place, since its mark may be unknown.
    pub(super) fn opt_source_text(&mut self, members: &Members<'_>) -> Option<Text> {
        let text = self.opt_text(members, "source")?;
        self.marks.push(text.clone());
        Some(text)
    }

    /// Reads the documents that the spec is based on.
    pub(super) fn source_documents(&mut self, node: Option<&Node>) -> Vec<SourceDocument> {
        let Some(node) = node else { return Vec::new() };
        let mut documents = Vec::new();
        for entry in self.entries(node, "`sources`") {
            let mark = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, &keys::SOURCE_DOCUMENT) else { continue };
            if mark.value.contains(char::is_whitespace) {
                let message = format!("the mark `{}` has a space", mark.value);
                let problem = Diagnostic::error(Code::BadName, mark.span, message);
                self.report(problem.hint("a mark is one word; behind it, `source` names the section"));
            }
            let title = self.opt_text(&members, "title");
            let url = self.opt_text(&members, "url");
            if let Some(url) = url.as_ref().filter(|url| !is_web(&url.value)) {
                let message = format!("`{}` is no URL of the web", url.value);
                let problem = Diagnostic::error(Code::BadValue, url.span, message);
                self.report(problem.hint("write `https://…`, or leave `url` out if nobody can read the document"));
            }
            let url = url.map(|text| text.value);
            documents.extend(title.map(|title| SourceDocument { mark: mark.value, title: title.value, url }));
        }
        documents
    }

    pub(super) fn opt_source(&mut self, members: &Members<'_>) -> Option<Source> {
        self.opt_source_text(members).map(|text| Source(text.value))
    }

    /// A version may look like a number (`1.9`).
    pub(super) fn opt_version(&mut self, members: &crate::language::reader::Members<'_>, key: &str) -> Option<Text> {
        let node = members.get(key)?;
        self.text_or_number(node, &format!("`{key}`"))
    }

    /// The warnings that are accepted, by their codes.
    pub(super) fn allow(&mut self, members: &Members<'_>) -> Vec<Text> {
        let Some(node) = members.get("allow") else {
            return Vec::new();
        };
        let mut allowed = self.texts(node, "`allow`");
        allowed.retain(|word| self.is_lint(word));
        allowed
    }

    fn is_lint(&mut self, word: &Text) -> bool {
        let known = TABLE.iter().find(|info| info.name == word.value);
        let problem = match known {
            Some(info) if info.code.is_lint() => return true,
            Some(_) => Diagnostic::error(Code::BadValue, word.span, format!("`{}` is an error", word.value))
                .hint("only warnings can be allowed; correct an error instead"),
            None => {
                let lints = || TABLE.iter().filter(|info| info.code.is_lint()).map(|info| info.name);
                let all = lints().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                Diagnostic::error(Code::BadValue, word.span, format!("there is no warning `{}`", word.value))
                    .hint(format!("the warnings are {all}"))
                    .hint_opt(did_you_mean(&word.value, lints()))
            }
        };
        self.report(problem);
        false
    }
}

/// Whether a text is a URL that a browser opens as it stands.
fn is_web(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains([' ', '<', '>', '"', '(', ')', '`']))
}
