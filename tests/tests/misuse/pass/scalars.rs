//! Scalars of all forms, enumerations, maps and lists, null and absent.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod chain {
    use std::collections::BTreeMap;

    /// A hash.
    #[api(scalar(text = "hex", bytes = 32))]
    struct Hash;
    /// An id.
    #[api(scalar(text = "base58check", bytes = 20, prefix = "Id-"))]
    struct Id;
    /// An amount.
    #[api(scalar(text = "quantity", rust = "U256"))]
    struct Amount;
    /// A moment.
    #[api(scalar(text = "date-time"))]
    struct Moment;
    /// A thing.
    struct Thing {
        /// Its hash.
        hash: Hash,
        /// Its owner.
        owner: Option<Id>,
        /// What it costs.
        #[api(unit = "cents", range = 0..=100)]
        price: u64,
        /// How much of it.
        amounts: BTreeMap<String, Vec<Amount>>,
        /// Other things.
        inner: Option<Box<Thing>>,
        /// When, if ever.
        times: Vec<Option<Moment>>,
        /// Anything.
        rest: Option<RawJson>,
    }
    /// A name for something.
    type Price = u64;
    trait Web {
        /// Lists.
        #[api(get = "/things")]
        fn list(&self, #[api(size = 1..=16, join = ",")] hashes: Option<Vec<Hash>>, most: Option<Price>) -> Vec<Thing>;
    }
}

async fn use_it() -> Option<chain::Thing> {
    chain::Client::new("http://127.0.0.1:1").ok()?.list().most(5).await.ok()?.pop()
}

fn main() {
    drop(use_it());
}
