//! Words that generated code has in other places, as names of types, calls, parameters and members.
#![deny(warnings, missing_docs)]

chainloom::include_api!("specs/words.yaml");

#[chainloom::api]
pub mod shop {
    /// What went wrong.
    struct Error {
        /// Whether nobody saw it yet.
        new: bool,
        /// What else there is.
        extra: String,
        /// What holds without it.
        default: Option<String>,
    }
    /// What was said.
    enum Reply {
        /// So.
        Yes,
        /// Not so.
        No,
    }
    /// What is going on.
    struct Operations {
        /// How many.
        running: u64,
    }
    /// How it is.
    enum Status {
        /// It runs.
        Up,
        /// Nobody knows.
        Unknown,
    }
    trait Web {
        /// The last one.
        #[api(get = "/error")]
        fn error(&self) -> Error;
        /// Says something.
        #[api(get = "/reply")]
        fn reply(&self, status: Option<Status>) -> Reply;
        /// What goes on.
        #[api(get = "/operations")]
        fn operations(&self, extra: Option<String>) -> Operations;
        /// How it is.
        #[api(get = "/status")]
        fn status(&self, error: Option<String>) -> Status;
    }
}

async fn use_it() -> Option<(words::Error, words::calls::Error)> {
    let rows = words::Client::new("http://127.0.0.1:1").ok()?.rows();
    let error: words::Error = rows.error().await.ok()?;
    let fine = error.new && error.extra.is_empty() && error.default.is_none();
    let reply: words::Reply = rows.reply().status(words::Status::Up).await.ok()?;
    let running: words::Operations = rows.operations().extra("a").await.ok()?;
    let status: words::Status = rows.status().error("a").await.ok()?;
    let found: words::Catalog = rows.catalog().await.ok()?;
    drop((fine, reply, running, status, found.rt, found.own));
    Some((error, words::calls::Error::new()))
}

async fn use_the_other() -> Option<(shop::Error, shop::web::calls::Error)> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    let error: shop::Error = client.error().await.ok()?;
    let fine = error.new && error.extra.is_empty() && error.default.is_none();
    let reply: shop::Reply = client.reply().status(shop::Status::Up).await.ok()?;
    let running: shop::Operations = client.operations().extra("a").await.ok()?;
    let status: shop::Status = client.status().error("a").await.ok()?;
    drop((fine, reply, running, status));
    Some((error, shop::web::calls::Error::new()))
}

fn main() {
    drop(use_it());
    drop(use_the_other());
}
