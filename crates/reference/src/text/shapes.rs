//! Renders the types of a result, one level deep: a line per member, value and variant.

use chainloom_codegen::sentences::summary;

use super::{DIM, NAME, Page, WIDTH, shorten};
use crate::data::{Member, Reference, Shape, TypeText};

/// Adds the shapes of the named types in a type.
pub(super) fn add(reference: &Reference, ty: &TypeText, page: &mut Page) {
    for id in ty.ids() {
        let Some(entry) = reference.type_entry(id) else { continue };
        match &entry.shape {
            Shape::Scalar { form } => page.push_wrapped(4, form),
            Shape::Alias { target, facts } => page.push_wrapped(4, &format!("{target}. {}", facts.join(" "))),
            Shape::Record { members } => members.iter().for_each(|one| member(one, page)),
            Shape::Enum { values } => {
                values.iter().for_each(|one| row(&one.value.to_string(), "", &one.doc, page));
            }
            Shape::Union { told, members, arms } => {
                page.push_wrapped(4, told);
                members.iter().for_each(|one| member(one, page));
                arms.iter().for_each(|one| row(&one.name, &one.ty.to_string(), &one.doc, page));
            }
        }
    }
}

fn member(one: &Member, page: &mut Page) {
    let optional = if one.required { "" } else { "?" };
    row(&format!("{}{optional}", one.name), &one.ty.to_string(), &one.doc, page);
}

/// Adds a line: a name, its type, and as much of the description as fits.
fn row(name: &str, ty: &str, doc: &str, page: &mut Page) {
    let (name_gap, ty_gap) = (22_usize.saturating_sub(name.len()), 22_usize.saturating_sub(ty.len()));
    let used = 4 + name.len() + name_gap + 1 + ty.len() + ty_gap + 1;
    let doc = shorten(&summary(doc), WIDTH.saturating_sub(used));
    let styled = (page.styled(NAME, name), page.styled(DIM, ty));
    let line = format!("    {}{:name_gap$} {}{:ty_gap$} {doc}", styled.0, "", styled.1, "");
    page.line(line.trim_end());
}
