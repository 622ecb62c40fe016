//! Webhooks of a sandbox: sent on request of a test, or automatically from the start on.

use std::sync::Arc;

use serde_json::Value;
use tokio::task::JoinHandle;

use super::{Builder, Error, Sandbox};
use crate::webhooks::{Sender, SentWebhook, WebhookTarget};

impl Builder {
    /// Sends webhooks to a receiver: once, or at the interval of the target. Can be called for several
    /// receivers.
    #[must_use]
    pub fn webhooks_to(mut self, target: WebhookTarget) -> Self {
        self.webhooks.push(target);
        self
    }

    /// Calls a function after each request with a webhook, such as one that prints it.
    #[must_use]
    pub fn on_webhook(mut self, watch: impl Fn(&SentWebhook) + Send + Sync + 'static) -> Self {
        self.webhook_watch = Some(Box::new(watch));
        self
    }
}

impl Sandbox {
    /// Sends the next event of the webhooks of the spec to a receiver, and returns the requests once they
    /// have responses: one, or two for some faults. The bodies are the examples of the spec, each once,
    /// then synthetic values.
    ///
    /// # Errors
    ///
    /// The spec has no such webhooks, the secret does not have the described encoding, or a fault needs a key that the
    /// spec lacks. A receiver that does not respond is not an error: [`SentWebhook::status`] contains the
    /// reason.
    pub async fn send_webhook(&self, target: &WebhookTarget) -> Result<Vec<SentWebhook>, Error> {
        self.webhooks.send(target, None).await.map_err(Error)
    }

    /// Sends an event with this body; see [`Sandbox::send_webhook`].
    ///
    /// # Errors
    ///
    /// Fails as [`Sandbox::send_webhook`] does.
    pub async fn send_webhook_value(&self, target: &WebhookTarget, body: &Value) -> Result<Vec<SentWebhook>, Error> {
        self.webhooks.send(target, Some(body)).await.map_err(Error)
    }
}

/// Starts a task that sends webhooks to a receiver: once, or at the interval of the target.
pub(super) fn send_to(sender: Arc<Sender>, target: WebhookTarget) -> JoinHandle<()> {
    tokio::spawn(async move {
        // The target was checked before.
        let Some(interval) = target.interval() else {
            let _ = sender.send(&target, None).await;
            return;
        };
        let mut ticks = tokio::time::interval(interval);
        loop {
            ticks.tick().await;
            let _ = sender.send(&target, None).await;
        }
    })
}
