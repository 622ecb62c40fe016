//! Alternatives: `oneOf`, `anyOf`, and several types.
//!
//! Input: schemas with alternatives. Output: unions with disjoint arms, or a simpler type and an
//! entry in the report.

use std::collections::{HashMap, HashSet};

use oas3::spec::{ObjectOrReference, ObjectSchema, Schema, SchemaType};
use serde_json::Value as Json;

use super::enums::single;
use super::objects::join;
use super::{kinds, takes_null};
use crate::document::last_name;
use crate::importer::{Importer, Tagged};
use crate::members::Member;
use crate::names::Scope;
use crate::ours;
use crate::spec::{Arm, Body, Discriminator, Field, Head, TagKind, Type};

/// Kind of JSON value of an alternative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Form {
    Text,
    Number,
    Flag,
    List,
    Object,
}

/// An alternative: its schema, and the record that it refers to.
#[derive(Clone)]
struct Alternative {
    schema: Schema,
    at: String,
    /// The name of what it refers to.
    target: Option<String>,
    forms: Vec<Form>,
    /// Whether it is one of a union within the union, for which a mapping does not speak.
    is_nested: bool,
}

impl Importer<'_> {
    pub(super) fn union(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        if self.is_ours {
            if let Some(ty) = ours::union(self, schema, at, hint) {
                return ty;
            }
        }
        let (key, arms) = if schema.one_of.is_empty() { ("anyOf", &schema.any_of) } else { ("oneOf", &schema.one_of) };
        let only_required = |arm: &Schema| match arm {
            Schema::Object(arm) => match arm.as_ref() {
                ObjectOrReference::Object(arm) => {
                    arm.properties.is_empty() && !arm.required.is_empty() && kinds(arm).is_empty()
                }
                ObjectOrReference::Ref { .. } => false,
            },
            Schema::Boolean(_) => false,
        };
        if !schema.properties.is_empty() || !schema.all_of.is_empty() || arms.iter().all(only_required) {
            return self.record_with_alternatives(schema, at, hint);
        }
        let mut nullable = false;
        let mut read = self.alternatives(arms, &format!("{at}/{key}"), &mut nullable);
        self.spread(&mut read, &mut nullable);
        self.leave_out_any_object(&mut read);
        let mut ty = self.union_of(schema, &read, at, hint);
        ty.nullable |= nullable;
        ty
    }

    /// The alternatives of a list, each once and without null.
    fn alternatives(&self, arms: &[Schema], at: &str, nullable: &mut bool) -> Vec<Alternative> {
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

    /// Puts the alternatives of a union in the place of the union, where its values and those of
    /// another alternative are of one kind.
    fn spread(&self, arms: &mut Vec<Alternative>, nullable: &mut bool) {
        let mut seen = HashSet::new();
        let mut index = 0;
        while index < arms.len() {
            let is_alone = |other: usize| !arms[other].forms.iter().any(|form| arms[index].forms.contains(form));
            let is_told = (0..arms.len()).all(|other| other == index || is_alone(other));
            match self.union_behind(&arms[index].schema, &arms[index].at).filter(|_| !is_told) {
                Some((inner, at)) if seen.insert(at.clone()) => {
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

    /// Leaves out `{type: object, nullable: true}` beside a named object: documents of OData say so
    /// where the object may be null.
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

    /// The alternatives of a schema that is nothing but a union, with their place.
    fn union_behind(&self, schema: &Schema, at: &str) -> Option<(Vec<Schema>, String)> {
        let at = match target_of(schema) {
            Some(target) => self.doc.follow(target).ok()?,
            None => at.to_owned(),
        };
        let object = self.plain(schema)?;
        if let Some(only) = wrapped(&object) {
            return target_of(only).and_then(|_| self.union_behind(only, &at));
        }
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

    /// An alternative; `None` for null.
    fn alternative(&self, schema: &Schema, at: &str) -> Option<Alternative> {
        if self.plain(schema).is_some_and(|object| is_null(&object)) {
            return None;
        }
        let inner = match schema {
            Schema::Object(object) => match object.as_ref() {
                ObjectOrReference::Object(object) => wrapped(object),
                ObjectOrReference::Ref { .. } => None,
            },
            Schema::Boolean(_) => None,
        };
        let target = target_of(inner.unwrap_or(schema)).and_then(|target| self.doc.follow(target).ok());
        let forms = self.forms(schema);
        Some(Alternative { schema: schema.clone(), at: at.to_owned(), target, forms, is_nested: false })
    }

    fn union_of(&mut self, schema: &ObjectSchema, arms: &[Alternative], at: &str, hint: &str) -> Type {
        if let [only] = arms {
            let mut ty = self.schema(&only.schema, &only.at, hint);
            ty.origin = at.to_owned();
            return ty;
        }
        if arms.is_empty() {
            return Type::json(at);
        }
        if let Some(ty) = self.union_of_values(arms, at) {
            return ty;
        }
        let is_objects = arms.iter().all(|arm| arm.forms == [Form::Object]);
        if let (Some(told), true) = (&schema.discriminator, is_objects) {
            let mapping: Vec<(String, String)> =
                told.mapping.iter().flatten().map(|(value, target)| (value.clone(), target.clone())).collect();
            if let Some(ty) = self.union_by_tag(&told.property_name, &mapping, arms, at, hint) {
                return ty;
            }
        }
        if let Some(ty) = self.union_by_form(arms, at, hint) {
            return ty;
        }
        if is_objects {
            return self.union_of_objects(arms, at, hint);
        }
        self.report.lost("alternatives that cannot be told apart", at);
        Type::json(at)
    }

    /// Joins texts and enumerations of texts into an enumeration, which is open, and numbers of all
    /// kinds into a number.
    fn union_of_values(&mut self, arms: &[Alternative], at: &str) -> Option<Type> {
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
            self.report.lost("which of several forms a text has", at);
            return Some(Type::name("string", at));
        }
        // A value beside the listed ones is as good as they are.
        if plain.len() < arms.len()
            || plain.iter().any(|(arm, _)| arm.enum_values.is_empty() && arm.const_value.is_none())
        {
            self.report.detail("the listed values of a text that may be any other", at);
            return Some(Type::name("string", at));
        }
        Some(self.enumeration(&values.iter().collect::<Vec<_>>(), &ObjectSchema::default(), at))
    }

    /// The schema itself, with references followed.
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

    /// The kinds of JSON value that fit; empty when that is not known.
    pub(crate) fn forms(&self, schema: &Schema) -> Vec<Form> {
        self.forms_within(schema, &mut HashSet::new())
    }

    /// Alternatives may lead to each other again and again, so each that is referred to is looked
    /// at once.
    fn forms_within(&self, schema: &Schema, seen: &mut HashSet<String>) -> Vec<Form> {
        if target_of(schema).is_some_and(|target| !seen.insert(target.to_owned())) {
            return Vec::new();
        }
        let Some(object) = self.plain(schema) else { return Vec::new() };
        let mut forms: Vec<Form> = kinds(&object).into_iter().filter_map(form).collect();
        let values = object.enum_values.iter().chain(&object.const_value);
        if forms.is_empty() {
            forms.extend(values.filter_map(form_of_value));
        }
        if forms.is_empty() {
            let inner = object.one_of.iter().chain(&object.any_of);
            forms.extend(inner.flat_map(|arm| self.forms_within(arm, seen)));
        }
        if forms.is_empty() && !object.all_of.is_empty() {
            forms.extend(
                object
                    .all_of
                    .iter()
                    .map(|part| self.forms_within(part, seen))
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

    fn union_by_form(&mut self, arms: &[Alternative], at: &str, hint: &str) -> Option<Type> {
        let all: Vec<Form> = arms.iter().flat_map(|arm| arm.forms.iter().copied()).collect();
        let distinct: HashSet<Form> = all.iter().copied().collect();
        let is_told = distinct.len() == all.len() && arms.iter().all(|arm| !arm.forms.is_empty());
        if !is_told {
            return None;
        }
        let mut scope = Scope::default();
        let arms = arms.iter().map(|arm| {
            let wish = arm.target.as_deref().map(last_name).unwrap_or_else(|| form_name(&arm.forms).to_owned());
            let name = scope.of_arm(&wish);
            let ty = self.settled(&arm.schema, &arm.at, &format!("{hint} {name}"));
            Arm {
                name,
                rust: None,
                doc: None,
                seen: false,
                has: None,
                otherwise: false,
                values: Vec::new(),
                body: Body::Value(ty),
            }
        });
        let arms = arms.collect();
        Some(Type::new(Head::Union { discriminator: Discriminator::Form, common: Vec::new(), arms }, at))
    }

    /// Several types in one schema.
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
            // Of two kinds of number the wider one.
            if *kind == SchemaType::Integer && several.contains(&SchemaType::Number) {
                continue;
            }
            let ty = self.of_kind(*kind, schema, at, hint);
            let ty = self.settle(ty, &format!("{hint} value"));
            let name = form(*kind).map_or("value", |form| form_name(&[form])).to_owned();
            arms.push(Arm {
                name,
                rust: None,
                doc: None,
                seen: false,
                has: None,
                otherwise: false,
                values: Vec::new(),
                body: Body::Value(ty),
            });
        }
        Type::new(Head::Union { discriminator: Discriminator::Form, common: Vec::new(), arms }, at)
    }

    /// Union of objects by a constant member, or by members that only one has; else one record with
    /// all members.
    fn union_of_objects(&mut self, arms: &[Alternative], at: &str, hint: &str) -> Type {
        let members: Option<Vec<Vec<Member>>> =
            arms.iter().map(|arm| Some(self.members_of(&arm.schema, &arm.at, 0)?.0)).collect();
        let Some(members) = members else {
            self.report.lost("alternatives that cannot be told apart", at);
            return Type::json(at);
        };
        if let Some(tag) = self.tag_of(&members) {
            if let Some(mut ty) = self.union_by_tag(&tag, &[], arms, at, hint) {
                self.report.guessed(format!("the tag `{tag}` of a union"), at);
                ty.guess = Some(format!("`{tag}` tells the arms"));
                return ty;
            }
        }
        if let Some(mut ty) = self.union_by_members(arms, &members, at, hint) {
            self.report.guessed("the members that identify the arms of a union", at);
            ty.guess = Some("which members tell the arms".to_owned());
            return ty;
        }
        let mut ty = self.merged(&members, at, hint);
        self.report.guessed("one record in place of objects that cannot be told apart", at);
        ty.guess = Some("one record of several that cannot be told apart".to_owned());
        ty
    }

    /// A member that all arms require and that has one value of its own in each.
    fn tag_of(&mut self, members: &[Vec<Member>]) -> Option<String> {
        let first = members.first()?;
        let names: Vec<String> =
            first.iter().filter(|member| member.required).map(|member| member.name.clone()).collect();
        names.into_iter().find(|name| {
            let values: Option<Vec<String>> = members
                .iter()
                .map(|arm| {
                    let member = arm.iter().find(|member| member.name == *name && member.required)?;
                    let schema = self.plain(&member.schema)?;
                    single(&schema).and_then(tag_text).map(|(text, _)| text)
                })
                .collect();
            let distinct = |values: &Vec<String>| values.iter().collect::<HashSet<_>>().len() == values.len();
            values.as_ref().is_some_and(distinct)
        })
    }

    /// Union by tag. The value of an arm comes from the mapping, from the constant of its member,
    /// or from the record's name.
    fn union_by_tag(
        &mut self,
        tag: &str,
        mapping: &[(String, String)],
        arms: &[Alternative],
        at: &str,
        hint: &str,
    ) -> Option<Type> {
        let mut scope = Scope::default();
        let mut read: Vec<Arm> = Vec::new();
        let mut known = HashSet::new();
        let mut kind = None;
        let mapping = self.mapping_by_target(mapping);
        for arm in arms {
            let (members, _) = self.members_of(&arm.schema, &arm.at, 0)?;
            let (values, of_arm) = self.tag_values(tag, &mapping, arm, &members);
            if values.is_empty() || *kind.get_or_insert(of_arm) != of_arm {
                return None;
            }
            let rest: Vec<Member> = members.into_iter().filter(|member| member.name != tag).collect();
            let is_one = values.len() == 1;
            for value in values {
                if !known.insert(value.clone()) {
                    return None;
                }
                let rust = match (of_arm, &arm.target) {
                    (TagKind::Text, _) | (TagKind::Boolean, None) => scope.of_value(&value),
                    (_, Some(pointer)) => Some(scope.of_number(&last_name(pointer))),
                    (TagKind::Number, None) => Some(scope.of_number(&format!("value {value}"))),
                };
                let fields = self.fields(&rest, &format!("{hint} {value}"));
                let body = match arm.target.as_ref().filter(|_| is_one) {
                    Some(pointer) => {
                        let name = self.type_at(pointer);
                        self.tagged.push(Tagged {
                            record: name.clone(),
                            tag: tag.to_owned(),
                            value: value.clone(),
                            kind: of_arm,
                        });
                        Body::Record(Type::name(&name, &arm.at), fields)
                    }
                    None => Body::Fields(fields),
                };
                read.push(Arm {
                    name: value,
                    rust,
                    doc: None,
                    seen: false,
                    has: None,
                    otherwise: false,
                    values: Vec::new(),
                    body,
                });
            }
        }
        let discriminator = Discriminator::Tag { name: tag.to_owned(), kind: kind.unwrap_or(TagKind::Text) };
        Some(Type::new(Head::Union { discriminator, common: Vec::new(), arms: read }, at))
    }

    /// Returns the values of a mapping by the pointers of their schemas.
    fn mapping_by_target(&self, mapping: &[(String, String)]) -> HashMap<String, Vec<String>> {
        let mut by_target: HashMap<String, Vec<String>> = HashMap::new();
        for (value, target) in mapping {
            let pointer = match target.starts_with('#') {
                true => self.doc.follow(target).ok(),
                false => Some(format!("/components/schemas/{}", crate::document::escaped(target))),
            };
            by_target.entry(pointer.unwrap_or_default()).or_default().push(value.clone());
        }
        by_target
    }

    /// The values of the tag of an arm, and what they are.
    fn tag_values(
        &self,
        tag: &str,
        mapping: &HashMap<String, Vec<String>>,
        arm: &Alternative,
        members: &[Member],
    ) -> (Vec<String>, TagKind) {
        let said = arm.target.as_ref().and_then(|target| mapping.get(target)).cloned().unwrap_or_default();
        let member = members.iter().find(|member| member.name == tag).and_then(|member| self.plain(&member.schema));
        let own: Vec<(String, TagKind)> = member
            .iter()
            .flat_map(|schema| schema.enum_values.iter().chain(&schema.const_value))
            .filter_map(tag_text)
            .collect();
        if !said.is_empty() {
            let kind = match member.map(|member| kinds(&member)).as_deref() {
                Some([SchemaType::Integer]) if said.iter().all(|value| value.parse::<i64>().is_ok()) => TagKind::Number,
                Some([SchemaType::Boolean]) if said.iter().all(|value| value.parse::<bool>().is_ok()) => {
                    TagKind::Boolean
                }
                _ => TagKind::Text,
            };
            return (said, kind);
        }
        if let Some((_, kind)) = own.first() {
            return (own.iter().map(|(text, _)| text.clone()).collect(), *kind);
        }
        let name = arm.target.iter().filter(|_| !arm.is_nested).map(|pointer| last_name(pointer));
        (name.collect(), TagKind::Text)
    }

    fn union_by_members(
        &mut self,
        arms: &[Alternative],
        members: &[Vec<Member>],
        at: &str,
        hint: &str,
    ) -> Option<Type> {
        let has_of = |index: usize| {
            let others = |name: &str| {
                members
                    .iter()
                    .enumerate()
                    .any(|(other, arm)| other != index && arm.iter().any(|member| member.name == name))
            };
            members[index]
                .iter()
                .find(|member| member.required && !others(&member.name))
                .map(|member| member.name.clone())
        };
        let told: Vec<Option<String>> = (0..members.len()).map(has_of).collect();
        if told.iter().filter(|has| has.is_none()).count() > 1 {
            return None;
        }
        let mut scope = Scope::default();
        let read = arms.iter().zip(members).zip(told).map(|((arm, members), has)| {
            let wish = arm.target.as_deref().map(last_name).or(has.clone()).unwrap_or_else(|| "other".to_owned());
            let name = scope.of_arm(&wish);
            let fields = self.fields(members, &format!("{hint} {name}"));
            let otherwise = has.is_none();
            Arm {
                name,
                rust: None,
                doc: None,
                seen: false,
                has,
                otherwise,
                values: Vec::new(),
                body: Body::Fields(fields),
            }
        });
        let arms = read.collect();
        Some(Type::new(Head::Union { discriminator: Discriminator::Members, common: Vec::new(), arms }, at))
    }

    /// All members of all arms; those that every arm requires are required.
    /// Within others of its kind it is declared: it may hold them, over other members.
    fn merged(&mut self, members: &[Vec<Member>], at: &str, hint: &str) -> Type {
        if self.is_merging {
            return self.named_at(at);
        }
        let mut all: Vec<Member> = Vec::new();
        for arm in members {
            let fresh: Vec<Member> =
                arm.iter().filter(|member| !all.iter().any(|other| other.name == member.name)).cloned().collect();
            join(&mut all, fresh);
        }
        for member in &mut all {
            let here = |arm: &&Vec<Member>| arm.iter().any(|other| other.name == member.name && other.required);
            let is_same = members
                .iter()
                .flatten()
                .filter(|other| other.name == member.name)
                .all(|other| other.schema == member.schema);
            member.required = members.iter().filter(here).count() == members.len();
            if !is_same {
                let what = "a member that differs between objects that cannot be told apart";
                self.report.lost(what, &member.at);
                member.schema = Schema::Boolean(oas3::spec::BooleanSchema(true));
            }
        }
        self.is_merging = true;
        let fields: Vec<Field> = self.fields(&all, hint);
        self.is_merging = false;
        Type::new(Head::Record { extends: None, fields }, at)
    }

    /// Type of an object with members of its own beside alternatives. The members are kept and the
    /// alternatives reported.
    fn record_with_alternatives(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        self.report.lost("alternatives beside the members of an object", at);
        let mut plain = schema.clone();
        plain.one_of.clear();
        plain.any_of.clear();
        self.core(&plain, at, hint)
    }
}

/// Whether null is the only value.
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

/// Whether all that is said is that the values are objects.
fn is_any_object(object: &ObjectSchema) -> bool {
    kinds(object) == [SchemaType::Object]
        && !super::is_object(object)
        && object.enum_values.is_empty()
        && object.const_value.is_none()
        && [&object.all_of, &object.one_of, &object.any_of].iter().all(|parts| parts.is_empty())
}

/// A value of a tag as a text, and whether it is a whole number.
fn tag_text(value: &Json) -> Option<(String, TagKind)> {
    let text = match value {
        Json::String(text) => text.clone(),
        Json::Bool(value) => value.to_string(),
        value => value.as_i64()?.to_string(),
    };
    Some((text, TagKind::of(value)))
}

/// Whether the target of an alternative is that of another.
fn is_known(arm: &Alternative, others: &[Alternative]) -> bool {
    arm.target.is_some() && others.iter().any(|other| other.target == arm.target)
}

/// The only part of an `allOf` beside which nothing stands that says more.
fn wrapped(object: &ObjectSchema) -> Option<&Schema> {
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

/// Target of a reference.
pub(crate) fn target_of(schema: &Schema) -> Option<&str> {
    let Schema::Object(object) = schema else { return None };
    match object.as_ref() {
        ObjectOrReference::Ref { ref_path, .. } => Some(ref_path),
        ObjectOrReference::Object(_) => None,
    }
}

fn form(kind: SchemaType) -> Option<Form> {
    Some(match kind {
        SchemaType::String => Form::Text,
        SchemaType::Integer | SchemaType::Number => Form::Number,
        SchemaType::Boolean => Form::Flag,
        SchemaType::Array => Form::List,
        SchemaType::Object => Form::Object,
        SchemaType::Null => return None,
    })
}

fn form_of_value(value: &Json) -> Option<Form> {
    Some(match value {
        Json::String(_) => Form::Text,
        Json::Number(_) => Form::Number,
        Json::Bool(_) => Form::Flag,
        Json::Array(_) => Form::List,
        Json::Object(_) => Form::Object,
        Json::Null => return None,
    })
}

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
