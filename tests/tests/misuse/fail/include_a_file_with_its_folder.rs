//! Files beside a file, in the folder of its name; one has another ending.
chainloom::include_api!("specs/odd.yaml");

async fn use_it(client: odd::Client) -> Option<odd::more::Thing> {
    client.find().await.ok()
}

fn main() {
    let _ = use_it;
}
