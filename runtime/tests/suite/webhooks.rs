//! Receivers of webhooks, by the documented forms of well-known services.
//!
//! The examples of GitHub, Slack and Svix are those of their documentation. Stripe documents none: its
//! signature was computed with OpenSSL.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chainloom_runtime::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use chainloom_runtime::schema::{
    Client, Deployment, KeyEncoding, SignatureAlgorithm, SignatureEncoding, SignedPart, SignedTime, Type, Var,
    WebhookId, WebhookSignature, Webhooks as Table,
};
use chainloom_runtime::webhooks::{Delivery, ErrorKind, Receiver, canonical_json};
use chainloom_runtime::{RawJson, Text, Webhooks};

static CLIENT: Client = Client::new("shop", "https://shop.example")
    .vars(&[Var::new("header").default("X-Shop-Signature"), Var::new("unset")]);
static TOWN: Deployment = Deployment::new("town").vars(&[("header", "X-Town-Signature"), ("unset", "X-Unset")]);

const fn hmac(
    header: &'static str,
    encoding: SignatureEncoding,
    over: &'static [&'static [SignedPart]],
) -> WebhookSignature {
    WebhookSignature::new(header, SignatureAlgorithm::HmacSha256, encoding, over)
}

use SignatureEncoding::{Base64, Hex};
use SignedPart::{Body, CanonicalJson, Id, Text as Fixed, Timestamp};

/// `X-Hub-Signature-256: sha256=<hex>`.
static GITHUB: Table = Table::new("github", &CLIENT, Type::Json)
    .id(WebhookId::Header("X-GitHub-Delivery"))
    .signature(hmac("X-Hub-Signature-256", Hex, &[&[Body]]).prefix("sha256="));
/// `X-Slack-Signature: v0=<hex>` over `v0:{timestamp}:{body}`.
static SLACK: Table = Table::new("slack", &CLIENT, Type::Json).signature(
    hmac("X-Slack-Signature", Hex, &[&[Fixed("v0:"), Timestamp, Fixed(":"), Body]])
        .prefix("v0=")
        .timestamp(SignedTime::Header("X-Slack-Request-Timestamp"))
        .tolerance(300_000),
);
/// `Stripe-Signature: t=…,v1=<hex>,v0=…` over `{timestamp}.{body}`.
static STRIPE: Table = Table::new("stripe", &CLIENT, Type::Json).id(WebhookId::Member(&["id"])).signature(
    hmac("Stripe-Signature", Hex, &[&[Timestamp, Fixed("."), Body]])
        .prefix("v1=")
        .separator(",")
        .timestamp(SignedTime::Part("t"))
        .tolerance(300_000),
);
/// `svix-signature: v1,<base64> v1,<base64>` over `{id}.{timestamp}.{body}`.
static SVIX: Table = Table::new("svix", &CLIENT, Type::Json).id(WebhookId::Header("svix-id")).signature(
    hmac("svix-signature", Base64, &[&[Id, Fixed("."), Timestamp, Fixed("."), Body]])
        .prefix("v1,")
        .separator(" ")
        .key(KeyEncoding::Base64)
        .key_prefix("whsec_")
        .timestamp(SignedTime::Header("svix-timestamp"))
        .tolerance(300_000),
);
/// Base64 over canonical JSON, or over the body, with a key in hex.
static SHOP: Table = Table::new("shop/events", &CLIENT, Type::Json)
    .id(WebhookId::Member(&["message", "id"]))
    .signature(hmac("{header}", Base64, &[&[CanonicalJson], &[Body]]).key(KeyEncoding::Hex));
static UNSIGNED: Table = Table::new("unsigned", &CLIENT, Type::Json);
static UNSET: Table = Table::new("unset", &CLIENT, Type::Json).signature(hmac("{unset}", Hex, &[&[Body]]));
static NUMBERS: Table = Table::new("numbers", &CLIENT, Type::Boolean).signature(hmac("X-Sig", Hex, &[&[Body]]));

const GITHUB_SECRET: &str = "It's a Secret to Everybody";
const SHOP_SECRET: &str = "00112233445566778899aabbccddeeff";

fn headers<const N: usize>(all: [(&'static str, &str); N]) -> HeaderMap {
    let one = |(name, value): (&'static str, &str)| {
        (HeaderName::from_bytes(name.as_bytes()).unwrap(), HeaderValue::from_str(value).unwrap())
    };
    all.into_iter().map(one).collect()
}

/// A receiver that takes timestamps of any age, as the documented examples are old.
fn ageless(table: &'static Table, secret: &str) -> Receiver<RawJson> {
    Webhooks::new(table).receiver([secret]).unwrap().tolerance(Duration::MAX)
}

fn kind<E: std::fmt::Debug>(result: Result<Delivery<E>, chainloom_runtime::webhooks::Error>) -> ErrorKind {
    result.unwrap_err().kind()
}

#[test]
fn the_form_of_github() {
    let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    let receiver = ageless(&GITHUB, GITHUB_SECRET);
    let signed = headers([("x-hub-signature-256", signature)]);
    receiver.verify(&signed, b"Hello, World!").unwrap();
    assert_eq!(receiver.verify(&signed, b"Hello, World?").unwrap_err().kind(), ErrorKind::Mismatch);
    // Authentic, but no JSON.
    let error = receiver.receive(&signed, b"Hello, World!").unwrap_err();
    assert!(error.kind() == ErrorKind::Unreadable && error.is_authentic(), "{error}");
    assert_eq!(error.status(), StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn the_form_of_slack() {
    let body = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&\
                channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&\
                response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&\
                trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    let signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";
    let receiver = ageless(&SLACK, "8f742231b10e8888abcd99yyyzzz85a5");
    let signed = |time| headers([("x-slack-signature", signature), ("x-slack-request-timestamp", time)]);
    receiver.verify(&signed("1531420618"), body.as_bytes()).unwrap();
    let refused = |headers: &HeaderMap| receiver.verify(headers, body.as_bytes()).unwrap_err();
    assert_eq!(refused(&signed("1531420619")).kind(), ErrorKind::Mismatch);
    let error = refused(&headers([("x-slack-signature", signature)]));
    assert_eq!(
        (error.kind(), error.to_string()),
        (ErrorKind::MissingHeader, "the request has no header `x-slack-request-timestamp`".into())
    );
}

#[test]
fn the_form_of_stripe() {
    let body = br#"{"id":"evt_1","object":"event"}"#;
    let right = "v1=654b43d3508ecadb3f8cefc4bc7d3d2bdc5ba9e03bf2c89b2d0657a8e24e4543";
    let wrong = "v1=0000000000000000000000000000000000000000000000000000000000000000";
    let receiver = ageless(&STRIPE, "whsec_test_secret");
    let receive = |value: &str| receiver.receive(&headers([("stripe-signature", value)]), body);
    let delivery = receive(&format!(
        "t=1492774577,{wrong},{right},v0=6ffbb59b2300aae63f272406069a9788598b792a944a07aba816edb039989a39"
    ))
    .unwrap();
    assert_eq!(delivery.id, Some(Text::from("evt_1")));
    assert_eq!(delivery.timestamp, Some(UNIX_EPOCH + Duration::from_secs(1_492_774_577)));
    assert_eq!(kind(receive(&format!("t=1492774577,{wrong}"))), ErrorKind::Mismatch);
    assert_eq!(kind(receive(&format!("t=1492774578,{right}"))), ErrorKind::Mismatch);
    assert_eq!(kind(receive(right)), ErrorKind::Malformed);
    assert_eq!(kind(receive("t=1492774577")), ErrorKind::Malformed);
    // By default, so old a timestamp is refused, and the reason is not given to whoever guesses.
    let strict = Webhooks::<RawJson>::new(&STRIPE).receiver(["whsec_test_secret"]).unwrap();
    let refused = strict.receive(&headers([("stripe-signature", &format!("t=1492774577,{right}"))]), body).unwrap_err();
    assert!(refused.kind() == ErrorKind::OutsideTolerance && refused.to_string().contains("seconds ago"), "{refused}");
    let refused = strict.receive(&headers([("stripe-signature", &format!("t=1492774577,{wrong}"))]), body).unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::Mismatch);
}

#[test]
fn the_form_of_svix() {
    let body = br#"{"event_type":"ping","data":{"success":true}}"#;
    let receiver = ageless(&SVIX, "whsec_plJ3nmyCDGBKInavdOK15jsl");
    let right = "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=";
    let signed =
        |id: &str, value: &str| headers([("svix-id", id), ("svix-timestamp", "1731705121"), ("svix-signature", value)]);
    let id = "msg_loFOjxBNrRLzqYUf";
    for value in [right, &format!("v1,AAAA {right} v2,AAAA")] {
        let delivery = receiver.receive(&signed(id, value), body).unwrap();
        assert_eq!(delivery.id, Some(Text::from(id)));
    }
    assert_eq!(kind(receiver.receive(&signed("msg_other", right), body)), ErrorKind::Mismatch);
    assert_eq!(kind(receiver.receive(&signed(id, "v2,AAAA"), body)), ErrorKind::Malformed);
    let without_id = headers([("svix-timestamp", "1731705121"), ("svix-signature", right)]);
    assert_eq!(kind(receiver.receive(&without_id, body)), ErrorKind::MissingHeader);
    // The prefix of the secret may be left out.
    ageless(&SVIX, "plJ3nmyCDGBKInavdOK15jsl").verify(&signed(id, right), body).unwrap();
}

/// A receiver accepts requests of a signer with the same secret, by each form.
#[test]
fn a_receiver_accepts_what_a_signer_signs() {
    let secrets: [(&'static Table, &str, &str); 5] = [
        (&GITHUB, "text", "other"),
        (&SLACK, "text", "other"),
        (&STRIPE, "whsec_x", "whsec_y"),
        (&SVIX, "whsec_AAEC", "whsec_AAED"),
        (&SHOP, "00ff", "00fe"),
    ];
    for (table, secret, other) in secrets {
        let webhooks = Webhooks::<RawJson>::new(table);
        let body = br#"{"id":"1","message":{"id":"1"}}"#;
        let now = SystemTime::now();
        let signed = webhooks.signer(secret).unwrap().sign(body, "1", now).unwrap();
        let rotating = webhooks.receiver([other, secret]).unwrap();
        let delivery = rotating.receive(&signed, body).unwrap_or_else(|error| panic!("{}: {error}", table.name));
        assert_eq!(delivery.id.is_some(), table.id.is_some(), "{}", table.name);
        assert_eq!(delivery.event.as_str().as_bytes(), body);
        let only_other = webhooks.receiver([other]).unwrap();
        assert_eq!(kind(only_other.receive(&signed, body)), ErrorKind::Mismatch, "{}", table.name);
        let tolerance = table.signature.and_then(|signature| signature.tolerance);
        for time in [now - Duration::from_secs(400), now + Duration::from_secs(400)] {
            let late = webhooks.signer(secret).unwrap().sign(body, "1", time).unwrap();
            let result = rotating.receive(&late, body);
            match tolerance {
                Some(_) => assert_eq!(kind(result), ErrorKind::OutsideTolerance, "{}", table.name),
                None => assert!(result.is_ok(), "{}", table.name),
            }
        }
    }
}

#[test]
fn canonical_json_is_signed_whatever_the_layout() {
    let webhooks = Webhooks::<RawJson>::new(&SHOP);
    let (signer, receiver) = (webhooks.signer(SHOP_SECRET).unwrap(), webhooks.receiver([SHOP_SECRET]).unwrap());
    let body = r#"{"n":9007199254740993,"message":{"id":7},"text":"é<&>","list":[1.0,null]}"#;
    let signed = signer.sign(body.as_bytes(), "", UNIX_EPOCH).unwrap();
    let other_layout =
        "{ \"list\": [1, null], \"message\": {\"id\": 7},\n\"text\": \"\\u00e9<&>\", \"n\": 9007199254740993 }";
    for body in [body, other_layout] {
        let delivery = receiver.receive(&signed, body.as_bytes()).unwrap();
        assert_eq!(delivery.id, Some(Text::from("7")));
    }
    // The next whole number is the same float.
    let changed = body.replace("9007199254740993", "9007199254740992");
    assert_eq!(kind(receiver.receive(&signed, changed.as_bytes())), ErrorKind::Mismatch);
    // A member that is there twice has no canonical form.
    let twice = body.replace("\"n\":9", "\"n\":0,\"n\":9");
    assert_eq!(kind(receiver.receive(&signed, twice.as_bytes())), ErrorKind::Mismatch);
    assert!(signer.sign(b"no JSON", "", UNIX_EPOCH).is_err());
}

#[test]
fn a_request_without_a_usable_signature_is_refused() {
    let receiver = ageless(&GITHUB, GITHUB_SECRET);
    let refused = |value: &str| kind(receiver.receive(&headers([("x-hub-signature-256", value)]), b"1"));
    assert_eq!(kind(receiver.receive(&HeaderMap::new(), b"1")), ErrorKind::MissingHeader);
    for malformed in ["", "sha256=", "sha256=7", "sha256=zz", "sha1=00", "757107ea"] {
        assert_eq!(refused(malformed), ErrorKind::Malformed, "{malformed}");
    }
    for mismatch in ["sha256=00", &format!("sha256={}", "0".repeat(64)), &format!("sha256={}", "0".repeat(4000))] {
        assert_eq!(refused(mismatch), ErrorKind::Mismatch, "{mismatch}");
    }
    let bytes = HeaderMap::from_iter([(
        HeaderName::from_static("x-hub-signature-256"),
        HeaderValue::from_bytes(b"sha256=\xff").unwrap(),
    )]);
    assert_eq!(kind(receiver.receive(&bytes, b"1")), ErrorKind::Malformed);
}

#[test]
fn a_body_above_the_bound_is_refused_before_it_is_verified() {
    let receiver = ageless(&GITHUB, GITHUB_SECRET).max_bytes(13);
    let signature = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17";
    let signed = headers([("x-hub-signature-256", signature)]);
    assert!(receiver.verify(&signed, b"Hello, World!").is_ok());
    let error = receiver.max_bytes(12).verify(&signed, b"Hello, World!").unwrap_err();
    assert_eq!((error.kind(), error.status()), (ErrorKind::TooLarge, StatusCode::PAYLOAD_TOO_LARGE));
}

#[test]
fn deployments_name_headers() {
    let webhooks = Webhooks::<RawJson>::new(&SHOP);
    let name = |webhooks: Webhooks<RawJson>| webhooks.receiver([SHOP_SECRET]).unwrap().signature_header().clone();
    assert_eq!(name(webhooks), "x-shop-signature");
    assert_eq!(name(webhooks.deployment(&TOWN)), "x-town-signature");
    let error = Webhooks::<RawJson>::new(&UNSET).receiver(["a"]).unwrap_err();
    assert!(error.to_string().contains("the variable `unset`"), "{error}");
    assert!(Webhooks::<RawJson>::new(&UNSET).deployment(&TOWN).receiver(["a"]).is_ok());
}

#[test]
fn what_cannot_be_a_receiver_says_why() {
    let why = |webhooks: &'static Table, secrets: &[&str]| {
        Webhooks::<RawJson>::new(webhooks).receiver(secrets.iter().copied()).unwrap_err().to_string()
    };
    assert!(why(&GITHUB, &[]).contains("no secret is given"));
    assert!(why(&GITHUB, &[""]).contains("must be not empty"));
    assert!(why(&UNSIGNED, &["a"]).contains("have no signature in the spec"));
    for secret in ["hunter2", "0"] {
        let text = why(&SHOP, &[SHOP_SECRET, secret]);
        assert!(text.contains("must be an even number of hex digits") && !text.contains("hunter2"), "{text}");
    }
    assert!(why(&SVIX, &["whsec_?"]).contains("must be base64"));
    assert_eq!(Webhooks::<RawJson>::new(&UNSIGNED).read(b"[1]").unwrap().as_str(), "[1]");
}

/// Whatever arrives, a receiver says what is wrong with it; and a canonical form is its own.
#[test]
fn no_request_brings_a_panic() {
    let mut random = fastrand::Rng::with_seed(7);
    let base = br#"{"id":"e\u00e9","message":{"id":[1,-0.5e-7,true,null,"\ud83d\ude00"]},"a":{"b":{}}}"#;
    let receivers = [
        ageless(&SHOP, SHOP_SECRET),
        ageless(&STRIPE, "a"),
        ageless(&SVIX, "AAEC"),
        ageless(&SLACK, "a"),
        ageless(&GITHUB, "a"),
    ];
    for _ in 0..5_000 {
        let mut body = base.to_vec();
        for _ in 0..random.usize(0..4) {
            let (at, byte) = (random.usize(0..body.len()), random.u8(..));
            body[at] = byte;
        }
        if let Ok(canonical) = canonical_json(&body) {
            assert_eq!(canonical_json(&canonical).as_ref(), Ok(&canonical), "{}", body.escape_ascii());
        }
        let texts = ["v1=00,t=", "v1,AAAA v1,", "sha256=", "t=99999999999999999999,v1=00", "=,=,,", "v0=é", "1"];
        let text = || texts[random.clone().usize(0..texts.len())];
        let all = ["stripe-signature", "svix-signature", "svix-id", "svix-timestamp", "x-hub-signature-256"];
        let all = all.into_iter().chain(["x-slack-signature", "x-slack-request-timestamp", "x-shop-signature"]);
        let headers: HeaderMap = all
            .map(|name| (HeaderName::from_static(name), HeaderValue::from_bytes(text().as_bytes()).unwrap()))
            .collect();
        random.u8(..);
        receivers.iter().for_each(|receiver| drop(receiver.receive(&headers, &body).unwrap_err()));
    }
}

/// Neither a receiver nor an error shows a secret, or the signature that would be right.
#[test]
fn secrets_are_not_shown() {
    let receiver = ageless(&GITHUB, GITHUB_SECRET);
    let signer = Webhooks::<RawJson>::new(&GITHUB).signer(GITHUB_SECRET).unwrap();
    let right = signer.sign(b"1", "", UNIX_EPOCH).unwrap();
    let right = right["x-hub-signature-256"].to_str().unwrap().strip_prefix("sha256=").unwrap().to_owned();
    let wrong = headers([("x-hub-signature-256", &format!("sha256={}", "0".repeat(64)))]);
    let error = receiver.receive(&wrong, b"1").unwrap_err();
    let shown =
        format!("{receiver:?} {receiver:#?} {signer:?} {error} {error:?} {:?}", Webhooks::<RawJson>::new(&GITHUB));
    assert!(!shown.contains("Secret to") && !shown.contains(&right) && !shown.contains(&right[..16]), "{shown}");
    assert!(shown.contains("secrets: 1"), "{shown}");
    // Not even a secret that the service itself sends.
    let body = format!("8{GITHUB_SECRET}");
    let error = receiver.receive(&signer.sign(body.as_bytes(), "", UNIX_EPOCH).unwrap(), body.as_bytes()).unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(error.kind() == ErrorKind::Unreadable && !shown.contains("Secret to"), "{shown}");
}

#[test]
fn an_event_that_does_not_fit_is_authentic() {
    let webhooks = Webhooks::<bool>::new(&NUMBERS);
    let (signer, receiver) = (webhooks.signer("a").unwrap(), webhooks.receiver(["a"]).unwrap());
    let of = |body: &[u8]| receiver.receive(&signer.sign(body, "", UNIX_EPOCH).unwrap(), body);
    assert!(of(b"true").unwrap().event);
    let error = of(b"7").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unreadable);
    assert!(std::error::Error::source(&error).is_some(), "{error}");
}
