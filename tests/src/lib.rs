//! What the tests share: vectors, how they are matched to operations, and when two values are
//! equal.

pub mod anvil;
pub mod bless;
pub mod calling;
pub mod compile;
pub mod equality;
pub mod error_responses;
pub mod evm;
pub mod full;
pub mod machine;
pub mod matching;
pub mod multipart;
pub mod requests;
pub mod round_trip;
pub mod shape;
pub mod spec;
pub mod vectors;

// By these a test finds out which of the compiled libraries are those of this package.
pub use chainloom::operations;
pub use tokio;

/// The examples of the README compile.
#[doc = include_str!("../../README.md")]
#[cfg(doctest)]
pub struct Readme;

/// The example of the page on calls compiles.
#[doc = include_str!("../../docs/calls.md")]
#[cfg(doctest)]
pub struct CallsPage;

/// The example of the page on tests without a network runs.
#[doc = include_str!("../../docs/testing.md")]
#[cfg(doctest)]
pub struct TestingPage;

/// The example of the page on websockets runs.
#[doc = include_str!("../../docs/websocket.md")]
#[cfg(doctest)]
pub struct WebsocketPage;

/// The example of the page on the sandbox runs.
#[doc = include_str!("../../docs/sandbox.md")]
#[cfg(doctest)]
pub struct SandboxPage;

/// The example of the page on webhooks runs.
#[doc = include_str!("../../docs/webhooks.md")]
#[cfg(doctest)]
pub struct WebhooksPage;

/// The example of the page on limits, endpoints, keys, observers and middleware runs.
#[doc = include_str!("../../docs/client.md")]
#[cfg(doctest)]
pub struct ClientPage;

/// The examples of the page on amounts run.
#[doc = include_str!("../../docs/amounts.md")]
#[cfg(doctest)]
pub struct AmountsPage;

/// The example of the page on lists runs.
#[doc = include_str!("../../docs/pages.md")]
#[cfg(doctest)]
pub struct PagesPage;

/// The examples of the page on the operator's SDK compile.
#[doc = include_str!("../../docs/typescript-sdk.md")]
#[cfg(doctest)]
pub struct TypescriptSdkPage;
