//! Operation objects.
//!
//! Input: an operation with its typed calls. Output: an operation object of OpenAPI. If there are
//! several typed calls, the description has a line for each.

use serde_json::{Value as Json, json};

use super::{OpenApi, bodies, info, parameters, responses, variables};
use crate::documents::members::{Members, external_docs, put};
use crate::model::{CallView, Facts, Operation};
use crate::sentences;

/// Returns the operation object of an operation.
pub(super) fn operation(context: &OpenApi<'_>, operation: &Operation) -> Json {
    let calls: Vec<CallView<'_>> = operation.views().collect();
    let (facts, variants) = match calls.as_slice() {
        [only] => (only.facts(), &[][..]),
        several => (operation.facts(), several),
    };
    let mut out = Members::new();
    out.insert("tags".to_owned(), json!([info::tag(context, operation.module)]));
    out.insert("operationId".to_owned(), json!(operation_id(context, operation)));
    let first = calls.first().map(|call| call.facts().doc).unwrap_or_default();
    out.insert("summary".to_owned(), json!(sentences::summary(&first)));
    out.insert("description".to_owned(), json!(description(&facts, variants)));
    put(&mut out, "externalDocs", external_docs(context.model, facts.source));
    put(&mut out, "deprecated", operation.is_deprecated().then_some(json!(true)));
    let parameters = parameters::parameters(context, operation);
    put(&mut out, "parameters", (!parameters.is_empty()).then_some(Json::Array(parameters)));
    put(&mut out, "requestBody", bodies::body(context, operation));
    let server = context.model.server_of(operation);
    put(&mut out, "servers", server.map(|server| json!([variables::other_server(context, server)])));
    let alternatives = operation.security.as_ref().or(server.map(|server| &server.security));
    put(&mut out, "security", alternatives.map(|alternatives| info::security_alternatives(alternatives)));
    out.insert("responses".to_owned(), responses::responses(context, operation));
    let service = &context.model.services[operation.service.0];
    out.insert("x-id".to_owned(), json!(format!("{}.{}", service.name, operation.name)));
    Json::Object(out)
}

/// Returns the ID of an operation: its name, prefixed with the service if several services have the
/// name.
fn operation_id(context: &OpenApi<'_>, operation: &Operation) -> String {
    let name = &operation.name;
    match context.services_of.get(name.as_str()).is_some_and(|services| services.len() > 1) {
        true => format!("{}.{name}", context.model.services[operation.service.0].name),
        false => name.clone(),
    }
}

/// Returns the description of an operation, with a line for each of its variants.
fn description(facts: &Facts<'_>, variants: &[CallView<'_>]) -> String {
    let each = variants.iter().map(|call| {
        let own = call.own.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        let notes: String = call.own.notes.iter().map(|note| format!(" {}", sentences::notes([note]))).collect();
        let words = format!("{own}{}{notes}", fixed_words(*call));
        format!("`{}`: {}", call.name(), words.trim_start())
    });
    sentences::paragraphs([sentences::operation(facts), sentences::list("Variants:", each)])
}

fn fixed_words(call: CallView<'_>) -> String {
    let fixed = call.fixed_params();
    let texts: Vec<String> = fixed.map(|(name, value)| format!("`{name}` is `{}`", sentences::json(value))).collect();
    if texts.is_empty() { String::new() } else { format!(" Here {}.", texts.join(" and ")) }
}
