//! Methods as operations. A method with several typed calls becomes variants, or several
//! operations.
//!
//! Input: `methods`. Output: operations with their files.

use oas3::spec::{ObjectOrReference, ObjectSchema, Schema};
use serde_json::{Map, Value as Json};

use super::examples::{Call, examples};
use super::{Files, errors, subscriptions, text};
use crate::importer::Importer;
use crate::operation::{Operation, Param, ResponseBody};
use crate::ours::{calls, doc_of_operation, types};
use crate::spec::Field;

/// A typed call: the method itself, or one of its variants.
#[derive(Clone)]
struct TypedCall<'d> {
    json: &'d Json,
    at: String,
}

pub(super) fn methods(importer: &mut Importer<'_>, files: &Files) -> Vec<Operation> {
    let doc = importer.doc;
    let methods = doc.at("/methods").and_then(Json::as_array).map(Vec::as_slice).unwrap_or_default();
    let shared = subscriptions::shared(importer);
    let mut all = Vec::new();
    for (index, method) in methods.iter().enumerate() {
        if subscriptions::is_of(methods, shared, method) || !importer.wants_method(method) {
            continue;
        }
        let at = format!("/methods/{index}");
        for (nth, (name, said)) in by_operation(method, &at).into_iter().enumerate() {
            importer.report.operations += 1;
            let mut operation = operation(importer, files, (method, &at), &name, &said);
            // Which of several has a code, the document does not say.
            let own = (nth == 0).then(|| errors(importer, &format!("{at}/x-errors"), &format!("{name} error data")));
            operation.entries.extend(own.flatten().map(|errors| ("errors", errors)));
            let several = said.len() > 1;
            let calls: Vec<Call<'_>> = said.iter().map(|one| call(one, &name)).collect();
            operation.entries.extend(examples(method, &at, &calls, several).map(|examples| ("examples", examples)));
            all.push(operation);
        }
    }
    all
}

/// The operations of a method by their names, each with its typed calls.
fn by_operation<'d>(method: &'d Json, at: &str) -> Vec<(String, Vec<TypedCall<'d>>)> {
    let own = text(Some(method), "x-operation").unwrap_or_default();
    let Some(variants) = method.get("x-variants").and_then(Json::as_array) else {
        return vec![(own, vec![TypedCall { json: method, at: at.to_owned() }])];
    };
    let mut all: Vec<(String, Vec<TypedCall<'d>>)> = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let said = TypedCall { json: variant, at: format!("{at}/x-variants/{index}") };
        let name = text(Some(variant), "operation").unwrap_or_else(|| own.clone());
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, calls)) => calls.push(said),
            None => all.push((name, vec![said])),
        }
    }
    all
}

fn operation(
    importer: &mut Importer<'_>,
    files: &Files,
    (method, at): (&Json, &str),
    name: &str,
    said: &[TypedCall<'_>],
) -> Operation {
    let template = text(Some(method), "x-method-template").or(text(Some(method), "name")).unwrap_or_default();
    let mut operation = Operation::new(at, "method", template, name.to_owned());
    operation.id = Some((files.service.clone(), name.to_owned()));
    let Some(first) = said.first() else { return operation };
    operation.tag = match text(Some(first.json), "file") {
        Some(file) => files.within(&file),
        None => files.of_method(method),
    };
    operation.effect = text(Some(first.json), "x-effect").map(|effect| (effect, false));
    let call =
        if first.json.get("params").is_some() { first.clone() } else { TypedCall { json: method, at: at.to_owned() } };
    let fields = params(importer, method, &call, &fixed_by_all(said), name);
    operation.params = fields.into_iter().map(|field| Param { place: "params", field }).collect();
    match said {
        [only] => {
            operation.doc = match only.json.get("doc") {
                Some(_) => text(Some(only.json), "doc"),
                None => text(Some(method), "description").as_deref().and_then(doc_of_operation),
            };
            operation.response = response(importer, only, name);
            operation.entries = calls::facts(only.json);
        }
        several => {
            let jsons: Vec<&Json> = several.iter().map(|one| one.json).collect();
            operation.doc = calls::shared_doc(&jsons);
            operation.entries = calls::shared_facts(&jsons);
            let name = |one: &TypedCall<'_>| text(Some(one.json), "name").unwrap_or_default();
            let results: Vec<ResponseBody> = several.iter().map(|one| response(importer, one, &name(one))).collect();
            operation.entries.push(("variants", calls::variants(&jsons, &results, at)));
        }
    }
    operation
}

/// Schema of a response with its place; `None` if the response is always null.
fn result<'d>(said: &TypedCall<'d>) -> Option<(&'d Json, String)> {
    let place = if said.json.get("fix").is_some() { "/result" } else { "/result/schema" };
    let schema = said.json.pointer(place)?;
    (schema.get("type") != Some(&Json::from("null"))).then(|| (schema, format!("{}{place}", said.at)))
}

fn response(importer: &mut Importer<'_>, said: &TypedCall<'_>, name: &str) -> ResponseBody {
    let Some((schema, place)) = result(said) else { return ResponseBody::None };
    let Some(mut ty) = types::ty(importer, schema, &place, &format!("{name} result")) else {
        return ResponseBody::None;
    };
    ty.doc = None;
    if ty.is_name() {
        ty.attributes.clear();
    }
    ResponseBody::Type(ty)
}

fn call<'c>(said: &TypedCall<'c>, name: &'c str) -> Call<'c> {
    let own = said.json.get("name").and_then(Json::as_str).filter(|_| said.json.get("fix").is_some());
    let fixed = said.json.get("fix").and_then(Json::as_object);
    Call { name: own.unwrap_or(name), fixed, has_result: result(said).is_some() }
}

/// Parameters that every call fixes. The document lists only the fixed values of each.
fn fixed_by_all(said: &[TypedCall<'_>]) -> Vec<String> {
    let fixed = |one: &TypedCall<'_>| one.json.get("fix").and_then(Json::as_object).cloned().unwrap_or_default();
    let all: Vec<Map<String, Json>> = said.iter().map(fixed).collect();
    let names = all.first().into_iter().flat_map(|first| first.keys());
    names.filter(|name| all.iter().all(|one| one.contains_key(*name))).cloned().collect()
}

fn params(
    importer: &mut Importer<'_>,
    method: &Json,
    call: &TypedCall<'_>,
    fixed: &[String],
    name: &str,
) -> Vec<Field> {
    let hint = format!("{name} param");
    let count = call.json.get("params").and_then(Json::as_array).map_or(0, Vec::len);
    // What several operations take stands apart for each of them.
    if method.get("x-params").is_none() || method.get("params") != call.json.get("params") {
        let read = (0..count).filter_map(|index| {
            let (mut descriptor, place) = importer.descriptor_at(&format!("{}/params/{index}", call.at))?;
            if let Some(schema) = descriptor.schema.as_mut().filter(|_| fixed.contains(&descriptor.name)) {
                free(schema);
            }
            Some(importer.field(descriptor, place, &hint))
        });
        return read.collect();
    }
    let place = format!("{}/params/0/schema", call.at);
    let Ok(mut object) = importer.doc.piece::<ObjectSchema>(&place) else { return Vec::new() };
    object.properties.iter_mut().filter(|(name, _)| fixed.contains(name)).for_each(|(_, schema)| free(schema));
    importer.own_fields(&object, &place, &hint, None)
}

/// Removes the values that the calls narrow a parameter to.
fn free(schema: &mut Schema) {
    if let Schema::Object(object) = schema {
        if let ObjectOrReference::Object(object) = object.as_mut() {
            object.enum_values.clear();
        }
    }
}
