//! Five mistakes in the order of the file, and nothing of the client that is used beside them.
chainloom::include_api!("specs/many.yaml");

use many::{Client, Hash, Thing};

async fn use_it(hash: Hash) -> Option<Thing> {
    let client = Client::builder().url("http://127.0.0.1:1").build().ok()?;
    let found = client.find(hash).depth(3).await.ok()?;
    client.drop().reply().await.ok()?.value;
    Some(found)
}

fn main() {
    drop(use_it("".parse().unwrap()));
}
