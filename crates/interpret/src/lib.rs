//! Interprets a spec at run time, without generated code.
//!
//! Input: the files of a spec. Output: an [`Api`]: the tables of the [runtime's
//! schema](chainloom_runtime::schema) that a generated client holds as statics, with texts and
//! examples for people. The generator makes both: it prints the tables into the client, or returns
//! them here.
//!
//! Tables refer to each other without an owner, as statics do. They stay in memory until the
//! program ends, so a spec should be loaded once.

mod conduct;

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::model::{self, CallView, Model};
use chainloom_codegen::{NamedModel, Package, SourceFile, name};
use chainloom_runtime::schema;

pub use chainloom_codegen::lowered::{Remark, Remarks};
pub use chainloom_codegen::model::{
    Counts, Delivery, Dialect, Failure, FailureCase, Refusal, RefusalBody, Refusals, Situation, Value, Var,
};
pub use chainloom_codegen::sentences::json;
pub use conduct::{BodyLimit, ClientConduct, Conduct, ServiceConduct};

/// Description of an API, from its spec.
#[derive(Debug, Default)]
pub struct Api {
    /// Clients, in the order of the spec.
    pub clients: Vec<&'static schema::Client>,
    /// Operations, in the order of the spec.
    pub operations: Vec<Operation>,
    /// Subscriptions, in the order of the spec.
    pub subscriptions: Vec<&'static schema::Subscription>,
    /// Webhooks of the files, in the order of the spec.
    pub webhooks: Vec<Webhooks>,
    /// Deployments, in the order of the spec.
    pub deployments: Vec<&'static schema::Deployment>,
    /// Responses of services to requests that have no result.
    pub conduct: Conduct,
    /// Texts about members and parameters, which the tables lack.
    pub remarks: Remarks,
    /// Path of the function that returns all operations in a generated client, such as
    /// `library::operations`.
    pub catalog: String,
}

/// Operation with its texts and examples.
#[derive(Debug)]
pub struct Operation {
    /// Table by which the runtime makes calls.
    pub schema: &'static schema::Operation,
    /// Human-readable description, in Markdown.
    pub doc: String,
    /// Examples of the spec.
    pub examples: Vec<Example>,
    /// For each binding of the schema, whether a request must contain it. The schema
    /// leaves this open for constants.
    pub required: Vec<bool>,
    /// Errors that the spec describes for certain parameters.
    pub failures: Vec<Failure>,
    /// Unit of a result that is a number.
    pub result: Remark,
    /// The list whose items the result counts.
    pub counts: Option<Counts>,
    /// HTTP statuses of success, in the order of the spec; empty if the spec states none.
    pub statuses: Vec<u16>,
}

/// Webhooks of a file, with their texts and examples.
#[derive(Debug)]
pub struct Webhooks {
    /// Type of an event, and signature of a request.
    pub schema: &'static schema::Webhooks,
    /// Human-readable description, in Markdown.
    pub doc: String,
    /// Examples of the spec.
    pub examples: Vec<Delivery>,
}

/// Example of a call.
#[derive(Clone, Debug)]
pub struct Example {
    /// Parameters, as a JSON object.
    pub request: String,
    /// Response, as JSON; `None` if the example has none.
    pub response: Option<String>,
}

impl Api {
    /// Loads a spec, with the packages that it refers to.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec, in the order of the source.
    pub fn load(sources: &[SourceFile], packages: &[Package]) -> Result<Self, Diagnostics> {
        name(sources, packages).map(|named| Self::of(&named))
    }

    /// Creates the description of an API from a checked spec.
    #[must_use]
    pub fn of(named: &NamedModel) -> Self {
        let (model, tables) = (named.model(), named.tables());
        let webhooks = model.webhooks.iter().zip(tables.webhooks);
        Self {
            clients: tables.clients,
            operations: model
                .typed_calls()
                .zip(tables.operations)
                .map(|(call, schema)| operation(model, call, schema))
                .collect(),
            subscriptions: tables.subscriptions,
            webhooks: webhooks.map(|(webhooks, schema)| webhooks_of(webhooks, schema)).collect(),
            deployments: tables.deployments,
            conduct: Conduct::of(model),
            remarks: tables.remarks,
            catalog: named.catalog_path(),
        }
    }

    /// Returns the webhooks of a file, such as `library/events`. Without a name, returns the only
    /// webhooks of the spec.
    ///
    /// # Errors
    ///
    /// No webhooks match, or several do without a name: a message with the known names.
    pub fn find_webhooks(&self, name: Option<&str>) -> Result<&Webhooks, String> {
        let known: Vec<&str> = self.webhooks.iter().map(|webhooks| webhooks.schema.name).collect();
        let known = known.join(", ");
        match (name, self.webhooks.as_slice()) {
            (_, []) => Err("the spec describes no webhooks".to_owned()),
            (None, [only]) => Ok(only),
            (None, _) => Err(format!("several files have webhooks; name one of: {known}")),
            (Some(name), all) => {
                let found = all.iter().find(|webhooks| webhooks.schema.name == name);
                found.ok_or_else(|| format!("no webhooks are in `{name}`; there are: {known}"))
            }
        }
    }

    /// Returns an operation by its ID, such as `books.findBook`. `None` if no operation has this
    /// ID.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.schema.id == id)
    }
}

fn webhooks_of(webhooks: &model::Webhooks, schema: &'static schema::Webhooks) -> Webhooks {
    Webhooks { schema, doc: webhooks.doc.clone(), examples: webhooks.examples.clone() }
}

fn operation(model: &Model, call: CallView<'_>, schema: &'static schema::Operation) -> Operation {
    let examples = call.own.examples.iter().map(|example| Example {
        request: json(&Value::Object(example.request.clone())),
        response: example.response.as_ref().map(json),
    });
    Operation {
        schema,
        doc: call.facts().doc,
        examples: examples.collect(),
        required: call.params().map(|param| param.field.required).collect(),
        failures: call.operation.failures.clone(),
        result: Remark::of_result(model, &call.own.response),
        counts: call.operation.counts.clone(),
        statuses: call.operation.statuses.iter().map(|(status, _)| *status).collect(),
    }
}
