//! Members that an object does not name: `additionalProperties`, and alternatives that accept any object.
//!
//! Input: schemas of objects. Output: maps, and members with `rest: true`.

use std::collections::HashSet;

use oas3::spec::{BooleanSchema, ObjectOrReference, ObjectSchema, Schema};

use super::alternative::Alternative;
use super::target_of;
use crate::importer::Importer;
use crate::members::Member;
use crate::spec::{Field, Head, Type};
use crate::tree::Node;

/// Object with a type for members that it does not name: the object, this type, and the pointer of
/// the object.
pub(super) type TypedFurther = (ObjectSchema, Schema, String);

/// Members that an alternative of a union does not name.
pub(super) struct FurtherOfArm {
    pub(super) typed: TypedFurther,
    /// Whether the record that the alternative declares has the further members itself.
    pub(super) is_declared: bool,
    /// Whether the alternative names no member at all.
    pub(super) is_any_object: bool,
}

impl Importer<'_> {
    /// Returns the objects that state a type for members that they do not name: a schema and the parts of its `allOf`,
    /// at any depth. References may form a circle, so each target is visited once.
    pub(super) fn typed_further(&self, schema: &Schema, at: &str) -> Vec<TypedFurther> {
        let (mut open, mut seen, mut found) = (vec![(schema.clone(), at.to_owned())], HashSet::new(), Vec::new());
        while let Some((schema, at)) = open.pop() {
            let at = match target_of(&schema).map(|target| self.doc.follow(target)) {
                Some(Ok(target)) if seen.insert(target.clone()) => target,
                Some(_) => continue,
                None => at,
            };
            let Some(plain) = self.plain(&schema) else { continue };
            if let Some(value @ Schema::Object(_)) = &plain.additional_properties {
                found.push((plain.clone(), value.clone(), at.clone()));
            }
            let parts = plain.all_of.into_iter().enumerate().rev();
            open.extend(parts.map(|(index, part)| (part, format!("{at}/allOf/{index}"))));
        }
        found
    }

    /// Returns a schema, without the parts of its `allOf`, if it states a type for members that it does not name.
    pub(super) fn own_further(&self, schema: &ObjectSchema, at: &str) -> Vec<TypedFurther> {
        let own = ObjectSchema { all_of: Vec::new(), ..schema.clone() };
        self.typed_further(&Schema::Object(Box::new(ObjectOrReference::Object(own))), at)
    }

    /// Returns the members that alternatives do not name, for each alternative. `members` are those that they name.
    /// Around all alternatives are the members `common`, and the objects `beside`, which have a type for further members.
    pub(super) fn further_of_arms(
        &self,
        arms: &[Alternative],
        members: &[Vec<Member>],
        common: &[Member],
        beside: &[TypedFurther],
    ) -> Vec<Option<FurtherOfArm>> {
        let of_arm = |(arm, members): (&Alternative, &Vec<Member>)| {
            let own = self.typed_further(&arm.schema, &arm.at).into_iter().next();
            let is_closed = self.plain(&arm.schema).is_some_and(|plain| is_closed(&plain));
            let any = || (ObjectSchema::default(), Schema::Boolean(BooleanSchema(true)), arm.at.clone());
            let is_typed = own.is_some() || !beside.is_empty();
            let is_any_object = members.is_empty() && !is_closed && (is_typed || common.is_empty());
            let is_declared = own.is_some() && beside.is_empty() && !members.is_empty();
            let typed = own.or_else(|| beside.first().cloned()).or_else(|| is_any_object.then(any))?;
            Some(FurtherOfArm { typed, is_declared, is_any_object })
        };
        arms.iter().zip(members).map(of_arm).collect()
    }

    /// Returns whether alternatives of a schema, all objects, have members that they do not name.
    pub(crate) fn is_open_union(&mut self, schema: &Schema, at: &str) -> bool {
        let Some((schemas, place)) = self.union_behind(schema, at) else { return false };
        let arms = self.alternatives(&schemas, &place, &mut false);
        let Some(members) = self.members_of_arms(&arms) else { return false };
        let beside = self.typed_further(schema, at);
        self.further_of_arms(&arms, &members, &[], &beside).iter().any(Option::is_some)
    }

    /// Returns the map of members that several objects do not name. Where their types differ, a value has any of them.
    pub(super) fn map_of_further(&mut self, all: &[&TypedFurther], hint: &str) -> Option<Type> {
        let mut different: Vec<&TypedFurther> = Vec::new();
        for further in all {
            if !different.iter().any(|(_, value, _)| *value == further.1) {
                different.push(further);
            }
        }
        let (first, others) = different.split_first()?;
        let any = different.iter().find(|(_, value, _)| matches!(value, Schema::Boolean(_)));
        if let ([], _) | (_, Some(_)) = (others, any) {
            let (schema, value, at) = any.unwrap_or(first);
            return Some(self.map_type(schema, value, at, hint));
        }
        let parts: Vec<(Schema, String)> =
            different.iter().map(|(_, value, at)| (value.clone(), format!("{at}/additionalProperties"))).collect();
        self.report.detail("that the values of a map are all of one alternative", &first.2);
        let hint = format!("{hint}Value");
        let value = self.union_of_parts(&parts, &hint);
        let value = self.declare_nullable(value, &hint);
        Some(Type::new(Head::Map { value: Box::new(value), key: None }, &first.2))
    }

    /// Adds the field that takes all members that objects do not name, if they state a type for them. `common` are
    /// members around the fields.
    pub(super) fn push_further(
        &mut self,
        fields: &mut Vec<Field>,
        all: &[&TypedFurther],
        common: &[Member],
        hint: &str,
    ) {
        let Some(ty) = self.map_of_further(all, &format!("{hint} other")) else { return };
        let at = ty.origin.clone();
        let is_taken = |name: &str| {
            fields.iter().any(|field| field.name == name) || common.iter().any(|member| member.name == name)
        };
        fields.push(further_members_field(ty, is_taken, &at));
    }
}

/// Returns whether an object has no other members than those that it names.
pub(super) fn is_closed(schema: &ObjectSchema) -> bool {
    matches!(schema.additional_properties, Some(Schema::Boolean(BooleanSchema(false))))
}

/// Returns the field that takes all members that a record does not name. Its own name does not occur
/// in JSON.
fn further_members_field(mut ty: Type, is_taken: impl Fn(&str) -> bool, at: &str) -> Field {
    let numbered = (2..).map(|number| format!("others{number}"));
    let name = std::iter::once("others".to_owned()).chain(numbered).find(|name| !is_taken(name)).unwrap_or_default();
    ty.doc = Some("Further members.".to_owned());
    ty.put("rest", Node::json(&true.into()).from(at));
    Field { name, optional: false, ty }
}
