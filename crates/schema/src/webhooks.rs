//! Tables of webhooks: events that a service sends to a server of its user, and their signatures.

use crate::services::Client;
use crate::table::{choice, table};
use crate::types::Type;

table! {
    /// Description of the webhooks of a service: the type of an event, and the signature of a request.
    #[derive(Debug)]
    struct Webhooks {
        /// Spec file that describes the webhooks, such as `library/events`.
        name: &'static str,
        /// Client whose variables and deployments apply to the names of headers.
        client: &'static Client,
        /// Type of an event.
        event: Type,
        ..
        /// Place of the value that repeated deliveries of an event share.
        some id: WebhookId,
        /// Signature of a request; `None` if the spec describes none.
        some signature: WebhookSignature,
    }
}

choice! {
    /// Place of the value that repeated deliveries of an event share.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum WebhookId {
        /// The member of the event at this path.
        Member(&'static [&'static str]),
        /// The header with this name, a template over variables.
        Header(&'static str),
    }
}

table! {
    /// Signature of a request, and its form in the header.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct WebhookSignature {
        /// Name of the header, a template over variables.
        header: &'static str,
        /// The algorithm.
        algorithm: SignatureAlgorithm,
        /// Encoding of the signature as text.
        encoding: SignatureEncoding,
        /// Signed contents. A receiver tries each of them, a signer uses the first.
        over: &'static [&'static [SignedPart]],
        ..
        /// Text before the encoded signature.
        or prefix: &'static str = "",
        /// Encoding of the key in a secret.
        or key: KeyEncoding = KeyEncoding::Text,
        /// Text before the encoded key in a secret.
        or key_prefix: &'static str = "",
        /// Separator of several signatures or parts in the header.
        some separator: &'static str,
        /// Place of the signed timestamp; `None` without a timestamp.
        some timestamp: SignedTime,
        /// Maximum difference between the timestamp and the clock of the receiver, in milliseconds.
        some tolerance: u64,
    }
}

choice! {
    /// Algorithm of a signature.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[non_exhaustive]
    enum SignatureAlgorithm {
        /// HMAC with SHA-256.
        HmacSha256,
    }
}

choice! {
    /// Encoding of the bytes of a signature as text.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum SignatureEncoding {
        /// Hexadecimal digits.
        Hex,
        /// Standard base64 with padding.
        Base64,
    }
}

choice! {
    /// Encoding of a key in a secret.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    enum KeyEncoding {
        /// The bytes of the text.
        Text,
        /// Hexadecimal digits.
        Hex,
        /// Standard base64.
        Base64,
    }
}

choice! {
    /// Place of a timestamp, in seconds of UNIX time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum SignedTime {
        /// A part of the signature header: `t` for `t=1700000000`.
        Part(&'static str),
        /// The header with this name, a template over variables.
        Header(&'static str),
    }
}

choice! {
    /// A part of the signed content.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum SignedPart {
        /// A fixed text.
        Text(&'static str),
        /// The body as sent.
        Body,
        /// The body as canonical JSON (RFC 8785).
        CanonicalJson,
        /// The text of the timestamp.
        Timestamp,
        /// The text of the ID header.
        Id,
    }
}
