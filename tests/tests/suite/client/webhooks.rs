//! Webhooks of the spec: recorded and documented bodies, read by their types, and the computed example
//! of the signature, beside the variants that other sources describe.

use chainloom::data::contracts::InternalTxType;
use chainloom::data::webhook_events::{EvmTransactionEvent, WEBHOOKS, WebhookMessage, WebhookMessageEventType};
use chainloom::data::webhooks::PrimaryNetworkEventType;
use chainloom::runtime::http::{HeaderMap, HeaderValue};
use chainloom::runtime::webhooks::{ErrorKind, canonical_json};
use chainloom_interpret::Api;
use chainloom_tests::equality;
use serde_json::Value;

use chainloom_tests::vectors::repository;

const SECRET: &str = "c13cc017c4ed63bcc842c8edfb49df37512280326a32826de3b885340b8a3d53";
/// The body of the computed example, as it is sent.
const BODY: &str = "{\"webhookId\":\"00000000-0000-4000-8000-000000000001\",\"eventType\":\"address_activity\",\"messageId\":\"00000000-0000-4000-8000-000000000002\",\"event\":{\"transaction\":{\"txHash\":\"0x00\",\"value\":\"30576074978046450\",\"type\":2,\"blockTimestamp\":1713884373,\"erc20Transfers\":[{\"erc20Token\":{\"name\":\"Wrapped AVAX é<&>\",\"decimals\":18,\"address\":\"0x00\"},\"logIndex\":0}]},\"logs\":[{\"topic3\":null,\"removed\":false,\"logIndex\":0}]}}";
const CANONICAL: &str = "{\"event\":{\"logs\":[{\"logIndex\":0,\"removed\":false,\"topic3\":null}],\"transaction\":{\"blockTimestamp\":1713884373,\"erc20Transfers\":[{\"erc20Token\":{\"address\":\"0x00\",\"decimals\":18,\"name\":\"Wrapped AVAX é<&>\"},\"logIndex\":0}],\"txHash\":\"0x00\",\"type\":2,\"value\":\"30576074978046450\"}},\"eventType\":\"address_activity\",\"messageId\":\"00000000-0000-4000-8000-000000000002\",\"webhookId\":\"00000000-0000-4000-8000-000000000001\"}";

/// The body of a vector.
fn vector(name: &str) -> Value {
    let text = std::fs::read_to_string(repository().join("tests/data/webhooks").join(name)).unwrap();
    serde_json::from_str::<Value>(&text).unwrap()["response"].take()
}

fn signed(signature: &str) -> HeaderMap {
    HeaderMap::from_iter([("x-signature".parse().unwrap(), HeaderValue::from_str(signature).unwrap())])
}

#[test]
fn the_computed_example_is_accepted_and_its_wrong_variants_are_refused() {
    assert_eq!(canonical_json(BODY.as_bytes()).unwrap(), CANONICAL.as_bytes());
    let receiver = WEBHOOKS.receiver([SECRET]).unwrap();
    let verify = |signature: &str, body: &str| receiver.verify(&signed(signature), body.as_bytes());
    let right = "gqsvN0HhP5gGFuQp208HHzzyeL8U7d1AJv6wPY2AdSA=";
    for body in [BODY, CANONICAL] {
        verify(right, body).unwrap();
    }
    // A service that signs the bytes that it sends is accepted too.
    verify("ldBOfv0gpmY3qcSRIlTEZ5ToHgRUmeMQBO48ZSqtSvU=", BODY).unwrap();
    for (wrong, what) in [
        ("N76u0nZESm3etWy2Wamkp9GiXP3l/3Pd8q49jhRsy+E=", "key as text, canonical JSON"),
        ("OgjX0tcePeyAQGTGSNcvKyovYc+yONndDNuAwLWfzR4=", "key as text, body"),
        ("maJnbkZK+42EnIXOyWjkcIHBE717TlHeSKGIkCaORk0=", "JSON with escapes"),
    ] {
        assert_eq!(verify(wrong, BODY).unwrap_err().kind(), ErrorKind::Mismatch, "{what}");
    }
    let changed = BODY.replace("30576074978046450", "30576074978046451");
    assert_eq!(verify(right, &changed).unwrap_err().kind(), ErrorKind::Mismatch);
    let headers = WEBHOOKS.signer(SECRET).unwrap().sign(BODY.as_bytes(), "", std::time::UNIX_EPOCH).unwrap();
    assert_eq!(headers["x-signature"], right);
}

/// A body of a vector, signed, received and written again: nothing of it is lost.
fn received(name: &str) -> WebhookMessage {
    let json = vector(name);
    let body = json.to_string();
    let headers = WEBHOOKS.signer(SECRET).unwrap().sign(body.as_bytes(), "", std::time::UNIX_EPOCH).unwrap();
    // The secret before the rotation is known besides.
    let receiver = WEBHOOKS.receiver(["00ff", SECRET]).unwrap();
    let delivery = receiver.receive(&headers, body.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(delivery.id.as_deref(), json["messageId"].as_str());
    assert_eq!(equality::difference(&json, &serde_json::to_value(&delivery.event).unwrap()), None, "{name}");
    delivery.event
}

fn activity(name: &str) -> EvmTransactionEvent {
    match received(name).event_type {
        WebhookMessageEventType::AddressActivity(activity) => activity.event,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn recorded_bodies_are_read_by_their_types() {
    for name in
        ["webhook.address_activity.1.json", "webhook.address_activity.2.json", "webhook.address_activity.3.json"]
    {
        let event = activity(name);
        assert!(event.extra.is_empty() && event.transaction.extra.is_empty(), "{name}: every member is described");
        assert!(!event.transaction.erc20_transfers.is_empty(), "{name}");
    }
    let event = activity("webhook.address_activity.1.json");
    // A topic that is not there is null, and an amount is a text.
    let log = &event.logs.unwrap()[0];
    assert!(log.topic2.is_some() && log.topic3.is_none());
    let transfer = &event.transaction.erc20_transfers[0];
    assert_eq!(transfer.value.to_string(), "10000000000000000000000");
    assert_eq!(transfer.erc20_token.as_ref().unwrap().decimals, 18);
    let internal = event.transaction.internal_transactions.unwrap();
    assert!(matches!(internal[0].internal_tx_type, InternalTxType::Call), "{internal:?}");
}

#[test]
fn both_names_of_an_event_type_are_one_arm() {
    let old = received("event.platform_address_activity.1.json");
    let text = serde_json::to_string(&vector("event.platform_address_activity.1.json")).unwrap();
    let new = WEBHOOKS.read(text.replace("platform_", "primary_network_").as_bytes()).unwrap();
    for (message, expected) in [
        (old, PrimaryNetworkEventType::PlatformAddressActivity),
        (new, PrimaryNetworkEventType::PrimaryNetworkAddressActivity),
    ] {
        let WebhookMessageEventType::PrimaryNetworkAddressActivity(activity) = message.event_type else {
            panic!("{message:?}")
        };
        assert_eq!(activity.event_type, expected);
        assert!(activity.event.as_str().contains("balance_change"));
    }
}

#[test]
fn an_unknown_event_is_kept_with_its_common_members() {
    let message = WEBHOOKS.read(br#"{"webhookId":"w","eventType":"new","messageId":"m","event":{"a":1}}"#).unwrap();
    assert_eq!((message.webhook_id.as_str(), message.message_id.as_str()), ("w", "m"));
    assert!(matches!(&message.event_type, WebhookMessageEventType::UnknownValue(kind) if kind == "new"), "{message:?}");
    assert_eq!(message.extra.get("event").unwrap().as_str(), "{\"a\":1}");
}

/// The generator checks the bodies of examples against the types; their signatures are checked here.
#[test]
fn the_signatures_of_the_examples_are_right() {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let sources = chainloom_codegen::read_sources("spec", files.collect()).unwrap();
    let api = Api::load(&sources, &[]).unwrap();
    let [webhooks] = api.webhooks.as_slice() else { panic!("{:?}", api.webhooks) };
    assert_eq!(webhooks.schema.name, "data/webhook_events");
    assert!(webhooks.examples.len() >= 2);
    for example in &webhooks.examples {
        let secret = example.secret.clone().unwrap();
        let [(_, signature)] = example.headers.as_slice() else { panic!("{:?}", example.headers) };
        WEBHOOKS.receiver([secret]).unwrap().receive(&signed(signature), example.body.as_bytes()).unwrap();
    }
}
