//! What a sandbox says of its services where it starts, and the paths at which it serves them: the spec has keys, and a
//! base path before the paths of its operations.

use chainloom_codegen::{SourceFile, read_sources};
use chainloom_sandbox::Sandbox;

const SPEC: &str = r#"
chainloom: 1
doc: A kiln.
client:
  baseUrl: "{server}/api/{stage}"
  vars: { server: { doc: Server. }, stage: { doc: Stage., default: v2 } }
  auth:
    token: { scheme: bearer, doc: Token. }
    login: { scheme: basic, doc: Login. }
    key: { header: X-Kiln-Key, doc: Key. }
    word: { query: word, doc: Word. }
    session: { cookie: session, doc: Session. }
  SECURITY
service: kiln
allow: [no-doc, no-example, bare-secret]
operations:
  getHeat: { doc: G., get: /heat, query: { of: string }, response: uint32, examples: [{ request: { of: a }, response: 7 }] }
"#;

fn spec(security: &str) -> Vec<SourceFile> {
    let text = SPEC.replace("SECURITY", security);
    read_sources("spec", vec![("t.yaml".to_owned(), text.into_bytes())]).unwrap()
}

/// Sends the request of a `curl` command without a body, and returns the status.
async fn send(command: &str) -> u16 {
    let (before, url) = command.rsplit_once(' ').unwrap();
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let headers = before.split(" -H ").skip(1).map(|word| word.trim_matches('\'').split_once(": ").unwrap());
    let request = client.get(url.trim_matches('\''));
    let request = headers.fold(request, |request, (name, value)| request.header(name, value));
    request.send().await.unwrap().status().as_u16()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn the_command_of_a_service_carries_what_stands_for_its_keys() {
    for security in ["token", "login", "key", "word", "session", "[key, word, session]"] {
        let spec = || spec(&format!("security: [{security}]"));
        let sandbox = Sandbox::builder().spec(spec()).start().await.unwrap();
        let served = sandbox.services();
        let curl = served[0].curl.clone().unwrap_or_else(|| panic!("{security}: {served:?}"));
        assert_eq!(send(&curl).await, 200, "{curl}");
        // No key of the user is printed.
        let sandbox = Sandbox::builder().spec(spec()).key("k-815").start().await.unwrap();
        assert_eq!(sandbox.services()[0].curl, None);
    }
}

#[tokio::test(crate = "chainloom_bounded")]
async fn paths_are_served_behind_the_base_path_of_their_client() {
    let sandbox = Sandbox::builder().spec(spec("security: [[]]")).start().await.unwrap();
    for (path, status) in
        [("/heat", 200), ("/api/v2/heat", 200), ("/api/v3/heat", 404), ("/api/heat", 404), ("/api/v2/cold", 404)]
    {
        assert_eq!(send(&format!("curl {}{path}?of=a", sandbox.url())).await, status, "{path}");
    }
    assert_eq!(sandbox.seen()[1].operations, ["kiln.getHeat"]);
}
