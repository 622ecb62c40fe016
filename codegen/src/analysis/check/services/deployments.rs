//! Deployments: named sets of values for variables.
//!
//! Input: the deployment files. Output: the deployments of the model, and errors at unknown
//! variables and operations, at results that do not fit, and at duplicate names.

use std::collections::{HashMap, HashSet};

use crate::analysis::check::context::{Checker, prose};
use crate::analysis::check::values::Fit;
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::language::node::{Node, Text};
use crate::model::{CallView, Deployment, ModuleId, ServiceId, Template};

impl Checker<'_> {
    pub(crate) fn check_deployments(&mut self) {
        let clients = self.model.clients.iter().flat_map(|client| &client.vars);
        let services = self.model.services.iter().flat_map(|service| &service.vars);
        let names: HashSet<String> = clients.chain(services).map(|var| var.name.clone()).collect();
        let mut known: HashMap<(Option<&String>, &String), Span> = HashMap::new();
        for (file, doc) in self.files.iter().enumerate() {
            let (Some(deployment), Some(name)) = (&doc.deployment, doc.module.last()) else {
                continue;
            };
            if let Some(first) = known.insert((doc.package.as_ref(), name), doc.top) {
                let message = format!("two deployments have the name `{name}`");
                let problem = Diagnostic::error(Code::DuplicateDeployment, doc.top, message);
                self.report(problem.second(first, "first here").hint("rename one of the files"));
            }
            for (var, _) in &deployment.vars {
                if !names.contains(&var.value) {
                    let message = format!("no client and no service has a variable `{}`", var.value);
                    let mut all: Vec<&str> = names.iter().map(String::as_str).collect();
                    all.sort_unstable();
                    let near = did_you_mean(&var.value, all);
                    let problem = Diagnostic::error(Code::UnknownVariable, var.span, message);
                    let hint = "declare the variable under `vars`, or remove it from the deployment";
                    self.report(problem.hint(hint).hint_opt(near));
                }
            }
            self.check_results(&deployment.results);
            if let Some(client) = &doc.client {
                let message = "a deployment has no client".to_owned();
                self.error(Code::MisplacedKey, client.span, message, "move `client` to a file of its own");
            }
            let endpoints = self.deployed_endpoints(&deployment.endpoints);
            let value = |(name, value): &(Text, Text)| (name.value.clone(), value.value.clone());
            self.model.deployments.push(Deployment {
                name: name.clone(),
                span: doc.top,
                module: self.modules[file].unwrap_or(ModuleId(0)),
                doc: prose(doc.doc.as_ref()),
                vars: deployment.vars.iter().map(value).collect(),
                endpoints,
                missing: deployment.missing.iter().map(|text| text.value.clone()).collect(),
                results: deployment.results.iter().map(|(id, node)| (id.value.clone(), node.to_value())).collect(),
            });
        }
    }

    /// Resolves the URLs of services in a deployment.
    fn deployed_endpoints(&mut self, endpoints: &[(Text, Vec<Text>)]) -> Vec<(ServiceId, Template)> {
        let mut found = Vec::new();
        for (name, url) in endpoints.iter().flat_map(|(name, urls)| urls.iter().map(move |url| (name, url))) {
            let services = &self.model.services;
            let Some(at) = services.iter().position(|service| service.name == name.value) else {
                let near = did_you_mean(&name.value, services.iter().map(|service| service.name.as_str()));
                let message = format!("there is no service `{}`", name.value);
                let problem = Diagnostic::error(Code::UnknownService, name.span, message);
                self.report(problem.hint("write the name of a service of the spec").hint_opt(near));
                continue;
            };
            let (client, several) = (services[at].client, services[at].endpoints.len() > 1);
            let has_websocket = services[at].websocket.is_some();
            let visible_vars = self.visible_vars(Some(client), None);
            let template = self.template(url, &visible_vars);
            match wrong_url(&url.value, has_websocket) {
                _ if several => {
                    let message = format!("the service `{}` has several endpoints", name.value);
                    let hint = "one URL cannot replace all of them: set the variables of the base URL";
                    self.error(Code::BadValue, name.span, message, hint);
                }
                Some((message, hint)) => self.error(Code::BadValue, url.span, message.to_owned(), hint),
                None => found.push((ServiceId(at), template)),
            }
        }
        found
    }

    /// Checks that the results of a deployment belong to operations and fit their types.
    fn check_results(&mut self, results: &[(Text, Node)]) {
        for (id, node) in results {
            let id_of = |call: CallView<'_>| call.id_of(&self.model.services[call.operation.service.0]);
            let found = self.model.typed_calls().find(|call| id_of(*call) == id.value);
            match found.map(|call| call.own.result.as_ref()) {
                Some(Some(ty)) => {
                    let mut fit = Fit::received(&self.model.types);
                    fit.value(node, ty);
                    for misfit in fit.found {
                        self.report_misfit(Code::BadExample, "the result does not fit", misfit);
                    }
                }
                Some(None) => {
                    let message = format!("the operation `{}` has no result", id.value);
                    let problem = Diagnostic::error(Code::BadExample, id.span, message);
                    self.following.push(problem.hint("remove the operation from `results`"));
                }
                None => {
                    let known: Vec<String> = self.model.typed_calls().map(id_of).collect();
                    let near = did_you_mean(&id.value, known.iter().map(String::as_str));
                    let message = format!("there is no operation `{}`", id.value);
                    let problem = Diagnostic::error(Code::BadValue, id.span, message);
                    let problem = problem.hint("write the ID of an operation, such as `books.findBook`").hint_opt(near);
                    self.following.push(problem);
                }
            }
        }
    }
}

/// Returns the message and hint for a service URL with a wrong scheme; `None` if the scheme is
/// right or the URL begins with a variable.
fn wrong_url(url: &str, has_websocket: bool) -> Option<(&'static str, &'static str)> {
    let begins = |schemes: &[&str]| schemes.iter().any(|scheme| url.starts_with(scheme));
    match begins(&["ws://", "wss://"]) {
        true if has_websocket => None,
        true => Some(("the service has no websocket", "write a URL that begins with `https://` or `http://`")),
        false if begins(&["https://", "http://", "{"]) => None,
        false => Some((
            "the URL of a service is a whole URL",
            "begin it with `https://` or `http://`; that of a websocket begins with `wss://` or `ws://`",
        )),
    }
}
