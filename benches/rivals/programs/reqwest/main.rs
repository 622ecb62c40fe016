//! One call by reqwest and serde alone: what every client needs.

#[derive(serde::Deserialize)]
struct Chains {
    chains: Vec<String>,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = std::env::args().nth(1).ok_or("give a text")?;
    let chains: Chains = reqwest::get(text).await?.error_for_status()?.json().await?;
    println!("{}", chains.chains.len());
    Ok(())
}
