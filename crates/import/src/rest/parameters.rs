//! Converts parameters of path, query, header and cookie.
//!
//! Input: the parameters of a path and of an operation. Output: fields with their places. Styles
//! that the spec language lacks are reported.

use oas3::spec::{ObjectOrReference, Operation as Source, Parameter, ParameterIn, ParameterStyle, Schema};
use serde_json::Value as Json;

use super::bodies::keep_sent_members;
use super::encoding::separator;
use super::operations::name_in_route;
use crate::importer::Importer;
use crate::members::Member;
use crate::newer::WHOLE_QUERY;
use crate::operation::{Operation, Param};
use crate::schema::{Form, is_null, target_of};
use crate::spec::{ArmBody, Field, Head, Type};
use crate::tree::Node;

/// Maximum depth of nested unions in which a list is looked for.
const NESTED_UNIONS: usize = 4;

/// Loss of an object within an exploded object, for which the standard defines no form.
const NESTED_MEMBER: &str = "a member of an exploded object in a query, which is an object itself";

/// Loss of the members that an exploded object does not name.
const FURTHER_MEMBERS: &str = "further members of an exploded object in a query";

/// Headers that OpenAPI does not allow as parameters.
const IGNORED_HEADERS: [&str; 3] = ["accept", "content-type", "authorization"];

impl Importer<'_> {
    /// Adds the parameters of an operation and of its path item. `item` is the pointer of the path
    /// item, and `names` are the original and the legal name of each parameter in the path.
    pub(super) fn parameters(
        &mut self,
        operation: &mut Operation,
        source: &Source,
        item: &str,
        names: &[(String, String)],
    ) {
        let at = operation.pointer.clone();
        let shared = self.doc.at(&format!("{item}/parameters")).and_then(Json::as_array).map_or(0, Vec::len);
        let of_path = (0..shared).map(|index| format!("{item}/parameters/{index}"));
        let own = (0..source.parameters.len()).map(|index| format!("{at}/parameters/{index}"));
        let mut read: Vec<(Parameter, String)> = Vec::new();
        let mut replaceable = 0;
        for (index, place) in of_path.chain(own).enumerate() {
            if index == shared {
                replaceable = read.len();
            }
            let parameter = self.doc.piece::<ObjectOrReference<Parameter>>(&place);
            match parameter.and_then(|parameter| self.doc.resolve(&parameter, &place)) {
                Ok((parameter, place)) => {
                    let is_same =
                        |other: &Parameter| other.name == parameter.name && other.location == parameter.location;
                    match read.iter().position(|(other, _)| is_same(other)) {
                        // A parameter of the operation replaces one of the path item.
                        Some(known) if known < replaceable => read[known] = (parameter, place),
                        Some(_) => self.report.lost("a parameter that is listed twice", &place),
                        None => read.push((parameter, place)),
                    }
                }
                Err(why) => self.report.lost(why, &place),
            }
        }
        for (parameter, place) in read {
            match self.is_secret(&at, &parameter) {
                true => self.report.lost("a parameter that carries a secret of the call", &place),
                false => self.parameter(operation, &parameter, &place, names),
            }
        }
        self.add_undeclared(operation, names);
        order_path(operation, names);
    }

    /// Adds one parameter, at the place in which the document has it.
    fn parameter(&mut self, operation: &mut Operation, parameter: &Parameter, at: &str, names: &[(String, String)]) {
        let hint = format!("{} {}", operation.preferred_name, parameter.name);
        match parameter.location {
            ParameterIn::Path => {
                let own = names.iter().find(|(name, _)| *name == parameter.name);
                let in_route = || names.iter().find(|(name, _)| name_in_route(name) == parameter.name);
                let Some((_, name)) = own.or_else(in_route) else {
                    return self.report.lost("a parameter that the path does not have", at);
                };
                let ty = self.parameter_type(parameter, at, &hint);
                let mut ty = without_null(ty);
                if parameter.extensions.get("multi-segment") == Some(&Json::Bool(true)) {
                    ty.put("slashes", Node::text("keep"));
                }
                self.write_text(parameter, &mut ty, at);
                if matches!(parameter.style, Some(ParameterStyle::Matrix)) && *name != parameter.name {
                    self.report.lost("the name of a path parameter, which another parameter has as well", at);
                }
                operation
                    .params
                    .push(Param { place: "path", field: Field { name: name.clone(), optional: false, ty } });
            }
            ParameterIn::Query if parameter.extensions.contains_key(WHOLE_QUERY) => {
                self.report.lost("a whole-query parameter (`in: querystring`) that is not form-encoded", at);
            }
            ParameterIn::Query => self.query(operation, parameter, at, &hint),
            ParameterIn::Header if IGNORED_HEADERS.contains(&parameter.name.to_lowercase().as_str()) => {
                let is_secret = parameter.name.eq_ignore_ascii_case("authorization");
                if is_secret && !self.sends_authorization(&operation.pointer) {
                    self.report.lost("the header `Authorization`, which no security scheme describes", at);
                }
            }
            ParameterIn::Header | ParameterIn::Cookie => {
                let mut field = self.parameter_field(parameter, at, &hint);
                self.write_text(parameter, &mut field.ty, at);
                let place = if parameter.location == ParameterIn::Cookie { "cookies" } else { "headers" };
                operation.params.push(Param { place, field });
            }
        }
    }

    /// Adds a parameter of the query, or several for the members of an exploded object.
    fn query(&mut self, operation: &mut Operation, parameter: &Parameter, at: &str, hint: &str) {
        if parameter.allow_reserved == Some(true) {
            self.report.lost("`allowReserved`", at);
        }
        let explode = parameter.explode.unwrap_or(matches!(parameter.style, None | Some(ParameterStyle::Form)));
        let is_plain = !matches!(parameter.style, Some(ParameterStyle::DeepObject)) && parameter.content.is_none();
        let is_exploded = explode && is_plain;
        if let Some(members) = is_exploded.then(|| self.exploded(parameter, at, hint)).flatten() {
            return self.add_members(operation, parameter, members, at);
        }
        let mut field = self.parameter_field(parameter, at, hint);
        let is_object = self.is_object_type(&field.ty);
        if let Head::Record { fields, extends: None } = &field.ty.head {
            if is_exploded {
                return self.add_members(operation, parameter, fields.clone(), at);
            }
        }
        if parameter.content.is_some() {
            self.write_content(parameter, &mut field.ty, at);
        } else if matches!(parameter.style, Some(ParameterStyle::DeepObject)) {
            field.ty.put("style", Node::text("brackets"));
        } else if self.may_be_list(&field.ty) {
            // A list whose name ends in brackets repeats the name, whatever the style is.
            let style = match parameter.style {
                Some(ParameterStyle::SpaceDelimited) => Some("spaceDelimited"),
                Some(ParameterStyle::PipeDelimited) => Some("pipeDelimited"),
                _ => None,
            };
            self.join_items(&mut field.ty, parameter.schema.as_ref(), separator(style, Some(explode)), at);
        } else if is_object {
            if explode {
                self.report
                    .lost("an exploded object in a query, none of whose members is known to be a single value", at);
                field.ty.head = Head::Name("string".to_owned());
            } else {
                self.write_joined_object(parameter, &mut field.ty, at);
            }
        }
        operation.params.push(Param { place: "query", field });
    }

    /// Adds a parameter of the query for each member of an exploded object.
    fn add_members(&mut self, operation: &mut Operation, parameter: &Parameter, members: Vec<Field>, at: &str) {
        for member in keep_sent_members(members) {
            if self.is_object_type(&member.ty) {
                let what = if member.is_rest() { FURTHER_MEMBERS } else { NESTED_MEMBER };
                self.report.lost(what, &member.ty.origin);
                continue;
            }
            if operation.params("query").any(|other| other.name == member.name) {
                self.report.lost("a member of an object, which another parameter has as well", at);
                continue;
            }
            let optional = parameter.required != Some(true) || member.optional;
            let field = Field { optional, ty: without_null(member.ty), name: member.name };
            operation.params.push(Param { place: "query", field });
        }
    }

    /// Returns the members of an exploded object, which a query sends as separate parameters. The
    /// schema of the object is a reference, or has `allOf`. Reports further members, and members that are
    /// objects. `None` for other schemas, and if no member is left.
    fn exploded(&mut self, parameter: &Parameter, at: &str, hint: &str) -> Option<Vec<Field>> {
        let (schema, place) = self.without_null_arm(parameter.schema.as_ref()?, format!("{at}/schema"));
        let schema = &schema;
        let has_parts = self.plain(schema).is_some_and(|plain| !plain.all_of.is_empty());
        if self.forms(schema) != [Form::Object] || (target_of(schema).is_none() && !has_parts) {
            return None;
        }
        let (members, _) = self.members_of(schema, &place, 0)?;
        let is_nested = |member: &Member| self.forms(&member.schema).contains(&Form::Object);
        let (nested, members): (Vec<Member>, Vec<Member>) = members.into_iter().partition(is_nested);
        if members.is_empty() {
            return None;
        }
        nested.iter().for_each(|member| self.report.lost(NESTED_MEMBER, &member.at));
        if self.has_typed_further(schema) {
            self.report.lost(FURTHER_MEMBERS, &place);
        }
        if parameter.allow_empty_value == Some(true) {
            self.report.lost("`allowEmptyValue`", at);
        }
        Some(self.fields(&members, hint))
    }

    /// Returns the only alternative of a schema beside null, with its pointer, or else the schema.
    fn without_null_arm(&self, schema: &Schema, at: String) -> (Schema, String) {
        let plain = self.plain(schema).filter(|_| target_of(schema).is_none()).unwrap_or_default();
        for (word, arms) in [("oneOf", &plain.one_of), ("anyOf", &plain.any_of)] {
            let is_other = |arm: &Schema| !self.plain(arm).is_some_and(|arm| is_null(&arm));
            let others: Vec<_> = arms.iter().enumerate().filter(|(_, arm)| is_other(arm)).collect();
            if let [(index, arm)] = others.as_slice() {
                return ((*arm).clone(), format!("{at}/{word}/{index}"));
            }
        }
        (schema.clone(), at)
    }

    /// Returns a parameter as a field that is not nullable.
    fn parameter_field(&mut self, parameter: &Parameter, at: &str, hint: &str) -> Field {
        let ty = self.parameter_type(parameter, at, hint);
        let required = parameter.required == Some(true);
        let mut ty = ty;
        if required && ty.attributes.iter().any(|(key, _)| *key == "default") {
            self.report.detail("the default of a parameter that must be given", at);
            ty.attributes.retain(|(key, _)| *key != "default");
        }
        // A parameter that is absent is not sent, and only JSON has a text for null.
        let ty = if parameter.content.is_some() { Type { nullable: false, ..ty } } else { without_null(ty) };
        Field { name: parameter.name.clone(), optional: !required, ty }
    }

    /// Returns the type of a parameter, with its description, default and deprecation.
    fn parameter_type(&mut self, parameter: &Parameter, at: &str, hint: &str) -> Type {
        let mut ty = match (&parameter.schema, parameter.content.iter().flatten().next()) {
            (Some(schema), _) => self.schema(schema, &format!("{at}/schema"), hint),
            (None, Some((name, media))) => {
                let place = format!("{at}/content/{}/schema", crate::pointer::escaped(name));
                let schema = media.schema.clone().unwrap_or(Schema::Boolean(oas3::spec::BooleanSchema(true)));
                self.schema(&schema, &place, hint)
            }
            (None, None) => Type::name("string", at),
        };
        if ty.fallback == crate::spec::JSON {
            ty.fallback = "string";
        }
        if ty.is_named(crate::spec::JSON) {
            ty.head = Head::Name("string".to_owned());
            self.report.lost("the type of a parameter", at);
        }
        ty.origin = at.to_owned();
        ty.doc = self.prose(parameter.description.as_deref(), at).or(ty.doc);
        if parameter.deprecated == Some(true) && !ty.attributes.iter().any(|(key, _)| *key == "deprecated") {
            ty.put("deprecated", Node::empty());
        }
        if parameter.content.is_none() {
            self.guess_list(&mut ty, at);
        }
        self.put_default_of_name(&mut ty);
        let is_silent = !ty.attributes.iter().any(|(key, _)| *key == "default");
        let plain = parameter.schema.as_ref().filter(|_| is_silent).and_then(|schema| self.plain(schema));
        if let Some(default) = plain.and_then(|plain| self.guess_default(&plain, at)) {
            ty.put("default", Node::json(&default).from(at).guessed("by the sentence"));
        }
        if parameter.allow_empty_value == Some(true) {
            self.report.lost("`allowEmptyValue`", at);
        }
        ty
    }

    /// Adds a text parameter for each name in the path that no parameter of the document describes.
    fn add_undeclared(&mut self, operation: &mut Operation, names: &[(String, String)]) {
        for (_, name) in names {
            if !operation.params("path").any(|field| field.name == *name) {
                let mut ty = Type::name("string", &operation.pointer);
                ty.guess = Some("the document does not describe it".to_owned());
                self.report.guessed("a path parameter that is not described", &operation.pointer);
                operation
                    .params
                    .push(Param { place: "path", field: Field { name: name.clone(), optional: false, ty } });
            }
        }
    }

    pub(super) fn is_list(&self, ty: &Type) -> bool {
        self.has_head(ty, |head| matches!(head, Head::List(_)), Form::List)
    }

    pub(super) fn is_object_type(&self, ty: &Type) -> bool {
        self.has_head(ty, |head| matches!(head, Head::Record { .. } | Head::Map { .. }), Form::Object)
    }

    /// Returns whether a type is a list, or a union with a list among its alternatives. Nested
    /// unions are followed only a few times, because they may form a circle.
    pub(super) fn may_be_list(&self, ty: &Type) -> bool {
        self.may_be_list_within(ty, NESTED_UNIONS)
    }

    fn may_be_list_within(&self, ty: &Type, depth: usize) -> bool {
        let is_list = |ty: &Type| depth > 0 && self.may_be_list_within(ty, depth - 1);
        let of_head = |head: &Head| match head {
            Head::Union { arms, .. } => arms.iter().any(|arm| matches!(&arm.body, ArmBody::Value(ty) if is_list(ty))),
            head => matches!(head, Head::List(_) | Head::Tuple(_)),
        };
        let Head::Name(name) = &ty.head else { return of_head(&ty.head) };
        match self.declared.iter().find(|declared| declared.name == *name) {
            Some(declared) if !declared.ty.is_name() => of_head(&declared.ty.head),
            _ => self.forms_of_type(name).contains(&Form::List),
        }
    }

    /// Returns whether the head of a type, or of the declared type that it names, meets `is`. For a
    /// name that is not declared yet, the only form of its schema must be `form`.
    fn has_head(&self, ty: &Type, is: impl Fn(&Head) -> bool, form: Form) -> bool {
        if is(&ty.head) {
            return true;
        }
        let Head::Name(name) = &ty.head else { return false };
        let declared = self.declared.iter().find(|declared| declared.name == *name);
        match declared {
            Some(declared) if !declared.ty.is_name() => is(&declared.ty.head),
            _ => self.forms_of_type(name) == [form],
        }
    }

    /// Returns the forms of JSON that the schema of a named type allows, or none for an unknown
    /// name.
    fn forms_of_type(&self, name: &str) -> Vec<Form> {
        let schema = self.pointer_of_type(name).and_then(|pointer| self.doc.piece::<Schema>(pointer).ok());
        schema.map(|schema| self.forms(&schema)).unwrap_or_default()
    }
}

/// Sorts the parameters of the path by their order in the path, before all other parameters.
fn order_path(operation: &mut Operation, names: &[(String, String)]) {
    let place = |param: &Param| match param.place {
        "path" => names.iter().position(|(_, name)| *name == param.field.name).unwrap_or_default(),
        _ => names.len(),
    };
    operation.params.sort_by_key(place);
}

/// Makes a type and its items refuse null, which has no text form.
fn without_null(mut ty: Type) -> Type {
    ty.nullable = false;
    if let Head::List(item) = &mut ty.head {
        item.nullable = false;
    }
    ty
}
