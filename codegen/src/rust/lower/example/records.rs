//! Records in example programs: the constructor and setters that build the value.
//!
//! Input: an object of an example and the fields of its type. Output: an expression; `None` if a
//! member has no simple expression, or if the type lacks a member of the object.

use proc_macro2::TokenStream;
use quote::quote;

use super::values::{Expressions, Takes};
use crate::ident::RustIdent;
use crate::model::{Arm, ArmBody, Discriminator, Field, Type, TypeId, TypeKind, Union, Value};
use crate::rust::lower::Given;
use crate::rust::lower::definitions::how_given;

/// Arguments of a constructor or method, and the setters that are called afterwards.
#[derive(Default)]
pub(super) struct Parts {
    pub(super) arguments: Vec<TokenStream>,
    pub(super) setters: Vec<TokenStream>,
}

/// Members of an object, with their values.
type Members = [(String, Value)];

impl Expressions<'_, '_> {
    /// Returns the expression that builds a record from the members of an object.
    pub(super) fn record(&mut self, id: TypeId, fields: &[Field], value: &Value) -> Option<TokenStream> {
        let Value::Object(members) = value else { return None };
        let is_known = |name: &str| fields.iter().any(|field| field.name == name);
        let names = self.lowering.names.ty(id);
        let made = self.arguments_and_setters(Some(id), fields.iter().zip(&names.members), members, Takes::Into)?;
        let ty = self.import_declared(id, &names.name);
        members.iter().all(|(name, _)| is_known(name)).then(|| constructor(&ty, made))
    }

    /// Returns the arguments and setters for the fields of a value.
    pub(super) fn arguments_and_setters<'f>(
        &mut self,
        of: Option<TypeId>,
        fields: impl Iterator<Item = (&'f Field, &'f RustIdent)>,
        members: &Members,
        takes: Takes,
    ) -> Option<Parts> {
        let mut made = Parts::default();
        for (field, name) in fields.filter(|(field, _)| field.constant.is_none()) {
            let value = members.iter().find(|(name, _)| *name == field.name).map(|(_, value)| value);
            // A nullable member with a box has no argument form.
            let is_boxed = of.is_some_and(|id| {
                let ty = self.lowering.held_type(field);
                matches!(ty, Type::Nullable(_)) && self.lowering.cycles.needs_box(id, ty)
            });
            match (how_given(field), value) {
                (Given::Argument, Some(value)) if !is_boxed => {
                    made.arguments.push(self.field_expression(field, value, takes)?)
                }
                (Given::Argument, _) => return None,
                (Given::Setter, None) => {}
                (Given::Setter, Some(Value::Null)) if !self.lowering.model.has_three_states(field) => {}
                (Given::Setter, Some(value)) if !is_boxed => {
                    let value = self.field_expression(field, value, takes)?;
                    made.setters.push(quote!(.#name(#value)));
                }
                (Given::Setter, Some(_)) | (Given::Never, _) => return None,
            }
        }
        Some(made)
    }

    /// Returns the expression of a union whose members are in one object: the common members, and
    /// the members of the arm.
    pub(super) fn union(&mut self, id: TypeId, union: &Union, value: &Value) -> Option<TokenStream> {
        let Value::Object(members) = value else { return None };
        let given = |name: &str| members.iter().find(|(one, _)| one == name).map(|(_, value)| value);
        let tag = match &union.discriminator {
            Discriminator::Tag(tag) => Some(*tag),
            Discriminator::Members => None,
            _ => return None,
        };
        let is_tag = |arm: &Arm, value: &Value| matches!(value, Value::Text(text) if arm.has_tag(text));
        let selected = union.arms.iter().position(|arm| match (&arm.body, tag) {
            (ArmBody::Fields { .. }, Some(tag)) => given(tag).is_some_and(|value| is_tag(arm, value)),
            (ArmBody::Fields { has: Some(has), .. }, None) => given(has).is_some_and(|value| *value != Value::Null),
            _ => false,
        });
        // The default arm, which no member identifies, may precede other arms.
        let is_default = |arm: &Arm| tag.is_none() && matches!(arm.body, ArmBody::Fields { has: None, .. });
        let index = selected.or_else(|| union.arms.iter().position(is_default))?;
        let ArmBody::Fields { record, .. } = &union.arms[index].body else { return None };
        let TypeKind::Record(own) = &self.lowering.model.types[record.0].kind else { return None };
        let is_common = |name: &str| union.common.iter().any(|field| field.name == name);
        let is_own = |name: &str| own.fields.iter().any(|field| field.name == name);
        let is_tag = |name: &str| Some(name) == tag && !is_own(name);
        let rest = members.iter().filter(|(name, _)| !is_common(name) && !is_tag(name));
        let arm = self.record(*record, &own.fields, &Value::Object(rest.cloned().collect()))?;
        let names = self.lowering.names.ty(id);
        let mut made =
            self.arguments_and_setters(Some(id), union.common.iter().zip(&names.members), members, Takes::Into)?;
        let (kinds, variant) = (self.import_declared(id, &names.arms), &names.variants[index]);
        made.arguments.insert(0, quote!(#kinds::#variant(#arm)));
        let ty = self.import_declared(id, &names.name);
        Some(constructor(&ty, made))
    }
}

/// Returns the call of a constructor, followed by its setters.
fn constructor(ty: &TokenStream, Parts { arguments, setters }: Parts) -> TokenStream {
    quote!(#ty::new(#(#arguments),*) #(#setters)*)
}
