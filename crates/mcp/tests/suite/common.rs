//! A client that talks to a server in this process.

use std::sync::{Arc, LazyLock, Mutex};

use chainloom_caller::{Caller, Profile};
use chainloom_codegen::{NamedModel, name, read_sources};
use chainloom_interpret::Api;
use chainloom_mcp::{Limits, Server};
use chainloom_reference::Reference;
use rmcp::model::{CallToolRequestParams, JsonObject};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt as _};
use serde_json::Value;

pub(crate) struct Host {
    pub(crate) client: RunningService<RoleClient, ()>,
    /// Log messages of the server, one for each use of a tool.
    pub(crate) log: Arc<Mutex<Vec<String>>>,
}

/// Returns the built-in spec, which is read once.
pub(crate) fn spec() -> &'static NamedModel {
    static SPEC: LazyLock<NamedModel> = LazyLock::new(|| {
        let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        name(&read_sources("spec", files.collect()).unwrap(), &[]).unwrap()
    });
    &SPEC
}

pub(crate) fn profile(url: String) -> Profile {
    Profile { url: Some(url), retries: Some(0), ..Profile::default() }
}

pub(crate) async fn host(profile: Profile, limits: Limits, writes: &[&str]) -> Host {
    host_of(spec(), profile, limits, writes).await
}

/// Creates a host of a server of any spec.
pub(crate) async fn host_of(named: &NamedModel, profile: Profile, limits: Limits, writes: &[&str]) -> Host {
    let caller = Caller::new(Api::of(named), profile).unwrap();
    let log = Arc::new(Mutex::new(Vec::new()));
    let told = Arc::clone(&log);
    let writes: Vec<String> = writes.iter().map(|name| (*name).to_owned()).collect();
    let on_use = move |used: &chainloom_mcp::Use| told.lock().unwrap().push(used.to_string());
    let server = Server::new(Reference::of(named), caller, limits, &writes, on_use).unwrap();
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { server.serve(ours).await.unwrap().waiting().await });
    Host { client: ().serve(theirs).await.unwrap(), log }
}

/// Creates a host of a server with the usual limits, which only reads.
pub(crate) async fn usual(url: String) -> Host {
    host(profile(url), Limits::default(), &[]).await
}

pub(crate) fn object(json: Value) -> JsonObject {
    json.as_object().unwrap().clone()
}

impl Host {
    /// Uses a tool: whether it is an error, and its text.
    pub(crate) async fn use_tool(&self, tool: &'static str, arguments: Value) -> (bool, String) {
        self.try_tool(tool, arguments).await.unwrap()
    }

    pub(crate) async fn try_tool(&self, tool: &'static str, arguments: Value) -> Result<(bool, String), ServiceError> {
        let asked = CallToolRequestParams::new(tool).with_arguments(object(arguments));
        let result = self.client.call_tool(asked).await?;
        let text = result.content[0].as_text().unwrap().text.clone();
        Ok((result.is_error == Some(true), text))
    }

    /// Calls an operation, which must succeed.
    pub(crate) async fn call(&self, arguments: Value) -> Value {
        let (is_error, text) = self.use_tool("call", arguments.clone()).await;
        assert!(!is_error, "{arguments}: {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// Uses a tool, which must fail: returns the class of the error, and its whole text.
    pub(crate) async fn fail(&self, tool: &'static str, arguments: Value) -> (String, String) {
        let (is_error, text) = self.use_tool(tool, arguments.clone()).await;
        assert!(is_error, "{arguments}: {text}");
        let error: Value = serde_json::from_str(&text).unwrap();
        (error["error"]["class"].as_str().unwrap().to_owned(), text)
    }
}
