//! Keys of many mappings: variables, availability, deprecation, notes, statuses.
//!
//! Input: nodes of a tree. Output: parts of documents, or mistakes of shape.

use super::keys;
use super::reader::{Members, Reader};
use crate::diagnostic::{Code, Diagnostic, TABLE, did_you_mean};
use crate::model::{Availability, Deprecation, Note, Source, SourceDocument, Var};
use crate::spec::closed::AVAILABILITY;
use crate::spec::document::Text;
use crate::spec::node::{Node, NodeKind};

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
    pub(super) fn available(&mut self, node: Option<&Node>) -> Vec<Availability> {
        let Some(node) = node else {
            return Vec::new();
        };
        let items = match &node.kind {
            NodeKind::List(items) => items.as_slice(),
            _ => std::slice::from_ref(node),
        };
        let read = items.iter().map(|item| self.available_item(item));
        read.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    fn available_item(&mut self, node: &Node) -> Option<Availability> {
        let members = self.members(node, &keys::AVAILABLE)?;
        let mut kinds = AVAILABILITY.iter().filter(|(word, _)| members.get(word).is_some());
        let (Some((word, kind)), None) = (kinds.next(), kinds.next()) else {
            if members.has_unknown() {
                return None;
            }
            let message = "a condition of `available` must have exactly one kind";
            let words: Vec<String> = AVAILABILITY.iter().map(|(word, _)| format!("`{word}`")).collect();
            let problem = Diagnostic::error(Code::BadShape, node.span, message);
            self.report(problem.hint(format!("the kinds are {}", words.join(", "))));
            return None;
        };
        Some(Availability {
            kind: *kind,
            value: self.opt_text(&members, word)?.value,
            doc: self.opt_prose(&members, "doc"),
            seen: self.opt_flag(&members, "seen"),
            source: self.opt_source(&members),
        })
    }

    pub(super) fn deprecated(&mut self, node: Option<&Node>) -> Option<Deprecation> {
        let members = self.members(node?, &keys::DEPRECATED)?;
        Some(Deprecation {
            since: self.opt_version(&members, "since").map(|text| text.value),
            use_instead: self.opt_text(&members, "use").map(|text| text.value),
            doc: self.opt_prose(&members, "doc"),
            seen: self.opt_flag(&members, "seen"),
            source: self.opt_source(&members),
        })
    }

    /// Words for people; empty when there are none.
    pub(super) fn opt_prose(&mut self, members: &Members<'_>, key: &str) -> String {
        self.opt_text(members, key).map(|text| text.value.trim_end().to_owned()).unwrap_or_default()
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
    pub(super) fn opt_version(&mut self, members: &super::reader::Members<'_>, key: &str) -> Option<Text> {
        let node = members.get(key)?;
        self.text_or_number(node, &format!("`{key}`"))
    }

    pub(super) fn notes(&mut self, node: Option<&Node>) -> Vec<Note> {
        let mut notes = Vec::new();
        let Some(node) = node else {
            return notes;
        };
        for item in self.items(node, "`notes`") {
            let Some(members) = self.members(item, &keys::NOTE) else {
                continue;
            };
            let (source, seen) = (self.opt_source(&members), self.opt_flag(&members, "seen"));
            if let Some(text) = self.opt_text(&members, "text") {
                notes.push(Note { text: text.value, seen, source });
            }
        }
        notes
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

    /// A status code of HTTP, from the text of a key or a number.
    pub(super) fn status_code(&mut self, digits: &str, span: crate::diagnostic::Span) -> Option<u16> {
        let code = digits.parse().ok().filter(|code| digits.len() == 3 && (100..600).contains(code));
        if code.is_none() {
            let message = format!("`{digits}` is not an HTTP status");
            let problem = Diagnostic::error(Code::BadValue, span, message);
            self.report(problem.hint("a status is a number from 100 to 599"));
        }
        code
    }
}

/// Whether a text is a URL that a browser opens as it stands.
fn is_web(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains([' ', '<', '>', '"', '(', ')', '`']))
}
