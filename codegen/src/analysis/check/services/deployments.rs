//! Deployments: named sets of values for variables.
//!
//! Input: the deployment files. Output: the deployments of the model, and errors at unknown
//! variables and at names that occur twice.

use std::collections::{HashMap, HashSet};

use crate::analysis::check::context::{Checker, prose};
use crate::diagnostic::{Code, Diagnostic, Span, did_you_mean};
use crate::model::{Deployment, ModuleId};

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
                    self.report(problem.hint("declare it under `vars`, or remove it").hint_opt(near));
                }
            }
            let value = |(name, value): &(crate::spec::document::Text, crate::spec::document::Text)| {
                (name.value.clone(), value.value.clone())
            };
            self.model.deployments.push(Deployment {
                name: name.clone(),
                span: doc.top,
                module: self.modules[file].unwrap_or(ModuleId(0)),
                doc: prose(doc.doc.as_ref()),
                vars: deployment.vars.iter().map(value).collect(),
                missing: deployment.missing.iter().map(|text| text.value.clone()).collect(),
            });
        }
    }
}
