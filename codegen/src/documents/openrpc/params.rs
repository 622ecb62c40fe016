//! Parameters: content descriptors of the parameters of a method.
//!
//! Input: the operations that share a method. Output: `paramStructure` and `params`.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use crate::documents::members::{Members, distinct, put};
use crate::model::{Field, Operation, ParamStyle, to_json};
use crate::sentences;

/// Name of the only parameter of a service whose `params` is an array with one object. The name is
/// never sent; other services give this object the same name.
pub(super) const OBJECT: &str = "params";

/// Parameters of a method, and the form in which they are sent.
pub(super) struct Params {
    pub(super) style: ParamStyle,
    descriptors: Vec<Json>,
}

impl Params {
    /// Builds the parameters of a method by merging the parameters of all its operations.
    pub(super) fn of(context: &OpenRpc<'_>, operations: &[&Operation]) -> Self {
        let style = context.service.rpc.as_ref().map_or(ParamStyle::Named, |rpc| rpc.params);
        let descriptors = match operations {
            [only] => only.params.iter().map(|param| Json::Object(descriptor(context, only, &param.field))).collect(),
            several => merge_params(context, several, style),
        };
        Self { style, descriptors }
    }

    /// Returns `paramStructure` and `params` of a method.
    pub(super) fn members(&self) -> Members {
        let structure = if self.style == ParamStyle::Named { "by-name" } else { "by-position" };
        let mut out = Members::from_iter([("paramStructure".to_owned(), structure.into())]);
        if self.style != ParamStyle::ObjectInArray {
            out.insert("params".to_owned(), Json::Array(self.descriptors.clone()));
            return out;
        }
        let object = (!self.descriptors.is_empty()).then(|| self.as_object());
        out.insert("params".to_owned(), Json::Array(object.into_iter().collect()));
        out
    }

    /// Returns the descriptor of the single object whose members are all parameters.
    fn as_object(&self) -> Json {
        let name = |descriptor: &Json| descriptor["name"].as_str().unwrap_or_default().to_owned();
        let property = |descriptor: &Json| {
            let mut schema = extensible_schema(descriptor["schema"].clone());
            put(&mut schema, "description", descriptor.get("description").cloned());
            Json::Object(schema)
        };
        let properties: Members = self.descriptors.iter().map(|one| (name(one), property(one))).collect();
        let required: Vec<String> = self.descriptors.iter().filter(|one| one["required"] == true).map(name).collect();
        let mut schema = Members::from_iter([("type".to_owned(), "object".into())]);
        put(&mut schema, "required", (!required.is_empty()).then(|| json!(required)));
        schema.insert("properties".to_owned(), Json::Object(properties));
        json!({
            "name": OBJECT,
            "description": "One object with all parameters, in an array. Its own name is not sent.",
            "required": !required.is_empty(),
            "schema": schema,
        })
    }
}

/// Merges the parameters of several operations on one method, by position or by name.
fn merge_params(context: &OpenRpc<'_>, operations: &[&Operation], style: ParamStyle) -> Vec<Json> {
    let longest = operations.iter().map(|operation| operation.params.len()).max().unwrap_or_default();
    let names = distinct(operations.iter().flat_map(|operation| &operation.params).map(|param| &param.field.name));
    let at_place = |at: usize| operations.iter().filter_map(|one| Some(&one.params.get(at)?.field)).collect();
    let named = |name: &String| {
        let all = operations.iter().flat_map(|one| &one.params).map(|param| &param.field);
        all.filter(|field| field.name == *name).collect()
    };
    let groups: Vec<Vec<&Field>> = match style {
        ParamStyle::Positional => (0..longest).map(at_place).collect(),
        ParamStyle::Named | ParamStyle::ObjectInArray => names.into_iter().map(named).collect(),
    };
    let merge = |fields: Vec<&Field>| {
        let required = fields.len() == operations.len() && fields.iter().all(|field| field.required);
        let mut out = of_fields(context, &fields, required);
        if style == ParamStyle::Positional {
            // The name of a positional parameter is not sent, so one name may list all of them.
            let names = distinct(fields.iter().map(|field| field.name.as_str()));
            out.insert("name".to_owned(), crate::casing::snake(&names.join(" or ")).into());
        }
        Json::Object(out)
    };
    groups.into_iter().map(merge).collect()
}

/// Returns the descriptor of a parameter. If every typed call fixes the parameter, only the fixed
/// values are allowed.
fn descriptor(context: &OpenRpc<'_>, operation: &Operation, field: &Field) -> Members {
    let mut out = of_fields(context, &[field], field.required);
    let fixed = operation.views().map(|call| call.fixed_params().find(|(name, _)| *name == field.name));
    if let Some(fixed) = fixed.collect::<Option<Vec<_>>>() {
        let schema = out.remove("schema").unwrap_or_default();
        let values = fixed.into_iter().map(|(_, value)| to_json(value)).collect();
        out.insert("schema".to_owned(), restrict_to_values(schema, values));
    }
    out
}

/// Returns the descriptor of fields that share a name, without repeating what is equal. Prose is in
/// the descriptor, all else in the schema.
pub(super) fn of_fields(context: &OpenRpc<'_>, fields: &[&Field], required: bool) -> Members {
    let texts = distinct(fields.iter().map(|field| context.text_of(field)).filter(|text| !text.is_empty()));
    let mut schemas = distinct(fields.iter().map(|field| context.schema_of(field)));
    if let [Json::Object(only)] = schemas.as_mut_slice() {
        only.shift_remove("description");
    }
    let first = fields.first();
    let mut out = Members::new();
    out.insert("name".to_owned(), first.map_or("", |field| &field.name).into());
    put(
        &mut out,
        "summary",
        first.filter(|field| !field.doc.is_empty()).map(|field| sentences::summary(&field.doc).into()),
    );
    put(&mut out, "description", (!texts.is_empty()).then(|| texts.join("\n\n").into()));
    out.insert("required".to_owned(), required.into());
    let deprecated = fields.iter().all(|field| field.deprecated.is_some());
    put(&mut out, "deprecated", deprecated.then_some(Json::Bool(true)));
    out.insert("schema".to_owned(), any_of(schemas));
    out
}

/// Returns the only schema, or one `anyOf` of several; nested `anyOf` are flattened.
pub(super) fn any_of(mut schemas: Vec<Json>) -> Json {
    if schemas.len() == 1 {
        return schemas.remove(0);
    }
    let arms = schemas.into_iter().flat_map(|schema| match schema {
        Json::Object(mut only) if only.len() == 1 && only.contains_key("anyOf") => match only.remove("anyOf") {
            Some(Json::Array(arms)) => arms,
            _ => Vec::new(),
        },
        other => vec![other],
    });
    json!({ "anyOf": distinct(arms) })
}

/// Returns a schema that is narrowed to the values that the calls send.
fn restrict_to_values(schema: Json, values: Vec<Json>) -> Json {
    let mut out = extensible_schema(schema);
    out.insert("enum".to_owned(), Json::Array(distinct(values.into_iter())));
    Json::Object(out)
}

/// Returns a schema to which keywords can be added; a `$ref` is wrapped in `allOf`.
fn extensible_schema(schema: Json) -> Members {
    match schema {
        Json::Object(members) if !members.contains_key("$ref") => members,
        other => Members::from_iter([("allOf".to_owned(), Json::Array(vec![other]))]),
    }
}
