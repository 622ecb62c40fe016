//! Protocols: HTTP requests and JSON-RPC methods, and how a server reports its version.

use crate::table::{choice, table};

choice! {
    /// HTTP request or JSON-RPC method of an operation.
    #[derive(Clone, Copy, Debug)]
    enum Protocol {
        /// An HTTP request.
        Rest {
            /// HTTP method.
            verb: Verb,
            /// Path, with parameters in braces.
            path: Template,
        },
        /// A JSON-RPC call.
        Rpc {
            /// Name of the method, a template over variables.
            method: &'static str,
        },
    }
}

table! {
    /// A text with names in braces, such as `/v1/{network}/items`, whose places are known.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Template {
        /// The text.
        text: &'static str,
        /// Begin and end of each name in the text, in bytes, with its braces, in ascending order.
        slots: &'static [(usize, usize)],
    }
}

impl Template {
    /// Returns the parts of the text: the bytes up to a slot with the name in the slot, and last the bytes after all
    /// slots.
    pub fn parts(&self) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
        let (text, mut at) = (self.text, 0);
        self.slots.iter().copied().map(Some).chain([None]).map(move |slot| {
            let (start, end) = slot.unwrap_or((text.len(), text.len()));
            let before = text.get(at..start).unwrap_or_default();
            at = end;
            (before, slot.map(|_| text.get(start + 1..end.saturating_sub(1)).unwrap_or_default()))
        })
    }

    /// Returns the names in braces.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.parts().filter_map(|(_, name)| name)
    }
}

choice! {
    /// An HTTP method.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum Verb {
        /// GET.
        Get,
        /// HEAD.
        Head,
        /// POST.
        Post,
        /// PUT.
        Put,
        /// PATCH.
        Patch,
        /// DELETE.
        Delete,
        /// Any other method, as sent. Methods are case-sensitive.
        Other(&'static str),
    }
}

impl Verb {
    /// Returns the method as sent, such as `GET`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Head => "HEAD",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Patch => "PATCH",
            Self::Delete => "DELETE",
            Self::Other(method) => method,
        }
    }

    /// Returns whether the method is safe by its standard: a request does not change the resource.
    pub fn is_safe(self) -> bool {
        is_safe_method(self.as_str())
    }
}

/// Returns whether an HTTP method is safe by its standard, such as `GET` and `QUERY`.
pub fn is_safe_method(method: &str) -> bool {
    SAFE_METHODS.contains(&method)
}

/// HTTP methods that are safe by their standard: a request does not change the resource.
pub const SAFE_METHODS: [&str; 5] = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"];

choice! {
    /// Shape of `params` in a JSON-RPC call.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum ParamStyle {
        /// One object.
        Named,
        /// An array, in the order of the spec.
        Positional,
        /// An array with one object.
        ObjectInArray,
    }
}

table! {
    /// Call that returns the version of a server. It has no parameters.
    #[derive(Clone, Copy, Debug)]
    struct VersionCall {
        /// HTTP request or JSON-RPC method.
        protocol: Protocol,
        /// Path of the member that holds the version, such as `1.14.2` or `name/v1.14.2`.
        member: &'static [&'static str],
        ..
        /// Path of a JSON-RPC call, a template over variables of the client; empty for an HTTP
        /// request.
        or endpoint: &'static str = "",
        /// Shape of `params` in a JSON-RPC call.
        or params: ParamStyle = ParamStyle::Named,
    }
}
