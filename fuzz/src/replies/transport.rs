//! A client whose server is in memory.

use std::cell::RefCell;
use std::future::Future;
use std::sync::Arc;

use chainloom::deployments::mainnet::MAINNET;
use chainloom::runtime as rt;
use chainloom::runtime::catalog::Target;
use chainloom::runtime::schema::Service;
use rt::http::{Request, Response};

/// A transport with the same response to every request.
pub(super) struct FixedResponse {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

impl rt::Transport for FixedResponse {
    fn send(&self, _: Request<rt::Body>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let response = Response::builder().status(self.status).header("content-type", "application/json");
        let response = response.body(self.body.clone().into()).map_err(rt::TransportError::other);
        Box::pin(std::future::ready(response))
    }
}

/// The target of a service, of a client that sends everything once.
pub(super) fn target(service: &'static Service, responses: FixedResponse) -> Result<Target, String> {
    crate::show(service.name, &String::from_utf8_lossy(&responses.body));
    let builder = rt::Client::builder(service.client).deployment(&MAINNET).base_url("http://127.0.0.1");
    let client = builder.transport(Arc::new(responses)).retry(rt::Retry::none()).build();
    let client = client.map_err(|error| format!("there is no client: {error}"))?;
    let vars = service.vars.iter().filter(|var| var.default.is_none());
    Ok(vars.fold(Target::new(client), |target, var| target.var(var.name, "instance")))
}

/// Runs a call to its end.
pub(super) fn wait<T>(call: impl Future<Output = T>) -> Result<T, String> {
    thread_local! {
        static RUNTIME: RefCell<Option<tokio::runtime::Runtime>> = const { RefCell::new(None) };
    }
    RUNTIME.with_borrow_mut(|runtime| {
        if runtime.is_none() {
            let new = tokio::runtime::Builder::new_current_thread().enable_time().build();
            *runtime = Some(new.map_err(|error| error.to_string())?);
        }
        Ok(runtime.as_ref().ok_or("there is no runtime")?.block_on(call))
    })
}
