//! Two traits of one name, which would be one module.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
    }
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> Thing;
    }
    trait Web {
        /// Lists.
        #[api(get = "/all")]
        fn list(&self) -> Vec<Thing>;
    }
}

fn main() {
    let client = shop::Client::new("http://127.0.0.1:1").unwrap();
    drop(client.list());
}
