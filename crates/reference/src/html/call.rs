//! Data for the script of a page whose server answers dry runs: the form fields of calls.
//!
//! Input: a service, and an operation. Output: data for an attribute, with short names. Values are
//! texts, as on a command line.

use serde::Serialize;
use serde_json::Value;

use crate::data::{Client, Deployment, Member, Operation, Protocol, Reference, Service, Variable};

/// A service, with the fields that all of its calls share.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ServiceCalls<'r> {
    variables: Vec<VariableField<'r>>,
    /// Secrets, except cookies, which a browser does not let a page send.
    secrets: Vec<SecretField<'r>>,
    endpoints: Vec<&'r str>,
    deployments: Vec<&'r str>,
}

/// Field of a variable.
#[derive(Serialize)]
struct VariableField<'r> {
    name: &'r str,
    /// Placeholder of the empty field.
    shown: &'r str,
    /// Initial value of the field.
    value: &'r str,
}

/// Field of a secret.
#[derive(Serialize)]
struct SecretField<'r> {
    name: &'r str,
    optional: bool,
}

impl<'r> ServiceCalls<'r> {
    pub(super) fn new(reference: &'r Reference, client: &'r Client, service: &'r Service) -> Self {
        let is_path = |name: &str| client.base_url != format!("{{{name}}}");
        let variables = client.variables.iter().filter(|one| is_path(&one.name)).chain(&service.variables);
        let secrets = client.secrets.iter().filter(|one| one.place != "cookie");
        Self {
            variables: variables.map(|one| VariableField::new(one, &reference.deployments)).collect(),
            secrets: secrets.map(|one| SecretField { name: &one.name, optional: one.optional }).collect(),
            endpoints: service.endpoints.iter().map(|one| one.name.as_str()).collect(),
            deployments: reference.deployments.iter().map(|one| one.name.as_str()).collect(),
        }
    }
}

impl<'r> VariableField<'r> {
    /// Creates the field of a variable. An empty field selects the value of the deployment, or the
    /// default.
    fn new(variable: &'r Variable, deployments: &[Deployment]) -> Self {
        let is_set = |one: &Deployment| one.variables.iter().any(|(name, _)| *name == variable.name);
        let is_open = variable.default.is_none() && !deployments.iter().any(is_set);
        let value = variable.values.first().filter(|_| is_open);
        let unset = if is_open { "" } else { "that of the deployment" };
        Self {
            name: &variable.name,
            shown: variable.default.as_deref().unwrap_or(unset),
            value: value.map_or("", String::as_str),
        }
    }
}

/// Form of a call.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Call<'r> {
    #[serde(skip_serializing_if = "is_false")]
    is_rpc: bool,
    #[serde(skip_serializing_if = "is_false")]
    writes: bool,
    #[serde(skip_serializing_if = "is_false")]
    sensitive: bool,
    params: Vec<Param<'r>>,
}

/// Field of a parameter.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Param<'r> {
    name: &'r str,
    ty: String,
    #[serde(skip_serializing_if = "is_false")]
    required: bool,
    #[serde(skip_serializing_if = "is_false")]
    secret: bool,
    #[serde(skip_serializing_if = "is_false")]
    is_object: bool,
    /// Allowed values to choose from.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<&'r [String]>,
    /// Initial value of the field. The field of an empty text cannot omit the parameter.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
}

impl<'r> Call<'r> {
    pub(super) fn new(operation: &'r Operation) -> Self {
        let example = operation.examples.first();
        let value = |member: &Member| example.and_then(|example| example.request.get(&member.name));
        let free = operation.parameters.iter().filter(|one| one.constant.is_none());
        Self {
            is_rpc: matches!(operation.protocol, Protocol::Rpc { .. }),
            writes: operation.effect != "read",
            sensitive: operation.is_sensitive(),
            params: free.map(|one| Param::new(one, value(one))).collect(),
        }
    }
}

impl<'r> Param<'r> {
    fn new(member: &'r Member, value: Option<&Value>) -> Self {
        let is_single = !member.kinds.contains(&"array") && !member.kinds.contains(&"object");
        Self {
            name: &member.name,
            ty: member.ty.to_string(),
            required: member.required,
            secret: member.secret,
            is_object: member.kinds == ["object"],
            values: Some(member.values.as_slice()).filter(|values| is_single && !values.is_empty()),
            value: value.map(field_text),
        }
    }
}

/// Formats a value for a field: texts without quotes, other values as JSON.
fn field_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns whether a flag is false, and thus omitted.
const fn is_false(flag: &bool) -> bool {
    !*flag
}
