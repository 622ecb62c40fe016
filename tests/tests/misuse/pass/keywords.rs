//! Words of Rust as names of members, parameters, methods and modules: those of the spec have other names in Rust.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod r#type {
    /// A thing.
    struct Thing {
        /// What it is.
        r#type: String,
        /// What it fits.
        r#match: Option<String>,
        /// Its own name on the wire.
        #[api(rename = "self")]
        own: u64,
    }
    /// A state.
    #[api(rename_all = "snake_case")]
    enum State {
        /// Runs.
        Loop,
        /// Stands.
        Break,
    }
    trait Async {
        /// Repeats.
        #[api(get = "/things/{type}")]
        fn r#loop(&self, r#type: String, r#in: Option<State>) -> Thing;
    }
}

async fn use_it() -> Option<String> {
    let client = r#type::Client::new("http://127.0.0.1:1").ok()?;
    let thing = client.loop_("a").in_(r#type::State::Loop).await.ok()?;
    Some(format!("{}{:?}{}", thing.kind, thing.match_, thing.own))
}

fn main() {
    drop(use_it());
}
