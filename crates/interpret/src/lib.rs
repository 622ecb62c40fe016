//! Carries out a spec at run time, without generated code.
//!
//! Input: the files of a spec. Output: an [`Api`], with the same tables of the [runtime's schema](chainloom_runtime::schema)
//! that a generated client holds as statics, beside texts and examples for people. Both come from the same lowered items,
//! so that an operation means the same wherever it is carried out.
//!
//! Tables refer to each other without an owner, as statics do. They stay in memory until the program ends: load a spec once.

mod conduct;
mod index;
mod keep;
mod operations;
mod services;
mod types;

use std::collections::HashMap;

use chainloom_codegen::diagnostic::Diagnostics;
use chainloom_codegen::model::Model;
use chainloom_codegen::{Package, SourceFile, lower};
use chainloom_runtime::schema;

pub use chainloom_codegen::model::{Dialect, Refusal, RefusalBody, Refusals, Situation, Value};
pub use conduct::{ClientConduct, Conduct};

/// All that a spec describes.
#[derive(Debug)]
pub struct Api {
    /// The clients, in the order of the spec.
    pub clients: Vec<&'static schema::Client>,
    /// The operations, in the order of the spec.
    pub operations: Vec<Operation>,
    /// The subscriptions, in the order of the spec.
    pub subscriptions: Vec<&'static schema::Subscription>,
    /// The deployments, in the order of the spec.
    pub deployments: Vec<&'static schema::Deployment>,
    /// How services respond to requests that get no result.
    pub conduct: Conduct,
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
    /// For each binding of the schema, whether a request must have it. That of a constant is not known from the schema.
    pub required: Vec<bool>,
    /// The HTTP statuses of success, in the order of the spec; empty where the spec names none.
    pub statuses: Vec<u16>,
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
        let (model, lowered) = lower(sources, packages)?;
        let mut builder = index::Builder::new(&lowered);
        let operations = builder.operations(said(&model));
        Ok(Self {
            clients: builder.clients(),
            subscriptions: builder.subscriptions(&operations),
            operations,
            deployments: builder.deployments(),
            conduct: Conduct::of(&model),
        })
    }

    /// Finds an operation by its ID, such as `books.findBook`.
    #[must_use]
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.schema.id == id)
    }
}

/// What the tables of operations do not hold, by the ID of the operation.
fn said(model: &Model) -> HashMap<String, operations::Said> {
    let calls = model.typed_calls().map(|call| {
        let service = &model.services[call.operation.service.0];
        let required = call.params().map(|param| param.field.required).collect();
        let statuses = call.operation.statuses.iter().map(|(status, _)| *status).collect();
        (call.id_of(service), operations::Said { examples: operations::examples(call), required, statuses })
    });
    calls.collect()
}
