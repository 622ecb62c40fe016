//! `rest`: maps of all members that a record does not declare. Checks that such a map can be
//! filled.
//!
//! Input: the members of records, once all types are known. Output: errors. The values of such a
//! map are checked by the modules on values.

use crate::analysis::check::context::{Checker, Pending};
use crate::diagnostic::{Code, Span};
use crate::model::{Field, Type, TypeKind};

impl Checker<'_> {
    /// Reports `rest` on parameters.
    pub(crate) fn check_rest_place(&mut self, item: &Pending<'_>) {
        if let (Some(span), Some(_)) = (item.field.ty.attributes.rest, item.place) {
            let message = "`rest` applies to members of records".to_owned();
            self.error(Code::BadAttribute, span, message, "remove `rest`; every parameter has a name of its own");
        }
    }

    pub(crate) fn check_rest(&mut self) {
        let mut wrong: Vec<(Span, &str, &str)> = Vec::new();
        for def in &self.model.types {
            match &def.kind {
                TypeKind::Record(record) => {
                    let last = record.fields.len().saturating_sub(1);
                    let rest = record.fields.iter().enumerate().filter(|(_, field)| field.rest);
                    wrong.extend(rest.filter_map(|(at, field)| rest_problem(field, at == last)));
                }
                TypeKind::Union(union) => {
                    let hint = "remove the common member; an arm may have a member with `rest`";
                    let what = "a member with `rest` cannot be common to all arms, which have members of their own";
                    wrong.extend(union.common.iter().filter(|field| field.rest).map(|field| (field.span, what, hint)));
                }
                _ => {}
            }
        }
        for (span, message, hint) in wrong {
            self.error(Code::BadAttribute, span, message.to_owned(), hint);
        }
    }
}

/// Returns the span, message and hint for a mistake in a member with `rest`; `None` if the member is right. `is_last`
/// states whether it is the last member of its record.
fn rest_problem(field: &Field, is_last: bool) -> Option<(Span, &'static str, &'static str)> {
    let wrong = match field.ty {
        Type::Map(_) if !field.required => {
            ("a member with `rest` is never absent: its map may be empty", "remove the `?`")
        }
        Type::Map(_) if !is_last => {
            let hint = "write the member with `rest` last; a record that is extended has no such member";
            ("a member with `rest` is the last one of its record", hint)
        }
        Type::Map(_) => return None,
        _ => ("a member with `rest` is a map", "write `{ map: …, rest: true }`"),
    };
    Some((field.span, wrong.0, wrong.1))
}
