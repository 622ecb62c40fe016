//! Secret parameters are sent, and printed nowhere.

use std::sync::Arc;
use std::time::Duration;

use chainloom::node::Client;
use chainloom::node::evm_personal::calls::{PersonalImportRawKey, PersonalNewAccount};
use chainloom::runtime::testing::{MockResponse, MockTransport};

const PASSWORD: &str = "hush-hush-hush";

fn client(mock: &MockTransport) -> Client {
    let transport = Arc::new(mock.clone());
    Client::builder().base_url("http://node").configure(|settings| settings.transport(transport)).build().unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_password_is_sent_and_not_shown() {
    let mock = MockTransport::new();
    mock.respond::<PersonalNewAccount>(MockResponse::rpc_error(-32000, format!("cannot encrypt with {PASSWORD}")));
    mock.respond::<PersonalNewAccount>(MockResponse::json(format!("{{\"{PASSWORD}\":1}}")));
    let evm = client(&mock).evm("C");
    let call = evm.personal_new_account(PASSWORD);
    assert!(!format!("{call:?} {call:#?}").contains("hush"), "{call:?}");
    assert!(format!("{call:?}").contains("password: [secret]"), "{call:?}");
    let refused = call.clone().await.unwrap_err();
    let misfit = call.await.unwrap_err();
    assert!(refused.is_rpc() && misfit.is_decode());
    for error in [&refused, &misfit] {
        assert!(!format!("{error} {error:?}").contains("hush"), "{error}");
    }
    assert!(refused.to_string().contains("cannot encrypt with [secret]"), "{refused}");
    let sent = mock.asked();
    assert!(String::from_utf8_lossy(sent[0].request().body()).contains(&format!(r#""params":["{PASSWORD}"]"#)));
}

#[test]
fn a_call_is_printed_as_what_it_asks_and_what_was_set_for_it() {
    let mock = MockTransport::new();
    let transport = Arc::new(mock.clone());
    let builder = Client::builder().base_url("http://node/keys/0123456789abcdef0123456789abcdef");
    let node = builder.configure(|settings| settings.transport(transport)).build().unwrap();
    let call = node.pchain().get_current_validators();
    assert_eq!(format!("{call:?}"), r#"Call { operation: "pchain.getCurrentValidators", parameters: {} }"#);
    let call = node
        .evm("C")
        .send_raw_transaction("0x6001")
        .configure(|call| call.timeout(Duration::from_secs(3)).header("x-request-id", "hush-hush-hush"));
    assert_eq!(
        format!("{call:?}"),
        r#"Call { operation: "evm.sendRawTransaction", variables: {chain: "C"}, parameters: {raw: "0x6001"}, timeout: 3s, headers: ["x-request-id"] }"#
    );
    let call = node.evm("0123456789abcdef0123456789abcdef").send_raw_transaction("6001");
    assert_eq!(
        format!("{call:?}"),
        r#"Call { operation: "evm.sendRawTransaction", variables: {chain: "[secret]"}, parameters: {raw: "0x"}, wrong: ["`raw` must be `0x` and bytes in hex, but is 6001"] }"#
    );
    let call = node.index().x_tx().get_container_range(0, 9);
    let shown = "Call {\n    operation: \"index.getContainerRange\",\n    endpoint: \"xTx\",\n    parameters: {\n\
                 \x20       startIndex: 0,\n        numToFetch: 9,\n    },\n}";
    assert_eq!(format!("{call:#?}"), shown);
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_broken_bound_does_not_show_the_secret() {
    let mock = MockTransport::new();
    mock.respond::<PersonalImportRawKey>(MockResponse::json(r#""0x""#));
    let error = client(&mock).evm("C").personal_import_raw_key("0123 no key", PASSWORD).await.unwrap_err();
    assert_eq!(error.broken_rules(), ["`privkey` must have the pattern `^[0-9a-fA-F]{64}$`"], "{error}");
    assert!(mock.asked().is_empty());
}
