//! Links a single method of a node, as chainloom generates it.

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).ok_or("give a URL")?;
    let client = chainloom::node::Client::new(url)?;
    drop(client.info().get_node_id().await?);
    Ok(())
}
