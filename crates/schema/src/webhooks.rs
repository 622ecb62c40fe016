//! Tables of webhooks: events that a service sends to a server of its user, and their signatures.

use crate::services::Client;
use crate::table::{choice, table};
use crate::types::Type;

table! {
    /// Description of the webhooks of a service: the type of an event, and the signature of a request.
    #[derive(Debug)]
    struct Webhooks {
        /// The file of the spec that describes them, such as `library/events`.
        name: &'static str,
        /// The client whose variables and deployments the names of headers follow.
        client: &'static Client,
        /// The type of an event.
        event: Type,
        ..
        /// Place of the value that repeated deliveries of an event share.
        some id: WebhookId,
        /// The signature of a request; `None` where the spec describes none.
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
    /// The signature of a request, and the form in which its header holds it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct WebhookSignature {
        /// The name of the header, a template over variables.
        header: &'static str,
        /// The algorithm.
        algorithm: SignatureAlgorithm,
        /// The encoding of a signature.
        encoding: SignatureEncoding,
        /// What is signed. Of several, each is tried by a receiver, and the first is signed by a sender.
        over: &'static [&'static [SignedPart]],
        ..
        /// The text before the encoded signature.
        or prefix: &'static str = "",
        /// The encoding of the key in a secret.
        or key: KeyEncoding = KeyEncoding::Text,
        /// The text before the encoded key in a secret.
        or key_prefix: &'static str = "",
        /// The text between several signatures or parts in the header.
        some separator: &'static str,
        /// The place of the timestamp that is signed.
        some timestamp: SignedTime,
        /// The largest distance of the timestamp from the clock of the receiver, in milliseconds.
        some tolerance: u64,
    }
}

choice! {
    /// The algorithm of a signature.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[non_exhaustive]
    enum SignatureAlgorithm {
        /// HMAC with SHA-256.
        HmacSha256,
    }
}

choice! {
    /// The encoding of the bytes of a signature as text.
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
    /// The encoding of a key in a secret.
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
    /// The place of a timestamp, in seconds of UNIX time.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum SignedTime {
        /// A part of the header of the signature: `t` for `t=1700000000`.
        Part(&'static str),
        /// The header with this name, a template over variables.
        Header(&'static str),
    }
}

choice! {
    /// A part of what is signed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    enum SignedPart {
        /// A fixed text.
        Text(&'static str),
        /// The body as it is sent.
        Body,
        /// The body as canonical JSON: RFC 8785.
        CanonicalJson,
        /// The text of the timestamp.
        Timestamp,
        /// The ID in its header.
        Id,
    }
}
