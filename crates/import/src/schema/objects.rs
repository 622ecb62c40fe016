//! Converts objects: records, maps and `allOf`.
//!
//! Input: schemas of objects. Output: types.

use std::collections::HashSet;

use oas3::spec::{BooleanSchema, ObjectOrReference, ObjectSchema, Schema};
use serde_json::Value as Json;

use super::arms::Beside;
use super::further::is_closed;
use super::parts::{states_anything, states_kind};
use super::{MAX_PART_REFERENCES, is_object, kinds};
use crate::importer::Importer;
use crate::lift::KEYWORD_PREFIX;
use crate::members::{Member, Members, merge_members};
use crate::names::camel;
use crate::parents::PARENT_SCHEMA;
use crate::pointer::escaped;
use crate::spec::{Field, Head, READ_ONLY, Type};
use crate::tree::Node;

impl Importer<'_> {
    /// Returns the record or the map for a schema of objects.
    pub(super) fn object(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        let others = match &schema.additional_properties {
            Some(Schema::Boolean(BooleanSchema(false))) => {
                self.report.detail("a closed set of members", at);
                None
            }
            Some(Schema::Boolean(BooleanSchema(true))) | None => None,
            Some(other) => Some(other),
        };
        let mut members = own_members(schema, at);
        let further = others.map(|value| (value.clone(), format!("{at}/additionalProperties")));
        self.add_required_members(&mut members, &schema.required, further.as_ref(), at);
        match (members.is_empty(), others) {
            (true, Some(_)) if has_patterns_and_others(schema) => {
                Type::new(Head::Map { value: Box::new(Type::json(at)), key: None }, at)
            }
            (true, Some(value)) => self.map_type(schema, value, at, hint),
            (true, None) => self.open_map(schema, at),
            (_, others) => {
                let mut fields = self.fields(&members, hint);
                if let Some(value) = others {
                    let further = (schema.clone(), value.clone(), at.to_owned());
                    self.push_further(&mut fields, &[&further], &members, hint);
                }
                Type::new(Head::Record { extends: None, fields }, at)
            }
        }
    }

    /// Adds the members that requests must have although no schema describes them. Their schema is
    /// that of further members, if there is one.
    pub(crate) fn add_required_members(
        &mut self,
        members: &mut Vec<Member>,
        required: &[String],
        further: Option<&(Schema, String)>,
        at: &str,
    ) {
        for name in required {
            if members.iter().any(|member| member.name == *name) {
                continue;
            }
            self.report.detail("a required member without a schema", at);
            if !self.sent.covers(at) {
                continue;
            }
            let any = || (Schema::Boolean(BooleanSchema(true)), format!("{at}/required"));
            let (schema, place) = further.cloned().unwrap_or_else(any);
            members.push(Member {
                name: name.clone(),
                schema,
                at: place,
                required: true,
                further: Vec::new(),
                others: Vec::new(),
            });
        }
    }

    /// Returns the map of an object whose further members have the schema `value`.
    pub(super) fn map_type(&mut self, schema: &ObjectSchema, value: &Schema, at: &str, hint: &str) -> Type {
        let value =
            self.schema_declaring_nullable(value, &format!("{at}/additionalProperties"), &format!("{hint}Value"));
        let place = format!("{at}/x-{KEYWORD_PREFIX}propertyNames");
        let key = schema.extensions.get(&format!("{KEYWORD_PREFIX}propertyNames"));
        let key = key.and_then(|key| serde_json::from_value::<Schema>(key.clone()).ok());
        let key = key.map(|key| Box::new(self.schema(&key, &place, &format!("{hint}Key"))));
        Type::new(Head::Map { value: Box::new(value), key }, at)
    }

    /// Returns the map for an object without described members. Its values have the type of the
    /// only pattern in `patternProperties`, or any JSON.
    fn open_map(&mut self, schema: &ObjectSchema, at: &str) -> Type {
        let patterns = schema.extensions.get(&format!("{KEYWORD_PREFIX}patternProperties")).and_then(Json::as_object);
        let value = match patterns.map(|patterns| patterns.values().collect::<Vec<_>>()).as_deref() {
            Some([value]) => {
                let mut value = (*value).clone();
                crate::lift::schema(&mut value);
                let place = format!("{at}/patternProperties");
                serde_json::from_value::<Schema>(value).map_or_else(
                    |_| Type::json(&place),
                    |value| self.schema_declaring_nullable(&value, &place, "Value"),
                )
            }
            _ => Type::json(at),
        };
        Type::new(Head::Map { value: Box::new(value), key: None }, at)
    }

    /// Returns members as fields. An optional member loses null, because absence means the same,
    /// except in bodies of PATCH.
    pub(crate) fn fields(&mut self, members: &[Member], hint: &str) -> Vec<Field> {
        let mut fields = Vec::new();
        for member in members {
            let hint = format!("{hint} {}", member.name);
            let mut ty = self.member_type(member, &hint);
            let (optional, direction) = (!member.required, self.direction(member));
            if optional && ty.nullable && !self.patched.covers(&member.at) {
                let is_sent = self.sent.covers(&member.at) && direction != Some(READ_ONLY);
                if is_sent {
                    self.report.lost("null in a request, for a member that may be left out", &member.at);
                }
                ty.nullable = false;
            }
            ty = self.declare_nullable(ty, &hint);
            self.put_default_of_name(&mut ty);
            if let Some(word) = direction.filter(|_| !matches!(ty.head, Head::Const(_))) {
                ty.put(word, Node::json(&Json::Bool(true)));
            }
            fields.push(Field { name: member.name.clone(), optional, ty });
        }
        fields
    }

    /// Returns the key `readOnly` or `writeOnly` of a member that only responses or only requests
    /// have, in all alternatives.
    fn direction(&mut self, member: &Member) -> Option<&'static str> {
        let mut own: Vec<Schema> = member.further.iter().map(|(schema, _)| schema.clone()).collect();
        own.push(member.schema.clone());
        let others = member.others.iter().map(|(schema, _)| vec![schema.clone()]);
        let all: Vec<(bool, bool)> = std::iter::once(own).chain(others).map(|open| self.directions(open)).collect();
        let (read_only, write_only) = (all.iter().all(|one| one.0), all.iter().all(|one| one.1));
        if read_only && write_only {
            self.report.lost("a member that is both `readOnly` and `writeOnly`", &member.at);
            return None;
        }
        read_only.then_some(READ_ONLY).or(write_only.then_some("writeOnly"))
    }

    /// Returns whether one of several schemas, or of the parts of their `allOf`, is `readOnly`, and whether one is
    /// `writeOnly`.
    fn directions(&self, mut open: Vec<Schema>) -> (bool, bool) {
        let (mut read_only, mut write_only) = (false, false);
        for _ in 0..MAX_PART_REFERENCES {
            let Some(schema) = open.pop() else { break };
            let Some(schema) = self.plain(&schema) else { continue };
            read_only |= schema.read_only == Some(true);
            write_only |= schema.write_only == Some(true);
            open.extend(schema.all_of);
        }
        (read_only, write_only)
    }

    /// Returns the type of an `allOf`: its only part, a union, or a record that may extend its
    /// first part.
    pub(super) fn all_of(&mut self, schema: &ObjectSchema, at: &str, hint: &str) -> Type {
        let places = (0..).map(|index| format!("{at}/allOf/{index}"));
        let parts: Vec<(Schema, String)> = schema.all_of.iter().cloned().zip(places).collect();
        let (parts, describing): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(part, _)| states_anything(part));
        let mut plain = schema.clone();
        plain.all_of = parts.iter().map(|(part, _)| part.clone()).collect();
        let mut ty = self.all_of_parts(&plain, parts, at, hint);
        for (part, place) in &describing {
            self.describe(part, place, &mut ty);
        }
        ty
    }

    /// Returns the type of an `allOf` without the parts that only describe.
    fn all_of_parts(&mut self, schema: &ObjectSchema, parts: Vec<(Schema, String)>, at: &str, hint: &str) -> Type {
        if let ([(only, place)], false) = (parts.as_slice(), is_object(schema)) {
            return Type { origin: at.to_owned(), ..self.schema(only, place, hint) };
        }
        if let Some(ty) = self.union_among(schema, &parts, at, hint) {
            return ty;
        }
        if !is_object(schema) {
            if let Some(ty) = self.scalar_of_parts(&parts, at, hint) {
                return ty;
            }
        }
        let mut members: Vec<Member> = Vec::new();
        let mut extends = None;
        let mut required: Vec<String> = schema.required.clone();
        let all_own = own_members(schema, at);
        let all = Schema::Object(Box::new(ObjectOrReference::Object(schema.clone())));
        let typed = self.typed_further(&all, at);
        for (index, (part, place)) in parts.iter().enumerate() {
            let is_base = index == 0 && typed.is_empty() && self.is_base(part, &parts[1..], &all_own, &schema.required);
            if let (true, Schema::Object(object)) = (is_base, part) {
                if let ObjectOrReference::Ref { ref_path, .. } = object.as_ref() {
                    extends = self.doc.follow(ref_path).ok().map(|pointer| self.type_at(&pointer));
                    continue;
                }
            }
            match self.members_of(part, place, 0) {
                Some((found, needed)) => {
                    merge_members(&mut members, found);
                    required.extend(needed);
                }
                None => {
                    if let Some(ty) = self.type_of_only_typed_part(&parts, schema, at, hint) {
                        return ty;
                    }
                    self.report.lost("a part of `allOf` that is not an object", place);
                }
            }
        }
        merge_members(&mut members, all_own);
        for member in &mut members {
            member.required |= required.contains(&member.name);
        }
        if let (Some(_), Some(base)) = (&extends, parts.first()) {
            self.retain_own(&mut required, base);
        }
        let further = typed.first().map(|(_, value, place)| (value.clone(), format!("{place}/additionalProperties")));
        self.add_required_members(&mut members, &required, further.as_ref(), at);
        if members.is_empty() && extends.is_none() {
            return Type::json(at);
        }
        let mut fields = self.fields(&members, hint);
        if let Some((first, others)) = typed.split_first() {
            self.push_further(&mut fields, &[first], &members, hint);
            for (_, _, place) in others {
                self.report.lost("a second type of further members, beside that of another part of `allOf`", place);
            }
        }
        Type::new(Head::Record { extends, fields }, at)
    }

    /// Removes the names of members that a base describes.
    fn retain_own(&mut self, names: &mut Vec<String>, (base, place): &(Schema, String)) {
        let inherited = self.members_of(base, place, 0).map(|(members, _)| members).unwrap_or_default();
        names.retain(|name| !inherited.iter().any(|member| member.name == *name));
    }

    /// Returns the union for an `allOf` with one part that is only alternatives; the members of all
    /// other parts are common to its arms. `None` if there is no such part, or an alternative is no
    /// object.
    fn union_among(&mut self, schema: &ObjectSchema, parts: &[(Schema, String)], at: &str, hint: &str) -> Option<Type> {
        let unions: Vec<_> = parts
            .iter()
            .enumerate()
            .filter_map(|(index, (part, at))| Some((index, self.union_behind(part, at)?)))
            .collect();
        let [(index, (arms, place))] = unions.as_slice() else { return None };
        let mut rest = schema.clone();
        rest.all_of.remove(*index);
        let own = Schema::Object(Box::new(ObjectOrReference::Object(rest)));
        let all = Schema::Object(Box::new(ObjectOrReference::Object(schema.clone())));
        let further = self.typed_further(&all, at);
        let common = self.members_of(&own, at, 0).map(|(members, _)| members).unwrap_or_default();
        if common.is_empty() && further.is_empty() {
            return None;
        }
        let beside = Beside { common, required: &schema.required, further };
        let told = self.plain(&parts[*index].0).and_then(|plain| plain.discriminator);
        let arms = self.alternatives(arms, place, &mut false);
        if arms.len() < 2 {
            return None;
        }
        self.union_beside(told.as_ref(), &arms, beside, at, hint)
    }

    /// Returns the type of an `allOf` with only one part that states a type; the other parts, which
    /// would narrow it, are reported. `None` if there are several such parts, or members beside
    /// them.
    fn type_of_only_typed_part(
        &mut self,
        parts: &[(Schema, String)],
        schema: &ObjectSchema,
        at: &str,
        hint: &str,
    ) -> Option<Type> {
        let mut saying = parts.iter().filter(|(part, _)| states_kind(part));
        let (first, second) = (saying.next()?, saying.next());
        if second.is_some() || is_object(schema) {
            return None;
        }
        for (_, place) in parts.iter().filter(|part| part.1 != first.1) {
            self.report.lost("a part of `allOf` that narrows another", place);
        }
        let mut ty = self.schema(&first.0, &first.1, hint);
        ty.origin = at.to_owned();
        Some(ty)
    }

    /// Returns whether a record can extend the record to which its first part refers, because
    /// nothing else in the `allOf` describes or requires a member of that record.
    fn is_base(&mut self, part: &Schema, others: &[(Schema, String)], own: &[Member], required: &[String]) -> bool {
        let Schema::Object(object) = part else { return false };
        let ObjectOrReference::Ref { ref_path, .. } = object.as_ref() else { return false };
        // Children of a parent with a discriminator fix the tag to a constant, so each has all
        // members itself.
        let Ok(pointer) = self.doc.follow(ref_path) else { return false };
        if pointer.contains(PARENT_SCHEMA) {
            return false;
        }
        let Ok(Schema::Object(target)) = self.doc.piece::<Schema>(&pointer) else { return false };
        let ObjectOrReference::Object(target) = *target else { return false };
        let has_others = matches!(&target.additional_properties, Some(Schema::Object(_)));
        let is_record = !target.properties.is_empty()
            && !has_others
            && target.all_of.is_empty()
            && target.one_of.is_empty()
            && target.any_of.is_empty();
        // A member that the target requires but does not describe is described elsewhere in the
        // `allOf`.
        let is_whole = target.required.iter().all(|name| target.properties.contains_key(name));
        if !is_record || !is_whole || super::takes_null(&target) || target.discriminator.is_some() {
            return false;
        }
        let mut names: Vec<String> = own.iter().map(|member| member.name.clone()).collect();
        names.extend(required.iter().filter(|name| !target.required.contains(name)).cloned());
        for (other, place) in others {
            if let Some((members, needed)) = self.members_of(other, place, 0) {
                names.extend(members.into_iter().map(|member| member.name));
                names.extend(needed.into_iter().filter(|name| !target.required.contains(name)));
            }
        }
        // Names that are the same in Rust, such as `id` and `@id`, need the scope of one record.
        let taken: HashSet<String> = target.properties.keys().map(|name| camel(name)).collect();
        !names.iter().any(|name| taken.contains(&camel(name)))
    }

    /// Returns all members of an object, including members of its parts, and the names of the
    /// required ones. `None` if the schema is no object, or contains itself.
    pub(crate) fn members_of(&mut self, schema: &Schema, at: &str, depth: usize) -> Option<Members> {
        let Schema::Object(object) = schema else { return None };
        match object.as_ref() {
            ObjectOrReference::Ref { ref_path, .. } => {
                let pointer = self.doc.follow(ref_path).ok().filter(|_| depth < MAX_PART_REFERENCES)?;
                if let Some(found) = self.gathered.get(&pointer) {
                    return found.clone();
                }
                let target: Schema = self.doc.piece(&pointer).ok()?;
                let is_outermost = self.gathered.is_empty();
                self.gathered.insert(pointer.clone(), None);
                let found = self.members_of(&target, &pointer, depth + 1);
                match is_outermost {
                    true => self.gathered.clear(),
                    false => drop(self.gathered.insert(pointer, found.clone())),
                }
                found
            }
            ObjectOrReference::Object(object) => self.members_of_object(object, at, depth),
        }
    }

    /// Returns all members of an inline object, as [`Self::members_of`] does.
    fn members_of_object(&mut self, object: &ObjectSchema, at: &str, depth: usize) -> Option<Members> {
        let mut members = Vec::new();
        let mut required = object.required.clone();
        for (index, part) in object.all_of.iter().enumerate().filter(|(_, part)| states_anything(part)) {
            let place = format!("{at}/allOf/{index}");
            let found = self.members_of(part, &place, depth + 1);
            match found.or_else(|| Some((self.merged_alternatives(part, &place)?, Vec::new()))) {
                Some((found, needed)) => {
                    merge_members(&mut members, found);
                    required.extend(needed);
                }
                None => self.report.lost("a part of `allOf` that is not an object", &place),
            }
        }
        merge_members(&mut members, own_members(object, at));
        for member in &mut members {
            member.required |= required.contains(&member.name);
        }
        let is_alternative = !object.one_of.is_empty() || !object.any_of.is_empty();
        let has_further = matches!(&object.additional_properties, Some(Schema::Object(_)));
        let is_object = kinds(object) == [oas3::spec::SchemaType::Object];
        let states_anything = !members.is_empty() || !required.is_empty() || is_object || has_further;
        if is_alternative && !self.has_only_required(object) {
            if !states_anything {
                return None;
            }
            members = self.with_alternatives(object, members, at);
        }
        states_anything.then_some((members, required))
    }

    /// Returns whether the alternatives of an object do nothing but require members.
    fn has_only_required(&self, object: &ObjectSchema) -> bool {
        let arms = object.one_of.iter().chain(&object.any_of);
        let is_required = |arm: &Schema| match arm {
            Schema::Object(arm) => match arm.as_ref() {
                ObjectOrReference::Object(arm) => arm.properties.is_empty() && !arm.required.is_empty(),
                ObjectOrReference::Ref { .. } => false,
            },
            Schema::Boolean(_) => false,
        };
        arms.into_iter().all(is_required)
    }
}

/// Returns whether a schema describes all members by patterns of their names, and further members by
/// another schema.
fn has_patterns_and_others(schema: &ObjectSchema) -> bool {
    schema.extensions.contains_key(&format!("{KEYWORD_PREFIX}patternProperties"))
        && matches!(&schema.additional_properties, Some(Schema::Object(_)))
        && schema.properties.is_empty()
        && schema.required.is_empty()
}

/// Returns whether the type of an object takes all values that its patterns of names describe.
pub(super) fn keeps_patterns(schema: &ObjectSchema) -> bool {
    let patterns = schema.extensions.get(&format!("{KEYWORD_PREFIX}patternProperties")).and_then(Json::as_object);
    let is_only =
        is_closed(schema) && schema.properties.is_empty() && patterns.is_some_and(|patterns| patterns.len() == 1);
    is_only || has_patterns_and_others(schema)
}

/// Returns the members that an object describes itself, without its parts.
pub(super) fn own_members(schema: &ObjectSchema, at: &str) -> Vec<Member> {
    let properties = schema.properties.iter().map(|(name, property)| Member {
        name: name.clone(),
        schema: property.clone(),
        at: format!("{at}/properties/{}", escaped(name)),
        required: schema.required.contains(name),
        further: Vec::new(),
        others: Vec::new(),
    });
    properties.collect()
}
