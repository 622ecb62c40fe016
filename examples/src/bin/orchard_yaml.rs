//! The orchard, described in YAML: `orchard.yaml`, and `orchard/rows.yaml` beside it.

chainloom::include_api!("orchard.yaml");

#[path = "../tour.rs"]
mod tour;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = chainloom_examples::serve().await?;
    tour::make(&url).await
}
