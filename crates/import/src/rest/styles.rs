//! Converts styles of parameters that are one text: in a path, a header or a cookie, and joined in a query.
//!
//! Input: a parameter and its type. Output: `style`, `explode` and `join`. Values that one text cannot
//! express are reported, and become a text.

use chainloom_codegen::is_json;
use oas3::spec::{Parameter, ParameterIn, ParameterStyle, Schema};
use serde_json::Value as Json;

use super::bodies::bare;
use crate::importer::Importer;
use crate::schema::Form;
use crate::spec::{Head, Type};
use crate::tree::Node;

impl Importer<'_> {
    /// Sets the keys `style`, `explode` and `join` of a parameter in a path, a header or a cookie.
    /// Reports styles that are not allowed there.
    pub(super) fn write_text(&mut self, parameter: &Parameter, ty: &mut Type, at: &str) {
        if self.write_content(parameter, ty, at) {
            return;
        }
        let is_cookie = parameter.location == ParameterIn::Cookie;
        let explode = parameter.explode.unwrap_or(is_cookie);
        let style = match (parameter.location, parameter.style) {
            (ParameterIn::Path, Some(ParameterStyle::Label)) => Some("label"),
            (ParameterIn::Path, Some(ParameterStyle::Matrix)) => Some("matrix"),
            (_, None) => None,
            (_, Some(ParameterStyle::Simple)) if !is_cookie => None,
            (_, Some(ParameterStyle::Form)) if is_cookie => None,
            _ => return self.report.lost("a style of a parameter that its place does not allow", at),
        };
        let is_object = self.is_object_type(ty);
        if is_object && !self.keep_flat(parameter, ty, at) {
            return;
        }
        if is_cookie && explode {
            return self.write_exploded_cookie(parameter, ty, is_object, at);
        }
        if let Some(style) = style.or(is_object.then_some("joined")) {
            ty.put("style", Node::text(style));
            if explode && (is_object || self.may_be_list(ty)) {
                ty.put("explode", Node::json(&Json::Bool(true)));
            }
        }
        let separator = match (style, explode) {
            (Some("label"), true) => ".",
            (Some("matrix"), true) => ";",
            _ => ",",
        };
        self.report_separator_in_items(parameter, ty, separator, at);
    }

    /// Sets the separator of a list of which each item is a cookie of the same name. An object
    /// becomes a text, because its members would be cookies of other names.
    fn write_exploded_cookie(&mut self, parameter: &Parameter, ty: &mut Type, is_object: bool, at: &str) {
        if is_object {
            self.report.lost("an object whose members are cookies", at);
            ty.head = Head::Name("string".to_owned());
        } else if self.is_list(ty) {
            let separator = format!("&{}=", parameter.name);
            ty.put("join", Node::text(&separator));
            self.report_separator_in_items(parameter, ty, &separator, at);
        } else if self.may_be_list(ty) {
            self.report.lost("the items of a list that are cookies of one name", at);
        }
    }

    /// Sets the style and the separator of an object that is one text of a query.
    pub(super) fn write_joined_object(&mut self, parameter: &Parameter, ty: &mut Type, at: &str) {
        if self.keep_flat(parameter, ty, at) {
            ty.put("style", Node::text("joined"));
            match parameter.style {
                Some(ParameterStyle::SpaceDelimited) => ty.put("join", Node::text(" ")),
                Some(ParameterStyle::PipeDelimited) => ty.put("join", Node::text("|")),
                _ => {}
            }
        }
    }

    /// Sets the style of a parameter whose media type is JSON, and reports other media types.
    /// Returns whether the parameter has a media type.
    pub(super) fn write_content(&mut self, parameter: &Parameter, ty: &mut Type, at: &str) -> bool {
        let Some((name, media)) = parameter.content.iter().flatten().next() else { return false };
        let forms = media.schema.as_ref().map(|schema| self.forms(schema)).unwrap_or_default();
        let is_same_as_text = !forms.is_empty() && forms.iter().all(|form| matches!(form, Form::Number | Form::Flag));
        let is_nested = self.is_list(ty) || self.is_object_type(ty);
        match is_json(name) {
            true if is_nested || !is_same_as_text => ty.put("style", Node::text("json")),
            false if is_nested || bare(name) != "text/plain" => {
                self.report.lost("the media type of a parameter", at);
            }
            _ => {}
        }
        true
    }

    /// Returns whether no member of an object is a list or an object. If one is, the type becomes a
    /// text, and the report says so.
    fn keep_flat(&mut self, parameter: &Parameter, ty: &mut Type, at: &str) -> bool {
        let is_flat = parameter
            .schema
            .as_ref()
            .is_none_or(|schema| self.is_flat(schema, &format!("{at}/schema"), &[Form::List, Form::Object]));
        if !is_flat {
            self.report.lost("an object with a list or an object in one text", at);
            ty.head = Head::Name("string".to_owned());
        }
        is_flat
    }

    /// Returns whether no member of an object has one of the forms `nested`.
    pub(super) fn is_flat(&mut self, schema: &Schema, at: &str, nested: &[Form]) -> bool {
        let members = self.members_of(schema, at, 0).map(|(members, _)| members).unwrap_or_default();
        let of_others = self.plain(schema).and_then(|plain| plain.additional_properties.clone());
        let schemas = members.iter().map(|member| &member.schema).chain(&of_others);
        schemas.into_iter().all(|schema| {
            let forms = self.forms(schema);
            !nested.iter().any(|form| forms.contains(form))
        })
    }

    /// Reports a list whose items may contain the separator.
    fn report_separator_in_items(&mut self, parameter: &Parameter, ty: &Type, separator: &str, at: &str) {
        if let (true, Some(schema)) = (self.is_list(ty), &parameter.schema) {
            self.report_divided_items(schema, separator, at);
        }
    }
}
