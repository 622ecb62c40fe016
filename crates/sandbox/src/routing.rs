//! Routing: resolves a path to an operation, service or websocket.
//!
//! Input: the operations of a spec, and the values of variables. Output: look-ups by verb and path,
//! and the URLs of services. The other parts of a request are read in [`crate::requests`].

mod base_paths;
pub(crate) mod guide;
pub(crate) mod known_values;
pub(crate) mod names;
pub(crate) mod routes;
pub(crate) mod sockets;
pub(crate) mod template;

/// Returns whether `name` is the ID of an operation or subscription, or the part of the ID after
/// the service.
pub(crate) fn is_id(id: &str, name: &str) -> bool {
    id == name || id.rsplit('.').next() == Some(name)
}
