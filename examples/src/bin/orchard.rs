//! The orchard by itself, for programs of your own: it tells where it is, and serves until it is
//! stopped.

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::io::Result<()> {
    println!("{}", chainloom_examples::serve().await?);
    std::future::pending().await
}
