//! Forms of signatures, with a second implementation that says what a right signature is.
//!
//! Input: a form, keys and a request. Output: signatures, and whether the request has a right one.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chainloom::runtime::http::HeaderMap;
use chainloom::runtime::schema::{
    Client, KeyEncoding, SignatureAlgorithm, SignatureEncoding, SignedPart, SignedTime, Type, WebhookId,
    WebhookSignature, Webhooks as Table,
};
use chainloom::runtime::webhooks::canonical_json;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use SignatureEncoding::{Base64, Hex};
use SignedPart::{Body, CanonicalJson, Id, Text, Timestamp};

static CLIENT: Client = Client::new("hall", "https://hall.test");

const fn hmac(
    header: &'static str,
    encoding: SignatureEncoding,
    over: &'static [&'static [SignedPart]],
) -> WebhookSignature {
    WebhookSignature::new(header, SignatureAlgorithm::HmacSha256, encoding, over)
}

/// Over the body: `sha256=<hex>`.
static RAW: Table = Table::new("raw", &CLIENT, Type::Json)
    .id(WebhookId::Header("x-id"))
    .signature(hmac("x-sign", Hex, &[&[Body]]).prefix("sha256="));
/// Over canonical JSON or the body: `<base64>`, with a key in hex.
static CANONICAL: Table = Table::new("canonical", &CLIENT, Type::Json)
    .id(WebhookId::Member(&["id"]))
    .signature(hmac("x-sign", Base64, &[&[CanonicalJson], &[Body]]).key(KeyEncoding::Hex));
/// Over `v0:{timestamp}:{body}`, with the timestamp in a header.
static TIMED: Table = Table::new("timed", &CLIENT, Type::Json).signature(
    hmac("x-sign", Hex, &[&[Text("v0:"), Timestamp, Text(":"), Body]])
        .prefix("v0=")
        .timestamp(SignedTime::Header("x-time"))
        .tolerance(300_000),
);
/// Over `{timestamp}.{body}`, with the timestamp in a part: `t=<timestamp>,v1=<hex>,v1=<hex>`.
static PARTS: Table = Table::new("parts", &CLIENT, Type::Json).signature(
    hmac("x-sign", Hex, &[&[Timestamp, Text("."), Body]])
        .prefix("v1=")
        .separator(",")
        .timestamp(SignedTime::Part("t"))
        .tolerance(300_000),
);
/// Over `{id}.{timestamp}.{body}`: `v1,<base64> v1,<base64>`, with a key in base64.
static SEVERAL: Table = Table::new("several", &CLIENT, Type::Json).id(WebhookId::Header("x-id")).signature(
    hmac("x-sign", Base64, &[&[Id, Text("."), Timestamp, Text("."), Body]])
        .prefix("v1,")
        .separator(" ")
        .key(KeyEncoding::Base64)
        .key_prefix("whsec_")
        .timestamp(SignedTime::Header("x-time"))
        .tolerance(300_000),
);

/// A form of signatures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Raw,
    Canonical,
    Timed,
    Parts,
    Several,
}

impl Form {
    pub(super) const ALL: [Self; 5] = [Self::Raw, Self::Canonical, Self::Timed, Self::Parts, Self::Several];

    pub(super) fn table(self) -> &'static Table {
        match self {
            Self::Raw => &RAW,
            Self::Canonical => &CANONICAL,
            Self::Timed => &TIMED,
            Self::Parts => &PARTS,
            Self::Several => &SEVERAL,
        }
    }

    pub(super) const fn has_time(self) -> bool {
        matches!(self, Self::Timed | Self::Parts | Self::Several)
    }

    /// The secret that holds a key.
    pub(super) fn secret(self, key: &str) -> String {
        match self {
            Self::Raw | Self::Timed | Self::Parts => key.to_owned(),
            Self::Canonical => hex(key.as_bytes()),
            Self::Several => format!("whsec_{}", STANDARD.encode(key)),
        }
    }

    /// Encodes the signature of a text.
    pub(super) fn sign(self, key: &str, text: &[u8]) -> String {
        let Ok(mut hmac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
        hmac.update(text);
        let bytes = hmac.finalize().into_bytes();
        match self {
            Self::Canonical | Self::Several => STANDARD.encode(bytes),
            _ => hex(&bytes),
        }
    }

    /// Whether a header has the right signature of one of the keys, in any letter case of hex and with
    /// any padding of base64.
    pub(super) fn has_right(self, keys: &[&str], headers: &HeaderMap, body: &[u8]) -> bool {
        let plain = |text: &str| match self {
            Self::Canonical | Self::Several => text.trim_end_matches('=').to_owned(),
            _ => text.to_lowercase(),
        };
        let values = || texts(headers, "x-sign").map(|value| plain(&value));
        self.signed(headers, body).iter().any(|text| {
            keys.iter().any(|key| {
                let right = plain(&self.sign(key, text));
                values().any(|value| value.contains(&right))
            })
        })
    }

    /// All texts that a signature of the request may cover.
    fn signed(self, headers: &HeaderMap, body: &[u8]) -> Vec<Vec<u8>> {
        let [id, time] = ["x-id", "x-time"].map(|name| texts(headers, name).next().unwrap_or_default());
        let before = |head: String| [head.as_bytes(), body].concat();
        match self {
            Self::Raw => vec![body.to_vec()],
            Self::Canonical => canonical_json(body).ok().into_iter().chain([body.to_vec()]).collect(),
            Self::Timed => vec![before(format!("v0:{time}:"))],
            Self::Several => vec![before(format!("{id}.{time}."))],
            Self::Parts => {
                let parts: Vec<String> = texts(headers, "x-sign").collect();
                let parts = parts.iter().flat_map(|value| value.split(','));
                let times = parts.filter_map(|part| part.trim().strip_prefix("t="));
                times.map(|time| before(format!("{time}."))).collect()
            }
        }
    }
}

/// The values of a header that are texts.
fn texts<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = String> + 'h {
    headers.get_all(name).iter().filter_map(|value| value.to_str().ok().map(str::to_owned))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
