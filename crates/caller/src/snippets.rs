//! Texts to copy that make a call: a command for `curl`, a command line of `chainloom`, and Rust.
//!
//! Input: a prepared call, and its parameters as JSON. Output: texts without secrets, which variables of the
//! environment replace. The command for `curl` is the command of a dry run.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chainloom_forms::shell;
use chainloom_interpret::Api;
use chainloom_runtime::schema::{Field, Operation};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::caller::Caller;
use crate::error::{Error, Missing};
use crate::prepared::Prepared;
use crate::profile::Profile;
use crate::settings::{with_needed_secrets, with_stand_ins};
use crate::texts::json_of;

/// Texts that make one call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Snippets {
    /// A command for `curl` and a POSIX shell. It reads no file.
    pub curl: String,
    /// A command line of `chainloom call`.
    pub command: String,
    /// An untyped call of the generated client.
    pub rust: String,
}

impl Snippets {
    /// Writes a call whose parameters are the members of a JSON object.
    pub(crate) fn new(call: &Prepared<'_>, parameters: &str) -> Result<Self, Error> {
        let id = call.operation().id;
        Ok(Self {
            curl: call.dry_run()?.to_curl(),
            command: command_line(id, parameters, call.caller.profile()),
            rust: untyped_call(id, parameters, &call.caller.api().catalog),
        })
    }
}

/// Returns the command line of `chainloom` that makes the call.
fn command_line(id: &str, parameters: &str, profile: &Profile) -> String {
    let mut words = vec!["chainloom".to_owned(), "call".to_owned(), id.to_owned()];
    words.extend((parameters != "{}").then(|| parameters.to_owned()));
    let option = |name: &str, value: &String| [name.to_owned(), value.clone()];
    words.extend(profile.deployment.iter().flat_map(|name| option("--deployment", name)));
    words.extend(profile.url.iter().flat_map(|url| option("--url", url)));
    words.extend(profile.vars.iter().flat_map(|(name, value)| option("--var", &format!("{name}={value}"))));
    words.iter().map(|text| shell::word(text)).collect::<Vec<_>>().join(" ")
}

/// Returns Rust code of an untyped call. `catalog` is the function that returns all operations, such as
/// `library::operations`.
fn untyped_call(id: &str, parameters: &str, catalog: &str) -> String {
    let root = catalog.split("::").next().unwrap_or_default();
    let after_quotes = parameters.split('"').skip(1).map(|rest| rest.len() - rest.trim_start_matches('#').len());
    let marks = "#".repeat(1 + after_quotes.max().unwrap_or_default());
    format!(
        "use {root}::runtime::catalog::Target;\n\n\
         let entry = {catalog}().iter().find(|entry| entry.operation().id == {id:?});\n\
         let target = Target::new(client);\n\
         let response = entry.ok_or(\"no such operation\")?.call(target, r{marks}\"{parameters}\"{marks}.as_bytes()).await?;"
    )
}

/// Returns the texts of parameters as a JSON object, in the order of the operation.
pub(crate) fn parameters_json(operation: &Operation, texts: &BTreeMap<String, Option<String>>) -> String {
    let json = |field: &Field, text: &String| {
        json_of(field.ty, std::slice::from_ref(text)).unwrap_or_else(|_| Value::from(text.as_str()).to_string())
    };
    let given = operation.input.fields.iter().filter_map(|field| Some((field, texts.get(field.name)?)));
    object(given.map(|(field, text)| (field, text.as_ref().map_or_else(String::new, |text| json(field, text)))))
}

/// Writes a JSON object; `…` replaces a secret.
fn object<'f>(members: impl Iterator<Item = (&'f Field, String)>) -> String {
    let member = |(field, json): (&Field, String)| {
        let json = if field.secret { "\"…\"" } else { &json };
        format!("{}: {json}", Value::from(field.name))
    };
    format!("{{{}}}", members.map(member).collect::<Vec<_>>().join(", "))
}

/// Returns texts of the first example of each operation, by the ID of the operation. Calls go to the URL of the
/// profile, or to `usual` if the base URL is not known. An operation whose call lacks another setting has none.
#[must_use]
pub fn example_snippets(api: &Arc<Api>, profile: &Profile, usual: &str) -> BTreeMap<String, Snippets> {
    let snippets = api.operations.iter().filter_map(|operation| {
        let parameters = operation.examples.first().map_or("{}", |example| example.request.as_str());
        let call = |profile: &Profile| of_example(api, operation.schema, parameters, profile);
        let snippets = match call(profile) {
            Err(error) if error.missing() == Some(Missing::BaseUrl) => {
                call(&Profile { url: Some(usual.to_owned()), ..profile.clone() })
            }
            done => done,
        };
        Some((operation.schema.id.to_owned(), snippets.ok()?))
    });
    snippets.collect()
}

/// Returns the texts of an example, with placeholders for the secrets that the call needs.
fn of_example(api: &Arc<Api>, operation: &Operation, parameters: &str, profile: &Profile) -> Result<Snippets, Error> {
    let (client, secrets) = (operation.service.client, with_needed_secrets(operation, &BTreeSet::new()));
    let own = with_stand_ins(client, &secrets, |name| format!("stand-in-of-{name}"));
    let own = Profile { clients: BTreeMap::from([(client.name.to_owned(), own)]), ..Profile::default() };
    let caller = Caller::new(Arc::clone(api), profile.clone().or(own))?;
    let mut call = caller.prepare(operation.id)?;
    call.json(parameters);
    let members: Map<String, Value> = serde_json::from_str(parameters).unwrap_or_default();
    let given = operation.input.fields.iter().filter_map(|field| Some((field, members.get(field.name)?.to_string())));
    Snippets::new(&call, &object(given))
}
