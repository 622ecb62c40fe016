//! Kubernetes: merge patches.

use super::super::server::Server;
use super::super::wire::Wire;

chainloom::include_api!("data/foreign/kubernetes/kubernetes.yaml");

pub(crate) use kubernetes::OPERATIONS;
use kubernetes::{Client, DeploymentPatch, DeploymentPatchMetadata};

async fn kubernetes(sample: &str) -> (Server, Client) {
    let server = Server::answering(Wire::of("kubernetes").sample(sample)).await;
    let client = Client::builder().url(server.url()).token("an-invented-token").build().unwrap();
    (server, client)
}

#[tokio::test]
async fn null_removes_a_label() {
    let (server, client) = kubernetes("a label is removed").await;
    let labels = DeploymentPatchMetadata::new().labels([("app".into(), None)]);
    let patch = DeploymentPatch::new().metadata(labels);
    client.patch_deployment("default", "patch-demo", patch).field_manager("kubectl-patch").await.unwrap();
    server.assert_arrived();
}
