//! A folder becomes a module with modules, in a module of the user.
#![deny(warnings, missing_docs)]

// A file brings the folder of its name along.
chainloom::include_api!("specs/folder/stock.yaml");

async fn use_file(client: stock::Client) -> Option<stock::orders::Order> {
    client.list().await.ok()?.into_iter().next()
}

/// The clients.
pub mod clients {
    chainloom::include_api!("specs/folder/",);
}

async fn use_it() -> Option<String> {
    drop(use_file(crate::stock::Client::new("http://127.0.0.1:1").ok()?));
    use clients::folder::stock;
    let client = stock::Client::new("http://127.0.0.1:1").ok()?;
    let orders: Vec<stock::orders::Order> = client.list().await.ok()?;
    orders.first().map(|order| order.thing.name.to_string())
}

fn main() {
    drop(use_it());
}
