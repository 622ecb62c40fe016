//! Members within members, by names with dots.
//!
//! Input: the members of a record, and a name as a spec writes it. Output: the member and its
//! place, or what is not there.

use super::views::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Field, MemberPath, Type, TypeDef};

/// A member and its place.
pub(crate) struct Member<'t> {
    pub(crate) path: MemberPath,
    pub(crate) name: &'t str,
    pub(crate) ty: &'t Type,
}

/// Why there is no member.
pub(crate) enum Missing<'t> {
    /// A type on the way is broken, which was reported.
    Broken,
    /// These members, which stand at `path`, lack the name, or it has no members itself.
    Name { fields: &'t [Field], name: String, path: Vec<String> },
}

/// A name of the wire may have dots itself, so whole names come first.
pub(crate) fn find<'t>(types: &'t [TypeDef], fields: &'t [Field], name: &str) -> Result<Member<'t>, Missing<'t>> {
    let (mut fields, mut rest, mut path) = (fields, name, Vec::new());
    loop {
        if let Some(field) = fields.iter().find(|field| field.name == rest) {
            path.push(field.name.clone());
            return Ok(Member { path: MemberPath(path), name: &field.name, ty: &field.ty });
        }
        let (first, behind) = rest.split_once('.').unwrap_or((rest, ""));
        let outer = fields.iter().find(|field| field.name == first && !behind.is_empty());
        let view = outer.map(|field| view_inner(types, &field.ty));
        if let Some(View::Broken) = view {
            return Err(Missing::Broken);
        }
        let Some(inner) = view.and_then(fields_of) else {
            return Err(Missing::Name { fields, name: first.to_owned(), path });
        };
        path.push(first.to_owned());
        (fields, rest) = (inner, behind);
    }
}

impl Missing<'_> {
    /// What is wrong, unless it was reported; `whose` the outermost members are.
    pub(crate) fn problem(self, code: Code, span: Span, whose: &str) -> Option<Diagnostic> {
        let Self::Name { fields, name, path } = self else { return None };
        let whose = if path.is_empty() { whose.to_owned() } else { format!("`{}`", path.join(".")) };
        let is_there = fields.iter().any(|field| field.name == name);
        let message = match is_there {
            true => format!("`{name}` of {whose} has no members"),
            false => format!("{whose} has no member `{name}`"),
        };
        let near = did_you_mean(&name, fields.iter().map(|field| field.name.as_str()));
        Some(Diagnostic::error(code, span, message).hint_opt(near.filter(|_| !is_there)))
    }
}

/// The members of what has some.
pub(crate) fn fields_of(view: View<'_>) -> Option<&[Field]> {
    match view {
        View::Record(record) => Some(&record.fields),
        View::Union(union) if !union.common.is_empty() => Some(&union.common),
        _ => None,
    }
}
