//! Dry runs for a page that sends calls itself: a call described by texts, as the fields of the page
//! hold them.
//!
//! Input: a question as JSON. Output: an answer as JSON. It holds the request and texts to copy, or
//! what is wrong with which parameter. Values of secrets are in neither: the page keeps them, and puts
//! them into the request.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chainloom_interpret::Api;
use chainloom_runtime::schema::{Operation, SecretPlace};
use serde::{Deserialize, Serialize};

use crate::caller::Caller;
use crate::error::Error;
use crate::page_request::{Kept, Marks, PageRequest};
use crate::prepared::Prepared;
use crate::problems::Problem;
use crate::profile::Profile;
use crate::settings::{with_needed_secrets, with_stand_ins};
use crate::snippets::{Snippets, parameters_json};

/// Returns the answer to the question of a page. Both are JSON; nothing is sent.
#[must_use]
pub fn answer_dry_run(api: &Arc<Api>, question: &[u8]) -> Vec<u8> {
    let answer = match serde_json::from_slice::<Question>(question) {
        Ok(question) => question.answer(api).unwrap_or_else(|error| Answer::from_problems(error.texts())),
        Err(error) => Answer::from_problems(&[format!("the question cannot be read: {error}")]),
    };
    serde_json::to_vec(&answer).unwrap_or_default()
}

/// A call, as a page describes it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    /// ID of the operation.
    operation: String,
    /// Texts of the parameters, by name; `None` for a secret, whose text stays in the page.
    parameters: BTreeMap<String, Option<String>>,
    /// Names of the client's secrets that the page has.
    secrets: BTreeSet<String>,
    /// Values of variables, by name.
    variables: BTreeMap<String, String>,
    deployment: Option<String>,
    /// Base URL.
    url: Option<String>,
    /// Name of the service's endpoint.
    endpoint: Option<String>,
}

/// Answer to a question.
#[derive(Default, Serialize)]
struct Answer {
    /// Problems of the call; empty where there is a request.
    problems: Vec<Problem>,
    request: Option<PageRequest>,
    /// Texts to copy; `None` where a parameter is wrong.
    snippets: Option<Snippets>,
}

impl Answer {
    /// Creates the answer to a call that cannot be built.
    fn from_problems(texts: &[String]) -> Self {
        let problem = |text: &String| Problem { parameters: Vec::new(), text: text.clone() };
        Self { problems: texts.iter().map(problem).collect(), ..Self::default() }
    }
}

impl Question {
    /// Returns the answer, or the error of a call that cannot be built.
    fn answer(&self, api: &Arc<Api>) -> Result<Answer, Error> {
        let operation = api.operation(&self.operation).map(|operation| operation.schema);
        // Commands name the secrets that the page lacks, too.
        let named = operation.map_or_else(BTreeSet::new, |operation| with_needed_secrets(operation, &self.secrets));
        let kept = self.parameters.iter().filter(|(_, text)| text.is_none());
        let kept = kept.map(|(name, _)| Kept::Parameter(name.clone()));
        let marks = Marks::new(kept.chain(named.iter().cloned().map(Kept::Secret)).collect());
        let profile = |secrets: &BTreeSet<String>| self.profile(operation, secrets, &marks);
        let caller = Caller::new(Arc::clone(api), profile(&named))?;
        let call = self.prepare_with_marks(&caller, &marks)?;
        let problems: Vec<Problem> = call.problems().into_iter().map(|problem| self.without_marks(problem)).collect();
        if !problems.is_empty() {
            return Ok(Answer { problems, ..Answer::default() });
        }
        let snippets = Some(Snippets::new(&call, &parameters_json(call.operation(), &self.parameters))?);
        let caller = Caller::new(Arc::clone(api), profile(&self.secrets))?;
        let request = self.prepare_with_marks(&caller, &marks)?.request();
        let login = call.operation().service.client.auth.iter().find(|secret| secret.place == SecretPlace::Basic);
        let login = login.map(|secret| Kept::Secret(secret.name.to_owned()));
        let request = request.map_err(|error| error.texts().to_vec());
        match request.and_then(|one| PageRequest::new(one.http(), &marks, login.as_ref()).map_err(|text| vec![text])) {
            Ok(request) => Ok(Answer { request: Some(request), snippets, problems }),
            Err(texts) => Ok(Answer { snippets, ..Answer::from_problems(&texts) }),
        }
    }

    /// Replaces the text of a problem with a parameter whose value the page keeps. The problem may be due to
    /// the mark, and the kept value may have another problem, or none.
    fn without_marks(&self, problem: Problem) -> Problem {
        let is_kept = |name: &&String| self.parameters.get(*name).is_some_and(Option::is_none);
        let text = match problem.parameters.iter().find(is_kept) {
            Some(name) => {
                format!("`{name}` is a secret, whose bounds and form a page cannot check: use the command line")
            }
            None => problem.text,
        };
        Problem { text, ..problem }
    }

    /// Returns the profile of the call, with a mark in the place of each secret.
    fn profile(&self, operation: Option<&'static Operation>, secrets: &BTreeSet<String>, marks: &Marks) -> Profile {
        let mark = |name: &str| marks.of(&Kept::Secret(name.to_owned()));
        let client = operation.map(|operation| operation.service.client);
        let own = client.map(|client| (client.name.to_owned(), with_stand_ins(client, secrets, mark)));
        Profile {
            deployment: self.deployment.clone(),
            url: self.url.clone(),
            vars: self.variables.clone(),
            clients: own.into_iter().collect(),
            ..Profile::default()
        }
    }

    /// Prepares the call, with marks in place of kept parameters.
    fn prepare_with_marks<'c>(&self, caller: &'c Caller, marks: &Marks) -> Result<Prepared<'c>, Error> {
        let mut call = caller.prepare(&self.operation)?;
        for (name, text) in &self.parameters {
            let mark = || marks.of(&Kept::Parameter(name.clone()));
            call.texts(name, &[text.clone().unwrap_or_else(mark)]);
        }
        if let Some(endpoint) = &self.endpoint {
            call.endpoint(endpoint);
        }
        Ok(call)
    }
}
