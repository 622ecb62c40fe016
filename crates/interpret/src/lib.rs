//! Interprets a spec at run time, without generated code.
//!
//! Input: the files of a spec. Output: an [`Api`], with the tables of the [runtime's
//! schema](chainloom_runtime::schema) that a generated client holds as statics, beside texts and
//! examples for people. The generator makes both: it prints the tables into the client, or returns
//! them here.
//!
//! Tables refer to each other without an owner, as statics do. They stay in memory until the
//! program ends: load a spec once.

mod conduct;

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::model::{self, CallView};
use chainloom_codegen::{NamedModel, Package, SourceFile, name};
use chainloom_runtime::schema;

pub use chainloom_codegen::lowered::{Remark, Remarks};
pub use chainloom_codegen::model::{
    Delivery, Dialect, Failure, FailureCase, Refusal, RefusalBody, Refusals, Situation, Value, Var,
};
pub use chainloom_codegen::sentences::json;
pub use conduct::{BodyLimit, ClientConduct, Conduct, ServiceConduct};

/// All that a spec describes.
#[derive(Debug, Default)]
pub struct Api {
    /// The clients, in the order of the spec.
    pub clients: Vec<&'static schema::Client>,
    /// The operations, in the order of the spec.
    pub operations: Vec<Operation>,
    /// The subscriptions, in the order of the spec.
    pub subscriptions: Vec<&'static schema::Subscription>,
    /// The webhooks of the files, in the order of the spec.
    pub webhooks: Vec<Webhooks>,
    /// The deployments, in the order of the spec.
    pub deployments: Vec<&'static schema::Deployment>,
    /// How services respond to requests that get no result.
    pub conduct: Conduct,
    /// What is said of members and parameters beside their tables.
    pub remarks: Remarks,
    /// The static of a generated client that lists all operations, such as `library::OPERATIONS`.
    pub catalog: String,
}

/// An operation with what is said of it.
#[derive(Debug)]
pub struct Operation {
    /// What is carried out.
    pub schema: &'static schema::Operation,
    /// The description for people, in Markdown.
    pub doc: String,
    /// The examples of the spec.
    pub examples: Vec<Example>,
    /// For each binding of the schema, whether a request must have it. That of a constant is not
    /// known from the schema.
    pub required: Vec<bool>,
    /// The errors of calls with certain parameters.
    pub failures: Vec<Failure>,
    /// The HTTP statuses of success, in the order of the spec; empty where the spec names none.
    pub statuses: Vec<u16>,
}

/// The webhooks of a file with what is said of them.
#[derive(Debug)]
pub struct Webhooks {
    /// The type of an event, and the signature of a request.
    pub schema: &'static schema::Webhooks,
    /// The description for people, in Markdown.
    pub doc: String,
    /// The examples of the spec.
    pub examples: Vec<Delivery>,
}

/// An example of a call.
#[derive(Clone, Debug)]
pub struct Example {
    /// The parameters, as a JSON object.
    pub request: String,
    /// The response, as JSON; `None` where the example shows none.
    pub response: Option<String>,
}

impl Api {
    /// Loads a spec, and the packages that it mentions.
    ///
    /// # Errors
    ///
    /// All mistakes of the spec, in the order of the source.
    pub fn load(sources: &[SourceFile], packages: &[Package]) -> Result<Self, Diagnostics> {
        name(sources, packages).map(|named| Self::of(&named))
    }

    /// Hands over the tables of a checked spec.
    #[must_use]
    pub fn of(named: &NamedModel) -> Self {
        let (model, tables) = (named.model(), named.tables());
        let webhooks = model.webhooks.iter().zip(tables.webhooks);
        Self {
            clients: tables.clients,
            operations: model
                .typed_calls()
                .zip(tables.operations)
                .map(|(call, schema)| operation(call, schema))
                .collect(),
            subscriptions: tables.subscriptions,
            webhooks: webhooks.map(|(webhooks, schema)| webhooks_of(webhooks, schema)).collect(),
            deployments: tables.deployments,
            conduct: Conduct::of(model),
            remarks: tables.remarks,
            catalog: named.catalog_path(),
        }
    }

    /// Finds the webhooks of a file, such as `library/events`; without a name, those of the only
    /// file that has some.
    ///
    /// # Errors
    ///
    /// There are none, or several to choose from: a text that names them.
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

    /// Finds an operation by its ID, such as `books.findBook`.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.schema.id == id)
    }
}

fn webhooks_of(webhooks: &model::Webhooks, schema: &'static schema::Webhooks) -> Webhooks {
    Webhooks { schema, doc: webhooks.doc.clone(), examples: webhooks.examples.clone() }
}

fn operation(call: CallView<'_>, schema: &'static schema::Operation) -> Operation {
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
        statuses: call.operation.statuses.iter().map(|(status, _)| *status).collect(),
    }
}
