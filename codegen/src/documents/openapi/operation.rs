//! One operation.
//!
//! Input: the variants of a call, or the operation alone. Output: an operation object of OpenAPI. What the variants have
//! in common is taken from the first; `x-variants` has what differs.

use serde_json::{Value as Json, json};

use super::{OpenApi, examples, info, parameters, responses};
use crate::documents::extensions::{self, Members, put};
use crate::model::Operation;
use crate::model::json::to_json;
use crate::sentences;

pub(super) fn operation(context: &OpenApi<'_>, variants: &[&Operation]) -> Json {
    let shared = shared(variants);
    let mut out = Members::new();
    out.insert("tags".to_owned(), json!([info::tag(context, shared.module)]));
    out.insert("operationId".to_owned(), json!(operation_id(context, &shared)));
    out.insert("summary".to_owned(), json!(sentences::summary(&shared.doc)));
    out.insert("description".to_owned(), json!(description(&shared, variants)));
    put(&mut out, "deprecated", shared.deprecated.is_some().then_some(json!(true)));
    let parameters = parameters::parameters(context, variants);
    put(&mut out, "parameters", (!parameters.is_empty()).then_some(Json::Array(parameters)));
    put(&mut out, "requestBody", parameters::body(context, variants));
    out.insert("responses".to_owned(), responses::responses(context, variants));
    let service = &context.model.services[shared.service.0];
    out.insert("x-id".to_owned(), json!(format!("{}.{}", service.name, shared.described_as)));
    let common = extensions::operation(&shared);
    if variants.len() > 1 {
        let each = variants.iter().map(|variant| variant_of(context, variant, &common));
        extensions::put_all(&mut out, "x-variants", each);
    }
    out.extend(common);
    Json::Object(out)
}

/// What all variants have in common; the operation itself where there is one.
fn shared(variants: &[&Operation]) -> Operation {
    let mut shared = variants[0].clone();
    let [_, others @ ..] = variants else { return shared };
    if !others.is_empty() {
        shared.doc = format!("{}.", sentences::summary(&shared.doc));
    }
    for other in others {
        shared.notes.retain(|note| other.notes.contains(note));
        shared.available.retain(|condition| other.available.contains(condition));
        shared.since = shared.since.filter(|since| other.since.as_ref() == Some(since));
        shared.until = shared.until.filter(|until| other.until.as_ref() == Some(until));
        shared.deprecated = shared.deprecated.filter(|deprecated| other.deprecated.as_ref() == Some(deprecated));
        shared.source = shared.source.filter(|source| other.source.as_ref() == Some(source));
        shared.seen &= other.seen;
    }
    shared
}

/// The name of the operation; two services may have one of the same name.
fn operation_id(context: &OpenApi<'_>, operation: &Operation) -> String {
    let name = &operation.described_as;
    let is_same = |other: &&&Operation| other.described_as == *name && other.service != operation.service;
    match context.operations.iter().find(is_same) {
        Some(_) => format!("{}.{name}", context.model.services[operation.service.0].name),
        None => name.clone(),
    }
}

fn description(shared: &Operation, variants: &[&Operation]) -> String {
    if variants.len() == 1 {
        return sentences::operation(shared);
    }
    let each = variants.iter().map(|variant| {
        let own = variant.doc.trim().strip_prefix(shared.doc.as_str()).unwrap_or(&variant.doc);
        let own = own.split_whitespace().collect::<Vec<_>>().join(" ");
        let notes = variant.notes.iter().filter(|note| !shared.notes.contains(note));
        let notes: String = notes.map(|note| format!(" {}", sentences::notes(std::slice::from_ref(note)))).collect();
        format!("`{}`: {own}{}{notes}", variant.name, fixed_words(variant))
    });
    sentences::paragraphs([sentences::operation(shared), sentences::list("Variants:", each)])
}

fn fixed_words(variant: &Operation) -> String {
    let fixed = variant.params.iter().filter_map(|param| Some((&param.field.name, param.fixed.as_ref()?)));
    let texts: Vec<String> = fixed.map(|(name, value)| format!("`{name}` is `{}`", sentences::json(value))).collect();
    if texts.is_empty() { String::new() } else { format!(" Here {}.", texts.join(" and ")) }
}

/// What one typed call of several sends always, what it answers, and what is said of it only.
fn variant_of(context: &OpenApi<'_>, variant: &Operation, common: &Members) -> Json {
    let mut out = Members::new();
    out.insert("name".to_owned(), json!(variant.name));
    out.insert("doc".to_owned(), json!(variant.doc.trim_end()));
    let fixed =
        variant.params.iter().filter_map(|param| Some((param.field.name.clone(), to_json(param.fixed.as_ref()?))));
    out.insert("fix".to_owned(), Json::Object(fixed.collect()));
    put(&mut out, "response", variant.result.as_ref().map(|ty| context.schemas.reference(ty)));
    put(&mut out, "examples", examples::names(&[variant]));
    let own = extensions::operation(variant).into_iter();
    out.extend(own.filter(|(name, value)| common.get(name) != Some(value)));
    Json::Object(out)
}
