//! Server: dispatches messages to tools.
//!
//! Input: messages of a host. Output: results of tools. The tools are implemented in their modules.

use std::fmt;
use std::sync::Arc;
use std::time::Instant;

use chainloom_caller::Caller;
use chainloom_reference::{Item, NotFound, Reference};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, ListToolsResult,
    PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use rmcp::{ErrorData, ServerHandler, ServiceExt as _};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;

use crate::answer::RecentPositions;
use crate::call::{CallOutcome, call};
use crate::describe::describe;
use crate::find::find;
use crate::lines::Lines;
use crate::problem::Problem;
use crate::state::{Limits, ServerState, Use};
use crate::tools::{INSTRUCTIONS, tools};

/// Minimum size limit of a result in bytes, as the list of missing parts needs room.
const FEWEST: usize = 2_000;

/// An MCP server over the operations of a spec.
#[derive(Clone)]
pub struct Server {
    shared: Arc<ServerState>,
}

impl Server {
    /// Creates a server. `writes` names the operations that may make changes; `on_use` is called
    /// after each use of a tool.
    ///
    /// # Errors
    ///
    /// A name belongs to no operation, or to several operations.
    pub fn new(
        reference: Reference,
        caller: Caller,
        mut limits: Limits,
        writes: &[String],
        on_use: impl Fn(&Use) + Send + Sync + 'static,
    ) -> Result<Self, NotFound> {
        limits.max_bytes = limits.max_bytes.max(FEWEST);
        limits.max_items = limits.max_items.max(1);
        let mut ids: Vec<String> = Vec::new();
        for name in writes {
            match reference.find(name)? {
                Item::Operation(one) => ids.push(one.id.clone()),
                Item::Subscription(_) | Item::Webhooks(_) => {
                    return Err(NotFound::Unknown { with_types: false, name: name.clone(), hint: None });
                }
            }
        }
        let shared = ServerState {
            reference,
            caller,
            limits,
            writes: ids,
            permits: Semaphore::new(limits.max_calls.clamp(1, Semaphore::MAX_PERMITS)),
            given: RecentPositions::default(),
            on_use: Box::new(on_use),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// Returns the tools as listed for hosts.
    #[must_use]
    pub fn tools(&self) -> Vec<Tool> {
        tools(self.shared.limits, &self.shared.writes)
    }

    /// Serves standard input and output until the input ends.
    ///
    /// # Errors
    ///
    /// The first message is not one of MCP, or standard output is closed.
    pub async fn serve_stdio(self) -> Result<(), String> {
        self.serve_lines(tokio::io::stdin(), tokio::io::stdout()).await
    }

    /// Serves a host whose messages are lines, until the input ends. Each line that requires an
    /// answer is answered.
    ///
    /// # Errors
    ///
    /// The first message is not one of MCP, or `write` is closed.
    pub async fn serve_lines<R, W>(self, read: R, write: W) -> Result<(), String>
    where
        R: AsyncRead + Unpin + Send + 'static,
        W: AsyncWrite + Unpin + Send + 'static,
    {
        let service = match self.serve(Lines::new(read, write)).await {
            Ok(service) => service,
            // A host may disconnect before its first message.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(error.to_string()),
        };
        service.waiting().await.map(drop).map_err(|error| error.to_string())
    }

    /// Runs a tool by its name.
    async fn use_tool(&self, tool: &'static str, arguments: rmcp::model::JsonObject) -> CallOutcome {
        let shared = &*self.shared;
        let outcome = match tool {
            "find" => find(&shared.reference, arguments),
            "describe" => describe(&shared.reference, arguments, shared.limits.max_bytes),
            _ => return call(shared, arguments).await,
        };
        CallOutcome { operation: None, outcome }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let about = Implementation::new("chainloom", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let names = ["find", "describe", "call"];
        let Some(tool) = names.into_iter().find(|name| *name == request.name) else {
            let text = format!("there is no tool `{}`; there are: `find`, `describe`, `call`", request.name);
            return Err(ErrorData::invalid_params(text, None));
        };
        let begun = Instant::now();
        let done = tokio::select! {
            () = context.ct.cancelled() => {
                let outcome = Err(Problem::new("cancelled", vec!["the request was cancelled".to_owned()]));
                CallOutcome { operation: None, outcome }
            }
            done = self.use_tool(tool, request.arguments.unwrap_or_default()) => done,
        };
        let outcome = done.outcome.as_ref().map_or_else(|problem| problem.class, |_| "ok");
        (self.shared.on_use)(&Use { tool, operation: done.operation, outcome, took: begun.elapsed() });
        let result = match done.outcome {
            Ok(text) => CallToolResult::success(vec![ContentBlock::text(text)]),
            Err(problem) => CallToolResult::error(vec![ContentBlock::text(problem.text(self.shared.limits.max_bytes))]),
        };
        Ok(result.into())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ServerState { limits, writes, .. } = &*self.shared;
        out.debug_struct("Server").field("limits", limits).field("writes", writes).finish_non_exhaustive()
    }
}
