//! Parameters: content descriptors, merged over the operations that share a method.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use crate::documents::extensions::{Members, put};
use crate::model::json::to_json;
use crate::model::{Field, Operation, Param, ParamStyle};
use crate::sentences;

/// The only parameter of a service whose `params` is an array with one object: its name is never sent. The object is
/// what other services have as `params`, so it is called that.
pub(super) const OBJECT: &str = "params";

/// The parameters of a method, and how they travel.
pub(super) struct Params<'m> {
    pub(super) style: ParamStyle,
    pub(super) merged: Vec<Merged<'m>>,
    descriptors: Vec<Json>,
}

/// A parameter as each operation that has it sees it; never empty.
pub(super) struct Merged<'m> {
    pub(super) uses: Vec<&'m Param>,
    /// Whether every call of the method must have it.
    required: bool,
}

impl Merged<'_> {
    pub(super) fn name(&self) -> &str {
        self.uses.first().map_or("", |param| &param.field.name)
    }
}

pub(super) fn params<'m>(context: &OpenRpc<'_>, operations: &[&'m Operation]) -> Params<'m> {
    let style = context.service.rpc.as_ref().map_or(ParamStyle::Named, |rpc| rpc.params);
    let merged = merge(operations);
    let descriptors = merged.iter().map(|param| Json::Object(descriptor(context, param))).collect();
    Params { style, merged, descriptors }
}

fn merge<'m>(operations: &[&'m Operation]) -> Vec<Merged<'m>> {
    let mut merged: Vec<Merged<'m>> = Vec::new();
    for param in operations.iter().flat_map(|operation| &operation.params) {
        match merged.iter_mut().find(|known| known.name() == param.field.name) {
            Some(known) => known.uses.push(param),
            None => merged.push(Merged { uses: vec![param], required: false }),
        }
    }
    for param in &mut merged {
        param.required = param.uses.len() == operations.len() && param.uses.iter().all(|one| one.field.required);
    }
    merged
}

impl Params<'_> {
    /// `paramStructure` and `params` of a method.
    pub(super) fn members(&self) -> Members {
        let structure = if self.style == ParamStyle::Named { "by-name" } else { "by-position" };
        let mut out = Members::from_iter([("paramStructure".to_owned(), structure.into())]);
        if self.style != ParamStyle::ObjectInArray {
            out.insert("params".to_owned(), Json::Array(self.descriptors.clone()));
            return out;
        }
        let object = (!self.descriptors.is_empty()).then(|| self.as_object());
        out.insert("params".to_owned(), Json::Array(object.into_iter().collect()));
        out.insert("x-params".to_owned(), "object-in-array".into());
        out
    }

    /// All parameters as members of the one object that is sent.
    fn as_object(&self) -> Json {
        let name = |descriptor: &Json| descriptor["name"].as_str().unwrap_or_default().to_owned();
        let property = |descriptor: &Json| {
            let mut schema = wrapped(descriptor["schema"].clone());
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

fn descriptor(context: &OpenRpc<'_>, param: &Merged<'_>) -> Members {
    let fields: Vec<&Field> = param.uses.iter().map(|one| &one.field).collect();
    let mut out = of_fields(context, &fields, param.required);
    let constants: Vec<Json> = param.uses.iter().filter_map(|one| one.fixed.as_ref()).map(to_json).collect();
    if constants.len() == param.uses.len() {
        let schema = out.remove("schema").unwrap_or_default();
        out.insert("schema".to_owned(), one_of_these(schema, constants));
    }
    out
}

/// A content descriptor of fields that share a name, without repeating what they agree on. What is said of the
/// parameter in words stands in the descriptor, and all else in its schema.
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

/// The values without repeats, in order.
pub(super) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut out = Vec::new();
    for value in values {
        if !out.contains(&value) {
            out.push(value);
        }
    }
    out
}

/// One schema as it is, several as a choice; of choices, one choice is made.
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

/// A schema narrowed to the values that the calls send.
fn one_of_these(schema: Json, values: Vec<Json>) -> Json {
    let mut out = wrapped(schema);
    out.insert("enum".to_owned(), Json::Array(distinct(values.into_iter())));
    Json::Object(out)
}

/// A schema to which words can be added: beside a reference nothing may stand.
fn wrapped(schema: Json) -> Members {
    match schema {
        Json::Object(members) if !members.contains_key("$ref") => members,
        other => Members::from_iter([("allOf".to_owned(), Json::Array(vec![other]))]),
    }
}
