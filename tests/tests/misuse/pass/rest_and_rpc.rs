//! REST and JSON-RPC in one module, with settings of the client.
#![deny(warnings, missing_docs)]

#[chainloom::api(client(
    baseUrl = "{url}",
    vars(url(doc = "Where it is."), keyHeader(default = "x-key", doc = "The header of the key.")),
    auth(key(header = "{keyHeader}", optional = true, doc = "Who asks."))
))]
pub mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
    }
    #[api(
        endpoint = "/rpc/{chain}",
        vars(chain(default = "main", doc = "Which.")),
        rpc(params = "named"),
        instance = "chain",
        effect = "read"
    )]
    trait Shelves {
        /// Finds.
        #[api(method = "shelf.find", examples = [{ request: { name: "a" }, response: { name: "a" } }])]
        fn find(&self, name: String, depth: Option<u32>) -> Thing;
        /// Counts.
        #[api(method = "shelf.count")]
        fn count(&self) -> u64;
    }
    #[api(endpoint = "/raw", rpc(params = "positional"), effect = "write")]
    trait Doors {
        /// Opens.
        #[api(method = "open")]
        fn open(&self, name: String) -> ();
    }
    trait Web {
        /// Gets.
        #[api(get = "/things/{name}")]
        fn get_thing(
            &self,
            name: String,
            #[api(header, rename = "x-tag")] tag: Option<String>,
            deep: Option<bool>,
        ) -> Thing;
        /// Puts.
        #[api(put = "/things/{name}", effect = "idempotent")]
        fn put_thing(&self, name: String, price: u64) -> ();
    }
}

async fn use_it() -> Option<()> {
    let client = shop::Client::builder().url("http://127.0.0.1:1").key("secret").build().ok()?;
    client.shelves("main").find("x").depth(3).await.ok()?;
    client.shelves("main").count().await.ok()?;
    client.doors().open("front").await.ok()?;
    client.get_thing("x").tag("a").deep(true).await.ok()?;
    client.put_thing("x", 5).await.ok().map(drop)
}

fn main() {
    drop(use_it());
}
