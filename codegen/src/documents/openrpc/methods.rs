//! Methods: one for each operation, with its typed calls.
//!
//! Input: the operations of a service. Output: `methods` of its document. Methods of subscriptions
//! are in `subscriptions`.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use super::params::{self, Params};
use super::{errors, examples, servers};
use crate::documents::members::{Members, distinct, external_docs, put, put_all};
use crate::model::{CallView, ModuleId, Operation, Template, TypedCall, Wire};
use crate::sentences;

/// Returns the method objects of the service, one for each wire name.
pub(super) fn methods(context: &OpenRpc<'_>) -> Vec<Json> {
    let mut methods: Vec<(&Template, Vec<&Operation>)> = Vec::new();
    for operation in context.operations() {
        let Wire::Rpc { method } = &operation.wire else { continue };
        // A document has each method once; its operations are distinguished by their parameters.
        match methods.iter_mut().find(|(known, _)| *known == method) {
            Some((_, operations)) => operations.push(operation),
            None => methods.push((method, vec![operation])),
        }
    }
    let object = |(template, operations): (_, Vec<_>)| Json::Object(method_object(context, template, &operations));
    methods.into_iter().map(object).collect()
}

/// Returns all typed calls of the operations of a method.
fn views<'m>(operations: &[&'m Operation]) -> Vec<CallView<'m>> {
    operations.iter().flat_map(|operation| operation.views()).collect()
}

/// Returns the object of a method. `template` is the wire name of its operations.
fn method_object<'m>(context: &OpenRpc<'m>, template: &Template, operations: &[&'m Operation]) -> Members {
    let mut out = method_name(context, template);
    let tags = distinct(operations.iter().map(|operation| tag(context, operation.module)));
    put_all(&mut out, "tags", tags.into_iter());
    let first = views(operations).into_iter().next();
    put(&mut out, "summary", first.map(|call| sentences::summary(&call.facts().doc).into()));
    out.insert("description".to_owned(), description(context, template, operations).into());
    let deprecated = operations.iter().all(|operation| operation.is_deprecated());
    put(&mut out, "deprecated", deprecated.then_some(Json::Bool(true)));
    let source = views(operations).into_iter().find_map(|call| call.facts().source);
    put(&mut out, "externalDocs", external_docs(context.model, source));
    let params = Params::of(context, operations);
    out.extend(params.members());
    out.insert("result".to_owned(), result(context, operations));
    errors::put_errors(context, operations, &mut out);
    put_all(&mut out, "examples", operations.iter().flat_map(|operation| examples::examples(&params, operation)));
    let ids = operations.iter().map(|operation| format!("{}.{}", context.service.name, operation.name).into());
    put_all(&mut out, "x-operations", ids);
    out
}

/// Returns the name of a method with documented values, and its template if the name contains
/// variables.
pub(super) fn method_name(context: &OpenRpc<'_>, template: &Template) -> Members {
    let mut out = Members::new();
    out.insert("name".to_owned(), context.model.shown(template).into());
    put(&mut out, "x-method-template", (!template.slots().is_empty()).then(|| template.as_str().into()));
    out
}

/// Returns the tag of the operations of a file.
pub(super) fn tag(context: &OpenRpc<'_>, module: ModuleId) -> Json {
    let module = &context.model.modules[module.0];
    json!({ "name": module.name(), "description": module.doc.trim() })
}

/// Returns the result of a method; of several typed calls, any of their results.
fn result(context: &OpenRpc<'_>, operations: &[&Operation]) -> Json {
    let calls = || operations.iter().flat_map(|operation| &operation.calls);
    let schemas = distinct(calls().map(|call| result_schema(context, call)));
    let text: Vec<String> = distinct(calls().flat_map(|call| {
        let unit = sentences::unit_of_result(context.model, &call.response);
        unit.into_iter().chain(call.result.as_ref().and_then(sentences::other_form_of))
    }));
    let mut out = Members::new();
    out.insert("name".to_owned(), "result".into());
    put(&mut out, "description", (!text.is_empty()).then(|| text.join(" ").into()));
    out.insert("required".to_owned(), true.into());
    out.insert("schema".to_owned(), params::any_of(schemas));
    Json::Object(out)
}

fn result_schema(context: &OpenRpc<'_>, call: &TypedCall) -> Json {
    call.result.as_ref().map_or_else(|| json!({ "type": "null" }), |ty| context.reference(ty))
}

/// Returns the description of a method. If it has several typed calls, they are listed.
fn description(context: &OpenRpc<'_>, template: &Template, operations: &[&Operation]) -> String {
    let mut texts = Vec::new();
    let calls = views(operations);
    match calls.as_slice() {
        [only] => texts.push(sentences::operation(&only.facts())),
        several => {
            let count = several.len();
            texts.push(format!("A method with {count} typed calls, told apart by what they send:"));
            texts.extend(several.iter().flat_map(|call| [heading(*call), sentences::operation(&call.facts())]));
        }
    }
    let vars = context.vars_in(template);
    if !vars.is_empty() {
        texts.push(format!("The name is `{template}`, where:"));
        let about = vars.iter().map(|var| format!("`{}`: {}", var.name, servers::describe_variable(context, var)));
        texts.push(sentences::list("", about));
    }
    let missing = context.missing_on(template);
    let missing = missing.iter().map(|(deployment, pattern)| format!("{} (`{pattern}`)", deployment.name));
    texts.push(sentences::list("Not served on:", missing));
    sentences::paragraphs(texts)
}

/// Returns the name of a typed call, and the values that it always sends.
fn heading(call: CallView<'_>) -> String {
    let fixed = call.fixed_params().map(|(name, value)| format!("`{name}` is `{}`", sentences::json(value)));
    let fixed: Vec<String> = fixed.collect();
    format!("**{}** {}", call.name(), fixed.join(", ")).trim_end().to_owned()
}
