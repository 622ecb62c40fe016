//! Renders the types of a result, one level deep: a line per member, value and variant.

use chainloom_codegen::sentences::summary;

use super::{DIM, NAME, Page, WIDTH, shorten};
use crate::data::{Member, Reference, Shape, TypeText};

/// Maximum length of a name or a type that the other rows are aligned with.
const MAX_ALIGNED_LENGTH: usize = 30;

/// Adds the shapes of the named types in a type.
pub(super) fn add(reference: &Reference, ty: &TypeText, page: &mut Page) {
    for id in ty.ids() {
        let Some(entry) = reference.type_entry(id) else { continue };
        match &entry.shape {
            Shape::Scalar { form } => page.push_wrapped(4, form),
            Shape::Alias { target, facts } => page.push_wrapped(4, &format!("{target}. {}", facts.join(" "))),
            Shape::Record { members } => rows(members.iter().map(member).collect(), page),
            Shape::Enum { values } => {
                rows(values.iter().map(|one| (one.value.to_string(), String::new(), one.doc.as_str())).collect(), page);
            }
            Shape::Union { told, members, arms } => {
                page.push_wrapped(4, told);
                let arms = arms.iter().map(|one| (one.name.clone(), one.ty.to_string(), one.doc.as_str()));
                rows(members.iter().map(member).chain(arms).collect(), page);
            }
        }
    }
}

/// A name, its type, and its description.
type Row<'r> = (String, String, &'r str);

fn member(one: &Member) -> Row<'_> {
    let optional = if one.required { "" } else { "?" };
    (format!("{}{optional}", one.name), one.ty.to_string(), &one.doc)
}

/// Adds a line for each row, with as much of its description as fits. A longer name or type shifts its line alone.
fn rows(rows: Vec<Row<'_>>, page: &mut Page) {
    let longest = |lengths: &mut dyn Iterator<Item = usize>| {
        lengths.filter(|length| *length <= MAX_ALIGNED_LENGTH).max().unwrap_or(0)
    };
    let names = longest(&mut rows.iter().map(|(name, ..)| name.len()));
    let types = longest(&mut rows.iter().map(|(_, ty, _)| ty.len()));
    for (name, ty, doc) in &rows {
        let (name_gap, ty_gap) = (names.saturating_sub(name.len()), types.saturating_sub(ty.len()));
        let used = 4 + name.len() + name_gap + 2 + ty.len() + ty_gap + 2;
        let doc = shorten(&summary(doc), WIDTH.saturating_sub(used));
        let styled = (page.styled(NAME, name), page.styled(DIM, ty));
        let line = format!("    {}{:name_gap$}  {}{:ty_gap$}  {doc}", styled.0, "", styled.1, "");
        page.line(line.trim_end());
    }
}
