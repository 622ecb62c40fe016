//! Sessions: the sandbox records a session with a real server, and replays it.

use std::fs;

use chainloom::data;
use chainloom::node;
use chainloom_sandbox::{Builder, PreparedResponse, Sandbox};
use serde_json::{Value, json};

/// The keys and parameters that a session must not hold.
const SECRET: &str = "s3cr3t-of-the-user";

/// What a program under test does; the values that it sees.
async fn session(sandbox: &Sandbox) -> Vec<String> {
    let data = data::Client::builder().base_url(sandbox.url()).api_key(SECRET).build().unwrap();
    let node = node::Client::new(sandbox.url()).unwrap();
    let mut seen = Vec::new();
    for chain in ["43114", "1"] {
        seen.push(format!("{:?}", data.get_chain_info(chain).await.unwrap()));
    }
    for _ in 0..2 {
        seen.push(format!("{:?}", node.evm("C").block_number().await.unwrap()));
    }
    let call = |id: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "eth_chainId", "params": [] });
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let request = http.post(format!("{}/ext/bc/C/rpc", sandbox.url())).header("content-type", "application/json");
    // Other IDs in each session.
    let port = sandbox.url().rsplit(':').next().unwrap().to_owned();
    let body = json!([call(json!(port)), call(json!(2))]).to_string();
    let replies: Value = serde_json::from_str(&request.body(body).send().await.unwrap().text().await.unwrap()).unwrap();
    assert_eq!((&replies[0]["id"], &replies[1]["id"]), (&json!(port), &json!(2)));
    seen.push(replies[0]["result"].to_string());
    let nothing = http.get(format!("{}/nothing", sandbox.url())).send().await.unwrap();
    seen.push(nothing.status().to_string());
    seen
}

async fn started(builder: Builder) -> Sandbox {
    builder.start().await.unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_session_with_another_server_is_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let real = started(Sandbox::builder().synthetic_only().seed(5)).await;
    let recording = started(Sandbox::builder().upstream(real.url()).record(&path)).await;
    let first = session(&recording).await;
    assert_eq!(real.seen().len(), recording.seen().len());
    assert_eq!(recording.seen()[0].operations, ["data.getChainInfo"]);

    let mut files: Vec<_> = fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let name = |at: usize| files[at].file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!([name(0), name(4), name(5)], ["0001-data.getChainInfo.json", "0005-batch.json", "0006-other.json"]);
    assert!(files.iter().all(|file| !fs::read_to_string(file).unwrap().contains(SECRET)));

    let replaying = started(Sandbox::builder().replay(&path)).await;
    assert_eq!(session(&replaying).await, first);
    let client = data::Client::new(replaying.url()).unwrap();
    let error = client.get_chain_info("2").await.unwrap_err();
    assert_eq!(error.status().unwrap(), 501);
}

/// Calls and events over a websocket, with the values that a program sees.
async fn over_a_websocket(sandbox: &Sandbox, publish: impl FnOnce()) -> Vec<String> {
    let evm = node::Client::new(sandbox.url()).unwrap().evm("C").connect().await.unwrap();
    let mut heads = evm.new_heads().await.unwrap();
    publish();
    let mut seen = Vec::new();
    for _ in 0..3 {
        seen.push(format!("{:?}", heads.try_next().await.unwrap().unwrap()));
    }
    seen.push(format!("{:?}", evm.chain_id().await.unwrap()));
    seen
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_websocket_is_recorded_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let real = started(Sandbox::builder().synthetic_only().seed(5)).await;
    let recording = started(Sandbox::builder().upstream(real.url()).record(&path)).await;
    let publish = || assert_eq!(real.publish("newHeads", 3).unwrap(), 3);
    let first = over_a_websocket(&recording, publish).await;
    assert!(real.seen().iter().any(|seen| seen.operations == ["evm.chainId"]));

    let file = fs::read(path.join("0001-websocket.json")).unwrap();
    let file: Value = serde_json::from_slice(&file).unwrap();
    assert_eq!((&file["path"], file["messages"].as_array().unwrap().len()), (&json!("/ext/bc/C/ws"), 7));

    let replaying = started(Sandbox::builder().replay(&path)).await;
    assert_eq!(over_a_websocket(&replaying, || ()).await, first);
    let evm = node::Client::new(replaying.url()).unwrap().evm("C").connect().await.unwrap();
    let error = evm.gas_price().await.unwrap_err();
    assert!(error.to_string().contains("this message was not recorded"), "{error}");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_folder_that_is_no_session_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |builder: Builder| async { builder.start().await.unwrap_err().to_string() };
    let error = refused(Sandbox::builder().replay(folder.path())).await;
    assert!(error.contains("there is no recorded exchange"), "{error}");
    fs::write(folder.path().join("1.json"), "{}").unwrap();
    let error = refused(Sandbox::builder().replay(folder.path())).await;
    assert!(error.contains("1.json: this is no recorded exchange"), "{error}");
    let error = refused(Sandbox::builder().record(folder.path())).await;
    assert!(error.contains("the folder is not empty"), "{error}");
    for (url, told) in [
        ("nowhere", "its URL is wrong: relative URL without a base"),
        ("http://me:hush-hush@[/", "its URL is wrong: invalid IPv6 address"),
        ("htp://hush-hush", "its URL must begin with `http://` or `https://`"),
        ("http://h/v1?apikey=hush-hush", "its URL must end before `?` or `#`"),
    ] {
        let error = refused(Sandbox::builder().upstream(url)).await;
        assert!(error.ends_with(told) || error.contains(&format!("{told}, ")), "{error}");
        assert!(!error.contains("hush"), "{error}");
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_response_of_another_server_has_a_largest_size() {
    for (size, status) in [(64 << 20, 200), ((64 << 20) + 1, 502)] {
        let body = PreparedResponse::body(vec![b' '; size]);
        let real = started(Sandbox::builder().response("GET /large", body)).await;
        let sandbox = started(Sandbox::builder().upstream(real.url())).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let response = http.get(format!("{}/large", sandbox.url())).send().await.unwrap();
        assert_eq!(response.status(), status);
        let text = response.text().await.unwrap();
        assert_eq!(text.contains("sends a body of more than 67108864 bytes"), status == 502);
    }
}

/// A secret of a message is in no later file either, also where a server sends it back.
#[tokio::test(crate = "chainloom_bounded")]
async fn no_message_of_a_websocket_is_recorded_with_its_secrets() {
    const KEY: &str = "5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("session");
    let echo = PreparedResponse::error(-32000, format!("bad key 0x{}", KEY.to_uppercase()));
    let real = started(Sandbox::builder().response("evm.personalImportRawKey", echo)).await;
    let recording = started(Sandbox::builder().upstream(real.url()).record(&path)).await;
    let import = async |sandbox: &Sandbox, key: &str| {
        let evm = node::Client::new(sandbox.url()).unwrap().evm("C").connect().await.unwrap();
        evm.personal_import_raw_key(key, SECRET).await.unwrap_err().to_string()
    };
    assert!(import(&recording, KEY).await.contains("bad key 0x[secret]"));
    // Over HTTP, as a text that is no secret by itself.
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    http.get(format!("{}/nothing/{SECRET}?text={KEY}", recording.url())).send().await.unwrap();
    for file in fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()) {
        let held = fs::read_to_string(&file).unwrap().to_lowercase();
        assert!(!held.contains("5e5e") && !held.contains(SECRET) && held.contains("[secret]"), "{held}");
    }
    let replaying = started(Sandbox::builder().replay(&path)).await;
    assert!(import(&replaying, &KEY.replace('5', "6")).await.contains("bad key 0x[secret]"));
}
