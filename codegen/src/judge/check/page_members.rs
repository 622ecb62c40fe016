//! The members of a result that paging speaks of: the list of items, and what stands beside it.
//!
//! Input: a result, and names that may have dots. Output: where the members are, and what they are. What is not there
//! is collected; whether a member is of the kind that is wanted is for `paging`.

use super::table::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::model::{Field, MemberPath, Type, TypeDef};
use crate::spec::document::{PagingDecl, Text};

/// Looks up members in a result.
pub(super) struct Members<'t, 'f> {
    pub(super) types: &'t [TypeDef],
    pub(super) result: Option<&'t Type>,
    pub(super) paging: &'t PagingDecl,
    pub(super) found: &'f mut Vec<Diagnostic>,
}

/// What one answer is.
pub(super) enum Page<'t> {
    /// The items themselves.
    List(&'t Type),
    /// Members, of which one holds the items.
    Fields(&'t [Field]),
}

impl Page<'_> {
    pub(super) const fn is_list(&self) -> bool {
        matches!(self, Self::List(_))
    }
}

/// A member and its place.
pub(super) struct Member<'t> {
    pub(super) path: MemberPath,
    pub(super) name: &'t str,
    pub(super) ty: &'t Type,
}

impl<'t> Members<'t, '_> {
    /// Nothing where the type is broken, which was reported; else what the result is instead.
    pub(super) fn page(&self) -> Result<Option<Page<'t>>, &'static str> {
        match self.result.map(|ty| view_inner(self.types, ty)) {
            Some(View::Broken) => Ok(None),
            Some(View::List(list)) => Ok(Some(Page::List(&list.item))),
            Some(View::Map(map)) => Ok(Some(Page::List(&map.value))),
            Some(view) => fields_of(view).map(|fields| Some(Page::Fields(fields))).ok_or(view.noun()),
            None => Err("nothing"),
        }
    }

    /// Where the items are, and the type of one of them unless that is not known.
    pub(super) fn items(&mut self, page: &Page<'t>, written: Option<&Text>) -> Option<(MemberPath, Option<&'t Type>)> {
        match (page, written) {
            (Page::List(item), None) => Some((MemberPath::default(), Some(item))),
            (Page::List(_), Some(text)) => {
                let message = "the result is the list of items itself";
                self.found.push(Diagnostic::error(Code::BadPagination, text.span, message).hint("leave `items` out"));
                None
            }
            (Page::Fields(_), None) => {
                let message = "`paginate` does not say which member of the result holds the items";
                let problem = Diagnostic::error(Code::BadPagination, self.paging.span, message);
                self.found.push(problem.hint("add `items: …`"));
                None
            }
            (Page::Fields(_), Some(text)) => {
                let member = self.member(page, &text.value, Some(text))?;
                let item = match view_inner(self.types, member.ty) {
                    View::List(list) => Some(&list.item),
                    View::Map(map) => Some(&map.value),
                    View::Broken => None,
                    _ => {
                        let message = format!("`{}` is no list", text.value);
                        self.found.push(Diagnostic::error(Code::BadPagination, text.span, message));
                        None
                    }
                };
                Some((member.path, item))
            }
        }
    }

    /// A member of the page, or one within its members.
    pub(super) fn member(&mut self, page: &Page<'t>, name: &str, written: Option<&Text>) -> Option<Member<'t>> {
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

    /// A member of an item.
    pub(super) fn member_of_item(&mut self, item: &'t Type, name: &str, written: Option<&Text>) -> Option<Member<'t>> {
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
                self.found.push(problem.hint("leave `next` out where the item itself is what the next call takes"));
                None
            }
        }
    }

    /// A name of the wire may have dots itself, so whole names come first.
    fn within(&mut self, fields: &'t [Field], name: &str, written: Option<&Text>, whose: &str) -> Option<Member<'t>> {
        let (mut fields, mut rest, mut path) = (fields, name, Vec::new());
        loop {
            if let Some(field) = fields.iter().find(|field| field.name == rest) {
                path.push(field.name.clone());
                return Some(Member { path: MemberPath(path), name: &field.name, ty: &field.ty });
            }
            let (first, behind) = rest.split_once('.').unwrap_or((rest, ""));
            let outer = fields.iter().find(|field| field.name == first && !behind.is_empty());
            let view = outer.map(|field| view_inner(self.types, &field.ty));
            if let Some(View::Broken) = view {
                return None;
            }
            let Some(inner) = view.and_then(fields_of) else {
                self.no_member(fields, first, written, whose, &path);
                return None;
            };
            path.push(first.to_owned());
            (fields, rest) = (inner, behind);
        }
    }

    fn no_member(&mut self, fields: &[Field], name: &str, written: Option<&Text>, whose: &str, path: &[String]) {
        let span = written.map_or(self.paging.span, |text| text.span);
        let whose = if path.is_empty() { whose.to_owned() } else { format!("`{}`", path.join(".")) };
        let message = match fields.iter().any(|field| field.name == name) {
            true => format!("`{name}` of {whose} has no members"),
            false => format!("{whose} has no member `{name}`"),
        };
        let near = did_you_mean(name, fields.iter().map(|field| field.name.as_str()));
        let near = near.filter(|_| !fields.iter().any(|field| field.name == name));
        self.found.push(Diagnostic::error(Code::BadPagination, span, message).hint_opt(near));
    }
}

/// The members of what has some.
fn fields_of(view: View<'_>) -> Option<&[Field]> {
    match view {
        View::Record(record) => Some(&record.fields),
        View::Union(union) if !union.common.is_empty() => Some(&union.common),
        _ => None,
    }
}
