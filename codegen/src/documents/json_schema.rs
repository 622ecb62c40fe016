//! Types as JSON Schema 2020-12, for all documents that describe them with it.
//!
//! Input: a checked [`Model`] and the part of it that one document describes. Output: references to
//! types, schemas of members and parameters, and definitions of all named types of the document.
//! Schemas follow the form in the API's documentation; other forms that real services send do not
//! widen a schema. Facts that JSON Schema cannot express become sentences of the description. This
//! module knows neither operations nor where a document keeps its definitions.

mod field;
pub(crate) mod form;
mod reach;
mod types;
mod union;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value as Json, json};

pub(crate) use crate::documents::members::Members;
use crate::model::{ClientId, Field, Model, ServiceId, Type, TypeId, Webhooks};

/// Types of one document.
///
/// A definition has the name of its type in the spec. Types of one name in a document are qualified
/// by module: `library.books.Genre`.
#[derive(Debug)]
pub(crate) struct Schemas<'m> {
    model: &'m Model,
    /// Text before the name of a definition in a reference.
    base: &'static str,
    /// Names of the definitions.
    names: BTreeMap<TypeId, String>,
    /// Types that a service sends. All other types are only sent to the service.
    received: BTreeSet<TypeId>,
}

impl<'m> Schemas<'m> {
    /// Collects the types of the operations, subscriptions, webhooks and errors of a client. `base`
    /// precedes the name of a definition in a reference: `#/components/schemas/`.
    pub(crate) fn of_client(model: &'m Model, client: ClientId, base: &'static str) -> Self {
        Self::new(model, base, |service| model.services[service.0].client == client, Some(client))
    }

    /// Collects the types of the operations and subscriptions of one service, without the body of
    /// HTTP errors.
    pub(crate) fn of_service(model: &'m Model, service: ServiceId, base: &'static str) -> Self {
        Self::new(model, base, |other| other == service, None)
    }

    fn new(
        model: &'m Model,
        base: &'static str,
        includes: impl Fn(ServiceId) -> bool,
        errors_of: Option<ClientId>,
    ) -> Self {
        let mut sent: Vec<&Type> = Vec::new();
        let mut received: Vec<&Type> = Vec::new();
        for operation in
            model.operations.iter().filter(|operation| includes(operation.service) && model.is_own(operation.module))
        {
            sent.extend(operation.params.iter().map(|param| &param.field.ty));
            received.extend(operation.calls.iter().flat_map(|call| model.response_types(call)));
        }
        for (at, service) in model.services.iter().enumerate().filter(|(at, _)| includes(ServiceId(*at))) {
            let own = service.rpc.iter().filter(|_| model.is_own(service.module)).flat_map(|rpc| &rpc.errors);
            let of_operations = model.operations.iter().filter(|one| one.service.0 == at && model.is_own(one.module));
            let errors = own.chain(of_operations.flat_map(|operation| &operation.errors));
            received.extend(errors.filter_map(|error| error.data.as_ref()));
        }
        for subscription in model.subscriptions.iter().filter(|one| includes(one.service) && model.is_own(one.module)) {
            sent.extend(subscription.params.iter().map(|param| &param.field.ty));
            received.push(&subscription.item);
        }
        let of_client = |one: &&Webhooks| Some(one.client) == errors_of && model.is_own(one.module);
        received.extend(model.webhooks.iter().filter(of_client).map(|webhooks| &webhooks.event));
        let errors = errors_of.and_then(|client| model.clients[client.0].errors.as_ref());
        received.extend(errors.map(|errors| &errors.body));
        let received = reach::reachable_types(model, received);
        let names =
            reach::definition_names(model, reach::reachable_types(model, sent).union(&received).copied().collect());
        Self { model, base, names, received }
    }

    /// Returns the name of a type in the document.
    pub(crate) fn name(&self, id: TypeId) -> &str {
        self.names.get(&id).map_or(self.model.types[id.0].name.as_str(), String::as_str)
    }

    /// Returns the schema of a reference to a type: a `$ref` for a named type.
    pub(crate) fn reference(&self, ty: &Type) -> Json {
        Json::Object(self.reference_members(ty))
    }

    /// Returns the schema of a parameter: its type with bounds, default, description and other
    /// facts.
    pub(crate) fn field(&self, field: &Field) -> Json {
        let mut schema = self.schema_without_description(field);
        self.describe(field, &mut schema);
        Json::Object(schema)
    }

    /// Returns the schema of a member. Unlike in [`Schemas::field`], an optional member may be
    /// null, with the same meaning.
    pub(crate) fn member(&self, field: &Field) -> Json {
        let mut schema = self.schema_without_description(field);
        if !field.is_demanded() {
            schema = nullable(schema);
        }
        self.describe(field, &mut schema);
        Json::Object(schema)
    }

    /// Returns the schema of an object with these members: `properties` and `required`.
    pub(crate) fn object<'f>(&self, fields: impl IntoIterator<Item = &'f Field>) -> Members {
        let fields: Vec<&Field> = fields.into_iter().collect();
        let mut schema = Members::new();
        schema.insert("type".to_owned(), json!("object"));
        let rest = fields.iter().find(|field| field.rest).copied();
        let fields: Vec<&Field> = fields.into_iter().filter(|field| !field.rest).collect();
        let properties: Members = fields.iter().map(|field| (field.name.clone(), self.member(field))).collect();
        if !properties.is_empty() {
            schema.insert("properties".to_owned(), Json::Object(properties));
        }
        let required: Vec<&str> =
            fields.iter().filter(|field| field.is_demanded()).map(|field| field.name.as_str()).collect();
        if !required.is_empty() {
            schema.insert("required".to_owned(), json!(required));
        }
        // An arm shares its object with the common members, so `additionalProperties` would be
        // wrong.
        if let Some(rest) = rest {
            schema.insert("x-rest".to_owned(), json!({ &rest.name: self.member(rest) }));
        }
        schema
    }

    /// Returns the definitions of all types of the document, sorted by name.
    pub(crate) fn definitions(&self) -> Members {
        let mut sorted: Vec<(&String, TypeId)> = self.names.iter().map(|(id, name)| (name, *id)).collect();
        sorted.sort();
        sorted.into_iter().map(|(name, id)| (name.clone(), Json::Object(self.definition(id)))).collect()
    }
}

/// Returns the schema, extended by null.
fn nullable(mut schema: Members) -> Members {
    if let Some(Json::Array(arms)) = schema.get_mut("anyOf") {
        let null = json!({ "type": "null" });
        if !arms.contains(&null) {
            arms.push(null);
        }
        return schema;
    }
    match schema.get("type").cloned() {
        Some(Json::String(name)) if !schema.contains_key("enum") => {
            schema.insert("type".to_owned(), json!([name, "null"]));
            schema
        }
        None if schema.is_empty() => schema,
        Some(Json::Array(_)) => schema,
        _ => Members::from_iter([("anyOf".to_owned(), json!([schema, { "type": "null" }]))]),
    }
}

/// Returns the only schema, or an `anyOf` of several.
pub(crate) fn any_of(mut schemas: Vec<Json>) -> Json {
    if schemas.len() == 1 { schemas.remove(0) } else { json!({ "anyOf": schemas }) }
}

/// Parses digits as a JSON number that keeps all of them.
pub(crate) fn number(digits: &str) -> Json {
    digits.parse().map_or_else(|_| Json::String(digits.to_owned()), Json::Number)
}
