//! Converts alternatives: `oneOf`, `anyOf`, and several types.
//!
//! Input: schemas with alternatives. Output: unions with disjoint arms, or a simpler type and an
//! entry in the report.

use std::collections::HashSet;

use oas3::spec::{ObjectOrReference, ObjectSchema, Schema, SchemaType};
use serde_json::Value as Json;

use super::alternative::{Alternative, Form};
use super::arms::{Beside, Objects};
use super::{MAX_DEPTH, SchemaWalk, kinds, takes_null, target_of};
use crate::importer::Importer;
use crate::names::Scope;
use crate::parents::PARENT_SCHEMA;
use crate::pointer::last_name;
use crate::spec::{Arm, Discriminator, Head, Type};

impl Importer<'_> {
    /// Returns the type of a schema with `oneOf` or `anyOf`.
    pub(super) fn union(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        let (key, arms) = if schema.one_of.is_empty() { ("anyOf", &schema.any_of) } else { ("oneOf", &schema.one_of) };
        if !schema.properties.is_empty() || !schema.all_of.is_empty() || arms.iter().all(only_requires) {
            return self.record_with_alternatives(schema, arms, at, hint);
        }
        let mut nullable = false;
        let mut read = self.alternatives(arms, &format!("{at}/{key}"), &mut nullable);
        self.flatten_unions(&mut read, &mut nullable);
        self.leave_out_any_object(&mut read);
        if schema.extensions.contains_key(PARENT_SCHEMA.trim_start_matches("x-")) {
            // The document has no alternatives here, but a discriminator.
            read.iter_mut().for_each(|arm| arm.at = format!("{at}/discriminator"));
        }
        let mut ty = self.union_of(schema, &read, at, hint);
        if nullable {
            self.make_nullable(&mut ty);
        }
        ty
    }

    /// Returns the alternatives of a list, each target once. Null is no alternative, but sets
    /// `nullable`.
    pub(crate) fn alternatives(&self, arms: &[Schema], at: &str, nullable: &mut bool) -> Vec<Alternative> {
        let mut read: Vec<Alternative> = Vec::new();
        for (index, arm) in arms.iter().enumerate() {
            match self.alternative(arm, &format!("{at}/{index}")) {
                None => *nullable = true,
                Some(known) if is_known(&known, &read) => {}
                Some(one) => {
                    *nullable |= self.plain(arm).is_some_and(|arm| takes_null(&arm));
                    read.push(one);
                }
            }
        }
        read
    }

    /// Replaces alternatives that are unions by their own alternatives, if they share a kind of
    /// JSON value with another alternative.
    fn flatten_unions(&mut self, arms: &mut Vec<Alternative>, nullable: &mut bool) {
        let mut seen = HashSet::new();
        let mut index = 0;
        while index < arms.len() {
            let is_alone = |other: usize| !arms[other].forms.iter().any(|form| arms[index].forms.contains(form));
            let is_told = (0..arms.len()).all(|other| other == index || is_alone(other));
            match self.union_behind(&arms[index].schema, &arms[index].at).filter(|_| !is_told) {
                Some((inner, at)) if seen.insert(at.clone()) => {
                    for (_, _, place) in self.typed_further(&arms[index].schema, &arms[index].at) {
                        self.report.lost("further members of a union within a union", &place);
                    }
                    arms.remove(index);
                    for (number, mut arm) in self.alternatives(&inner, &at, nullable).into_iter().enumerate() {
                        arm.is_nested = true;
                        if !is_known(&arm, arms) {
                            arms.insert((index + number).min(arms.len()), arm);
                        }
                    }
                }
                _ => index += 1,
            }
        }
    }

    /// Removes the alternative `{type: object, nullable: true}` beside a named object, by which
    /// documents of OData say that the object may be null.
    fn leave_out_any_object(&mut self, arms: &mut Vec<Alternative>) {
        let is_any = |arm: &Alternative| match &arm.schema {
            Schema::Object(object) => match object.as_ref() {
                ObjectOrReference::Object(object) => is_any_object(object) && takes_null(object),
                ObjectOrReference::Ref { .. } => false,
            },
            Schema::Boolean(_) => false,
        };
        if let [Alternative { target: Some(_), .. }, other] = arms.as_slice() {
            if is_any(other) && arms[0].forms == [Form::Object] {
                self.report.lost("any object beside a described one, which may be null", &other.at);
                arms.pop();
            }
        }
    }

    /// Returns the alternatives of a schema that is only a union, and the pointer of their list.
    /// `None` for other schemas.
    pub(crate) fn union_behind(&self, schema: &Schema, at: &str) -> Option<(Vec<Schema>, String)> {
        let (mut schema, mut at) = (schema.clone(), at.to_owned());
        for _ in 0..MAX_DEPTH {
            if let Some(target) = target_of(&schema) {
                at = self.doc.follow(target).ok()?;
            }
            let object = self.plain(&schema)?;
            let Some(only) = only_part(&object) else { return only_alternatives(&object, &at) };
            target_of(only)?;
            schema = only.clone();
        }
        None
    }

    /// Returns a schema as an alternative, or `None` if it accepts only null.
    fn alternative(&self, schema: &Schema, at: &str) -> Option<Alternative> {
        if self.plain(schema).is_some_and(|object| is_null(&object)) {
            return None;
        }
        let inner = match schema {
            Schema::Object(object) => match object.as_ref() {
                ObjectOrReference::Object(object) => only_part(object),
                ObjectOrReference::Ref { .. } => None,
            },
            Schema::Boolean(_) => None,
        };
        let target = target_of(inner.unwrap_or(schema)).and_then(|target| self.doc.follow(target).ok());
        let forms = self.forms(schema);
        Some(Alternative { schema: schema.clone(), at: at.to_owned(), target, forms, is_nested: false })
    }

    /// Returns the type of alternatives: a union, or a simpler type if one alternative is left or
    /// nothing discriminates them. `schema` is the schema that lists the alternatives.
    fn union_of(&mut self, schema: &ObjectSchema, arms: &[Alternative], at: &str, hint: &str) -> Type {
        let beside = self.own_further(schema, at);
        if let [only] = arms {
            if !beside.is_empty() {
                let parts = ObjectSchema { all_of: vec![only.schema.clone()], ..without_alternatives(schema) };
                return self.all_of(&parts, at, hint);
            }
            let mut ty = self.schema(&only.schema, &only.at, hint);
            ty.origin = at.to_owned();
            return ty;
        }
        if arms.is_empty() {
            return Type::json(at);
        }
        if let Some(ty) = self.merge_scalar_arms(arms, at) {
            return ty;
        }
        let is_objects = arms.iter().all(|arm| arm.forms == [Form::Object]);
        if let (Some(told), true) = (&schema.discriminator, is_objects) {
            let mapping: Vec<(String, String)> =
                told.mapping.iter().flatten().map(|(value, target)| (value.clone(), target.clone())).collect();
            let default = format!("{at}/discriminator/defaultMapping");
            if self.doc.at(&default).is_some() {
                self.report.lost("the arm of values whose tag is missing or unknown", &default);
            }
            let members = self.members_of_arms(arms);
            let is_there = members.as_ref().is_none_or(|arms| self.has_tag(&told.property_name, arms, at));
            let further = self.further_of_arms(arms, &members.unwrap_or_default(), &[], &beside);
            let objects = Objects { arms, common: Vec::new(), further, at, hint };
            if let Some(ty) = is_there.then(|| self.union_by_tag(&told.property_name, &mapping, &objects)).flatten() {
                return ty;
            }
        }
        if is_objects {
            return self.union_of_objects(arms, &beside, at, hint);
        }
        if !beside.is_empty() {
            self.report.lost("further members beside alternatives that are not all objects", at);
        }
        if arms.iter().all(|arm| arm.forms == [Form::List]) {
            return self.list_of_alternatives(arms, at, hint);
        }
        if let Some(ty) = self.union_by_form(arms, at, hint) {
            return ty;
        }
        self.report.lost("alternatives that cannot be told apart", at);
        Type::json(at)
    }

    /// Returns the type of alternatives that are all texts or all numbers: an enumeration if all
    /// list their values, or else a text or a number. `None` for other alternatives.
    fn merge_scalar_arms(&mut self, arms: &[Alternative], at: &str) -> Option<Type> {
        let plain: Vec<(ObjectSchema, String)> =
            arms.iter().filter_map(|arm| Some((self.plain(&arm.schema)?, arm.at.clone()))).collect();
        if plain.len() == arms.len() {
            if let Some(ty) = self.enumeration_of_arms(&plain, at) {
                return Some(ty);
            }
        }
        if arms.iter().all(|arm| arm.forms == [Form::Number]) {
            let is_whole =
                plain.len() == arms.len() && plain.iter().all(|(arm, _)| kinds(arm) == [SchemaType::Integer]);
            return Some(Type::name(if is_whole { "integer" } else { "number" }, at));
        }
        if !arms.iter().all(|arm| arm.forms == [Form::Text]) {
            return None;
        }
        let values: Vec<Json> = plain
            .iter()
            .flat_map(|(arm, _)| arm.enum_values.iter().chain(&arm.const_value))
            .filter(|value| value.is_string())
            .cloned()
            .collect();
        if values.is_empty() {
            self.report.detail("which of several forms a text has", at);
            return Some(Type::name("string", at));
        }
        // If a text may have any other value, the listed ones restrict nothing.
        if plain.len() < arms.len()
            || plain.iter().any(|(arm, _)| arm.enum_values.is_empty() && arm.const_value.is_none())
        {
            self.report.detail("the listed values of a text that may be any other", at);
            return Some(Type::name("string", at));
        }
        Some(self.enumeration(&values.iter().collect::<Vec<_>>(), &ObjectSchema::default(), at))
    }

    /// Returns a schema after its reference is followed. `None` if it is no object or the reference
    /// leads nowhere.
    pub(crate) fn plain(&self, schema: &Schema) -> Option<ObjectSchema> {
        let Schema::Object(object) = schema else { return None };
        match object.as_ref() {
            ObjectOrReference::Object(object) => Some(object.clone()),
            ObjectOrReference::Ref { ref_path, .. } => {
                let pointer = self.doc.follow(ref_path).ok()?;
                match self.doc.piece::<Schema>(&pointer).ok()? {
                    Schema::Object(object) => match *object {
                        ObjectOrReference::Object(object) => Some(object),
                        ObjectOrReference::Ref { .. } => None,
                    },
                    Schema::Boolean(_) => None,
                }
            }
        }
    }

    /// Returns the kinds of JSON value that a schema accepts. Empty if it does not say.
    pub(crate) fn forms(&self, schema: &Schema) -> Vec<Form> {
        self.forms_within(schema, &mut SchemaWalk::default())
    }

    fn forms_within(&self, schema: &Schema, walk: &mut SchemaWalk) -> Vec<Form> {
        walk.visit(target_of(schema), |walk| self.forms_of(schema, walk)).unwrap_or_default()
    }

    /// Implements [`Self::forms`] recursively.
    fn forms_of(&self, schema: &Schema, walk: &mut SchemaWalk) -> Vec<Form> {
        let Some(object) = self.plain(schema) else { return Vec::new() };
        let mut forms: Vec<Form> = kinds(&object).into_iter().filter_map(form).collect();
        let values = object.enum_values.iter().chain(&object.const_value);
        if forms.is_empty() {
            forms.extend(values.filter_map(form_of_value));
        }
        if forms.is_empty() {
            let inner = object.one_of.iter().chain(&object.any_of);
            forms.extend(inner.flat_map(|arm| self.forms_within(arm, walk)));
        }
        if forms.is_empty() && !object.all_of.is_empty() {
            forms.extend(
                object
                    .all_of
                    .iter()
                    .map(|part| self.forms_within(part, walk))
                    .find(|forms| !forms.is_empty())
                    .unwrap_or_default(),
            );
        }
        if forms.is_empty() && super::is_object(&object) {
            forms.push(Form::Object);
        }
        if forms.is_empty() && object.items.is_some() {
            forms.push(Form::List);
        }
        let mut met = HashSet::new();
        forms.retain(|form| met.insert(*form));
        forms
    }

    /// Returns the union by the kinds of JSON value. Alternatives of one kind share an arm, whose
    /// type may be a union itself. `None` if the kinds overlap otherwise.
    fn union_by_form(&mut self, arms: &[Alternative], at: &str, hint: &str) -> Option<Type> {
        let mut groups: Vec<Vec<Alternative>> = Vec::new();
        for arm in arms {
            let is_one = |group: &&mut Vec<Alternative>| group.iter().any(|other| other.forms == arm.forms);
            match groups.iter_mut().find(is_one).filter(|_| arm.forms.len() == 1) {
                Some(group) => group.push(arm.clone()),
                None => groups.push(vec![arm.clone()]),
            }
        }
        let all: Vec<Form> = groups.iter().flat_map(|group| group[0].forms.iter().copied()).collect();
        let distinct: HashSet<Form> = all.iter().copied().collect();
        let is_told = distinct.len() == all.len() && groups.iter().all(|group| !group[0].forms.is_empty());
        if !is_told || groups.len() < 2 {
            return None;
        }
        let mut scope = Scope::default();
        let arms = groups.iter().map(|group| {
            let target = if let [only] = group.as_slice() { only.target.as_deref() } else { None };
            let preferred = target.map(last_name).unwrap_or_else(|| form_name(&group[0].forms).to_owned());
            let name = scope.of_arm(&preferred);
            let hint = format!("{hint} {name}");
            let ty = match group.as_slice() {
                [only] => self.schema_declaring_nullable(&only.schema, &only.at, &hint),
                several => self.union_of(&ObjectSchema::default(), several, at, &hint),
            };
            Arm::of_value(name, self.declare_nullable(ty, &hint))
        });
        let arms = arms.collect();
        Some(Type::new(Head::Union { discriminator: Discriminator::Form, common: Vec::new(), arms }, at))
    }

    /// Returns the type of alternatives that are all lists: a list whose items have one of the
    /// alternative types.
    fn list_of_alternatives(&mut self, arms: &[Alternative], at: &str, hint: &str) -> Type {
        let items = arms.iter().map(|arm| {
            let base = match target_of(&arm.schema) {
                Some(target) => self.doc.follow(target).ok()?,
                None => arm.at.clone(),
            };
            let plain = self.plain(&arm.schema).filter(|plain| plain.prefix_items.is_empty())?;
            Some((*plain.items?, format!("{base}/items")))
        });
        let Some(items) = items.collect::<Option<Vec<_>>>() else {
            self.report.lost("alternatives that cannot be told apart", at);
            return Type::new(Head::List(Box::new(Type::json(at))), at);
        };
        self.report.detail("that the items of a list are all of one alternative", at);
        let hint = format!("{hint} item");
        let item = self.union_of_parts(&items, &hint);
        let item = self.declare_nullable(item, &hint);
        Type::new(Head::List(Box::new(item)), at)
    }

    /// Returns the type of a schema with several values of `type`: `number` if all are numeric, else
    /// a union by the kinds of JSON value.
    pub(super) fn several_kinds(
        &mut self,
        several: &[SchemaType],
        schema: &ObjectSchema,
        at: &str,
        hint: &str,
    ) -> Type {
        let is_number = |kind: &SchemaType| matches!(kind, SchemaType::Integer | SchemaType::Number);
        if several.iter().all(is_number) {
            return Type::name("number", at);
        }
        let mut arms = Vec::new();
        for kind in several {
            // Numbers include whole numbers.
            if *kind == SchemaType::Integer && several.contains(&SchemaType::Number) {
                continue;
            }
            let ty = self.type_of_kind(*kind, schema, at, hint);
            let ty = self.declare_nullable(ty, &format!("{hint} value"));
            let name = form(*kind).map_or("value", |form| form_name(&[form])).to_owned();
            arms.push(Arm::of_value(name, ty));
        }
        Type::new(Head::Union { discriminator: Discriminator::Form, common: Vec::new(), arms }, at)
    }

    /// Returns the type of an object with alternatives beside its own members: a union with these
    /// as common members. Alternatives that only require members cannot be expressed, and are
    /// reported.
    fn record_with_alternatives(&mut self, schema: &ObjectSchema, arms: &[Schema], at: &str, hint: &str) -> Type {
        let mut plain = without_alternatives(schema);
        let key = if schema.one_of.is_empty() { "anyOf" } else { "oneOf" };
        if !arms.iter().all(only_requires) {
            let mut nullable = false;
            let mut read = self.alternatives(arms, &format!("{at}/{key}"), &mut nullable);
            self.flatten_unions(&mut read, &mut nullable);
            if let [only] = read.as_slice() {
                let is_there = plain.all_of.iter().any(|part| part == &only.schema);
                plain.all_of.extend((!is_there).then(|| only.schema.clone()));
                return self.type_without_attributes(&plain, at, hint);
            }
            let own = Schema::Object(Box::new(ObjectOrReference::Object(plain.clone())));
            let common = self.members_of(&own, at, 0).map(|(members, _)| members).unwrap_or_default();
            let told = schema.discriminator.as_ref();
            let beside = Beside { common, required: &schema.required, further: self.typed_further(&own, at) };
            if let Some(ty) = self.union_beside(told, &read, beside, at, hint) {
                return ty;
            }
        }
        self.report.lost("alternatives beside the members of an object", at);
        self.type_without_attributes(&plain, at, hint)
    }

    /// Returns the union of the different schemas of one member.
    pub(super) fn union_of_parts(&mut self, parts: &[(Schema, String)], hint: &str) -> Type {
        let at = parts.first().map(|(_, at)| at.clone()).unwrap_or_default();
        let mut arms: Vec<Alternative> = Vec::new();
        let mut nullable = false;
        for (schema, at) in parts {
            nullable |= self.plain(schema).is_some_and(|plain| takes_null(&plain));
            arms.extend(self.alternative(schema, at).filter(|one| !is_known(one, &arms)));
        }
        let mut ty = self.union_of(&ObjectSchema::default(), &arms, &at, hint);
        ty.nullable |= nullable;
        ty
    }
}

/// Returns a schema without `oneOf` and `anyOf`.
fn without_alternatives(schema: &ObjectSchema) -> ObjectSchema {
    ObjectSchema { one_of: Vec::new(), any_of: Vec::new(), ..schema.clone() }
}

/// Returns whether an alternative does nothing but require members.
fn only_requires(arm: &Schema) -> bool {
    let Schema::Object(arm) = arm else { return false };
    match arm.as_ref() {
        ObjectOrReference::Object(arm) => {
            arm.properties.is_empty() && !arm.required.is_empty() && kinds(arm).is_empty()
        }
        ObjectOrReference::Ref { .. } => false,
    }
}

/// Returns whether a schema accepts only null.
pub(crate) fn is_null(object: &ObjectSchema) -> bool {
    let only_null = kinds(object).is_empty()
        && takes_null(object)
        && object.enum_values.iter().all(Json::is_null)
        && object.properties.is_empty()
        && object.all_of.is_empty()
        && object.one_of.is_empty()
        && object.any_of.is_empty();
    only_null || object.const_value == Some(Json::Null)
}

/// Returns whether a schema accepts all objects and nothing else.
fn is_any_object(object: &ObjectSchema) -> bool {
    kinds(object) == [SchemaType::Object]
        && !super::is_object(object)
        && object.enum_values.is_empty()
        && object.const_value.is_none()
        && [&object.all_of, &object.one_of, &object.any_of].iter().all(|parts| parts.is_empty())
}

/// Returns whether another alternative refers to the same schema.
fn is_known(arm: &Alternative, others: &[Alternative]) -> bool {
    arm.target.is_some() && others.iter().any(|other| other.target == arm.target)
}

/// Returns the alternatives of a schema that has neither members nor an `allOf`, and the pointer of their list.
fn only_alternatives(object: &ObjectSchema, at: &str) -> Option<(Vec<Schema>, String)> {
    if !object.properties.is_empty() || !object.required.is_empty() || !object.all_of.is_empty() {
        return None;
    }
    match (object.one_of.as_slice(), object.any_of.as_slice()) {
        ([], []) => None,
        ([], arms) => Some((arms.to_vec(), format!("{at}/anyOf"))),
        (arms, []) => Some((arms.to_vec(), format!("{at}/oneOf"))),
        _ => None,
    }
}

/// Returns the only part of an `allOf`, if the schema states nothing beside it.
fn only_part(object: &ObjectSchema) -> Option<&Schema> {
    let is_bare = object.properties.is_empty()
        && object.required.is_empty()
        && object.additional_properties.is_none()
        && object.enum_values.is_empty()
        && object.const_value.is_none()
        && object.one_of.is_empty()
        && object.any_of.is_empty()
        && kinds(object).iter().all(|kind| *kind == SchemaType::Object)
        && !takes_null(object);
    match object.all_of.as_slice() {
        [only] if is_bare => Some(only),
        _ => None,
    }
}

/// Returns the kind of JSON value for a value of `type`. `None` for `null`.
pub(super) fn form(kind: SchemaType) -> Option<Form> {
    Some(match kind {
        SchemaType::String => Form::Text,
        SchemaType::Integer | SchemaType::Number => Form::Number,
        SchemaType::Boolean => Form::Flag,
        SchemaType::Array => Form::List,
        SchemaType::Object => Form::Object,
        SchemaType::Null => return None,
    })
}

/// Returns the kind of a JSON value. `None` for null.
pub(super) fn form_of_value(value: &Json) -> Option<Form> {
    Some(match value {
        Json::String(_) => Form::Text,
        Json::Number(_) => Form::Number,
        Json::Bool(_) => Form::Flag,
        Json::Array(_) => Form::List,
        Json::Object(_) => Form::Object,
        Json::Null => return None,
    })
}

/// Returns the name of an arm for the only kind of its values; `value` for several kinds.
fn form_name(forms: &[Form]) -> &'static str {
    match forms {
        [Form::Text] => "text",
        [Form::Number] => "number",
        [Form::Flag] => "flag",
        [Form::List] => "list",
        [Form::Object] => "object",
        _ => "value",
    }
}
