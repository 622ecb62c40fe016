//! Kubernetes: merge patches, patches in YAML, a response now or later, lists of any kind of
//! object.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/kubernetes/kubernetes.yaml");

pub(crate) use kubernetes::operations;
use kubernetes::{
    ApplyConfigMapResult, Client, DeletePodResult, DeploymentPatch, DeploymentPatchMetadata, IntOrString,
};

async fn kubernetes(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("kubernetes").sample(sample)).await;
    let client = Client::builder().url(server.url()).token("an-invented-token").build().unwrap();
    (server, client)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn null_removes_a_label() {
    let (server, client) = kubernetes("a label is removed").await;
    let labels = DeploymentPatchMetadata::new().labels([("app", None)]);
    let patch = DeploymentPatch::new().metadata(labels);
    client.patch_deployment("default", "patch-demo", patch).field_manager("kubectl-patch").await.unwrap();
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn an_object_is_applied_as_yaml() {
    let (server, client) = kubernetes("an object is applied").await;
    let yaml = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: test-cm\n  namespace: default\n  labels:\n\
                \x20   test-label: test\ndata:\n  key: some value\n";
    let applied = client.apply_config_map("default", "test-cm", "kubectl", yaml).await.unwrap();
    let ApplyConfigMapResult::Created(settings) = applied else { panic!("{applied:?}") };
    assert_eq!(settings.metadata.name.as_deref(), Some("test-cm"));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_deleted_may_still_be_there() {
    let (server, client) = kubernetes("a pod is being deleted").await;
    let deleted = client.delete_pod("default", "liveness-http").grace_period_seconds(30).await.unwrap();
    assert!(matches!(deleted, DeletePodResult::Accepted(pod) if pod.metadata.name.as_deref() == Some("liveness-http")));
    server.assert_arrived();
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_list_says_where_it_goes_on() {
    let (server, client) = kubernetes("the first pods").await;
    let page = client.list_pods().limit(500).await.unwrap();
    assert_eq!(page.metadata.continue_.as_deref(), Some("ENCODED_CONTINUE_TOKEN"));
    let container = &page.items[0].spec.as_ref().unwrap().containers[0];
    let probe = container.liveness_probe.as_ref().unwrap().http_get.as_ref().unwrap();
    assert_eq!(probe.port, IntOrString::from(8080));
    server.assert_arrived();
}
