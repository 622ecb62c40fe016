//! Member paths: looks up nested members by dotted names.
//!
//! Input: the fields of a record, and a dotted name from a spec. Output: the member with its path
//! and type, or why the name resolves to no member.

use super::views::{View, view_inner};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Field, MemberPath, Type, TypeDef};

/// Member of a record, possibly nested, with the path from the record to the member.
pub(crate) struct Member<'t> {
    pub(crate) path: MemberPath,
    pub(crate) name: &'t str,
    pub(crate) ty: &'t Type,
}

/// Reason why a dotted name resolves to no member.
pub(crate) enum MissingMember<'t> {
    /// A type along the path is broken, which was reported.
    Broken,
    /// The members at `path` lack `name`, or the member `name` has no members itself.
    Name { fields: &'t [Field], name: String, path: Vec<String> },
    /// The name resolves to two members.
    Ambiguous { name: String, path: MemberPath, other: MemberPath },
    /// A list on the path lacks an index after its name; `meant` is the dotted name with the index
    /// 0.
    Number { list: String, meant: String },
}

/// Returns the member that a dotted name resolves to. Member names may contain dots themselves, so
/// the longest matching name counts at each step. If a shorter name also leads to a member, the
/// result is [`MissingMember::Ambiguous`].
pub(crate) fn find_member<'t>(
    types: &'t [TypeDef],
    fields: &'t [Field],
    name: &str,
) -> Result<Member<'t>, MissingMember<'t>> {
    let member = find_longest(types, fields, name)?;
    let (mut fields, mut rest, mut above) = (fields, name, Vec::new());
    for own in &member.path.0 {
        let shorter = split_at_dots(rest).filter(|(first, _)| first.len() < own.len());
        for (first, behind) in shorter {
            let inner = find_field(fields, first).and_then(|field| fields_of(view_inner(types, &field.ty)));
            if let Some(Ok(other)) = inner.map(|inner| find_longest(types, inner, behind)) {
                let other = [above, vec![first.to_owned()], other.path.0].concat();
                let (path, other) = (member.path, MemberPath(other));
                return Err(MissingMember::Ambiguous { name: name.to_owned(), path, other });
            }
        }
        above.push(own.clone());
        rest = rest.get(own.len() + 1..).unwrap_or_default();
        fields = find_field(fields, own).and_then(|field| fields_of(view_inner(types, &field.ty))).unwrap_or_default();
    }
    Ok(member)
}

/// Resolves a dotted name by the longest matching member name at each step, and does not look for
/// other readings of the name.
fn find_longest<'t>(types: &'t [TypeDef], fields: &'t [Field], name: &str) -> Result<Member<'t>, MissingMember<'t>> {
    let (mut fields, mut rest, mut path) = (fields, name, Vec::new());
    loop {
        if let Some(field) = find_field(fields, rest) {
            path.push(field.name.clone());
            return Ok(Member { path: MemberPath(path), name: &field.name, ty: &field.ty });
        }
        let mut is_broken = false;
        let outer = split_at_dots(rest).filter_map(|(first, behind)| {
            let view = view_inner(types, &find_field(fields, first)?.ty);
            is_broken |= matches!(view, View::Broken);
            Some((fields_of(view)?, first, behind))
        });
        let Some((inner, first, behind)) = outer.last() else {
            if is_broken {
                return Err(MissingMember::Broken);
            }
            let known =
                split_at_dots(rest).map(|(first, _)| first).filter(|first| find_field(fields, first).is_some()).last();
            let is_misspelt = did_you_mean(rest, fields.iter().map(|field| field.name.as_str())).is_some();
            let first = if is_misspelt { rest } else { rest.split('.').next().unwrap_or(rest) };
            let first = known.unwrap_or(first);
            return Err(MissingMember::Name { fields, name: first.to_owned(), path });
        };
        path.push(first.to_owned());
        (fields, rest) = (inner, behind);
    }
}

/// Returns the field with this name.
fn find_field<'t>(fields: &'t [Field], name: &str) -> Option<&'t Field> {
    fields.iter().find(|field| field.name == name)
}

/// Splits a name at each of its dots, the shortest first part first: `a.b.c` as `a` and `b.c`, then
/// as `a.b` and `c`.
fn split_at_dots(name: &str) -> impl Iterator<Item = (&str, &str)> {
    name.match_indices('.').map(|(at, _)| (&name[..at], &name[at + 1..]))
}

/// Resolves a dotted name as [`find`] does, and also inside lists (by index), maps (by key) and any
/// JSON: `errors.0.message`.
pub(crate) fn find_member_deep<'t>(
    types: &'t [TypeDef],
    fields: &'t [Field],
    name: &str,
) -> Result<Member<'t>, MissingMember<'t>> {
    match find_member(types, fields, name) {
        Err(MissingMember::Name { .. }) => {}
        found => return found,
    }
    let (mut fields, mut rest, mut path) = (fields, name, Vec::new());
    loop {
        let (first, mut behind) = rest.split_once('.').unwrap_or((rest, ""));
        let Some(field) = fields.iter().find(|field| field.name == first) else {
            return Err(MissingMember::Name { fields, name: first.to_owned(), path });
        };
        let (mut ty, mut inside) = (&field.ty, vec![first.to_owned()]);
        fields = loop {
            if behind.is_empty() {
                path.append(&mut inside);
                return Ok(Member { path: MemberPath(path), name: &field.name, ty });
            }
            let (next, after) = behind.split_once('.').unwrap_or((behind, ""));
            let view = view_inner(types, ty);
            ty = match view {
                View::Broken => return Err(MissingMember::Broken),
                View::Json => ty,
                View::List(list) if next.parse::<usize>().is_ok() => &list.item,
                View::List(_) => {
                    path.append(&mut inside);
                    let list = path.join(".");
                    return Err(MissingMember::Number { meant: format!("{list}.0.{behind}"), list });
                }
                View::Map(map) => &map.value,
                other => match fields_of(other) {
                    Some(inner) => break inner,
                    None => return Err(MissingMember::Name { fields, name: first.to_owned(), path }),
                },
            };
            inside.push(next.to_owned());
            behind = after;
        };
        path.append(&mut inside);
        rest = behind;
    }
}

impl MissingMember<'_> {
    /// Returns the diagnostic for a name that resolves to no member, or `None` if the broken type
    /// was reported. `whose` names the record in which the search began: `the result`.
    pub(crate) fn problem(self, code: Code, span: Span, whose: &str) -> Option<Diagnostic> {
        let (fields, name, path) = match self {
            Self::Broken => return None,
            Self::Name { fields, name, path } => (fields, name, path),
            Self::Ambiguous { name, path, other } => {
                let [long, short] = [path, other].map(|path| in_steps(&path));
                let message = format!("`{name}` of {whose} is two members: {long}, and {short}");
                let hint =
                    "remove the other member from the type: members that a type does not describe are kept in `extra`";
                return Some(Diagnostic::error(code, span, message).hint(hint));
            }
            Self::Number { list, meant } => {
                let problem = Diagnostic::error(code, span, format!("`{list}` is a list"));
                return Some(problem.hint(format!("select an item of the list by its index: `{meant}`")));
            }
        };
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

/// Writes a path as text, innermost member first: `` `c` of `b` of `a` ``.
fn in_steps(path: &MemberPath) -> String {
    let names: Vec<String> = path.0.iter().rev().map(|name| format!("`{name}`")).collect();
    names.join(" of ")
}

/// Returns the fields of a record, or the common fields of a union; `None` for other types.
pub(crate) fn fields_of(view: View<'_>) -> Option<&[Field]> {
    match view {
        View::Record(record) => Some(&record.fields),
        View::Union(union) if !union.common.is_empty() => Some(&union.common),
        _ => None,
    }
}
