//! Local test server for every operation of a spec.
//!
//! Input: a spec. Output: a server on loopback with each of its operations: REST, and JSON-RPC over
//! HTTP and websockets, with subscriptions. Requests are checked as the described service would
//! check them. Responses are examples of the spec, or synthetic values that fit types and bounds;
//! lists come in pages. Equal requests to servers with equal seeds have equal responses.
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! use chainloom_sandbox::Sandbox;
//!
//! let sandbox = Sandbox::builder().seed(7).start().await?;
//! println!("clients take this base URL: {}", sandbox.url());
//! // … calls of the program under test …
//! assert_eq!(sandbox.seen()[0].operations, ["books.findBook"]);
//! # Ok(())
//! # }
//! ```
//!
//! Subscribers over a websocket get events that a test publishes:
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! # let sandbox = chainloom_sandbox::Sandbox::builder().start().await?;
//! assert_eq!(sandbox.open_subscriptions(), 1);
//! sandbox.publish("arrivals", 3)?;
//! sandbox.cut_connections();
//! # Ok(())
//! # }
//! ```
//!
//! A receiver of webhooks gets signed events:
//!
//! ```no_run
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! # let sandbox = chainloom_sandbox::Sandbox::builder().start().await?;
//! use chainloom_sandbox::{WebhookFault, WebhookTarget};
//!
//! let receiver = WebhookTarget::new("http://127.0.0.1:8080/events").secret("00ff").fault(WebhookFault::Repeated);
//! let sent = sandbox.send_webhook(&receiver).await?;
//! assert_eq!(sent[0].status.as_ref().map(|status| status.as_u16()), Ok(200));
//! # Ok(())
//! # }
//! ```

mod faults;
mod refusals;
mod requests;
mod responses;
mod routing;
mod sandbox;
mod server;
mod session;
mod subscriptions;
mod synthesis;
mod webhooks;
mod websocket;

pub use faults::{Fault, HEADER as FAULT_HEADER, Rule, RuleError};
pub use responses::prepared::{PreparedResponse, PreparedResponseError};
pub use routing::guide::ServedService;
pub use sandbox::{Builder, Error, Sandbox, WebhookListener};
pub use server::log::SeenRequest;
pub use server::reference::DryRuns;
pub use webhooks::{SentWebhook, WebhookFault, WebhookTarget};
