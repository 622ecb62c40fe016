//! Descriptions of named types, one level deep.

use std::fmt::Write as _;

use chainloom_reference::{Member, Reference, Shape, TypeEntry, TypeText};

use super::member;

/// Maximum number of values and variants that are listed in a short description.
const LISTED: usize = 30;

/// Adds short descriptions of the named types, each once.
pub(super) fn add<'t>(text: &mut String, reference: &Reference, types: impl IntoIterator<Item = &'t TypeText>) {
    let mut ids: Vec<&str> = Vec::new();
    for id in types.into_iter().flat_map(TypeText::ids) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    let entries: Vec<&TypeEntry> = ids.iter().filter_map(|id| reference.type_entry(id)).collect();
    if entries.is_empty() {
        return;
    }
    text.push_str("Types (`describe` with a name says more):\n");
    for entry in entries {
        let _ = writeln!(text, "- {}: {}", entry.name, short(entry));
    }
}

/// Returns the descriptions of all types with an ID or a name; `None` if there are none.
pub(super) fn named(reference: &Reference, name: &str) -> Option<String> {
    let name = name.trim();
    let is_meant = |entry: &&TypeEntry| entry.id == name || entry.rust == name || entry.name.eq_ignore_ascii_case(name);
    let texts: Vec<String> = reference.types.iter().filter(is_meant).map(whole).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

/// Describes a type on one line.
fn short(entry: &TypeEntry) -> String {
    match &entry.shape {
        Shape::Scalar { form } => form.clone(),
        Shape::Alias { target, facts } => format!("{target}. {}", facts.join(" ")),
        Shape::Record { members } => names(members),
        Shape::Enum { values } => {
            let all: Vec<String> = values.iter().map(|value| value.value.to_string()).collect();
            format!("one of {}", join_limited(&all))
        }
        Shape::Union { told, members, arms } => {
            let arms: Vec<String> = arms.iter().map(|arm| arm.name.clone()).collect();
            let shared = if members.is_empty() { String::new() } else { format!(" Each has {}.", names(members)) };
            format!("one of {}. {told}{shared}", join_limited(&arms))
        }
    }
}

fn names(members: &[Member]) -> String {
    let names = members.iter().map(|one| format!("{}{}: {}", one.name, if one.required { "" } else { "?" }, one.ty));
    format!("{{ {} }}", names.collect::<Vec<_>>().join(", "))
}

/// Lists texts up to a maximum, with the number of the others.
fn join_limited(all: &[String]) -> String {
    let mut shown: Vec<String> = all.iter().take(LISTED).cloned().collect();
    if all.len() > LISTED {
        shown.push(format!("{} more", all.len() - LISTED));
    }
    shown.join(", ")
}

/// Returns the full description of a type.
fn whole(entry: &TypeEntry) -> String {
    let mut text = format!("{} | type {}\n{}\n", entry.name, entry.id, entry.doc.trim());
    match &entry.shape {
        Shape::Scalar { .. } | Shape::Alias { .. } => super::line(&mut text, &short(entry)),
        Shape::Record { members } => super::members(&mut text, "Members", members),
        Shape::Enum { values } => {
            super::section(&mut text, "Values", values.iter().map(|value| format!("{}: {}", value.value, value.doc)));
        }
        Shape::Union { told, members, arms } => {
            super::line(&mut text, told);
            super::section(&mut text, "Members of all variants", members.iter().map(member));
            super::section(
                &mut text,
                "Variants",
                arms.iter().map(|arm| {
                    let value = arm.constant.as_ref().map_or_else(|| arm.ty.to_string(), ToString::to_string);
                    format!("{} ({value}): {}", arm.name, arm.doc)
                }),
            );
        }
    }
    super::section(&mut text, "Used by", entry.used_by.iter().cloned());
    text
}
