//! Whether services answer, and what their servers are.
//!
//! Input: a caller. Output: a finding for each service: whether it answers, its version, the
//! difference of the clocks, and the deployments whose results its server gives. Only calls that
//! read are sent, one for each service at the same time, so that silence takes the time of one call.

use std::time::{Duration, SystemTime};

use chainloom_runtime::catalog::UntypedCall;
use chainloom_runtime::schema::{self, Effect, Operation, Service};
use chainloom_runtime::{Retry, http::HeaderMap};
use futures_util::future::join_all;

use crate::caller::Caller;
use crate::error::{Class, Error};

/// Maximum time of a service to answer.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Findings of a diagnosis.
#[derive(Debug)]
pub struct Diagnosis {
    /// The clients that have a base URL, in the order of the spec.
    pub clients: Vec<Checkup>,
    /// The clients whose settings are missing or wrong, and why.
    pub unset: Vec<(&'static str, Error)>,
}

/// Findings of a client.
#[derive(Debug)]
pub struct Checkup {
    /// The name of the client.
    pub client: &'static str,
    /// Version that the server reports.
    pub version: Option<String>,
    /// Time by which the clock of the server is ahead of ours, in seconds; `None` if no response states it.
    pub skew: Option<i64>,
    /// The deployments whose identifying results the server returns.
    pub deployments: Vec<&'static str>,
    /// Whether the deployments of the spec state results that could be compared.
    pub is_compared: bool,
    /// The services, in the order of the spec.
    pub services: Vec<Finding>,
}

/// Findings of a service.
#[derive(Debug)]
pub struct Finding {
    /// The name of the service.
    pub service: &'static str,
    /// The operation that was called; `None` where the service has none that only reads and needs no
    /// parameters.
    pub operation: Option<&'static str>,
    /// Error of the call.
    pub error: Option<Error>,
    /// Time until the answer.
    pub took: Duration,
}

impl Diagnosis {
    /// Returns whether servers answered, and none of them has a service of the spec.
    #[must_use]
    pub fn is_elsewhere(&self) -> bool {
        let services = || self.clients.iter().flat_map(|checkup| &checkup.services);
        services().any(Finding::is_absent) && !services().any(|finding| finding.answers() && !finding.is_absent())
    }
}

impl Finding {
    /// Returns whether the service answered: with a result, or with an error of the service.
    #[must_use]
    pub fn answers(&self) -> bool {
        self.operation.is_some() && !self.is_silent() && !self.is_unset()
    }

    /// Returns whether there was no connection, or no answer in time.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.error.as_ref().is_some_and(|error| [Class::Connection, Class::Timeout].contains(&error.class()))
    }

    /// Returns whether its server has nothing at the path of the service: the status 404, and no error of JSON-RPC.
    #[must_use]
    pub fn is_absent(&self) -> bool {
        let error = self.error.as_ref().and_then(Error::runtime);
        error.is_some_and(|error| !error.is_rpc() && error.status().is_some_and(|status| status.as_u16() == 404))
    }

    /// Returns whether the service was not called, because a setting is missing.
    #[must_use]
    pub fn is_unset(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.class() == Class::Setup)
    }
}

impl Caller {
    /// Calls one operation of each service, and returns the findings. `clients` limits it to clients of these names;
    /// all if it is empty.
    pub async fn diagnose(&self, clients: &[String]) -> Diagnosis {
        let (mut set, mut unset) = (Vec::new(), Vec::new());
        for client in
            self.api().clients.iter().filter(|one| clients.is_empty() || clients.contains(&one.name.to_owned()))
        {
            match self.client(client) {
                Ok(_) => set.push(*client),
                Err(error) => unset.push((client.name, error)),
            }
        }
        Diagnosis { clients: join_all(set.into_iter().map(|client| self.check_up(client))).await, unset }
    }

    /// Calls all services of a client at the same time, and returns the findings.
    async fn check_up(&self, client: &'static schema::Client) -> Checkup {
        let probed = join_all(self.services(client).into_iter().map(|service| self.probe(service))).await;
        let skew = probed.iter().find_map(|(_, skew)| *skew);
        let services: Vec<Finding> = probed.into_iter().map(|(finding, _)| finding).collect();
        let answers = services.iter().any(Finding::answers);
        let version = match self.client(client) {
            Ok(client) if answers => client.server_version().await.ok().flatten().map(str::to_owned),
            _ => None,
        };
        let (deployments, is_compared) = if answers { self.fitting(client).await } else { (Vec::new(), false) };
        let version = version.filter(|version| !version.is_empty());
        Checkup { client: client.name, version, skew, deployments, is_compared, services }
    }

    /// Returns the services of a client that have operations.
    fn services(&self, client: &'static schema::Client) -> Vec<&'static Service> {
        let mut services: Vec<&'static Service> = Vec::new();
        for operation in &self.api().operations {
            let service = operation.schema.service;
            let is_known = services.iter().any(|known| known.name == service.name);
            if std::ptr::eq(service.client, client) && !is_known {
                services.push(service);
            }
        }
        services
    }

    /// Calls an operation of a service, and returns the finding and the difference of the clocks.
    async fn probe(&self, service: &'static Service) -> (Finding, Option<i64>) {
        let operation = self
            .api()
            .operations
            .iter()
            .map(|operation| operation.schema)
            .find(|operation| operation.service.name == service.name && is_harmless(operation));
        let nothing = Finding { service: service.name, operation: None, error: None, took: Duration::ZERO };
        let Some(operation) = operation else { return (nothing, None) };
        let begun = SystemTime::now();
        let answered = match self.once(operation) {
            Ok(call) => call.send().await.map_err(Error::from),
            Err(error) => Err(error),
        };
        let took = begun.elapsed().unwrap_or_default();
        let headers = match &answered {
            Ok(reply) => Some(reply.headers()),
            Err(error) => error.runtime().and_then(chainloom_runtime::Error::headers),
        };
        let skew = headers.and_then(|headers| skew(headers, begun));
        (Finding { operation: Some(operation.id), error: answered.err(), took, ..nothing }, skew)
    }

    /// Prepares a call that is tried once.
    fn once(&self, operation: &'static Operation) -> Result<UntypedCall, Error> {
        let call = self.prepare(operation.id)?.call()?;
        Ok(call.retry(Retry::none()).timeout(self.profile().timeout.unwrap_or(TIMEOUT)))
    }

    /// Returns the deployments whose identifying results the server returns, and whether any could be compared.
    async fn fitting(&self, client: &'static schema::Client) -> (Vec<&'static str>, bool) {
        let (mut fitting, mut is_compared) = (Vec::new(), false);
        let mut known: Vec<(&str, Option<serde_json::Value>)> = Vec::new();
        for deployment in &self.api().deployments {
            let (mut equal, mut other) = (0, 0);
            for (id, wanted) in self.api().conduct.results(deployment.name) {
                let Some(operation) = self.api().operation(id).map(|operation| operation.schema) else { continue };
                if !std::ptr::eq(operation.service.client, client) || !is_harmless(operation) {
                    continue;
                }
                if !known.iter().any(|(known, _)| known == id) {
                    known.push((operation.id, self.result(operation).await));
                }
                let Some(Some(given)) = known.iter().find(|(known, _)| known == id).map(|(_, given)| given) else {
                    continue;
                };
                let wanted = serde_json::from_str(&chainloom_interpret::json(wanted)).unwrap_or_default();
                if has(given, &wanted) { equal += 1 } else { other += 1 }
            }
            is_compared |= equal + other > 0;
            if equal > 0 && other == 0 {
                fitting.push(deployment.name);
            }
        }
        (fitting, is_compared)
    }

    /// Returns the JSON result of an operation without parameters; `None` if the call fails.
    async fn result(&self, operation: &'static Operation) -> Option<serde_json::Value> {
        let reply = self.once(operation).ok()?.send().await.ok()?;
        serde_json::from_slice(reply.result()).ok()
    }
}

/// Returns whether an operation only reads and needs no parameters.
fn is_harmless(operation: &Operation) -> bool {
    operation.effect == Effect::Read && operation.input.fields.iter().all(|field| !field.required)
}

/// Returns whether a result has all the wanted members; further members do not count.
fn has(given: &serde_json::Value, wanted: &serde_json::Value) -> bool {
    match (given, wanted) {
        (serde_json::Value::Object(given), serde_json::Value::Object(wanted)) => {
            wanted.iter().all(|(name, wanted)| given.get(name).is_some_and(|given| has(given, wanted)))
        }
        (given, wanted) => given == wanted,
    }
}

/// Returns the time by which the clock of the server is ahead, from the header `Date`, which has whole seconds. The
/// middle of the exchange is compared.
fn skew(headers: &HeaderMap, begun: SystemTime) -> Option<i64> {
    let date = httpdate::parse_http_date(headers.get("date")?.to_str().ok()?).ok()?;
    let ours = begun + begun.elapsed().unwrap_or_default() / 2;
    let seconds = |duration: Duration| i64::try_from((duration.as_millis() + 500) / 1_000).unwrap_or(i64::MAX);
    // The date was cut to a second.
    let date = date + Duration::from_millis(500);
    Some(match date.duration_since(ours) {
        Ok(ahead) => seconds(ahead),
        Err(behind) => -seconds(behind.duration()),
    })
}
