//! Data for the script of a page, from which it makes calls: the address, and the place of each parameter.
//!
//! Input: an operation. Output: data for an attribute, with short names. Values are texts, as a field of the
//! page shows them: JSON, or the text itself.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::data::{Client, Deployment, Member, Operation, Protocol, Reference, Secret, Service, Variable};

/// A service, with what all of its calls share.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServiceCalls<'r> {
    variables: Vec<&'r Variable>,
    secrets: &'r [Secret],
    headers: &'r [(String, String)],
    endpoints: Vec<(&'r str, &'r str)>,
    params: Option<&'r str>,
    text_ids: bool,
    /// The base URL of the client, a template.
    base: &'r str,
    deployments: Vec<(&'r str, BTreeMap<&'r str, &'r str>)>,
    crate_name: &'r str,
    catalog: &'r str,
}

impl<'r> ServiceCalls<'r> {
    pub(super) fn new(reference: &'r Reference, client: &'r Client, service: &'r Service) -> Self {
        let is_path = |name: &str| client.base_url != format!("{{{name}}}");
        let variables = client.variables.iter().filter(|one| is_path(&one.name)).chain(&service.variables);
        Self {
            variables: variables.collect(),
            secrets: &client.secrets,
            headers: &client.headers,
            endpoints: service.endpoints.iter().map(|one| (one.name.as_str(), one.path.as_str())).collect(),
            params: service.params,
            text_ids: service.text_ids,
            base: &client.base_url,
            deployments: reference.deployments.iter().map(|one| (one.name.as_str(), values(one))).collect(),
            crate_name: &reference.name,
            catalog: &reference.catalog,
        }
    }
}

/// Sorted, so that equal specs give equal bytes.
fn values(of: &Deployment) -> BTreeMap<&str, &str> {
    of.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
}

/// A call.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Call<'r> {
    id: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    verb: Option<&'r str>,
    /// The path of REST, or the method of JSON-RPC: a template.
    path: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    media: Option<&'r str>,
    #[serde(skip_serializing_if = "is_false")]
    writes: bool,
    #[serde(skip_serializing_if = "is_false")]
    sensitive: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    security: Option<&'r Vec<Vec<String>>>,
    params: Vec<Param<'r>>,
    /// The names of the items of `params` of JSON-RPC, fixed ones among them.
    order: Vec<&'r str>,
    fixed: Vec<(&'r str, &'r str, String)>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Param<'r> {
    name: &'r str,
    place: &'r str,
    kinds: &'r [&'static str],
    ty: String,
    #[serde(skip_serializing_if = "is_false")]
    required: bool,
    #[serde(skip_serializing_if = "is_false")]
    secret: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    join: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<&'r str>,
    #[serde(skip_serializing_if = "is_false")]
    explode: bool,
    #[serde(skip_serializing_if = "is_false")]
    keeps_slashes: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    media: Option<&'r str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    values: &'r [String],
    /// What the field begins with.
    value: String,
}

impl<'r> Call<'r> {
    pub(super) fn new(operation: &'r Operation) -> Self {
        let (verb, path) = match &operation.protocol {
            Protocol::Rest { verb, path } => (Some(verb.as_str()), path.as_str()),
            Protocol::Rpc { method } => (None, method.as_str()),
        };
        let example = operation.examples.first();
        let value = |member: &Member| example.and_then(|example| example.request.get(&member.name));
        let constants = operation
            .parameters
            .iter()
            .filter_map(|one| Some((one.name.as_str(), one.place, one.constant.as_ref()?.to_string())));
        let fixed = operation.fixed.iter().map(|one| (one.name.as_str(), one.place, one.value.to_string()));
        let free = operation.parameters.iter().filter(|one| one.constant.is_none());
        Self {
            id: &operation.id,
            verb,
            path,
            media: operation.media_type.as_deref(),
            writes: operation.effect != "read",
            sensitive: operation.sensitive.is_some(),
            security: operation.security.as_ref(),
            order: order(operation),
            params: free.map(|one| Param::new(one, value(one))).collect(),
            fixed: fixed.chain(constants).collect(),
        }
    }
}

/// The names of the parameters in `params` of JSON-RPC, in their order.
fn order(operation: &Operation) -> Vec<&str> {
    let mut all: Vec<(&str, &str)> = operation.parameters.iter().map(|one| (one.place, one.name.as_str())).collect();
    for fixed in &operation.fixed {
        all.insert(fixed.position.min(all.len()), (fixed.place, fixed.name.as_str()));
    }
    all.into_iter().filter(|(place, _)| *place == "rpc").map(|(_, name)| name).collect()
}

impl<'r> Param<'r> {
    fn new(member: &'r Member, value: Option<&Value>) -> Self {
        Self {
            name: &member.name,
            place: member.place,
            kinds: &member.kinds,
            ty: member.ty.to_string(),
            required: member.required,
            secret: member.secret,
            join: member.join.as_deref(),
            style: member.style,
            explode: member.explode,
            keeps_slashes: member.keeps_slashes,
            media: member.media_type.as_deref(),
            values: &member.values,
            value: value.map(|value| field_text(value, &member.kinds)).unwrap_or_default(),
        }
    }
}

/// A value as a field shows it: a text without quotes, unless the script would read it as JSON.
fn field_text(value: &Value, kinds: &[&str]) -> String {
    match value {
        Value::String(text) if !text.is_empty() && text.trim() == text && !kinds.contains(&read_as(text)) => {
            text.clone()
        }
        other => other.to_string(),
    }
}

/// The kind of JSON that a text looks like; a plain text looks like none.
fn read_as(text: &str) -> &'static str {
    match text {
        "true" | "false" => "boolean",
        "null" => "null",
        _ if text.starts_with('{') => "object",
        _ if text.starts_with('[') => "array",
        _ if text.starts_with('"') => "string",
        _ if text.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit()) => "number",
        _ => "",
    }
}

/// What is not so is left out.
const fn is_false(flag: &bool) -> bool {
    !*flag
}
