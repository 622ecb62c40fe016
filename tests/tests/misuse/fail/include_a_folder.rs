//! Mistakes in two files of a folder.
chainloom::include_api!("specs/shop");

async fn use_it(client: shop::stock::Client) -> Option<shop::stock::Thing> {
    client.list().await.ok()?.first().cloned()
}

fn main() {
    let _ = use_it;
}
