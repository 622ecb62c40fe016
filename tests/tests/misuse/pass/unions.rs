//! The three kinds of unions.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod shop {
    /// By form.
    #[api(union = "form")]
    enum Key {
        Number(u64),
        Name(String),
        Names(Vec<String>),
    }
    /// By a member that names the arm.
    #[api(union(tag = "state"))]
    enum Holder {
        /// Nobody has it.
        Shelf,
        /// Someone has it.
        Reader {
            /// Who.
            badge: String,
        },
    }
    /// By a member that only one arm has.
    #[api(union = "members")]
    enum Wind {
        /// Blows.
        #[api(has = "peak")]
        Gust {
            /// How much.
            peak: f64,
        },
        /// Does not.
        #[api(otherwise)]
        Calm,
    }
    trait Web {
        /// Finds.
        #[api(post = "/find", effect = "read")]
        fn find(&self, key: Key) -> Vec<Holder>;
        /// Asks for the wind.
        #[api(get = "/wind")]
        fn wind(&self) -> Wind;
    }
}

async fn use_it() -> Option<()> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.find(shop::Key::Number(5)).await.ok()?;
    client.wind().await.ok().map(drop)
}

fn main() {
    drop(use_it());
}
