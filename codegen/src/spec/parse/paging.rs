//! Paging: `paging` of a client and `paginate` of an operation.
//!
//! Input: a mapping. Output: a [`crate::spec::document::PagingDecl`], or mistakes of shape.

use super::keys;
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::{At, Node, NodeKind};
use crate::language::reader::{Members, Reader};
use crate::language::table::Table;
use crate::language::words::common::is_part;
use crate::model::{PageEnd, TokenLife};
use crate::spec::closed::{ENDS, EndWord, LIFE_UNITS, WAYS, texts};
use crate::spec::document::PagingDecl;

impl Reader {
    /// `paging` of a client and `paginate` of an operation, which differ in a few keys.
    pub(super) fn paging(&mut self, node: &Node, table: &'static Table) -> Option<PagingDecl> {
        let members = self.members(node, table)?;
        let query = members.get("query").map(|node| self.fields(node, "`query`", false));
        let (by, first) = (members.get("by"), members.get("first"));
        let overlap = members.get("overlap");
        let mut flag = |key: &str| {
            let node = members.get(key)?;
            self.flag(node, &format!("`{key}`")).map(|value| At { value, span: node.span })
        };
        let (repeats, any_origin) = (flag("repeats"), flag("anyOrigin"));
        Some(PagingDecl {
            span: node.span,
            source: self.opt_source_text(&members),
            query: query.unwrap_or_default(),
            items: self.opt_text(&members, "items"),
            by: by.and_then(|node| self.word(node, "`by`", &WAYS)),
            next: self.opt_text(&members, "next"),
            rel: self.opt_text(&members, "rel"),
            first: first.and_then(|node| self.whole(node, "`first`")),
            into: self.opt_text(&members, "into"),
            size: self.opt_text(&members, "size"),
            end: self.page_ends(&members),
            overlap: overlap.and_then(|node| self.whole(node, "`overlap`")),
            repeats,
            any_origin,
            life: self.life(members.get("life")),
        })
    }

    fn page_ends(&mut self, members: &Members<'_>) -> Option<Vec<At<PageEnd<String>>>> {
        let node = members.get("end")?;
        let mut ends = Vec::new();
        for item in self.items(node, "`end`") {
            ends.extend(self.page_end(item).map(|value| At { value, span: item.span }));
        }
        if ends.is_empty() && matches!(&node.kind, NodeKind::List(items) if items.is_empty()) {
            let problem = Diagnostic::error(Code::BadPagination, node.span, "`end` lists nothing");
            let words: Vec<String> = texts(&ENDS).iter().map(|word| format!("`{word}`")).collect();
            self.report(problem.hint(format!("name at least one of {}", words.join(", "))));
        }
        Some(ends)
    }

    /// Sign of the last page: a word, or a member.
    fn page_end(&mut self, node: &Node) -> Option<PageEnd<String>> {
        if !matches!(node.kind, NodeKind::Map(_)) {
            let word = self.word(node, "a sign of the end", &ENDS)?.value;
            return Some(match word {
                EndWord::Absent => PageEnd::Absent,
                EndWord::Empty => PageEnd::Empty,
                EndWord::Short => PageEnd::Short,
                EndWord::Unchanged => PageEnd::Unchanged,
            });
        }
        let members = self.members(node, &keys::PAGE_END)?;
        let signs = ["more", "total", "error"].map(|key| self.opt_text(&members, key));
        match signs {
            [Some(more), None, None] => Some(PageEnd::More(more.value)),
            [None, Some(total), None] => Some(PageEnd::Total(total.value)),
            [None, None, Some(message)] => {
                let code = self.some(&members, "code");
                let is_part = is_part(self, &message.value, message.span, Code::BadPagination);
                is_part.then_some(PageEnd::Error { code, message: message.value })
            }
            [None, None, None] if members.has_unknown() => None,
            _ => {
                let message = "a sign of the end names exactly one member or error";
                let hint = "write `{ more: member }`, `{ total: member }` or `{ error: message }`";
                self.report(Diagnostic::error(Code::BadShape, node.span, message).hint(hint));
                None
            }
        }
    }

    fn life(&mut self, node: Option<&Node>) -> Option<TokenLife> {
        let node = node?;
        let members = self.members(node, &keys::LIFE)?;
        let mut units = LIFE_UNITS.iter().filter(|(unit, _)| members.get(unit).is_some());
        let (Some((unit, seconds)), None) = (units.next(), units.next()) else {
            let message = "`life` must have exactly one of `hours`, `minutes` and `seconds`";
            self.report(Diagnostic::error(Code::BadShape, node.span, message));
            return None;
        };
        let count = self.whole::<u32>(members.get(unit)?, "the life of a token")?;
        Some(TokenLife { seconds: seconds * u64::from(count.value), seen: self.opt_flag(&members, "seen") })
    }
}
