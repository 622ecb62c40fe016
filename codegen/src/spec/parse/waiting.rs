//! Waiting: `wait` of an operation.
//!
//! Input: a mapping. Output: a [`WaitDecl`], whose names are not resolved, or mistakes of shape.

use super::keys;
use super::reader::{Members, Reader};
use crate::diagnostic::{Code, Diagnostic};
use crate::spec::closed::{WAIT_UNITS, WAIT_WORDS};
use crate::spec::document::{ConfirmationsDecl, ReplacedDecl, Text, WaitConditionDecl, WaitDecl};
use crate::spec::node::{Node, NodeKind};

impl Reader {
    pub(super) fn wait(&mut self, node: &Node) -> Option<WaitDecl> {
        let members = self.members(node, &keys::WAIT)?;
        let (confirmations, replaced) = (members.get("confirmations"), members.get("replaced"));
        Some(WaitDecl {
            span: node.span,
            name: self.opt_text(&members, "name"),
            until: self.until(members.get("until")?),
            failed: members.get("failed").map(|node| self.wait_conditions(node, "`failed`")).unwrap_or_default(),
            not_yet: self.error_signs(members.get("notYet"), "`notYet`"),
            every: self.time(&members, "every"),
            deadline: self.time(&members, "deadline"),
            confirmations: confirmations.and_then(|node| self.confirmations(node)),
            replaced: replaced.and_then(|node| self.replaced(node)),
        })
    }

    /// The word `present`, or members with their values.
    fn until(&mut self, node: &Node) -> Vec<WaitConditionDecl> {
        if let NodeKind::Map(_) = node.kind {
            return self.wait_conditions(node, "`until`");
        }
        let word = self.word(node, "`until`", &WAIT_WORDS);
        word.map(|at| WaitConditionDecl { member: None, span: at.span, values: None }).into_iter().collect()
    }

    fn wait_conditions(&mut self, node: &Node, what: &str) -> Vec<WaitConditionDecl> {
        let found = self.named_nodes(node, what);
        if found.is_empty() && matches!(node.kind, NodeKind::Map(_)) {
            let problem = Diagnostic::error(Code::BadShape, node.span, format!("{what} names no member"));
            self.report(problem.hint("write a member with its values: `{ status: [done] }`"));
        }
        found.into_iter().map(|(name, node)| self.wait_condition(name, &node)).collect()
    }

    /// The values of a member, or the word `present`.
    fn wait_condition(&mut self, name: Text, node: &Node) -> WaitConditionDecl {
        let span = name.span;
        let NodeKind::List(items) = &node.kind else {
            if !matches!(&node.kind, NodeKind::Text(text) if WAIT_WORDS.iter().any(|(word, ())| word == text)) {
                let message = format!("`{}` has neither a list of values nor `present`", name.value);
                let hint = format!("write the values as a list: `{}: [value]`", name.value);
                self.report(Diagnostic::error(Code::BadShape, node.span, message).hint(hint));
            }
            return WaitConditionDecl { member: Some(name), span, values: None };
        };
        if items.is_empty() {
            let problem = Diagnostic::error(Code::BadShape, node.span, format!("`{}` lists no value", name.value));
            self.report(problem.hint("list the values, or write `present` in place of a list"));
        }
        WaitConditionDecl { member: Some(name), span, values: Some(items.clone()) }
    }

    /// A time in milliseconds.
    pub(super) fn time(&mut self, members: &Members<'_>, key: &str) -> Option<u64> {
        let node = members.get(key)?;
        let members = self.members(node, &keys::TIME)?;
        let mut units = WAIT_UNITS.iter().filter(|(unit, _)| members.get(unit).is_some());
        let (Some((unit, milliseconds)), None) = (units.next(), units.next()) else {
            if !members.has_unknown() {
                let message = format!("`{key}` must have exactly one of `minutes`, `seconds` and `milliseconds`");
                self.report(Diagnostic::error(Code::BadShape, node.span, message));
            }
            return None;
        };
        let count = self.whole::<u32>(members.get(unit)?, &format!("`{unit}`"))?;
        if count.value == 0 {
            let problem = Diagnostic::error(Code::BadValue, count.span, format!("`{key}` is no time"));
            self.report(problem.hint("write a time of 1 millisecond or more"));
        }
        Some(milliseconds * u64::from(count.value))
    }

    fn confirmations(&mut self, node: &Node) -> Option<ConfirmationsDecl> {
        let members = self.members(node, &keys::CONFIRMATIONS)?;
        let (height, latest) = (self.opt_text(&members, "height"), self.opt_text(&members, "latest"));
        let latest_height = self.opt_text(&members, "latestHeight");
        Some(ConfirmationsDecl { height: height?, latest: latest?, latest_height })
    }

    fn replaced(&mut self, node: &Node) -> Option<ReplacedDecl> {
        let members = self.members(node, &keys::REPLACED)?;
        let [pending, number, next] = ["pending", "number", "next"].map(|key| self.opt_text(&members, key));
        let with = members.get("with").map(|node| self.named_nodes(node, "`with`")).unwrap_or_default();
        let named = |(name, node): (Text, Node)| {
            let member = self.text(&node, &format!("`{}`", name.value))?;
            Some((name, member))
        };
        let with: Vec<_> = with.into_iter().map(named).collect();
        let fix = members.get("fix").map(|node| self.named_nodes(node, "`fix`")).unwrap_or_default();
        let with = with.into_iter().flatten().collect();
        Some(ReplacedDecl { pending: pending?, number: number?, next: next?, with, fix })
    }
}
