//! Error responses, sent to the client as by a server.

use std::sync::Arc;

use bytes::Bytes;
use chainloom::runtime::__private as rt;
use rt::schema::{Operation, Type};
use rt::{Read, Write, http};
use serde_json::{Value, json};

/// Reads a body as a type and writes it again.
pub type Recode = fn(&[u8]) -> (Type, Result<Vec<u8>, String>);

/// The error bodies of the clients.
pub const ERROR_BODIES: [(&str, Recode); 2] =
    [("data", recode::<chainloom::data::ErrorBody>), ("metrics", recode::<chainloom::metrics::MetricsErrorBody>)];

fn recode<T: Read + Write + rt::Record>(body: &[u8]) -> (Type, Result<Vec<u8>, String>) {
    let ty = Type::Record(rt::Record::table(&rt::blank::<T>()));
    (ty, recode_as::<T>(ty, body))
}

/// Reads a body as a value of the type `ty` and writes the value again.
///
/// # Errors
///
/// When the body does not fit the type; the text says where.
pub fn recode_as<T: Read + Write>(ty: Type, body: &[u8]) -> Result<Vec<u8>, String> {
    let value = rt::from_slice::<T>(ty, body).map_err(|error| error.to_string())?;
    rt::to_vec(&value, ty).map_err(|error| error.to_string())
}

/// Error of the client for a JSON-RPC response with this error object.
pub fn rpc_error(operation: &'static Operation, error: &Value) -> Option<rt::Error> {
    let response = ErrorResponse(error.clone());
    let builder =
        rt::Client::builder(operation.service.client).base_url("http://127.0.0.1").transport(Arc::new(response));
    let client = builder.build().ok()?;
    // The variable of a service without a default; which instance is asked makes no difference
    // here.
    let vars = operation.service.vars.iter();
    let target = vars.fold(rt::Target::new(client.clone()), |target, var| target.var(var.name, "instance"));
    // Parameters are left out, for a request that is refused would never get a response.
    let input = &rt::schema::Record { name: "nothing", fields: &[] };
    let plain =
        Operation::new(operation.id, operation.service, operation.protocol, input).available(operation.available);
    let unchecked: &'static Operation =
        Box::leak(Box::new(Operation { output: operation.output, effect: operation.effect, ..plain }));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().ok()?;
    runtime.block_on(client.execute(unchecked, &Vec::new(), &target)).err()
}

/// A transport that responds from memory.
struct ErrorResponse(Value);

impl rt::Transport for ErrorResponse {
    fn send(&self, request: http::Request<Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let id = serde_json::from_slice::<Value>(request.body()).ok().and_then(|body| body.get("id").cloned());
        let response = json!({ "jsonrpc": "2.0", "id": id, "error": self.0 });
        Box::pin(async move { Ok(http::Response::new(Bytes::from(response.to_string()))) })
    }
}
