//! Makes the tag of a union a constant in the records that are its arms, as is common in OpenAPI.
//!
//! Input: declared records, with the tags and values of the unions that name them. Output: the same
//! records with constant tags. A record with several values or tags is left as it is, and its
//! members are repeated in the arm.

use std::collections::{BTreeMap, BTreeSet};

use crate::importer::{Importer, Tagged};
use crate::spec::{Field, Head, TagKind, Type};
use crate::tree::{Kind, Node};

impl Importer<'_> {
    pub(super) fn say_tags(&mut self) {
        let mut said: BTreeMap<&str, BTreeSet<&Tagged>> = BTreeMap::new();
        for tagged in &self.tagged {
            said.entry(&tagged.record).or_default().insert(tagged);
        }
        for declared in &mut self.declared {
            let only = said.get(declared.name.as_str()).filter(|values| values.len() == 1);
            let (Some(tagged), Head::Record { fields, .. }) = (only.and_then(BTreeSet::first), &mut declared.ty.head)
            else {
                continue;
            };
            if let Some(field) = fields.iter_mut().find(|field| field.name == tagged.tag) {
                if field.optional || !matches!(field.ty.head, Head::Const(_)) {
                    self.report.guessed("the tag of an arm: it is always there, with one value", &field.ty.origin);
                }
                say_constant(field, tagged);
            }
        }
    }
}

/// The tag must be there, also where the document lets it be left out: without it the arm is not
/// known.
fn say_constant(field: &mut Field, tagged: &Tagged) {
    let value = match tagged.kind {
        TagKind::Text => Kind::Text(tagged.value.clone()),
        TagKind::Number => Kind::Number(tagged.value.clone()),
        TagKind::Boolean => Kind::Flag(tagged.value == "true"),
    };
    let constant = Type::new(Head::Const(Node::new(value)), &field.ty.origin);
    field.ty = Type { doc: field.ty.doc.take(), ..constant };
    field.optional = false;
}
