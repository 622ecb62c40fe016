//! Members of a paged result: locates the list of items, and the members next to it that paging names.
//!
//! Input: a result, and dotted member names. Output: paths and types of the members. Missing members are
//! collected as diagnostics; `paging` decides whether a member has the right type.

use crate::analysis::check::context::member_paths::{Member, fields_of, find_member};
use crate::analysis::check::context::views::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic};
use crate::language::node::Text;
use crate::model::{Field, MemberPath, Type, TypeDef};
use crate::spec::document::PagingDecl;

/// Looks up the members that paging names in the result of one call, and collects the mistakes.
pub(crate) struct PageMembers<'t, 'f> {
    pub(crate) types: &'t [TypeDef],
    pub(crate) result: Option<&'t Type>,
    pub(crate) paging: &'t PagingDecl,
    pub(crate) found: &'f mut Vec<Diagnostic>,
}

/// Shape of the result that holds one page.
pub(crate) enum Page<'t> {
    /// List or map of items of this type.
    List(&'t Type),
    /// Record with these members, one of which holds the items.
    Fields(&'t [Field]),
}

impl Page<'_> {
    pub(crate) const fn is_list(&self) -> bool {
        matches!(self, Self::List(_))
    }
}

impl<'t> PageMembers<'t, '_> {
    /// Returns the shape of the result as a page; `None` if the type of the result is broken. The
    /// error is the noun of a result that cannot be a page, such as `a text`.
    pub(crate) fn page(&mut self) -> Result<Option<Page<'t>>, &'static str> {
        match self.result.map(|ty| view_inner(self.types, ty)) {
            Some(View::Broken) => Ok(None),
            Some(View::List(list)) => Ok(Some(Page::List(&list.item))),
            Some(View::Map(map)) => {
                self.refuse_overlap();
                Ok(Some(Page::List(&map.value)))
            }
            Some(view) => fields_of(view).map(|fields| Some(Page::Fields(fields))).ok_or(view.noun()),
            None => Err("nothing"),
        }
    }

    /// Returns the path from the page to its items, and the type of an item; the type is `None` if
    /// it is broken or was reported. `None` after a report about the path.
    pub(crate) fn items(&mut self, page: &Page<'t>, written: Option<&Text>) -> Option<(MemberPath, Option<&'t Type>)> {
        match (page, written) {
            (Page::List(item), None) => Some((MemberPath::default(), Some(item))),
            (Page::List(_), Some(text)) => {
                let message = "the result is the list of items itself";
                self.found.push(Diagnostic::error(Code::BadPagination, text.span, message).hint("leave `items` out"));
                None
            }
            (Page::Fields(_), None) => {
                let message = "`paginate` does not name the member of the result that holds the items";
                let problem = Diagnostic::error(Code::BadPagination, self.paging.span, message);
                self.found.push(problem.hint("add `items: …`"));
                None
            }
            (Page::Fields(_), Some(text)) => {
                let member = self.member(page, &text.value, Some(text))?;
                let item = match view_inner(self.types, member.ty) {
                    View::List(list) => Some(&list.item),
                    View::Map(map) => {
                        self.refuse_overlap();
                        Some(&map.value)
                    }
                    View::Broken => None,
                    _ => {
                        let message = format!("`{}` is not a list", text.value);
                        self.found.push(Diagnostic::error(Code::BadPagination, text.span, message));
                        None
                    }
                };
                Some((member.path, item))
            }
        }
    }

    /// Reports `overlap` for items in a map: its members have no order, so none of them is the
    /// last.
    fn refuse_overlap(&mut self) {
        if let Some(overlap) = self.paging.overlap.filter(|overlap| overlap.value > 0) {
            let message = "the items are the members of a map, so none of them is the last one of a page";
            let problem = Diagnostic::error(Code::BadPagination, overlap.span, message);
            self.found.push(problem.hint("remove `overlap`: members of a map have different names"));
        }
    }

    /// Returns the member of the page with the dotted name `name`; `None` after a report. `written`
    /// is the place of the name in the spec, if the operation has it.
    pub(crate) fn member(&mut self, page: &Page<'t>, name: &str, written: Option<&Text>) -> Option<Member<'t>> {
        match page {
            Page::Fields(fields) => self.within(fields, name, written, "the result"),
            Page::List(_) => {
                let message = format!("the result is a list, so it has no member `{name}`");
                let span = written.map_or(self.paging.span, |text| text.span);
                self.found.push(Diagnostic::error(Code::BadPagination, span, message));
                None
            }
        }
    }

    /// Returns the member of an item with the dotted name `name`; `None` if the type of the item is
    /// broken, or after a report.
    pub(crate) fn member_of_item(&mut self, item: &'t Type, name: &str, written: Option<&Text>) -> Option<Member<'t>> {
        let view = view_inner(self.types, item);
        if let View::Broken = view {
            return None;
        }
        match fields_of(view) {
            Some(fields) => self.within(fields, name, written, "an item"),
            None => {
                let message = format!("an item is {}, so it has no member `{name}`", view.noun());
                let span = written.map_or(self.paging.span, |text| text.span);
                let problem = Diagnostic::error(Code::BadPagination, span, message);
                self.found.push(problem.hint("remove `next` if the next call takes the item itself"));
                None
            }
        }
    }

    /// Finds a member by its dotted name among `fields`; `None` after a report. `whose` names the
    /// record in the message.
    fn within(&mut self, fields: &'t [Field], name: &str, written: Option<&Text>, whose: &str) -> Option<Member<'t>> {
        match find_member(self.types, fields, name) {
            Ok(member) => Some(member),
            Err(missing) => {
                let span = written.map_or(self.paging.span, |text| text.span);
                self.found.extend(missing.problem(Code::BadPagination, span, whose));
                None
            }
        }
    }
}
