//! Names of the wire by rule and by hand.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod shop {
    /// A thing.
    #[api(rename_all = "SCREAMING_SNAKE_CASE")]
    struct Thing {
        /// How many.
        how_many: u64,
        /// What it is.
        #[api(rename = "the kind/of it")]
        kind: Kind,
    }
    /// Kinds.
    #[api(rename_all = "kebab-case")]
    enum Kind {
        /// It was.
        VeryOld,
        /// It is.
        #[api(seen)]
        BrandNew,
    }
    trait Web {
        /// Finds.
        #[api(get = "/things/{thing_name}", rename_all = "snake_case")]
        fn find(&self, thing_name: String, how_deep: Option<u8>) -> Thing;
        /// Finds by ids.
        #[api(get = "/things", rename = "findByIDs")]
        fn find_by_ids(&self, ids: Vec<u64>) -> Vec<Thing>;
    }
}

async fn use_it() -> Option<bool> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.find_by_ids([1_u64]).await.ok()?;
    client.find("a").how_deep(3).await.ok().map(|thing| thing.kind == shop::Kind::VeryOld && thing.how_many > 1)
}

fn main() {
    drop(use_it());
}
