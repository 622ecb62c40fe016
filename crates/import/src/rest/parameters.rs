//! Parameters of path, query and header.
//!
//! Input: the parameters of a path and of an operation. Output: fields with their places. Cookies,
//! and styles that the spec language lacks, go to the report.

use oas3::spec::{ObjectOrReference, Operation as Source, Parameter, ParameterIn, ParameterStyle, Schema};
use serde_json::Value as Json;

use crate::importer::Importer;
use crate::operation::{Operation, Param};
use crate::ours;
use crate::spec::{Field, Head, Type};
use crate::tree::Node;

/// Headers that OpenAPI excludes from parameters.
const IGNORED: [&str; 3] = ["accept", "content-type", "authorization"];

impl Importer<'_> {
    pub(super) fn parameters(
        &mut self,
        operation: &mut Operation,
        source: &Source,
        item: &str,
        names: &[(String, String)],
    ) {
        let at = operation.pointer.clone();
        let shared: Vec<ObjectOrReference<Parameter>> =
            self.doc.piece(&format!("{item}/parameters")).unwrap_or_default();
        let own =
            source.parameters.iter().enumerate().map(|(index, one)| (one.clone(), format!("{at}/parameters/{index}")));
        let of_path = shared.into_iter().enumerate().map(|(index, one)| (one, format!("{item}/parameters/{index}")));
        let mut read: Vec<(Parameter, String)> = Vec::new();
        for (parameter, place) in of_path.chain(own) {
            match self.doc.resolve(&parameter, &place) {
                Ok((parameter, place)) => {
                    let is_same =
                        |other: &Parameter| other.name == parameter.name && other.location == parameter.location;
                    match read.iter_mut().find(|(other, _)| is_same(other)) {
                        Some(other) => *other = (parameter, place),
                        None => read.push((parameter, place)),
                    }
                }
                Err(why) => self.report.lost(why, &place),
            }
        }
        for (parameter, place) in read {
            self.parameter(operation, &parameter, &place, names);
        }
        self.undeclared(operation, names);
        order_path(operation, names);
    }

    fn parameter(&mut self, operation: &mut Operation, parameter: &Parameter, at: &str, names: &[(String, String)]) {
        let hint = format!("{} {}", operation.wish, parameter.name);
        match parameter.location {
            ParameterIn::Path => {
                let Some((_, name)) = names.iter().find(|(name, _)| *name == parameter.name) else {
                    return self.report.lost("a parameter that the path does not have", at);
                };
                if ours::is_variable(self, parameter) {
                    return;
                }
                let ty = self.parameter_type(parameter, at, &hint);
                let mut ty = without_null(ty);
                let is_long = parameter.extensions.get("multi-segment") == Some(&Json::Bool(true)) && !self.is_ours;
                if is_long {
                    ty.put("slashes", Node::text("keep"));
                }
                ty.attributes.extend(ours::writing(self, parameter));
                if !matches!(parameter.style, None | Some(ParameterStyle::Simple)) {
                    self.report.lost("a style of a path parameter", at);
                }
                operation
                    .params
                    .push(Param { place: "path", field: Field { name: name.clone(), optional: false, ty } });
            }
            ParameterIn::Query => self.query(operation, parameter, at, &hint),
            ParameterIn::Header if IGNORED.contains(&parameter.name.to_lowercase().as_str()) && !self.is_ours => {}
            ParameterIn::Header => {
                let mut field = self.parameter_field(parameter, at, &hint);
                field.ty.attributes.extend(ours::writing(self, parameter));
                operation.params.push(Param { place: "headers", field });
            }
            ParameterIn::Cookie => self.report.lost("a parameter in a cookie", at),
        }
    }

    fn query(&mut self, operation: &mut Operation, parameter: &Parameter, at: &str, hint: &str) {
        let mut field = self.parameter_field(parameter, at, hint);
        let explode = parameter.explode.unwrap_or(matches!(parameter.style, None | Some(ParameterStyle::Form)));
        let is_list = self.is_list(&field.ty);
        let is_object = self.is_object_type(&field.ty);
        if let Head::Record { fields, extends: None } = &field.ty.head {
            if explode && !matches!(parameter.style, Some(ParameterStyle::DeepObject)) && parameter.content.is_none() {
                // Its members are parameters of their own.
                let members = fields.clone().into_iter();
                let optional = field.optional;
                operation.params.extend(members.map(|member| Param {
                    place: "query",
                    field: Field {
                        optional: optional || member.optional,
                        ty: without_null(member.ty),
                        name: member.name,
                    },
                }));
                return;
            }
        }
        if parameter.extensions.contains_key("style") && self.is_ours {
            field.ty.attributes.extend(ours::writing(self, parameter));
        } else if parameter.content.is_some() {
            field.ty.put("style", Node::text("json"));
        } else if matches!(parameter.style, Some(ParameterStyle::DeepObject)) {
            field.ty.put("style", Node::text("brackets"));
        } else if is_list {
            let join = match (&parameter.style, explode) {
                (Some(ParameterStyle::SpaceDelimited), false) => Some(" "),
                (Some(ParameterStyle::PipeDelimited), false) => Some("|"),
                (_, false) => Some(","),
                (_, true) => None,
            };
            let own = parameter.extensions.get("join").and_then(Json::as_str).filter(|_| self.is_ours).or(join);
            field.ty.attributes.extend(own.map(|join| ("join", Node::text(join))));
            // A name that ends in brackets is written so for each item anyway.
        } else if is_object {
            match explode {
                true => self.report.lost("an object whose members are parameters of a query, by a name", at),
                false => self.report.lost("an object in a query without a style", at),
            }
            field.ty.head = Head::Name("string".to_owned());
        }
        if parameter.allow_reserved == Some(true) {
            self.report.lost("`allowReserved`", at);
        }
        operation.params.push(Param { place: "query", field });
    }

    fn parameter_field(&mut self, parameter: &Parameter, at: &str, hint: &str) -> Field {
        let ty = self.parameter_type(parameter, at, hint);
        let required = parameter.required == Some(true);
        // What is left out is not sent; a null has no text but that of JSON.
        let ty = if parameter.content.is_some() { Type { nullable: false, ..ty } } else { without_null(ty) };
        Field { name: parameter.name.clone(), optional: !required, ty }
    }

    fn parameter_type(&mut self, parameter: &Parameter, at: &str, hint: &str) -> Type {
        let mut ty = match (&parameter.schema, parameter.content.iter().flatten().next()) {
            (Some(schema), _) => self.schema(schema, &format!("{at}/schema"), hint),
            (None, Some((name, media))) => {
                let place = format!("{at}/content/{}/schema", crate::document::escaped(name));
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
            self.report.lost("what type a parameter has", at);
        }
        ty.origin = at.to_owned();
        if self.is_ours {
            ours::parameter_words(parameter, &mut ty);
            return ty;
        }
        ty.doc = self.prose(parameter.description.as_deref(), at).or(ty.doc);
        if parameter.deprecated == Some(true) && !ty.attributes.iter().any(|(key, _)| *key == "deprecated") {
            ty.put("deprecated", Node::map([] as [(&str, Node); 0]));
        }
        if parameter.allow_empty_value == Some(true) {
            self.report.lost("`allowEmptyValue`", at);
        }
        ty
    }

    /// A name in the path that no parameter describes.
    fn undeclared(&mut self, operation: &mut Operation, names: &[(String, String)]) {
        for (own, name) in names {
            let is_known =
                operation.params("path").any(|field| field.name == *name) || ours::is_variable_name(self, own);
            if !is_known {
                let mut ty = Type::name("string", &operation.pointer);
                ty.guess = Some("the document does not describe it".to_owned());
                self.report.guessed("a path parameter that is not described", &operation.pointer);
                operation
                    .params
                    .push(Param { place: "path", field: Field { name: name.clone(), optional: false, ty } });
            }
        }
    }

    fn is_list(&self, ty: &Type) -> bool {
        self.ends_in(ty, |head| matches!(head, Head::List(_)), "array")
    }

    fn is_object_type(&self, ty: &Type) -> bool {
        self.ends_in(ty, |head| matches!(head, Head::Record { .. } | Head::Map { .. }), "object")
    }

    /// Whether a type, or what it names, is of a kind.
    fn ends_in(&self, ty: &Type, is: impl Fn(&Head) -> bool, kind: &str) -> bool {
        if is(&ty.head) {
            return true;
        }
        let Head::Name(name) = &ty.head else { return false };
        let declared = self.declared.iter().find(|declared| declared.name == *name);
        match declared {
            Some(declared) => is(&declared.ty.head),
            None => self.kind_at(name) == Some(kind),
        }
    }

    /// The kind that the schema of a type names which is not declared yet.
    fn kind_at(&self, name: &str) -> Option<&str> {
        let pointer = self.pointer_of_type(name)?;
        self.doc.at(pointer)?.get("type").and_then(Json::as_str)
    }
}

/// Path parameters in the order of the path.
fn order_path(operation: &mut Operation, names: &[(String, String)]) {
    let place = |param: &Param| match param.place {
        "path" => names.iter().position(|(_, name)| *name == param.field.name).unwrap_or_default(),
        _ => names.len(),
    };
    operation.params.sort_by_key(place);
}

/// Removes null, which has no text form, from a type and its items.
fn without_null(mut ty: Type) -> Type {
    ty.nullable = false;
    if let Head::List(item) = &mut ty.head {
        item.nullable = false;
    }
    ty
}
