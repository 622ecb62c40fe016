//! What has no documentation gets some.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod shop {
    struct Thing {
        name: String,
        kind: Kind,
    }
    enum Kind {
        Old,
        #[api(rename = "brand-new")]
        New,
    }
    #[api(union = "form")]
    enum Key {
        Number(u64),
        Whole { name: String },
    }
    trait Web {
        #[api(get = "/things")]
        fn find(&self, name: String) -> Thing;
        #[api(post = "/things", effect = "read")]
        fn ask(&self, key: Key) -> Thing;
    }
}

async fn use_it() -> Option<shop::Kind> {
    let client = shop::Client::new("http://127.0.0.1:1").ok()?;
    client.ask(shop::Key::Number(1)).await.ok()?;
    client.find("a").await.ok().map(|thing| thing.kind)
}

fn main() {
    drop(use_it());
}
