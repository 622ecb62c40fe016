//! Parameters in path, query, headers and cookies.
//!
//! Input: an operation. Output: `parameters`. If every typed call fixes a parameter, its schema
//! lists the fixed values.

use serde_json::{Value as Json, json};

use super::{OpenApi, examples, styles, variables};
use crate::documents::members::{Members, distinct, put};
use chainloom_schema::JSON;

use crate::model::{Field, Operation, Param, Place, Style, Type, TypeKind, Wire, to_json};
use crate::spec::closed::KEEP;

/// Returns the parameters of an operation outside of its body.
pub(super) fn parameters(context: &OpenApi<'_>, operation: &Operation) -> Vec<Json> {
    let params = operation.params.iter();
    let own = params.filter_map(|param| Some(parameter(context, operation, param, location(param.place)?)));
    path_variables(context, operation).chain(own).collect()
}

/// Returns the value of `in`; `None` for a parameter in the body.
fn location(place: Place) -> Option<&'static str> {
    match place {
        Place::Path => Some("path"),
        Place::Query => Some("query"),
        Place::Header => Some("header"),
        Place::Cookie => Some("cookie"),
        _ => None,
    }
}

/// Returns the variables of a path as parameters: OpenAPI has no variables in paths.
fn path_variables<'c>(context: &'c OpenApi<'_>, operation: &'c Operation) -> impl Iterator<Item = Json> + 'c {
    let slots = match &operation.wire {
        Wire::Rest { path, .. } => path.slots(),
        Wire::Rpc { .. } => &[],
    };
    slots.iter().filter_map(|slot| context.model.var(slot)).map(|var| {
        let said = variables::variable(context, var);
        let mut out = Members::from_iter([("name".to_owned(), json!(var.name)), ("in".to_owned(), json!("path"))]);
        put(&mut out, "description", said.get("description").cloned());
        out.insert("required".to_owned(), json!(true));
        out.insert("schema".to_owned(), json!({ "type": "string", "default": said.get("default") }));
        Json::Object(out)
    })
}

/// Returns the parameter object of a parameter; `place` is the value of `in`.
fn parameter(context: &OpenApi<'_>, operation: &Operation, param: &Param, place: &str) -> Json {
    let field = &param.field;
    let mut schema = schema(context, operation, field);
    let mut out = Members::new();
    out.insert("name".to_owned(), json!(field.name));
    out.insert("in".to_owned(), json!(place));
    put(&mut out, "description", schema.shift_remove("description"));
    out.insert("required".to_owned(), json!(field.required || place == "path"));
    put(&mut out, "deprecated", schema.shift_remove("deprecated"));
    match field.style {
        Some(Style::Json) => {
            out.insert("content".to_owned(), json!({ JSON: { "schema": schema } }));
        }
        Some(Style::Joined) => {
            put_joined(&mut out, place, field);
            out.insert("schema".to_owned(), Json::Object(schema));
        }
        Some(style) => {
            styles::put(&mut out, style, is_list(context, &field.ty), field.explode);
            out.insert("schema".to_owned(), Json::Object(schema));
        }
        None => {
            if is_list(context, &field.ty) {
                put_style(&mut out, place, field.join.as_deref());
            }
            out.insert("schema".to_owned(), Json::Object(schema));
        }
    }
    put(&mut out, "x-slashes", field.keeps_slashes.then_some(json!(KEEP)));
    put(&mut out, "examples", examples::of_parameter(operation, field));
    Json::Object(out)
}

/// Adds the style of a list. A list in a query is one text with separators, or a repeated
/// parameter.
fn put_style(out: &mut Members, place: &str, join: Option<&str>) {
    let (style, explode) = match (place, join) {
        ("query", None) => ("form", true),
        ("query", Some(" ")) => ("spaceDelimited", false),
        ("query", Some("|")) => ("pipeDelimited", false),
        ("query", Some(_)) | ("cookie", _) => ("form", false),
        _ => ("simple", false),
    };
    // Paths and headers use commas unless another separator is stated.
    let join = join.filter(|join| place == "query" || *join != ",");
    out.insert("style".to_owned(), json!(style));
    out.insert("explode".to_owned(), json!(explode));
    put(out, "x-join", join.map(Json::from));
}

/// Adds the style of an object, or of a union with a list, as one text with separators.
fn put_joined(out: &mut Members, place: &str, field: &Field) {
    let style = match (place, field.join.as_deref()) {
        ("query", Some(" ")) => "spaceDelimited",
        ("query", Some("|")) => "pipeDelimited",
        ("query" | "cookie", _) => "form",
        _ => "simple",
    };
    out.insert("style".to_owned(), json!(style));
    out.insert("explode".to_owned(), json!(field.explode));
    out.insert("x-style".to_owned(), styles::name(Style::Joined));
    put(out, "x-join", field.join.as_deref().map(Json::from));
}

pub(super) fn is_list(context: &OpenApi<'_>, ty: &Type) -> bool {
    match ty {
        Type::List(_) => true,
        Type::Nullable(inner) => is_list(context, inner),
        Type::Bounded(bounded) => is_list(context, &bounded.ty),
        Type::Named(id) => match &context.model.types[id.0].kind {
            TypeKind::Alias(other) => is_list(context, other),
            _ => false,
        },
        _ => false,
    }
}

/// Returns the schema of a parameter. If every typed call fixes the parameter, only the fixed
/// values are allowed.
pub(super) fn schema(context: &OpenApi<'_>, operation: &Operation, field: &Field) -> Members {
    let mut schema = context.schemas.field(field).as_object().cloned().unwrap_or_default();
    let fixed = operation.views().map(|call| {
        let found = call.fixed_params().find(|(name, _)| *name == field.name);
        found.map(|(_, value)| value)
    });
    if let (Some(values), None) = (fixed.collect::<Option<Vec<_>>>(), &field.constant) {
        schema.insert("enum".to_owned(), Json::Array(distinct(values.into_iter().map(to_json))));
    }
    schema
}
