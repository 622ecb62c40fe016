//! Merges a member that several parts of an `allOf` describe.
//!
//! Input: a member with its schemas in all parts. Output: one type. Objects are merged, a part that
//! only describes adds its description, and of several types the narrower one is taken.

use oas3::spec::{ObjectOrReference, ObjectSchema, Schema};

use super::{is_object, kinds, takes_null};
use crate::importer::Importer;
use crate::members::{Member, merge_members};
use crate::spec::{Head, Type};

/// Schema of a part of an `allOf`, and its pointer.
type Part = (Schema, String);

impl Importer<'_> {
    /// Returns the type of a member from its schemas in all parts of an `allOf`, or in all
    /// alternatives of a union.
    pub(super) fn member_type(&mut self, member: &Member, hint: &str) -> Type {
        if !member.others.is_empty() {
            let first = (member.schema.clone(), member.at.clone());
            let parts: Vec<Part> = std::iter::once(first).chain(member.others.iter().cloned()).collect();
            return self.union_of_parts(&parts, hint);
        }
        if member.further.is_empty() {
            return self.schema(&member.schema, &member.at, hint);
        }
        let main = (member.schema.clone(), member.at.clone());
        let (saying, describing): (Vec<Part>, Vec<Part>) =
            member.further.iter().cloned().chain([main]).partition(|(schema, _)| states_anything(schema));
        let mut ty = match saying.as_slice() {
            [] => Type::json(&member.at),
            [(schema, at)] => self.schema(schema, at, hint),
            several => self.several_parts(several, hint),
        };
        for (schema, at) in &describing {
            self.describe(schema, at, &mut ty);
        }
        ty
    }

    /// Returns the type of several schemas of one member: a record with the members of all, or else
    /// the narrowest scalar, the last schema that lists values, or the last schema.
    fn several_parts(&mut self, parts: &[Part], hint: &str) -> Type {
        let read: Option<Vec<_>> = parts.iter().map(|(schema, at)| self.members_of(schema, at, 0)).collect();
        let last = parts.last().map(|(_, at)| at.as_str()).unwrap_or_default();
        if let Some(read) = read {
            let (mut members, mut required) = (Vec::new(), Vec::new());
            for (found, needed) in read {
                merge_members(&mut members, found);
                required.extend(needed);
            }
            for member in &mut members {
                member.required |= required.contains(&member.name);
            }
            let further: Vec<_> = parts.iter().flat_map(|(schema, at)| self.typed_further(schema, at)).collect();
            let mut fields = self.fields(&members, hint);
            self.push_further(&mut fields, &further.iter().collect::<Vec<_>>(), &[], hint);
            let mut ty = Type::new(Head::Record { extends: None, fields }, last);
            let plain: Vec<ObjectSchema> = parts.iter().filter_map(|(schema, _)| self.plain(schema)).collect();
            ty.nullable = plain.iter().all(takes_null);
            ty.doc = plain.iter().rev().find_map(|part| self.prose(part.description.as_deref(), last));
            return ty;
        }
        let last_first: Vec<Part> = parts.iter().rev().cloned().collect();
        if let Some(ty) = self.scalar_of_parts(&last_first, last, hint) {
            return ty;
        }
        let is_narrow = |(schema, _): &Part| self.plain(schema).is_some_and(|part| has_values(&part));
        let chosen = parts.iter().rposition(is_narrow).unwrap_or(parts.len() - 1);
        let taken = self.plain(&parts[chosen].0);
        for (at, (schema, place)) in parts.iter().enumerate() {
            let is_wider =
                || self.plain(schema).zip(taken.as_ref()).is_some_and(|(part, taken)| is_wider(&part, taken));
            if at != chosen && !is_wider() {
                self.report.lost("a member that the parts of `allOf` describe differently", place);
            }
        }
        let (schema, at) = &parts[chosen];
        let mut ty = self.schema(schema, at, hint);
        for (at, (schema, place)) in parts.iter().enumerate() {
            if let Some(part) = self.plain(schema).filter(|_| at != chosen) {
                self.narrow_by(&part, place, &mut ty);
            }
        }
        ty
    }

    /// Adds the bounds and the attributes of another schema of the same value to a type.
    pub(super) fn narrow_by(&mut self, part: &ObjectSchema, at: &str, ty: &mut Type) {
        let mut stated = Type { attributes: Vec::new(), ..ty.clone() };
        self.attributes(part, &mut stated, at);
        for (key, value) in stated.attributes {
            self.narrow(ty, key, value, at);
        }
    }

    /// Adds the description and the attributes of a part that states no type.
    pub(super) fn describe(&mut self, schema: &Schema, at: &str, ty: &mut Type) {
        let Some(part) = self.plain(schema) else { return };
        self.report_inexpressible(&part, at);
        self.narrow_by(&part, at, ty);
        ty.nullable |= takes_null(&part);
        ty.doc = self.prose(part.description.as_deref(), at).or(ty.doc.take());
    }
}

/// Returns whether a schema states a type, members or parts.
pub(super) fn states_kind(schema: &Schema) -> bool {
    let Schema::Object(object) = schema else { return false };
    match object.as_ref() {
        ObjectOrReference::Object(object) => {
            is_object(object)
                || !kinds(object).is_empty()
                || !object.one_of.is_empty()
                || !object.any_of.is_empty()
                || !object.all_of.is_empty()
        }
        ObjectOrReference::Ref { .. } => true,
    }
}

/// Returns whether a schema states a type, members, parts, values or items.
pub(super) fn states_anything(schema: &Schema) -> bool {
    let Schema::Object(object) = schema else { return false };
    match object.as_ref() {
        ObjectOrReference::Object(object) => states_kind(schema) || has_values(object) || object.items.is_some(),
        ObjectOrReference::Ref { .. } => true,
    }
}

pub(super) fn has_values(object: &ObjectSchema) -> bool {
    !object.enum_values.is_empty() || object.const_value.is_some()
}

/// Returns whether a schema states only the type, and perhaps the format, that another states as
/// well.
fn is_wider(part: &ObjectSchema, taken: &ObjectSchema) -> bool {
    let is_bare = !has_values(part)
        && [&part.one_of, &part.any_of, &part.all_of].iter().all(|parts| parts.is_empty())
        && (part.items.is_none() || part.items == taken.items)
        && (part.prefix_items.is_empty() || part.prefix_items == taken.prefix_items)
        && (part.additional_properties.is_none() || part.additional_properties == taken.additional_properties);
    is_bare && kinds(part) == kinds(taken) && (part.format.is_none() || part.format == taken.format)
}
