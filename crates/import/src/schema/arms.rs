//! Converts unions of objects: finds the discriminator of their arms.
//!
//! Input: alternative objects, with the members beside them. Output: a union by tag, by nested tag
//! or by members; indistinguishable objects become one record.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use oas3::spec::{BooleanSchema, Discriminator as Told, ObjectSchema, Schema, SchemaType};
use serde_json::Value as Json;

use super::alternative::{Alternative, Form};
use super::further::{FurtherOfArm, TypedFurther};
use super::kinds;
use crate::importer::{Importer, Tagged};
use crate::members::{Member, merge_members};
use crate::names::Scope;
use crate::pointer::last_name;
use crate::spec::{Arm, ArmBody, Discriminator, Field, Head, TagKind, Type};
use crate::tree::Node;

/// Alternatives that are all objects, and the members that they have in common.
pub(super) struct Objects<'a> {
    pub(super) arms: &'a [Alternative],
    pub(super) common: Vec<Member>,
    /// Members that the alternatives do not name, for each alternative.
    pub(super) further: Vec<Option<FurtherOfArm>>,
    pub(super) at: &'a str,
    pub(super) hint: &'a str,
}

impl Objects<'_> {
    /// Returns the pointer of the schema to which an alternative refers, if its record has all members of the arm.
    fn record_of_arm(&self, arm: usize) -> Option<&String> {
        let is_whole = self.further.get(arm).into_iter().flatten().all(|further| further.is_declared);
        self.arms[arm].target.as_ref().filter(|_| is_whole)
    }

    /// Returns the objects that state a type for the members that alternatives do not name.
    fn further_of(&self, arms: &[usize]) -> Vec<&TypedFurther> {
        let of_arm = |arm: &usize| self.further.get(*arm)?.as_ref().map(|further| &further.typed);
        arms.iter().filter_map(of_arm).collect()
    }
}

/// Members of an object around alternatives.
pub(super) struct Beside<'a> {
    pub(super) common: Vec<Member>,
    /// Names that the object requires of all alternatives.
    pub(super) required: &'a [String],
    /// Objects with a type for the members that nothing names.
    pub(super) further: Vec<TypedFurther>,
}

/// Candidate for the tag of a union: a member, and the values that it has in each alternative.
struct Tag {
    /// Name of the member. Names of a member within a member are joined by a dot.
    name: String,
    values: Vec<Vec<String>>,
    kind: TagKind,
}

/// Returns the members of an alternative except the tag and members whose names are in `common`.
fn without(members: &[Member], common: &[Member], tag: Option<&str>) -> Vec<Member> {
    let is_own =
        |member: &&Member| tag != Some(member.name.as_str()) && !common.iter().any(|other| other.name == member.name);
    members.iter().filter(is_own).cloned().collect()
}

impl Importer<'_> {
    /// Returns the union of alternatives that are all objects: by a tag, or by members that
    /// discriminate them. Alternatives that nothing discriminates become one record with the
    /// members of all.
    pub(super) fn union_of_objects(
        &mut self,
        arms: &[Alternative],
        beside: &[TypedFurther],
        at: &str,
        hint: &str,
    ) -> Type {
        match self.members_of_arms(arms) {
            Some(members) => {
                let further = self.further_of_arms(arms, &members, &[], beside);
                self.union_or_record(&Objects { arms, common: Vec::new(), further, at, hint }, &members)
            }
            None => {
                self.report.lost("alternatives that cannot be told apart", at);
                Type::json(at)
            }
        }
    }

    /// Returns the union of alternatives in an object that has members, too, which become common
    /// members. `None` if an alternative is no object.
    pub(super) fn union_beside(
        &mut self,
        told: Option<&Told>,
        arms: &[Alternative],
        beside: Beside<'_>,
        at: &str,
        hint: &str,
    ) -> Option<Type> {
        let mut members = self.members_of_arms(arms)?;
        for member in members.iter_mut().flatten() {
            member.required |= beside.required.contains(&member.name);
        }
        let common = beside.common;
        let further = self.further_of_arms(arms, &members, &common, &beside.further);
        let mut objects = Objects { arms, common, further, at, hint };
        let mapping = |told: &Told| -> Vec<(String, String)> {
            told.mapping.iter().flatten().map(|(value, target)| (value.clone(), target.clone())).collect()
        };
        let has_common = |told: &&Told| objects.common.iter().any(|member| member.name == told.property_name);
        if let Some(told) = told.filter(|told| has_common(told) || self.has_tag(&told.property_name, &members, at)) {
            let tag = told.property_name.as_str();
            let all = objects.common.clone();
            objects.common.retain(|member| member.name != tag);
            if let Some(ty) = self.union_by_tag(tag, &mapping(told), &objects) {
                return Some(ty);
            }
            objects.common = all;
        }
        Some(self.union_or_record(&objects, &members))
    }

    /// Returns whether an alternative has the member by which a discriminator tells them apart. Reports a discriminator
    /// without such a member, by which no value could be read.
    pub(super) fn has_tag(&mut self, tag: &str, members: &[Vec<Member>], at: &str) -> bool {
        let has = members.iter().flatten().any(|member| member.name == tag);
        if !has {
            self.report.lost("a discriminator whose member no alternative has", &format!("{at}/discriminator"));
        }
        has
    }

    /// Returns the members of each alternative. `None` if one of them is no object.
    pub(super) fn members_of_arms(&mut self, arms: &[Alternative]) -> Option<Vec<Vec<Member>>> {
        arms.iter().map(|arm| Some(self.members_of(&arm.schema, &arm.at, 0)?.0)).collect()
    }

    /// Returns the union of objects by a tag or by members, or else one record with the members of
    /// all.
    fn union_or_record(&mut self, objects: &Objects<'_>, members: &[Vec<Member>]) -> Type {
        let at = objects.at;
        if let Some(ty) = self.any_object(objects, members) {
            return ty;
        }
        if let Some(ty) = self.union_by_listed_tag(objects, members, true) {
            return ty;
        }
        let is_named = self.guesses.then(|| self.tag_by_names(objects.arms, members)).flatten();
        let own: Vec<Vec<Member>> = members.iter().map(|arm| without(arm, &objects.common, None)).collect();
        let order = order_by_members(&own);
        if order.iter().all(|group| group.arms.len() == 1) {
            let ty = self.union_by_members(objects, &own, &order);
            return self.mark_guess(
                ty,
                "the members that identify the arms of a union",
                "which members select the arm",
            );
        }
        if let Some(tag) = is_named {
            if let Some(ty) = self.union_of_groups_by_tag(objects, members, &tag) {
                let what = format!("the tag `{}` of a union, by the names of its arms", tag.name);
                self.report.narrowed(what, at);
                return Type { guess: Some(format!("`{}` selects the arm, by its name", tag.name)), ..ty };
            }
        }
        if let Some(ty) = self.union_by_listed_tag(objects, members, false) {
            return ty;
        }
        let what = "one record in place of objects that cannot be told apart";
        if order.len() > 1 {
            self.report.guessed(what, at);
            let ty = self.union_by_members(objects, &own, &order);
            return self.mark_guess(
                ty,
                "the members that identify the arms of a union",
                "which members select the arm",
            );
        }
        let all: Vec<Vec<Member>> = members
            .iter()
            .map(|arm| {
                let mut all = objects.common.clone();
                all.extend(without(arm, &objects.common, None));
                all
            })
            .collect();
        let ty = self.merged(&all, objects);
        self.mark_guess(ty, what, "one record of several that cannot be told apart")
    }

    /// Returns the map of alternatives that name no members. `None` if one of them names members. With any object
    /// beside it, its members have its types, which is a guess; without guesses, the map takes any member.
    fn any_object(&mut self, objects: &Objects<'_>, members: &[Vec<Member>]) -> Option<Type> {
        let is_any = |further: &Option<FurtherOfArm>| further.as_ref().is_some_and(|further| further.is_any_object);
        if !objects.further.iter().any(is_any) {
            return None;
        }
        let is_all = members.iter().all(Vec::is_empty);
        if !is_all && self.guesses {
            let what = "any object beside a described one: members of the same names have the described types";
            self.report.narrowed(what, objects.at);
            return None;
        }
        let any: TypedFurther = (ObjectSchema::default(), Schema::Boolean(BooleanSchema(true)), objects.at.to_owned());
        let all: Vec<usize> = (0..objects.arms.len()).collect();
        let values = if is_all { objects.further_of(&all) } else { vec![&any] };
        if objects.common.is_empty() {
            let map = self.map_of_further(&values, objects.hint)?;
            return Some(Type { origin: objects.at.to_owned(), ..map });
        }
        let mut fields = self.fields(&objects.common, objects.hint);
        self.push_further(&mut fields, &values, &[], objects.hint);
        Some(Type::new(Head::Record { extends: None, fields }, objects.at))
    }

    /// Returns the union by a tag whose values the alternatives list. With `is_whole`, each alternative has values
    /// that no other has; otherwise, alternatives that share values become one record.
    fn union_by_listed_tag(&mut self, objects: &Objects<'_>, members: &[Vec<Member>], is_whole: bool) -> Option<Type> {
        let tag = self.tag_of(members, is_whole)?;
        let ty = self.union_of_groups_by_tag(objects, members, &tag)?;
        if !is_whole {
            self.report.guessed("one record in place of objects that cannot be told apart", objects.at);
        }
        let name = &tag.name;
        Some(self.mark_guess(ty, format!("the tag `{name}` of a union"), format!("`{name}` selects the arm")))
    }

    /// Reports a guess and marks the type with a comment.
    fn mark_guess(&mut self, mut ty: Type, what: impl Into<String>, comment: impl Into<String>) -> Type {
        self.report.guessed(what, &ty.origin);
        ty.guess = Some(comment.into());
        ty
    }

    /// Returns a member, or a member within a member, by whose values the alternatives can be
    /// discriminated. With `is_whole`, no two alternatives share a value; otherwise, it is enough
    /// if two groups of them differ.
    fn tag_of(&mut self, members: &[Vec<Member>], is_whole: bool) -> Option<Tag> {
        let fits = |tag: &Tag| match is_whole {
            true => groups_of(&tag.values).len() == tag.values.len(),
            false => groups_of(&tag.values).len() > 1,
        };
        let all = self.tags(members);
        let found = all.into_iter().find(|tag| fits(tag));
        found.or_else(|| self.nested_tags(members).into_iter().find(|tag| fits(tag)))
    }

    /// Returns the members that all alternatives require, if each alternative lists the values of
    /// the member.
    fn tags(&self, members: &[Vec<Member>]) -> Vec<Tag> {
        let Some(first) = members.first() else { return Vec::new() };
        let names = first.iter().filter(|member| member.required).map(|member| member.name.clone());
        names
            .filter_map(|name| {
                let read: Option<Vec<Vec<(String, TagKind)>>> = members
                    .iter()
                    .map(|arm| {
                        let member = arm.iter().find(|member| member.name == name && member.required)?;
                        self.values_of(member)
                    })
                    .collect();
                let read = read?;
                let kind = read.first()?.first()?.1;
                // Only a tag that is a text may have several values for an arm.
                let is_told = |values: &Vec<(String, TagKind)>| {
                    values.iter().all(|(_, own)| *own == kind) && (values.len() == 1 || kind == TagKind::Text)
                };
                let values = |arm: &Vec<(String, TagKind)>| arm.iter().map(|(text, _)| text.clone()).collect();
                read.iter().all(is_told).then(|| Tag { name, values: read.iter().map(values).collect(), kind })
            })
            .collect()
    }

    /// Returns the values that a member lists. `None` if it lists none, or values that cannot be
    /// tags.
    fn values_of(&self, member: &Member) -> Option<Vec<(String, TagKind)>> {
        let mut parts = member.further.iter().map(|(schema, _)| schema).chain([&member.schema]);
        let plain = parts.find_map(|part| {
            self.plain(part).filter(|plain| !plain.enum_values.is_empty() || plain.const_value.is_some())
        })?;
        match &plain.const_value {
            Some(value) => Some(vec![tag_text(value)?]),
            None => plain.enum_values.iter().map(tag_text).collect(),
        }
    }

    /// Returns the tags that are texts and lie within a member that all alternatives require.
    fn nested_tags(&mut self, members: &[Vec<Member>]) -> Vec<Tag> {
        let Some(first) = members.first() else { return Vec::new() };
        let is_object = |member: &&Member| member.required && self.forms(&member.schema) == [Form::Object];
        let names: Vec<String> = first.iter().filter(is_object).map(|member| member.name.clone()).collect();
        let mut found = Vec::new();
        for outer in names {
            let inner: Option<Vec<Vec<Member>>> = members
                .iter()
                .map(|arm| {
                    let member = arm.iter().find(|member| member.name == outer && member.required)?;
                    Some(self.members_of(&member.schema, &member.at, 0)?.0)
                })
                .collect();
            let tags = inner.map(|inner| self.tags(&inner)).unwrap_or_default();
            let is_text = tags.into_iter().filter(|tag| tag.kind == TagKind::Text);
            found.extend(is_text.map(|tag| Tag { name: format!("{outer}.{}", tag.name), ..tag }));
        }
        found
    }

    /// Returns a tag whose values occur in the names of the alternatives, so that each alternative
    /// has one value. For alternatives that all list the same values.
    fn tag_by_names(&mut self, arms: &[Alternative], members: &[Vec<Member>]) -> Option<Tag> {
        let names: Option<Vec<String>> =
            arms.iter().map(|arm| arm.target.as_deref().map(|target| letters(&last_name(target)))).collect();
        let names = names?;
        let mut all = self.tags(members);
        all.extend(self.nested_tags(members));
        all.into_iter().filter(|tag| tag.kind == TagKind::Text).find_map(|tag| {
            let values: BTreeSet<&String> = tag.values.iter().flatten().collect();
            let of_name = |name: &String| {
                let fits = values.iter().filter(|value| letters(value).len() > 2 && name.contains(&letters(value)));
                fits.max_by_key(|value| value.len()).map(|value| (*value).clone())
            };
            let told: Vec<String> = names.iter().map(of_name).collect::<Option<_>>()?;
            let is_told = told.iter().collect::<HashSet<_>>().len() == told.len();
            is_told.then(|| Tag { values: told.into_iter().map(|value| vec![value]).collect(), ..tag })
        })
    }

    /// Returns the union by a tag. Alternatives that share a value become one arm with the members
    /// of all.
    fn union_of_groups_by_tag(&mut self, objects: &Objects<'_>, members: &[Vec<Member>], tag: &Tag) -> Option<Type> {
        let (outer, is_nested) = match tag.name.split_once('.') {
            Some((outer, _)) => (outer, true),
            None => (tag.name.as_str(), false),
        };
        let mut common: Vec<Member> = objects.common.iter().filter(|member| member.name != outer).cloned().collect();
        if is_nested {
            // Arms by a tag within a member have no declared records, so their equal members become
            // common.
            let is_same = |member: &Member| {
                members.iter().all(|arm| {
                    arm.iter().any(|other| {
                        other.name == member.name && other.schema == member.schema && other.required == member.required
                    })
                })
            };
            let merged = merge_alternatives(members).into_iter();
            common.extend(merged.filter(|member| member.name == outer || is_same(member)));
        }
        let mut scope = Scope::default();
        let mut arms = Vec::new();
        let mut keys: HashSet<String> = HashSet::new();
        for group in groups_of(&tag.values) {
            let mut values: Vec<String> = Vec::new();
            for value in group.iter().flat_map(|at| &tag.values[*at]) {
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            let first = values.first()?.clone();
            let is_one = values.len() == 1;
            let taken = if is_one && !is_nested { Some(tag.name.as_str()) } else { None };
            let own = group.iter().map(|at| without(&members[*at], &common, taken)).collect::<Vec<_>>();
            let only = if let [only] = group.as_slice() { Some(*only) } else { None };
            let target = only.and_then(|only| objects.arms[only].target.clone());
            let hint = format!("{} {}", objects.hint, target.as_deref().map(last_name).unwrap_or(first.clone()));
            let record = only.and_then(|only| objects.record_of_arm(only)).filter(|_| common.is_empty());
            let record = record.map(String::as_str);
            let fields = self.fields_of_arm(objects, &group, &own, &common, record, &hint);
            let key = if is_one { first.clone() } else { arm_key(target.as_deref(), &first, &tag.values, &keys) };
            keys.insert(key.clone());
            let tagged = is_one.then_some((tag.name.as_str(), first.as_str(), tag.kind));
            let body = self.arm_body(record, fields, objects.at, tagged);
            let rust = self.rust_of_key(&mut scope, &key, tag.kind, &body);
            let values = if is_one { Vec::new() } else { values.iter().map(Node::text).collect() };
            arms.push(Arm { rust, values, ..Arm::of(key, body) });
        }
        let common = common.iter().map(|member| self.common_field(member, members, objects.hint)).collect();
        let discriminator = Discriminator::Tag { name: tag.name.clone(), kind: tag.kind };
        Some(Type::new(Head::Union { discriminator, common, arms }, objects.at))
    }

    /// Returns a common member as a field. If its schemas differ between the alternatives, as those
    /// around a tag do, it becomes one record with the members of all of them.
    fn common_field(&mut self, member: &Member, members: &[Vec<Member>], hint: &str) -> Field {
        let hint = format!("{hint} {}", member.name);
        let parts = members.iter().flatten().filter(|other| other.name == member.name);
        let inner: Vec<Vec<Member>> = match member.others.is_empty() {
            true => Vec::new(),
            false => parts.filter_map(|part| Some(self.members_of(&part.schema, &part.at, 0)?.0)).collect(),
        };
        if inner.is_empty() {
            let field = self.fields(std::slice::from_ref(member), &hint).pop();
            return field.unwrap_or_else(|| Field {
                name: member.name.clone(),
                optional: !member.required,
                ty: Type::json(&member.at),
            });
        }
        let fields = self.merged_fields(&inner, &hint);
        let ty = Type::new(Head::Record { extends: None, fields }, &member.at);
        Field { name: member.name.clone(), optional: !member.required, ty }
    }

    /// Returns the Rust name of an arm. `None` if Rust can use its key.
    fn rust_of_key(&self, scope: &mut Scope, key: &str, kind: TagKind, body: &ArmBody) -> Option<String> {
        match (kind, body) {
            (TagKind::Text, _) | (TagKind::Boolean, ArmBody::Fields(_) | ArmBody::Value(_)) => scope.of_value(key),
            (_, ArmBody::Record(ty, _)) => match &ty.head {
                Head::Name(name) => Some(scope.of_number(name)),
                _ => None,
            },
            (TagKind::Number, _) => Some(scope.of_number(&format!("value {key}"))),
        }
    }

    /// Returns the union by the tag of a discriminator. The value of an arm comes from the mapping,
    /// from the values of its member, or from the name of its schema. `None` if a value is missing
    /// or occurs twice.
    pub(super) fn union_by_tag(
        &mut self,
        tag: &str,
        mapping: &[(String, String)],
        objects: &Objects<'_>,
    ) -> Option<Type> {
        let mut scope = Scope::default();
        let mut read: Vec<Arm> = Vec::new();
        let mut known = HashSet::new();
        let mut kind = None;
        let mapping = self.mapping_by_target(mapping);
        for (index, arm) in objects.arms.iter().enumerate() {
            let (members, _) = self.members_of(&arm.schema, &arm.at, 0)?;
            let (values, of_arm) = self.tag_values(tag, &mapping, arm, &members);
            if values.is_empty() || *kind.get_or_insert(of_arm) != of_arm {
                return None;
            }
            let rest = [without(&members, &objects.common, Some(tag))];
            let record = objects.record_of_arm(index).filter(|_| values.len() == 1 && objects.common.is_empty());
            let record = record.map(String::as_str);
            for value in values {
                if !known.insert(value.clone()) {
                    return None;
                }
                let rust = match (of_arm, &arm.target) {
                    (TagKind::Text, _) | (TagKind::Boolean, None) => scope.of_value(&value),
                    (_, Some(pointer)) => Some(scope.of_number(&last_name(pointer))),
                    (TagKind::Number, None) => Some(scope.of_number(&format!("value {value}"))),
                };
                let hint = format!("{} {value}", objects.hint);
                let fields = self.fields_of_arm(objects, &[index], &rest, &objects.common, record, &hint);
                let body = self.arm_body(record, fields, &arm.at, Some((tag, &value, of_arm)));
                read.push(Arm { rust, ..Arm::of(value, body) });
            }
        }
        let common = self.fields(&objects.common, objects.hint);
        let discriminator = Discriminator::Tag { name: tag.to_owned(), kind: kind.unwrap_or(TagKind::Text) };
        Some(Type::new(Head::Union { discriminator, common, arms: read }, objects.at))
    }

    /// Returns the values of a mapping, keyed by the pointers of the schemas that they select.
    fn mapping_by_target(&self, mapping: &[(String, String)]) -> HashMap<String, Vec<String>> {
        let mut by_target: HashMap<String, Vec<String>> = HashMap::new();
        for (value, target) in mapping {
            let pointer = match target.starts_with('#') {
                true => self.doc.follow(target).ok(),
                false => Some(format!("/components/schemas/{}", crate::pointer::escaped(target))),
            };
            by_target.entry(pointer.unwrap_or_default()).or_default().push(value.clone());
        }
        by_target
    }

    /// Returns the values of the tag of an arm, and their kind. Empty if the arm states none and
    /// has no name.
    fn tag_values(
        &self,
        tag: &str,
        mapping: &HashMap<String, Vec<String>>,
        arm: &Alternative,
        members: &[Member],
    ) -> (Vec<String>, TagKind) {
        let mapped = arm.target.as_ref().and_then(|target| mapping.get(target)).cloned().unwrap_or_default();
        let member = members.iter().find(|member| member.name == tag).and_then(|member| self.plain(&member.schema));
        let own: Vec<(String, TagKind)> = member
            .iter()
            .flat_map(|schema| schema.enum_values.iter().chain(&schema.const_value))
            .filter_map(tag_text)
            .collect();
        if !mapped.is_empty() {
            return (mapped.clone(), kind_of_mapped(&mapped, member.as_ref()));
        }
        if let Some((_, kind)) = own.first() {
            return (own.iter().map(|(text, _)| text.clone()).collect(), *kind);
        }
        let name = arm.target.iter().filter(|_| !arm.is_nested).map(|pointer| last_name(pointer));
        (name.collect(), TagKind::Text)
    }

    /// Returns the union by members of alternatives that are grouped and ordered.
    fn union_by_members(&mut self, objects: &Objects<'_>, members: &[Vec<Member>], order: &[ArmGroup]) -> Type {
        let mut scope = Scope::default();
        let mut arms = Vec::new();
        for group in order {
            let only = if let [only] = group.arms.as_slice() { Some(*only) } else { None };
            let target = only.and_then(|only| objects.arms[only].target.clone());
            let preferred =
                target.as_deref().map(last_name).or(group.has.clone()).unwrap_or_else(|| "other".to_owned());
            let name = scope.of_arm(&preferred);
            let hint = format!("{} {name}", objects.hint);
            let own: Vec<Vec<Member>> = group.arms.iter().map(|at| members[*at].clone()).collect();
            let record = only.and_then(|only| objects.record_of_arm(only)).filter(|_| objects.common.is_empty());
            let record = record.map(String::as_str);
            let fields = self.fields_of_arm(objects, &group.arms, &own, &objects.common, record, &hint);
            let body = self.arm_body(record, fields, objects.at, None);
            self.used_alone.extend(record.map(str::to_owned));
            let has = group.has.clone();
            arms.push(Arm { otherwise: has.is_none(), has, ..Arm::of(name, body) });
        }
        let common = self.fields(&objects.common, objects.hint);
        Type::new(Head::Union { discriminator: Discriminator::Members, common, arms }, objects.at)
    }

    /// Converts the members of an arm to fields, and merges the members of several alternatives. `group` has the indices
    /// of the alternatives, `own` the members of each, and `common` the members of the union beside its arms. If the arm
    /// is a declared record, `record` is the JSON pointer of its schema, and the fields are cached.
    fn fields_of_arm(
        &mut self,
        objects: &Objects<'_>,
        group: &[usize],
        own: &[Vec<Member>],
        common: &[Member],
        record: Option<&str>,
        hint: &str,
    ) -> Rc<Vec<Field>> {
        let members = own.iter().flatten().map(|member| (member.name.clone(), member.required));
        let key = record.map(|pointer| (pointer.to_owned(), members.collect(), self.is_merging));
        if let Some(known) = key.as_ref().and_then(|key| self.record_fields.get(key)) {
            return Rc::clone(known);
        }
        let mut fields = match own {
            [only] => self.fields(only, hint),
            several => self.merged_fields(several, hint),
        };
        self.push_further(&mut fields, &objects.further_of(group), common, hint);
        let fields = Rc::new(fields);
        self.record_fields.extend(key.map(|key| (key, Rc::clone(&fields))));
        fields
    }

    /// Returns the body of an arm: the record that the schema at a pointer declares, or else the fields alone. `tag`
    /// has name, value and kind of the tag that the record holds.
    fn arm_body(
        &mut self,
        target: Option<&str>,
        fields: Rc<Vec<Field>>,
        at: &str,
        tag: Option<(&str, &str, TagKind)>,
    ) -> ArmBody {
        let Some(pointer) = target else { return ArmBody::Fields(Rc::unwrap_or_clone(fields)) };
        let record = self.type_at(pointer);
        if let Some((tag, value, kind)) = tag {
            let (record, tag, value) = (record.clone(), tag.to_owned(), value.to_owned());
            self.tagged.push(Tagged { record, tag, value, kind });
        }
        ArmBody::Record(Type::name(&record, at), fields)
    }

    /// Returns the members of an object with the members of the alternatives beside it. A member
    /// that only some alternatives have is optional.
    pub(super) fn with_alternatives(&mut self, object: &ObjectSchema, own: Vec<Member>, at: &str) -> Vec<Member> {
        let key = if object.one_of.is_empty() { "anyOf" } else { "oneOf" };
        let schemas = if object.one_of.is_empty() { &object.any_of } else { &object.one_of };
        let arms = self.alternatives(schemas, &format!("{at}/{key}"), &mut false);
        let Some(members) = self.members_of_arms(&arms) else {
            self.report.lost("alternatives beside the members of an object", at);
            return own;
        };
        let fresh: Vec<Vec<Member>> = members.iter().map(|arm| without(arm, &own, None)).collect();
        own.into_iter().chain(merge_alternatives(&fresh)).collect()
    }

    /// Returns the members of all alternatives of a schema that is only a union of objects. `None`
    /// for other schemas.
    pub(crate) fn members_of_alternatives(&mut self, schema: &Schema, at: &str) -> Option<Vec<Member>> {
        let members = self.merged_alternatives(schema, at)?;
        self.report.guessed("one record in place of objects that cannot be told apart", at);
        Some(members)
    }

    /// Implements [`Self::members_of_alternatives`], without a report.
    pub(super) fn merged_alternatives(&mut self, schema: &Schema, at: &str) -> Option<Vec<Member>> {
        let (schemas, place) = self.union_behind(schema, at)?;
        let arms = self.alternatives(&schemas, &place, &mut false);
        let members = self.members_of_arms(&arms)?;
        Some(merge_alternatives(&members))
    }

    /// Returns one record with the members of all alternatives. Within another such record, a union
    /// is declared as a separate type, because it may contain the outer record, and a member that
    /// differs becomes any JSON.
    fn merged(&mut self, members: &[Vec<Member>], objects: &Objects<'_>) -> Type {
        let (at, hint) = (objects.at, objects.hint);
        if self.is_merging {
            let is_union = self.doc.at(at).is_some_and(|place| place.get("oneOf").or(place.get("anyOf")).is_some());
            if is_union {
                return self.named_at(at);
            }
            self.report.lost("a member that differs between objects that cannot be told apart", at);
            return Type::json(at);
        }
        let mut fields = self.merged_fields(members, hint);
        let all: Vec<usize> = (0..objects.arms.len()).collect();
        self.push_further(&mut fields, &objects.further_of(&all), &[], hint);
        Type::new(Head::Record { extends: None, fields }, at)
    }

    /// Returns the members of all alternatives as fields. Reports members that differ, or that only
    /// some have.
    fn merged_fields(&mut self, members: &[Vec<Member>], hint: &str) -> Vec<Field> {
        let merged = merge_alternatives(members);
        for member in members.iter().flatten() {
            let Some(one) = merged.iter().find(|one| one.name == member.name) else { continue };
            if !one.others.is_empty() {
                self.report.guessed("a member that differs between objects in one record", &member.at);
            } else if member.required && !one.required {
                self.report.guessed("a member that only some of the objects in one record have", &member.at);
            }
        }
        let was_merging = std::mem::replace(&mut self.is_merging, true);
        let fields = self.fields(&merged, hint);
        self.is_merging = was_merging;
        fields
    }
}

/// Merges the members of alternatives. A member is required if all alternatives require it, and
/// keeps its different schemas in `others`.
fn merge_alternatives(members: &[Vec<Member>]) -> Vec<Member> {
    let mut all: Vec<Member> = Vec::new();
    for arm in members {
        let fresh: Vec<Member> =
            arm.iter().filter(|member| !all.iter().any(|other| other.name == member.name)).cloned().collect();
        merge_members(&mut all, fresh);
    }
    for member in &mut all {
        let here = |arm: &&Vec<Member>| arm.iter().any(|other| other.name == member.name && other.required);
        member.required = members.iter().filter(here).count() == members.len();
        let others = members.iter().flatten().filter(|other| other.name == member.name);
        let mut different: Vec<(Schema, String)> = Vec::new();
        for other in others.filter(|other| other.schema != member.schema) {
            if !different.iter().any(|(known, _)| *known == other.schema) {
                different.push((other.schema.clone(), other.at.clone()));
            }
        }
        member.others = different;
    }
    all
}

/// Alternatives that become one arm of a union by members.
struct ArmGroup {
    arms: Vec<usize>,
    /// Required member by which the arm is recognized; `None` for the arm of all other objects.
    has: Option<String>,
}

/// Orders alternatives so that each has a required member that no later one has. Alternatives that
/// nothing discriminates form the last group.
fn order_by_members(members: &[Vec<Member>]) -> Vec<ArmGroup> {
    let mut left: Vec<usize> = (0..members.len()).collect();
    let mut order = Vec::new();
    let has_none =
        |arms: &[usize], name: &str| !arms.iter().any(|at| members[*at].iter().any(|member| member.name == name));
    let unique = |at: usize, others: &[usize]| {
        let others: Vec<usize> = others.iter().copied().filter(|other| *other != at).collect();
        let told = members[at].iter().find(|member| member.required && has_none(&others, &member.name));
        told.map(|member| member.name.clone())
    };
    let everyone = left.clone();
    while left.len() > 1 {
        // A member that no other alternative has is better than one that only the later ones lack.
        let found = [&everyone, &left].into_iter().find_map(|others| {
            let mut here = left.iter().enumerate();
            here.find_map(|(index, at)| Some((index, unique(*at, others)?)))
        });
        let Some((index, has)) = found else { break };
        order.push(ArmGroup { arms: vec![left.remove(index)], has: Some(has) });
    }
    let has = match left.as_slice() {
        [only] => unique(*only, &everyone),
        _ => None,
    };
    order.push(ArmGroup { arms: left, has });
    order
}

/// Groups alternatives that share a value, directly or through others. Groups and their
/// alternatives keep their order.
fn groups_of(values: &[Vec<String>]) -> Vec<Vec<usize>> {
    let mut groups: Vec<(HashSet<&String>, Vec<usize>)> = Vec::new();
    for (at, own) in values.iter().enumerate() {
        let mut joined: (HashSet<&String>, Vec<usize>) = (own.iter().collect(), vec![at]);
        let (same, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(known, _)| !known.is_disjoint(&joined.0));
        groups = others;
        for (known, arms) in same {
            joined.0.extend(known);
            joined.1.extend(arms);
        }
        joined.1.sort_unstable();
        groups.push(joined);
    }
    groups.sort_by_key(|(_, arms)| arms.first().copied());
    groups.into_iter().map(|(_, arms)| arms).collect()
}

/// Returns the key of an arm with several values, which differs from all keys and from the values
/// of other arms.
fn arm_key(target: Option<&str>, first: &str, values: &[Vec<String>], keys: &HashSet<String>) -> String {
    let preferred = target.map_or_else(|| first.to_owned(), last_name);
    let is_taken =
        |key: &String| keys.contains(key) || (key != first && values.iter().flatten().any(|value| value == key));
    let numbered = (2..).map(|number| format!("{preferred}{number}"));
    std::iter::once(preferred.clone()).chain(numbered).find(|key| !is_taken(key)).unwrap_or(preferred)
}

/// Returns the JSON kind of a tag from the values in a mapping and the type of the member.
fn kind_of_mapped(mapped: &[String], member: Option<&ObjectSchema>) -> TagKind {
    match member.map(kinds).as_deref() {
        Some([SchemaType::Integer]) if mapped.iter().all(|value| value.parse::<i64>().is_ok()) => TagKind::Number,
        Some([SchemaType::Boolean]) if mapped.iter().all(|value| value.parse::<bool>().is_ok()) => TagKind::Boolean,
        _ => TagKind::Text,
    }
}

/// Returns the letters and digits of a name, in lower case.
fn letters(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Returns the value of a tag as a text, and its kind. `None` for values that cannot be tags.
fn tag_text(value: &Json) -> Option<(String, TagKind)> {
    let text = match value {
        Json::String(text) => text.clone(),
        Json::Bool(value) => value.to_string(),
        value => value.as_i64()?.to_string(),
    };
    Some((text, TagKind::of(value)))
}
