//! New names where nothing is named on the wire.
#[chainloom::api]
mod shop {
    /// A thing.
    #[api(rename = "item")]
    struct Thing {
        /// What it is.
        #[api(rename_all = "camelCase")]
        name: String,
    }
    trait Web {
        /// Finds.
        #[api(get = "/things", rename = "lookUp")]
        fn find(&self) -> Option<Option<String>>;
    }
}

fn main() {}
