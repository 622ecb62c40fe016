//! What may stand in many places: variables, availability, deprecation, notes, limits, statuses.

use super::keys;
use super::reader::Reader;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{AvailableDoc, DeprecatedDoc, LimitDoc, NoteDoc, Text, VarDoc};
use crate::model::{AvailabilityKind, Effect};
use crate::node::{Node, NodeKind};

const KINDS: [(&str, AvailabilityKind); 6] = [
    ("flag", AvailabilityKind::Flag),
    ("config", AvailabilityKind::Config),
    ("public", AvailabilityKind::Public),
    ("chains", AvailabilityKind::Chains),
    ("archive", AvailabilityKind::Archive),
    ("served", AvailabilityKind::Served),
];

pub(super) const EFFECTS: [(&str, Effect); 4] =
    [("read", Effect::Read), ("idempotent", Effect::Idempotent), ("once", Effect::Once), ("write", Effect::Write)];

impl Reader {
    pub(super) fn vars(&mut self, node: Option<&Node>) -> Vec<VarDoc> {
        let mut vars = Vec::new();
        let Some(node) = node else {
            return vars;
        };
        for entry in self.entries(node, "`vars`") {
            let name = self.name(&entry.key);
            let Some(members) = self.members(&entry.value, "a variable", keys::VAR) else {
                continue;
            };
            let default = members.get("default");
            vars.push(VarDoc {
                name,
                doc: self.opt_text(&members, "doc"),
                default: default.and_then(|node| self.text_or_number(node, "`default`")),
                source: self.opt_text(&members, "source"),
            });
        }
        vars
    }

    /// A list of conditions, or a single one.
    pub(super) fn available(&mut self, node: Option<&Node>) -> Vec<AvailableDoc> {
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

    fn available_item(&mut self, node: &Node) -> Option<AvailableDoc> {
        let members = self.members(node, "a condition of `available`", keys::AVAILABLE)?;
        let mut kinds = KINDS.iter().filter(|(word, _)| members.get(word).is_some());
        let (Some((word, kind)), None) = (kinds.next(), kinds.next()) else {
            if members.has_unknown() {
                return None;
            }
            let message = "a condition of `available` must have exactly one kind";
            let words: Vec<String> = KINDS.iter().map(|(word, _)| format!("`{word}`")).collect();
            let problem = Diagnostic::error(Code::BadShape, node.span, message);
            self.report(problem.hint(format!("the kinds are {}", words.join(", "))));
            return None;
        };
        Some(AvailableDoc {
            kind: *kind,
            value: self.need_text(&members, word, "the condition")?,
            doc: self.opt_text(&members, "doc"),
            seen: self.opt_flag(&members, "seen"),
            source: self.opt_text(&members, "source"),
        })
    }

    pub(super) fn deprecated(&mut self, node: Option<&Node>) -> Option<DeprecatedDoc> {
        let members = self.members(node?, "`deprecated`", keys::DEPRECATED)?;
        Some(DeprecatedDoc {
            since: self.opt_version(&members, "since"),
            use_instead: self.opt_text(&members, "use"),
            doc: self.opt_text(&members, "doc"),
            seen: self.opt_flag(&members, "seen"),
            source: self.opt_text(&members, "source"),
        })
    }

    /// A version may look like a number (`1.9`).
    pub(super) fn opt_version(&mut self, members: &super::reader::Members<'_>, key: &str) -> Option<Text> {
        let node = members.get(key)?;
        self.text_or_number(node, &format!("`{key}`"))
    }

    pub(super) fn notes(&mut self, node: Option<&Node>) -> Vec<NoteDoc> {
        let mut notes = Vec::new();
        let Some(node) = node else {
            return notes;
        };
        for item in self.items(node, "`notes`") {
            let Some(members) = self.members(item, "a note", keys::NOTE) else {
                continue;
            };
            let (source, seen) = (self.opt_text(&members, "source"), self.opt_flag(&members, "seen"));
            if let Some(text) = self.need_text(&members, "text", "the note") {
                notes.push(NoteDoc { text, seen, source });
            }
        }
        notes
    }

    pub(super) fn limits(&mut self, node: Option<&Node>) -> Vec<LimitDoc> {
        let Some(node) = node else {
            return Vec::new();
        };
        let items = self.items(node, "`limits`");
        let read = items.iter().map(|item| self.limit(item));
        read.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    fn limit(&mut self, node: &Node) -> Option<LimitDoc> {
        let members = self.members(node, "a limit", keys::LIMIT)?;
        let what = self.need_text(&members, "what", "the limit");
        let value = self.need(&members, "value", "the limit");
        let value = value.and_then(|node| self.text_or_number(node, "`value`"));
        let status = members.get("status");
        Some(LimitDoc {
            what: what?,
            value: value?,
            status: status.and_then(|node| self.whole(node, "`status`")).map(|at| at.value),
            doc: self.opt_text(&members, "doc"),
            seen: self.opt_flag(&members, "seen"),
            source: self.opt_text(&members, "source"),
        })
    }

    /// A status code of HTTP, from the text of a key or a number.
    pub(super) fn status_code(&mut self, digits: &str, span: crate::diagnostic::Span) -> Option<u16> {
        let code = digits.parse().ok().filter(|code| (100..600).contains(code));
        if code.is_none() {
            let message = format!("`{digits}` is no HTTP status");
            let problem = Diagnostic::error(Code::BadValue, span, message);
            self.report(problem.hint("a status is a number from 100 to 599"));
        }
        code
    }
}
