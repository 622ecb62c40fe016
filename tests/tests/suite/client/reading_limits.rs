//! Limits of reading: the deepest trace on a small stack, and memory in proportion to the size
//! limit.

use std::sync::Arc;

use bytes::Bytes;
use chainloom::node::{self, evm_debug};
use chainloom::runtime as rt;
use rt::http;
use serde_json::Value;

/// Transport with this result for each call.
struct FixedResult(String);

impl rt::Transport for FixedResult {
    fn send(&self, request: http::Request<Bytes>, _: rt::Limits) -> rt::BoxFuture<'_, rt::TransportResult> {
        let id = serde_json::from_slice::<Value>(request.body()).unwrap()["id"].clone();
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{}}}"#, self.0);
        Box::pin(async move { Ok(http::Response::new(Bytes::from(body))) })
    }
}

/// Asks for a trace, on a thread with the stack that threads have unless a program says otherwise.
fn on_small_stack(
    answer: String,
    set: fn(rt::Builder) -> rt::Builder,
    look: impl FnOnce(Result<evm_debug::Trace, rt::Error>) + Send + 'static,
) {
    let work = move || {
        let transport = Arc::new(FixedResult(answer));
        let builder = node::Client::builder().base_url("http://node.example");
        let client = builder.configure(|builder| set(builder.transport(transport))).build().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        look(runtime.block_on(async { client.evm("C").debug_trace_transaction([7; 32]).await }));
    };
    std::thread::Builder::new().stack_size(2 * 1024 * 1024).spawn(work).unwrap().join().unwrap();
}

/// Calls in one another: `innermost` stands in the last.
fn calls(depth: usize, innermost: &str) -> String {
    let frame =
        r#""type":"CALL","from":"0x00000000000000000000000000000000000000ff","gas":"0x1","gasUsed":"0x1","input":"0x""#;
    format!("{}{{{frame}{innermost}}}{}", format!("{{{frame},\"calls\":[").repeat(depth - 1), "]}".repeat(depth - 1))
}

fn depth_of(trace: &evm_debug::Trace) -> usize {
    let evm_debug::Trace::Object(object) = trace else { panic!("no object") };
    let (mut at, mut depth) = (object, 1);
    while let evm_debug::TraceObjectKind::Call(call) = &at.kind {
        match call.calls.as_deref() {
            Some([inner]) => (at, depth) = (inner, depth + 1),
            _ => break,
        }
    }
    depth
}

#[test]
fn the_deepest_tree_of_calls_is_read_on_a_small_stack() {
    on_small_stack(
        calls(1_025, ""),
        |builder| builder,
        |trace| {
            let trace = trace.unwrap();
            assert_eq!(depth_of(&trace), 1_025);
            // What can be read can be written, printed, compared and dropped, too.
            let written = rt::__private::to_vec(&trace, rt::schema::Type::Json).unwrap();
            assert_eq!(serde_json::to_string(&trace).unwrap().as_bytes(), written);
            assert!(trace == rt::__private::from_slice(rt::schema::Type::Json, &written).unwrap());
            assert!(format!("{trace:?}").len() > written.len());
        },
    );
}

#[test]
fn a_tree_that_is_too_deep_says_where_and_how_to_raise_the_limit() {
    on_small_stack(
        calls(1_100, ""),
        |builder| builder,
        |trace| {
            let error = trace.unwrap_err().to_string();
            assert!(error.contains("result.calls[0].calls[0]") && error.contains("….calls[0]"), "{error}");
            assert!(error.contains("at most 2112 nested") && error.contains("`max_response_depth`"), "{error}");
        },
    );
    on_small_stack(
        calls(1_100, ""),
        |builder| builder.max_response_depth(2_500),
        |trace| {
            assert_eq!(depth_of(&trace.unwrap()), 1_100);
        },
    );
    on_small_stack(
        calls(20, ""),
        |builder| builder.max_response_depth(10),
        |trace| {
            assert!(trace.unwrap_err().to_string().contains("at most 10 nested"));
        },
    );
    on_small_stack(
        calls(1_000, ",\"error\":true"),
        |builder| builder,
        |trace| {
            let error = trace.unwrap_err().to_string();
            assert!(error.contains("calls[0].error: expected a text, found `true`"), "{error}");
        },
    );
}

#[test]
fn values_take_no_more_memory_than_the_limit_of_bytes_allows() {
    let flood = || calls(1, &format!(",\"calls\":[{}{{}}]", "{},".repeat(2_000_000)));
    on_small_stack(
        flood(),
        |builder| builder.max_response_bytes(8_000_000),
        |trace| {
            let error = trace.unwrap_err().to_string();
            assert!(
                error.contains("at most 32000000 bytes of memory") && error.contains("`max_response_bytes`"),
                "{error}"
            );
        },
    );
}
