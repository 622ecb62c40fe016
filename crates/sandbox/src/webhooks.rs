//! Webhooks: signed events that are sent to a receiver.
//!
//! Input: the webhooks of the spec, the receiver's URL, and faults. Output: requests, signed by the
//! description that receivers follow, and the statuses of the responses. A request is sent once,
//! whatever the response is.

mod faults;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use chainloom_interpret::{Api, Webhooks};
use chainloom_runtime::schema::{Bounds, Deployment, WebhookId};
use chainloom_runtime::{RawJson, SecretString};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use serde_json::Value;

use crate::synthesis::{Style, seed};
pub use faults::WebhookFault;

/// Time within which a receiver must respond.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Receiver of webhooks: its URL, its secret, and the faults of deliveries to it.
#[derive(Clone)]
pub struct WebhookTarget {
    url: String,
    secret: Option<SecretString>,
    file: Option<String>,
    faults: Vec<WebhookFault>,
    every: Option<Duration>,
}

impl WebhookTarget {
    /// Creates a target from the URL of a receiver.
    #[must_use]
    pub fn new(url: impl Into<String>) -> Self {
        Self { url: url.into(), secret: None, file: None, faults: Vec::new(), every: None }
    }

    /// Sets the secret that requests are signed with. Webhooks whose spec describes a signature need one.
    #[must_use]
    pub fn secret(self, secret: impl Into<SecretString>) -> Self {
        Self { secret: Some(secret.into()), ..self }
    }

    /// Selects the webhooks by the file of the spec, such as `library/events`. This is needed if
    /// several files declare webhooks.
    #[must_use]
    pub fn file(self, name: impl Into<String>) -> Self {
        Self { file: Some(name.into()), ..self }
    }

    /// Adds a fault. The deliveries take turns: without a fault, with the first fault, with the
    /// second, and so on.
    #[must_use]
    pub fn fault(mut self, fault: WebhookFault) -> Self {
        self.faults.push(fault);
        self
    }

    /// Sends a delivery at a steady interval; by default, [`Builder::webhooks_to`] sends one.
    ///
    /// [`Builder::webhooks_to`]: crate::Builder::webhooks_to
    #[must_use]
    pub fn every(self, interval: Duration) -> Self {
        Self { every: Some(interval).filter(|interval| !interval.is_zero()), ..self }
    }

    pub(crate) fn interval(&self) -> Option<Duration> {
        self.every
    }

    /// Returns the fault of the delivery with this number; `None` if it has none.
    fn fault_of(&self, number: u64) -> Option<WebhookFault> {
        let turn = usize::try_from(number).unwrap_or_default() % (self.faults.len() + 1);
        turn.checked_sub(1).and_then(|index| self.faults.get(index).copied())
    }
}

impl fmt::Debug for WebhookTarget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("WebhookTarget")
            .field("url", &self.url)
            .field("has_secret", &self.secret.is_some())
            .field("file", &self.file)
            .field("faults", &self.faults)
            .field("every", &self.every)
            .finish()
    }
}

/// Request with a webhook that was sent.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SentWebhook {
    /// The file of the spec that describes the event.
    pub file: &'static str,
    /// The ID that repeated deliveries of the event share, if the spec names one.
    pub id: Option<String>,
    /// The body.
    pub body: String,
    /// The headers, with the signature.
    pub headers: HeaderMap,
    /// The fault of the delivery, if it has one.
    pub fault: Option<WebhookFault>,
    /// The status of the response, or a message why there is none.
    pub status: Result<StatusCode, String>,
}

/// Function that is called after each request.
pub(crate) type Watch = Box<dyn Fn(&SentWebhook) + Send + Sync>;

/// Sender of the webhooks of a server.
pub(crate) struct Sender {
    api: Arc<Api>,
    deployment: Option<&'static Deployment>,
    style: Style,
    /// Number of events that were made so far.
    events: AtomicU64,
    /// Number of deliveries that were made so far.
    deliveries: AtomicU64,
    http: reqwest::Client,
    watch: Option<Watch>,
}

/// Event before it is signed.
#[derive(Clone, Debug)]
struct Event {
    body: String,
    id: Option<String>,
    time: SystemTime,
}

/// Webhooks that a target asks for, with the target.
#[derive(Clone, Copy)]
struct SelectedWebhooks<'a> {
    webhooks: &'a Webhooks,
    target: &'a WebhookTarget,
}

impl Sender {
    pub(crate) fn new(
        api: Arc<Api>,
        deployment: Option<&'static Deployment>,
        style: Style,
        watch: Option<Watch>,
    ) -> Result<Self, String> {
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).timeout(TIMEOUT).build();
        let http = http.map_err(|error| format!("cannot send webhooks: {error}"))?;
        Ok(Self { api, deployment, style, events: AtomicU64::new(0), deliveries: AtomicU64::new(0), http, watch })
    }

    /// Checks the URL, the secret and the faults of a target.
    pub(crate) fn check(&self, target: &WebhookTarget) -> Result<(), String> {
        let selected = self.select_webhooks(target)?;
        reqwest::Url::parse(&target.url)
            .map_err(|error| format!("`{}` is no URL of a receiver: {error}", target.url))?;
        let event = Event { body: "null".to_owned(), id: None, time: SystemTime::UNIX_EPOCH };
        self.headers(selected, &event, None)?;
        target.faults.iter().try_for_each(|fault| fault.check(selected.webhooks.schema))
    }

    /// Sends the next delivery: one request, or two for faults that need two. The error is a wrong
    /// target or fault.
    pub(crate) async fn send(&self, target: &WebhookTarget, body: Option<&Value>) -> Result<Vec<SentWebhook>, String> {
        let selected = self.select_webhooks(target)?;
        let fault = target.fault_of(self.deliveries.fetch_add(1, Ordering::Relaxed));
        if let Some(fault) = fault {
            fault.check(selected.webhooks.schema)?;
        }
        let next = || self.event(selected.webhooks, body);
        let events = match fault {
            Some(WebhookFault::Repeated) => {
                let event = next();
                vec![event.clone(), event]
            }
            Some(WebhookFault::OutOfOrder) => {
                let (first, second) = (next(), next());
                vec![second, first]
            }
            _ => vec![next()],
        };
        let mut sent = Vec::new();
        for event in events {
            sent.push(self.post(selected, event, fault).await?);
        }
        Ok(sent)
    }

    /// Selects the webhooks of the file that `target` names; without a name, of the only file that declares some.
    fn select_webhooks<'a>(&'a self, target: &'a WebhookTarget) -> Result<SelectedWebhooks<'a>, String> {
        let webhooks = self.api.find_webhooks(target.file.as_deref())?;
        Ok(SelectedWebhooks { webhooks, target })
    }

    /// Returns the next event. Its body is `body`, or else the next example of the spec, each once,
    /// or else a synthetic value.
    fn event(&self, webhooks: &Webhooks, body: Option<&Value>) -> Event {
        let number = self.events.fetch_add(1, Ordering::Relaxed);
        let example = usize::try_from(number).ok().and_then(|number| webhooks.examples.get(number));
        let name = webhooks.schema.name;
        let body = match (body, example.filter(|_| !self.style.synthetic_only)) {
            (Some(body), _) => body.to_string(),
            (None, Some(example)) => example.body.clone(),
            (None, None) => {
                let mut draw = self.style.draw(&[name, "webhook", &number.to_string()]);
                draw.value(webhooks.schema.event, &Bounds::NONE).to_string()
            }
        };
        let id = match webhooks.schema.id {
            Some(WebhookId::Member(path)) => member(&body, path),
            Some(WebhookId::Header(_)) => {
                let part = |half| seed(&[name, half, &self.style.seed.to_string(), &number.to_string()]);
                Some(format!("{:016x}{:016x}", part("high"), part("low")))
            }
            None => None,
        };
        Event { body, id, time: SystemTime::now() }
    }

    /// Signs an event, sends it once, and reports the request to the watching function.
    async fn post(
        &self,
        selected: SelectedWebhooks<'_>,
        event: Event,
        fault: Option<WebhookFault>,
    ) -> Result<SentWebhook, String> {
        let headers = self.headers(selected, &event, fault)?;
        let request = self.http.post(&selected.target.url).headers(headers.clone()).body(event.body.clone());
        let status = match request.send().await {
            Ok(response) => Ok(response.status()),
            Err(error) => Err(format!("no response of the receiver: {}", error.without_url())),
        };
        let file = selected.webhooks.schema.name;
        let sent = SentWebhook { file, id: event.id, body: event.body, headers, fault, status };
        if let Some(watch) = &self.watch {
            watch(&sent);
        }
        Ok(sent)
    }

    /// Returns the headers of a request, with the signature as the fault changes it.
    fn headers(
        &self,
        SelectedWebhooks { webhooks, target }: SelectedWebhooks<'_>,
        event: &Event,
        fault: Option<WebhookFault>,
    ) -> Result<HeaderMap, String> {
        let mut headers = HeaderMap::new();
        if let Some(signature) = webhooks.schema.signature {
            let untyped = chainloom_runtime::Webhooks::<RawJson>::new(webhooks.schema);
            let untyped = self.deployment.map_or(untyped, |deployment| untyped.deployment(deployment));
            let secret = target.secret.clone().ok_or("the webhooks are signed, but the target has no secret")?;
            let signer = untyped.signer(secret).map_err(|error| error.to_string())?;
            let late = Duration::from_millis(signature.tolerance.unwrap_or_default()) + Duration::from_secs(60);
            let (body, time) = match fault {
                Some(WebhookFault::WrongSignature) => ("[\"another body\"]", event.time),
                Some(WebhookFault::Late) => {
                    (event.body.as_str(), event.time.checked_sub(late).unwrap_or(SystemTime::UNIX_EPOCH))
                }
                _ => (event.body.as_str(), event.time),
            };
            let id = event.id.as_deref().unwrap_or_default();
            headers = signer.sign(body.as_bytes(), id, time).map_err(|error| error.to_string())?;
            if fault == Some(WebhookFault::NoSignature) {
                headers.remove(signer.signature_header());
            }
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        Ok(headers)
    }
}

/// Returns the text or number at a path of a JSON text; `None` for other values and absent members.
fn member(body: &str, path: &[&str]) -> Option<String> {
    let json: Value = serde_json::from_str(body).ok()?;
    let found = path.iter().try_fold(&json, |json, name| match json {
        Value::Array(items) => items.get(name.parse::<usize>().ok()?),
        _ => json.get(name),
    })?;
    match found {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
