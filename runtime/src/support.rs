//! Support: decides whether a server has an operation.
//!
//! Input: an operation with the versions that have it, the deployment, and the version that the
//! server reports. Output: a [`Support`]. The server is asked once for each client, and only if the
//! result depends on it.

use crate::{
    Client, Error, RawCall, RawJson, Target, Text, json,
    response::fits,
    schema::{Operation, Protocol, VersionCall},
};
use std::{cmp::Ordering, fmt};

/// Whether the server of a client has an operation; see [`Client::supports`].
///
/// `Display` prints it as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Support {
    /// No version or deployment that is known excludes it.
    Supported,
    /// The server runs a version before the first one that has the operation.
    NotBefore {
        /// The first version that has the operation.
        since: &'static str,
        /// Version that the server reports.
        server: String,
    },
    /// The server runs a version after the last one that has the operation.
    NotAfter {
        /// The last version that has the operation.
        until: &'static str,
        /// Version that the server reports.
        server: String,
    },
    /// The deployment does not serve the method.
    NotServed {
        /// The name of the deployment.
        deployment: &'static str,
    },
    /// The operation depends on the version of the server, which is unknown: the spec names no call that returns
    /// it, or the response of the server is not a version.
    Unknown,
}

impl fmt::Display for Support {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Supported => out.write_str("supported"),
            Self::NotBefore { since, server } => write!(out, "not before version {since}; the server runs {server}"),
            Self::NotAfter { until, server } => write!(out, "not after version {until}; the server runs {server}"),
            Self::NotServed { deployment } => write!(out, "not served by the deployment `{deployment}`"),
            Self::Unknown => out.write_str("unknown, because the version of the server is not known"),
        }
    }
}

impl Support {
    /// Returns whether the value is [`Support::Supported`].
    pub const fn is_supported(&self) -> bool {
        matches!(self, Self::Supported)
    }
}

impl Client {
    /// Returns whether the server has an operation, by the versions and the deployment in the
    /// spec.
    ///
    /// The first call that depends on it asks the server for its version; the client remembers the
    /// response.
    ///
    /// # Errors
    ///
    /// The server cannot be asked for its version.
    pub async fn supports(&self, operation: &'static Operation) -> Result<Support, Error> {
        if let Some(support) = self.not_served(operation)? {
            return Ok(support);
        }
        if operation.since.is_none() && operation.until.is_none() {
            return Ok(Support::Supported);
        }
        Ok(self.server_version().await?.map_or(Support::Unknown, |server| by_version(operation, server)))
    }

    /// Returns the version that the server reports, such as `1.14.2` or `name/v1.14.2`; an empty text if the response
    /// has none, and `None` if the spec names no call that returns the version.
    ///
    /// The client asks once, and remembers the response.
    ///
    /// # Errors
    ///
    /// The server cannot be asked.
    pub async fn server_version(&self) -> Result<Option<&str>, Error> {
        let Some(call) = self.description().version else { return Ok(None) };
        let known = &self.settings().server_version;
        if known.get().is_none() {
            let asked = self.ask_version(call).await?;
            known.get_or_init(|| asked);
        }
        Ok(known.get().map(String::as_str))
    }

    /// Returns that the deployment does not serve the method of an operation; `None` if it may serve it.
    fn not_served(&self, operation: &'static Operation) -> Result<Option<Support>, Error> {
        let (Protocol::Rpc { method }, Some(deployment)) = (operation.protocol, self.settings().deployment) else {
            return Ok(None);
        };
        let method = Target::new(self.clone()).fill(operation.service, method);
        let method = method.map_err(|error| error.with_operation(operation.id))?;
        let is_missing = deployment.missing.iter().any(|pattern| fits(pattern, &method));
        Ok(is_missing.then_some(Support::NotServed { deployment: deployment.name }))
    }

    /// Requests the version from the server; empty if the response has no such member.
    async fn ask_version(&self, call: VersionCall) -> Result<String, Error> {
        let response = RawCall::version(self, call)?.await?;
        Ok(member(&response, call.member).unwrap_or_default())
    }
}

/// Reads the text at a path of members.
fn member(json: &RawJson, path: &[&str]) -> Option<String> {
    let Some((first, rest)) = path.split_first() else {
        return json.to::<Text>().ok().map(|text| text.as_str().to_owned());
    };
    let members = json::members(json.as_str().as_bytes()).ok()?;
    let (_, value) = members.into_iter().find(|(name, _)| name.as_str() == *first)?;
    member(&RawJson::checked(value), rest)
}

/// Compares the version of the server with the versions that have the operation.
fn by_version(operation: &Operation, server: &str) -> Support {
    let compared = |bound: &str| compare(server, bound);
    let support = |ordering: Option<Ordering>, wrong: Ordering, otherwise: Support| match ordering {
        None => Some(Support::Unknown),
        Some(ordering) => (ordering == wrong).then_some(otherwise),
    };
    let since = operation.since.and_then(|since| {
        support(compared(since), Ordering::Less, Support::NotBefore { since, server: server.to_owned() })
    });
    let until = operation.until.and_then(|until| {
        support(compared(until), Ordering::Greater, Support::NotAfter { until, server: server.to_owned() })
    });
    since.or(until).unwrap_or(Support::Supported)
}

/// Compares the version of a server with a version `bound` of the spec, by the numbers that `bound` has:
/// 1.9.5 equals 1.9.
fn compare(server: &str, bound: &str) -> Option<Ordering> {
    let (mut server, bound) = (numbers(server)?, numbers(bound)?);
    server.resize(bound.len(), 0);
    Some(server.cmp(&bound))
}

/// Parses the numbers of a version: for `name/v1.14.2-rc.1`, they are 1, 14 and 2. Digits within a word are not a
/// version.
fn numbers(text: &str) -> Option<Vec<u64>> {
    let begins = |part: &&str| part.trim_start_matches(['v', 'V']).starts_with(|letter: char| letter.is_ascii_digit());
    let version = text.split(['/', ' ', '@', '-', '+', '_']).find(begins)?.trim_start_matches(['v', 'V']);
    version.split('.').map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
    use super::*;

    #[test]
    fn versions() {
        for (server, bound, ordering) in [
            ("1.14.2", "v1.14.2", Some(Ordering::Equal)),
            ("name/1.14.2", "1.14", Some(Ordering::Equal)),
            ("name2/v1.9.16-rc.1", "1.10", Some(Ordering::Less)),
            ("v1.10.0+abc", "1.9.16", Some(Ordering::Greater)),
            ("2", "1.9", Some(Ordering::Greater)),
            ("1", "1.0.0", Some(Ordering::Equal)),
            ("nightly", "1.0", None),
            ("", "1.0", None),
            ("1.0", "the next upgrade", None),
            ("99999999999999999999.1", "1.0", None),
        ] {
            assert_eq!(compare(server, bound), ordering, "{server} {bound}");
        }
    }
}
