//! Rules across the parameters of an operation.
//!
//! Input: `rules`. Output: declarations, whose parameters are not resolved.

use super::keys;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{Node, NodeKind, Text};
use crate::language::reader::{Members, Reader};
use crate::spec::document::{RuleDecl, RuleKindDecl};

impl Reader {
    pub(super) fn rules(&mut self, node: Option<&Node>) -> Vec<RuleDecl> {
        let Some(node) = node else {
            return Vec::new();
        };
        let items = self.items(node, "`rules`");
        let read = items.iter().map(|item| self.rule(item));
        read.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    fn rule(&mut self, node: &Node) -> Option<RuleDecl> {
        let members = self.members(node, &keys::RULE)?;
        let kinds = members.present(keys::RULE.one.iter().copied());
        let [key] = kinds.as_slice() else {
            if kinds.is_empty() && members.has_unknown() {
                return None;
            }
            let message = "a rule must have exactly one kind";
            let list: Vec<String> = keys::RULE.one.iter().map(|kind| format!("`{kind}`")).collect();
            let problem = Diagnostic::error(Code::BadShape, node.span, message);
            self.report(problem.hint(format!("the kinds are {}", list.join(", "))));
            return None;
        };
        let kind = self.rule_kind(&members, key);
        Some(RuleDecl {
            kind: kind?,
            span: members.key_span(key)?,
            doc: self.opt_text(&members, "doc"),
            source: self.opt_source_text(&members),
            seen: self.opt_flag(&members, "seen"),
        })
    }

    fn rule_kind(&mut self, members: &Members<'_>, key: &str) -> Option<RuleKindDecl> {
        let node = members.get(key)?;
        Some(match key {
            "atLeastOne" => RuleKindDecl::AtLeastOne(self.texts(node, "`atLeastOne`")),
            "atMostOne" => RuleKindDecl::AtMostOne(self.texts(node, "`atMostOne`")),
            "ascending" => RuleKindDecl::Ascending(self.text(node, "`ascending`")?),
            "sumAtMost" => {
                let members = self.members(node, &keys::SUM)?;
                let of = members.get("of");
                let max = members.get("max");
                RuleKindDecl::SumAtMost { of: self.texts(of?, "`of`"), max: self.text_or_number(max?, "`max`")? }
            }
            "requires" => {
                let members = self.members(node, &keys::REQUIRES)?;
                let when = members.get("when");
                let need = members.get("need");
                RuleKindDecl::Requires {
                    when: self.conditions(when?, "`when`"),
                    need: self.conditions(need?, "`need`"),
                }
            }
            _ => {
                let members = self.members(node, &keys::ORDERED)?;
                let low = self.opt_text(&members, "low");
                let high = self.opt_text(&members, "high");
                RuleKindDecl::Ordered { low: low?, high: high? }
            }
        })
    }

    /// `[name]`: any value; `{ name: value }`: this value.
    fn conditions(&mut self, node: &Node, what: &str) -> Vec<(Text, Option<Node>)> {
        if let NodeKind::List(_) = node.kind {
            let names = self.texts(node, what);
            return names.into_iter().map(|name| (name, None)).collect();
        }
        let named = self.named_nodes(node, what).into_iter();
        named
            .map(|(name, node)| {
                let any = node.kind == NodeKind::Null;
                (name, (!any).then_some(node))
            })
            .collect()
    }
}
