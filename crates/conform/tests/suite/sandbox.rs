//! The spec of the crate `chainloom` against a sandbox: as described, with surprises, with prepared
//! responses, and with a changed spec.

use std::collections::BTreeSet;

use chainloom_caller::{Caller, Profile};
use chainloom_codegen::{SourceFile, name, read_sources};
use chainloom_conform::{Kind, Options, Report, Spec, conform};
use chainloom_sandbox::{PreparedResponse, Sandbox};
use serde_json::json;

fn sources() -> Vec<SourceFile> {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    read_sources("spec", files.collect()).unwrap()
}

async fn compared(sources: Vec<SourceFile>, sandbox: &Sandbox, options: Options) -> Report {
    let named = name(&sources, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&sources, false)));
    let spec = Spec::new(named, sources);
    let vars = [("chain".to_owned(), "2owdGqyG6FFzTHy5qhenDXQcEghvr571KZE3gSfRJERSJinuwC".to_owned())].into();
    let profile = Profile { url: Some(sandbox.url()), retries: Some(0), vars, ..Profile::default() };
    let caller = Caller::new(spec.api(), profile).unwrap();
    let model = spec.model();
    let sensitive = model.typed_calls().filter(|call| call.operation.sensitive);
    let allow_sensitive = sensitive.map(|call| call.id_of(&model.services[call.operation.service.0])).collect();
    conform(&spec, &caller, &Options { rate: 10_000, allow_sensitive, ..options }).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn everything_that_a_sandbox_serves_conforms() {
    let sandbox = Sandbox::builder().all_members().start().await.unwrap();
    let report = compared(sources(), &sandbox, Options { allow_writes: true, ..Options::default() }).await;
    assert!(report.conforms(), "{}", report.to_text());
    let untried = report.services.iter().flat_map(|service| &service.operations).filter(|one| one.calls == 0);
    let untried: Vec<String> = untried.map(|one| format!("{}: {}", one.id, one.reason)).collect();
    assert!(untried.is_empty(), "{untried:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2, crate = "chainloom_bounded")]
async fn surprises_are_drift_of_every_kind_that_they_have() {
    let sandbox = Sandbox::builder().synthetic_only().surprises().start().await.unwrap();
    let report = compared(sources(), &sandbox, Options::default()).await;
    let kinds: BTreeSet<&str> = report.drifts().map(|drift| drift.kind.name()).collect();
    for kind in [Kind::UndescribedMember, Kind::UnlistedValue, Kind::NumberForm, Kind::UndescribedArm] {
        assert!(kinds.contains(kind.name()), "{kind} is not among {kinds:?}");
    }
    assert!(!report.conforms());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_prepared_response_is_the_only_drift() {
    let sandbox = Sandbox::builder().all_members().start().await.unwrap();
    sandbox.add_response("info.getNetworkID", PreparedResponse::json(json!({ "networkID": 1, "shard": 4 }))).unwrap();
    sandbox.add_response("info.getNetworkName", PreparedResponse::error(-32099, "tired")).unwrap();
    let report =
        compared(sources(), &sandbox, Options { services: vec!["info".to_owned()], ..Options::default() }).await;
    let found: Vec<(&str, Kind, &str)> =
        report.drifts().map(|one| (one.operation.as_str(), one.kind, one.path.as_str())).collect();
    let wanted = [
        ("info.getNetworkID", Kind::NumberForm, "$.networkID"),
        ("info.getNetworkID", Kind::UndescribedMember, "$.shard"),
        ("info.getNetworkName", Kind::UndescribedError, "error.code"),
    ];
    for one in wanted {
        assert!(found.contains(&one), "{}", report.to_text());
    }
    assert_eq!(found.len(), wanted.len(), "{}", report.to_text());
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_changed_spec_drifts_from_the_service() {
    let sandbox = Sandbox::builder().synthetic_only().all_members().start().await.unwrap();
    let mut sources = sources();
    let file = sources.iter_mut().find(|file| file.path.ends_with("node/info.yaml")).unwrap();
    assert!(file.text.contains("trackedSubnets?:"), "the member that the test renames is elsewhere");
    file.text = file.text.replace("trackedSubnets", "watchedSubnets");
    let report = compared(sources, &sandbox, Options { services: vec!["info".to_owned()], ..Options::default() }).await;
    let found: Vec<(Kind, &str)> = report.drifts().map(|one| (one.kind, one.path.as_str())).collect();
    assert_eq!(found, [(Kind::UndescribedMember, "$.peers[0].trackedSubnets")], "{}", report.to_text());
}

/// Parameters of types that lead back to themselves end, too.
#[tokio::test(crate = "chainloom_bounded")]
async fn a_parameter_that_leads_back_to_itself_is_sent_with_an_end() {
    const SPEC: &str = r#"
chainloom: 1
doc: Trees.
client: { baseUrl: "http://127.0.0.1:1" }
service: t
allow: [no-doc, no-example]
types:
  Tree: { doc: T., fields: { child: "Tree | null", all: { list: Forest, doc: L. } } }
  Forest: { doc: T., fields: { trees: { list: Tree, doc: L. } } }
operations:
  put: { doc: P., post: /p, effect: read, body: { tree: { type: Tree, doc: T. } }, response: Tree }
"#;
    let sources = read_sources("spec", vec![("t.yaml".to_owned(), SPEC.as_bytes().to_vec())]).unwrap();
    let sandbox = Sandbox::builder().spec(sources.clone()).all_members().start().await.unwrap();
    let spec = Spec::new(name(&sources, &[]).unwrap(), sources);
    let caller = Caller::new(spec.api(), Profile { url: Some(sandbox.url()), ..Profile::default() }).unwrap();
    let report = conform(&spec, &caller, &Options::default()).await.unwrap();
    assert!(report.conforms(), "{}", report.to_text());
    let sent = serde_json::from_slice::<serde_json::Value>(&sandbox.seen()[0].body).unwrap();
    assert_eq!(sent, json!({ "tree": { "child": null, "all": [{ "trees": [] }] } }));
}
