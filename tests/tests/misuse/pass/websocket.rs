//! Subscriptions and a websocket are described; they are called when the client can.
#![deny(warnings, missing_docs)]

chainloom::include_api!("specs/sky.yaml");

async fn use_it() -> Option<f64> {
    let client = sky::Client::new("http://127.0.0.1:1").ok()?;
    client.wind("north").speed().await.ok()
}

fn main() {
    drop(use_it());
}
