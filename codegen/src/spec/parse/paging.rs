//! Paging: `paging` of a client and `paginate` of an operation.
//!
//! Input: a mapping. Output: a [`crate::spec::document::PagingDecl`], or mistakes of shape.

use crate::language::node::Node;
use crate::language::reader::Reader;
use crate::language::table::Table;
use crate::language::words::paging::Ends;
use crate::spec::document::PagingDecl;

impl Reader {
    /// `paging` of a client and `paginate` of an operation, which differ in a few keys.
    pub(super) fn paging(&mut self, node: &Node, table: &'static Table) -> Option<PagingDecl> {
        let members = self.members(node, table)?;
        let query = members.get("query").map(|node| self.fields(node, "`query`", false));
        Some(PagingDecl {
            span: node.span,
            source: self.opt_source_text(&members),
            query: query.unwrap_or_default(),
            items: self.opt_text(&members, "items"),
            by: self.some(&members, "by"),
            next: self.opt_text(&members, "next"),
            rel: self.opt_text(&members, "rel"),
            first: self.some(&members, "first"),
            into: self.opt_text(&members, "into"),
            size: self.opt_text(&members, "size"),
            end: self.by::<Ends, _>(&members, "end"),
            overlap: self.some(&members, "overlap"),
            repeats: self.some(&members, "repeats"),
            any_origin: self.some(&members, "anyOrigin"),
            life: self.some(&members, "life"),
        })
    }
}
