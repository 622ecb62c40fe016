//! Named types, and paths in Rust.
//!
//! Input: a type of a reference, or names with their paths. Output: their part of the text.

use super::{DIM, NAME, Page, WIDTH, shorten};
use crate::data::{Arm, EnumValue, Member, Reference, Shape, TypeEntry, TypeText};
use crate::find::Item;
use crate::sections::SEEN;

/// Adds the description of a type: its shape, its path in Rust, and its uses.
pub(super) fn describe(reference: &Reference, one: &TypeEntry, page: &mut Page) {
    page.title(&one.id, word(&one.shape));
    page.paragraph(&one.doc);
    page.paragraph(if one.seen { SEEN } else { "" });
    match &one.shape {
        Shape::Scalar { form } => page.paragraph(form),
        Shape::Alias { target, facts } => page.paragraph(&format!("It is {target}. {}", facts.join(" "))),
        Shape::Enum { values } => {
            page.heading("Values");
            values.iter().for_each(|value| enum_value(value, page));
        }
        Shape::Record { members } => push_members("Members", members, page),
        Shape::Union { told, members, arms } => {
            page.paragraph(told);
            push_members("Members of all variants", members, page);
            page.heading("Variants");
            arms.iter().for_each(|one| arm(one, page));
        }
    }
    page.heading("Rust");
    page.line(&format!("  {}", one.rust));
    push_uses(reference, one, page);
    page.add_sources(reference, one.source.as_deref());
}

/// Adds members under a heading; nothing without members.
fn push_members(heading: &str, members: &[Member], page: &mut Page) {
    if !members.is_empty() {
        page.heading(heading);
        members.iter().for_each(|member| page.member(2, member));
    }
}

/// Returns the kind of a type in a word.
const fn word(shape: &Shape) -> &'static str {
    match shape {
        Shape::Scalar { .. } => "scalar",
        Shape::Alias { .. } => "alias",
        Shape::Enum { .. } => "enumeration",
        Shape::Record { .. } => "object",
        Shape::Union { .. } => "union",
    }
}

fn enum_value(one: &EnumValue, page: &mut Page) {
    let value = one.value.as_str().map_or_else(|| one.value.to_string(), str::to_owned);
    let line = format!("  {}  {}", page.styled(NAME, value), page.styled(DIM, &one.rust));
    page.line(&line);
    let text = page.with_source(&one.doc, None, one.seen);
    page.push_wrapped(6, text.trim());
}

fn arm(one: &Arm, page: &mut Page) {
    let ty = match &one.constant {
        Some(constant) => constant.to_string(),
        None => one.ty.to_string(),
    };
    let line = format!("  {}  {}", page.styled(NAME, &one.name), page.styled(DIM, ty));
    page.line(&line);
    let text = page.with_source(&one.doc, None, one.seen);
    page.push_wrapped(6, text.trim());
}

/// Adds the operations, subscriptions and webhooks that use the type directly, and the types that
/// contain it.
fn push_uses(reference: &Reference, one: &TypeEntry, page: &mut Page) {
    let users: Vec<Item<'_>> = reference.items().filter(|item| one.used_by.iter().any(|id| id == item.id())).collect();
    if !users.is_empty() {
        page.heading("Used by");
        let width = users.iter().map(|item| item.id().len()).max().unwrap_or_default().min(WIDTH / 2);
        for item in users {
            let (id, gap) = (item.id(), width.saturating_sub(item.id().len()));
            let room = WIDTH.saturating_sub(id.len() + gap + 4);
            let line = format!("  {}{:gap$}  {}", page.styled(NAME, id), "", shorten(item.summary(), room));
            page.line(line.trim_end());
        }
    }
    let holds = |entry: &&TypeEntry| entry.shape.types().any(|ty| ty.ids().any(|id| id == one.id));
    let holders: Vec<&str> = reference.types.iter().filter(holds).map(|entry| entry.id.as_str()).collect();
    if !holders.is_empty() {
        page.heading("Part of");
        page.push_wrapped(2, &holders.join(", "));
    }
}

impl Shape {
    /// Returns the types of the parts.
    fn types(&self) -> impl Iterator<Item = &TypeText> {
        let (members, arms, target): (&[Member], &[Arm], Option<&TypeText>) = match self {
            Self::Scalar { .. } | Self::Enum { .. } => (&[], &[], None),
            Self::Record { members } => (members, &[], None),
            Self::Union { members, arms, .. } => (members, arms, None),
            Self::Alias { target, .. } => (&[], &[], Some(target)),
        };
        members.iter().map(|member| &member.ty).chain(arms.iter().map(|arm| &arm.ty)).chain(target)
    }
}

/// Adds names with their paths, one per line, including the paths of the named types in `texts`.
pub(super) fn paths<'r>(
    reference: &Reference,
    names: &[(&'static str, &str)],
    texts: impl Iterator<Item = &'r TypeText>,
    page: &mut Page,
) {
    let mut lines: Vec<(&str, &str)> = names.to_vec();
    for entry in texts.flat_map(TypeText::ids).filter_map(|id| reference.type_entry(id)) {
        if !lines.iter().any(|(_, path)| *path == entry.rust) {
            lines.push((&entry.name, &entry.rust));
        }
    }
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
    for (name, path) in lines {
        let gap = width - name.len();
        let line = format!("  {}{:gap$}  {path}", page.styled(DIM, name), "");
        page.line(&line);
    }
}
