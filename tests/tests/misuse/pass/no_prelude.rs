//! A crate that has turned the prelude off.
#![no_implicit_prelude]
#![deny(warnings, missing_docs)]

use ::core::option::Option::{self, Some};
use ::core::result::Result::Ok;

::chainloom::include_api!("specs/plain.yaml");

/// The same in Rust.
#[::chainloom::api]
pub mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
        /// What is in it.
        inner: Option<Thing>,
        /// What is beside it.
        others: Vec<Kind>,
    }
    /// A kind.
    enum Kind {
        /// The first.
        A,
        /// The second.
        B,
    }
    /// What to look for.
    #[api(union = "form")]
    enum Key {
        /// By number.
        Number(u64),
        /// By name.
        Name(String),
    }
    trait Web {
        /// Finds.
        #[api(post = "/things", effect = "read")]
        fn find(&self, key: Key, depth: Option<u64>, kinds: Option<Vec<Kind>>) -> Option<Thing>;
    }
    #[api(service = "chainloom/evm", effect = "read")]
    trait More {
        /// Finds.
        #[api(method = "my_find")]
        fn my_find(&self, depth: Option<u64>) -> String;
    }
}

async fn use_it() -> Option<::chainloom::runtime::Text> {
    use shop::more::{EvmServiceExt as _, MyFindCall as _};
    let Ok(client) = plain::Client::new("http://127.0.0.1:1") else { return Option::None };
    let call = client.rows("front").find(plain::Key::Number(5)).all([plain::Kind::A]);
    let Ok(thing) = call.send().await else { return Option::None };
    let Ok(shop) = shop::Client::new("http://127.0.0.1:1") else { return Option::None };
    let Ok(other) = shop.find(shop::Key::Name(thing.name)).depth(3).await else { return Option::None };
    let Ok(node) = ::chainloom::node::Client::new("http://127.0.0.1:1") else { return Option::None };
    let Ok(more) = node.evm("C").my_find().depth(3).await else { return Option::None };
    let Some(_) = other else { return Option::None };
    Some(more)
}

fn main() {
    ::core::mem::drop(use_it());
}
