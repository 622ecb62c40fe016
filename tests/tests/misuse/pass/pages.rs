//! Paging, rules, variants, defaults and notes, described in Rust.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod shop {
    /// A page.
    struct Page {
        /// Where to go on.
        next: Option<String>,
        /// What is on it.
        things: Vec<String>,
    }
    trait Web {
        /// Lists.
        #[api(
            get = "/things",
            source = "chapter 1",
            paginate = { items: things, next: next, into: from, size: most, end: [absent, empty] },
            rules = [{ ordered: { low: least, high: most }, doc: "Otherwise nothing fits." }],
            limits = [{ what: "calls in a second", value: 5 }],
            examples = [{ request: { least: 1 }, response: { things: ["a"] } }]
        )]
        fn list(
            &self,
            from: Option<String>,
            #[api(range = 0..=50, default = 1)] least: Option<u32>,
            #[api(range = 0..=50, default = 10)] most: Option<u32>,
        ) -> Page;
        /// Gets.
        #[api(
            get = "/thing",
            variants = { getShort: { doc: "The name.", fix: { deep: false }, response: string },
                         getWhole: { doc: "All of it.", fix: { deep: true }, response: Page } }
        )]
        fn get(&self, deep: bool) -> ();
    }
}

async fn use_it() -> Option<usize> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    let name = client.get_short().await.ok()?;
    let whole = client.get_whole().await.ok()?;
    client.list().least(1).most(5).await.ok().map(|page| page.things.len() + name.len() + whole.things.len())
}

fn main() {
    drop(use_it());
}
