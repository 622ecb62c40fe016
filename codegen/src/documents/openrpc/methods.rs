//! Methods: one for each name on the wire. Operations and variants that share a name become one method.

use serde_json::{Value as Json, json};

use super::context::OpenRpc;
use super::{examples, params};
use crate::documents::extensions::{self, Members, put, put_all};
use crate::model::{Call, ModuleId, Operation, Template};
use crate::sentences;

/// The typed calls of one name on the wire.
pub(super) struct Method<'m> {
    /// The name, a template over variables.
    pub(super) template: &'m Template,
    /// In the order of the model; never empty.
    pub(super) operations: Vec<&'m Operation>,
}

pub(super) fn methods(context: &OpenRpc<'_>) -> Vec<Json> {
    group(context.operations()).iter().map(|method| Json::Object(method_object(context, method))).collect()
}

fn group<'m>(operations: impl Iterator<Item = &'m Operation>) -> Vec<Method<'m>> {
    let mut groups: Vec<Method<'m>> = Vec::new();
    for operation in operations {
        let Call::Rpc { method: template } = &operation.call else { continue };
        match groups.iter_mut().find(|method| method.template == template) {
            Some(method) => method.operations.push(operation),
            None => groups.push(Method { template, operations: vec![operation] }),
        }
    }
    groups
}

fn method_object(context: &OpenRpc<'_>, method: &Method<'_>) -> Members {
    let mut out = named(context, method.template);
    let mut modules: Vec<ModuleId> = method.operations.iter().map(|operation| operation.module).collect();
    modules.dedup();
    put_all(&mut out, "tags", modules.into_iter().map(|module| tag(context, module)));
    let first = method.operations.first();
    put(&mut out, "summary", first.map(|operation| sentences::summary(&operation.doc).into()));
    out.insert("description".to_owned(), description(context, method).into());
    // A method is out of use only when every call of it is.
    let deprecated = method.operations.iter().all(|operation| operation.deprecated.is_some());
    put(&mut out, "deprecated", deprecated.then_some(Json::Bool(true)));
    let params = params::params(context, &method.operations);
    out.extend(params.members());
    out.insert("result".to_owned(), result(context, method));
    put_all(&mut out, "examples", examples::examples(&params, method));
    out.extend(beyond(context, method));
    out
}

/// A method's name with the documents' values, and the template where there are variables in it.
pub(super) fn named(context: &OpenRpc<'_>, template: &Template) -> Members {
    let mut out = Members::new();
    out.insert("name".to_owned(), context.model.shown(template).into());
    put(&mut out, "x-method-template", (!template.slots().is_empty()).then(|| template.as_str().into()));
    out
}

pub(super) fn tag(context: &OpenRpc<'_>, module: ModuleId) -> Json {
    let module = &context.model.modules[module.0];
    json!({ "name": module.path.join("/"), "description": module.doc.trim() })
}

/// What comes back; of several variants, what any of them gives.
fn result(context: &OpenRpc<'_>, method: &Method<'_>) -> Json {
    let schemas = params::distinct(method.operations.iter().map(|operation| result_schema(context, operation)));
    let text: Vec<String> =
        method.operations.iter().filter_map(|one| sentences::other_form_of(one.result.as_ref()?)).collect();
    let mut out = Members::new();
    out.insert("name".to_owned(), "result".into());
    put(&mut out, "description", (!text.is_empty()).then(|| text.join(" ").into()));
    out.insert("required".to_owned(), true.into());
    out.insert("schema".to_owned(), params::any_of(schemas));
    Json::Object(out)
}

fn result_schema(context: &OpenRpc<'_>, operation: &Operation) -> Json {
    operation.result.as_ref().map_or_else(|| json!({ "type": "null" }), |ty| context.reference(ty))
}

/// The facts without a standard place. Those of variants stand with each variant, so that none is said of another.
fn beyond(context: &OpenRpc<'_>, method: &Method<'_>) -> Members {
    let mut out = match method.operations.as_slice() {
        [operation] => extensions::operation(operation),
        operations => {
            let variants = operations.iter().map(|operation| variant(context, operation)).collect();
            Members::from_iter([("x-variants".to_owned(), Json::Array(variants))])
        }
    };
    let missing = context.missing_on(method.template).into_iter();
    let missing = missing.map(|(deployment, pattern)| json!({ "deployment": deployment.name, "pattern": pattern }));
    put_all(&mut out, "x-missing", missing);
    out
}

fn variant(context: &OpenRpc<'_>, operation: &Operation) -> Json {
    let fixed = operation
        .params
        .iter()
        .filter_map(|param| Some((param.field.name.clone(), crate::model::json::to_json(param.fixed.as_ref()?))));
    let mut out = Members::new();
    out.insert("name".to_owned(), operation.name.as_str().into());
    out.insert("doc".to_owned(), operation.doc.trim().into());
    out.insert("fix".to_owned(), Json::Object(fixed.collect()));
    out.insert("result".to_owned(), result_schema(context, operation));
    out.extend(extensions::operation(operation));
    Json::Object(out)
}

fn description(context: &OpenRpc<'_>, method: &Method<'_>) -> String {
    let mut texts = Vec::new();
    match method.operations.as_slice() {
        [operation] => texts.extend(operation_text(operation)),
        operations => {
            let count = operations.len();
            texts.push(format!("A method with {count} typed calls, told apart by what they send:"));
            for operation in operations {
                let fixed = operation.params.iter().filter_map(|param| {
                    Some(format!("`{}` is `{}`", param.field.name, sentences::json(param.fixed.as_ref()?)))
                });
                let fixed: Vec<String> = fixed.collect();
                texts.push(format!("**{}** {}", operation.name, fixed.join(", ")).trim_end().to_owned());
                texts.extend(operation_text(operation));
            }
        }
    }
    let vars = context.vars_in(method.template);
    if !vars.is_empty() {
        texts.push(format!("The name is `{}`, where:", method.template));
        texts.push(sentences::list(
            "",
            vars.iter().map(|var| format!("`{}`: {}", var.name, super::servers::about(context, var))),
        ));
    }
    let missing = context.missing_on(method.template);
    let missing = missing.iter().map(|(deployment, pattern)| format!("{} (`{pattern}`)", deployment.name));
    texts.push(sentences::list("Not served on:", missing));
    sentences::paragraphs(texts)
}

/// Everything that the spec says of an operation, in words.
fn operation_text(operation: &Operation) -> Vec<String> {
    let since = operation.since.as_ref().map(|version| format!("Since {version}."));
    let until = operation.until.as_ref().map(|version| format!("Until {version}."));
    vec![
        operation.doc.clone(),
        operation.deprecated.as_ref().map(sentences::deprecation).unwrap_or_default(),
        sentences::effect(operation.effect).to_owned(),
        sentences::list("Rules:", operation.rules.iter().map(sentences::rule)),
        sentences::list("Available:", operation.available.iter().map(sentences::availability)),
        operation.paginate.as_ref().map(sentences::paging).unwrap_or_default(),
        sentences::list("Limits:", operation.limits.iter().map(sentences::limit)),
        sentences::list("Notes:", operation.notes.iter().map(|note| sentences::notes(std::slice::from_ref(note)))),
        [since, until].into_iter().flatten().collect::<Vec<_>>().join(" "),
        if operation.seen { sentences::SEEN.to_owned() } else { String::new() },
        sentences::source(operation.source.as_ref()),
    ]
}
