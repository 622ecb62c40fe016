//! Facts of a whole document: server, secrets, limits, notes, errors and headers.

use chainloom_codegen::model::{Client, Errors, MemberPath, Secret, Var};
use chainloom_codegen::sentences;
use serde_json::Value as Json;

use super::super::finding::Finding;

pub(crate) fn check(finding: &mut Finding<'_>, client: &Client) {
    let document = finding.document;
    let info = &document["info"];
    let at = client.name.as_str();
    let version = client.version.as_deref().unwrap_or("not specified");
    finding.equals(&info["version"], &Json::from(version), at, "version");
    finding.words(info, &finding.model.modules[client.module.0].doc.clone(), at);
    finding.limits(info, &client.limits, at);
    finding.notes(info, &client.notes, at);
    finding.equals(&document["servers"][0]["url"], &Json::from(client.base_url.as_str()), at, "URL");
    client.vars.iter().filter(|var| client.base_url.names(var)).for_each(|var| variable(finding, var));
    deployments(finding, client);
    client.auth.iter().for_each(|secret| check_secret(finding, secret));
    security(finding, client);
    tags(finding, client);
    if let Some(errors) = &client.errors {
        check_errors(finding, client, errors);
    }
    headers(finding, client);
}

/// A variable of the URL of the server.
fn variable(finding: &mut Finding<'_>, var: &Var) {
    let at = format!("variable {}", var.name);
    let found = &finding.document["servers"][0]["variables"][&var.name];
    finding.words(found, &var.doc, &at);
    let mut set = finding.model.deployments.iter().flat_map(|place| &place.vars).filter(|(name, _)| *name == var.name);
    let expected = var.default.as_ref().or(set.next().map(|(_, value)| value)).map(String::as_str);
    finding.equals(&found["default"], &Json::from(expected.unwrap_or_default()), &at, "default");
    if var.default.is_none() {
        finding.words(found, "no default", &at);
    }
}

fn deployments(finding: &mut Finding<'_>, client: &Client) {
    for deployment in &finding.model.deployments {
        if deployment.vars.iter().any(|(name, _)| client.vars.iter().any(|var| var.name == *name)) {
            let words = format!("`{}`: {}", deployment.name, sentences::first_paragraph(&deployment.doc));
            finding.words(&finding.document["info"], &words, &deployment.name);
        }
    }
}

fn check_secret(finding: &mut Finding<'_>, secret: &Secret) {
    let at = format!("secret {}", secret.name);
    let scheme = &finding.document["components"]["securitySchemes"][&secret.name];
    finding.equals(&scheme["type"], &Json::from("apiKey"), &at, "type");
    finding.equals(&scheme["in"], &Json::from("header"), &at, "place");
    finding.expect(scheme["name"].as_str().is_some_and(|name| !name.contains('{')), &at, "name");
    if !secret.key.slots().is_empty() {
        finding.words(scheme, "depends on the deployment", &at);
    }
    finding.words(scheme, &secret.doc, &at);
}

/// A call may go without each optional secret, and not without the others.
fn security(finding: &mut Finding<'_>, client: &Client) {
    let ways = &finding.document["security"];
    finding.expect(ways.is_array(), "security", "it is not said");
    let ways = ways.as_array().map(Vec::as_slice).unwrap_or_default();
    for secret in &client.auth {
        let with = ways.iter().any(|way| way.get(&secret.name).is_some());
        let without = ways.iter().any(|way| way.get(&secret.name).is_none());
        finding.expect(with && without == secret.optional, "security", &secret.name);
    }
}

/// Each tag is described as the module of the client that has its name.
fn tags(finding: &mut Finding<'_>, client: &Client) {
    let tags = finding.document["tags"].as_array().map(Vec::as_slice).unwrap_or_default();
    finding.expect(!tags.is_empty(), "tags", "there is none");
    for tag in tags {
        let name = tag["name"].as_str().unwrap_or_default();
        let own = finding.model.modules.iter().filter(|module| module.path.first() == Some(&client.name));
        let module = own.into_iter().find(|module| module.path.last().is_some_and(|last| last == name));
        let doc = module.map(|module| module.doc.clone());
        finding.expect(doc.is_some(), "tags", &format!("no module is `{name}`"));
        finding.words(tag, &doc.unwrap_or_default(), name);
    }
}

fn check_errors(finding: &mut Finding<'_>, client: &Client, errors: &Errors) {
    let body = &finding.model.types[errors.body.mentioned()[0].0].name;
    for status in &errors.statuses {
        let code = status.code;
        let at = format!("status {code}");
        let answer = &finding.document["components"]["responses"][format!("Error{code}")];
        finding.words(answer, &status.name, &at);
        finding.words(answer, &status.doc, &at);
        finding.words(&finding.document["info"], &status.doc, &at);
        if let Some(message) = errors.message.as_ref().map(MemberPath::dotted) {
            finding.words(answer, &format!("`{message}`"), &at);
        }
        let schema = &answer["content"]["application/json"]["schema"]["$ref"];
        finding.equals(schema, &Json::from(format!("#/components/schemas/{body}")), &at, "body");
        for limit in client.limits.iter().filter(|limit| limit.status == Some(code)) {
            finding.words(answer, &limit.doc, &at);
        }
        finding.words(&finding.document["info"], &format!("{code} {}", status.name), &at);
    }
}

fn headers(finding: &mut Finding<'_>, client: &Client) {
    let Some(named) = &client.rate_limit else { return };
    let (names, seen) = (named.names(), named.seen);
    for name in names.into_iter().filter_map(|(_, name)| name) {
        for answer in finding.document["components"]["responses"].as_object().into_iter().flat_map(|all| all.values()) {
            let header = finding.follow(&answer["headers"][name]);
            finding.seen(header, seen, name);
            finding.equals(&header["schema"]["type"], &Json::from("string"), name, "type");
        }
    }
}
