//! How a server says which version it runs.

use super::{ParamStyle, Protocol, Verb};

/// The call that says which version a server runs. It has no parameters.
#[derive(Clone, Copy, Debug)]
pub struct VersionCall {
    /// The HTTP request or JSON-RPC method.
    pub protocol: Protocol,
    /// The path of a JSON-RPC call, a template over variables of the client; empty for an HTTP request.
    pub endpoint: &'static str,
    /// The shape of `params` in a JSON-RPC call.
    pub params: ParamStyle,
    /// The path of the member that holds the version, such as `1.14.2` or `name/v1.14.2`.
    pub member: &'static [&'static str],
}

impl VersionCall {
    /// Describes a GET request.
    pub const fn rest(path: &'static str, member: &'static [&'static str]) -> Self {
        let protocol = Protocol::Rest { verb: Verb::Get, path };
        Self { protocol, endpoint: "", params: ParamStyle::Named, member }
    }

    /// Describes a JSON-RPC call.
    pub const fn rpc(
        endpoint: &'static str,
        method: &'static str,
        params: ParamStyle,
        member: &'static [&'static str],
    ) -> Self {
        Self { protocol: Protocol::Rpc { method }, endpoint, params, member }
    }
}
