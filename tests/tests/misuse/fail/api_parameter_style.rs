//! A style of parameters that JSON-RPC has not.
#[chainloom::api]
mod shop {
    #[api(endpoint = "/rpc", rpc(params = "nammed"))]
    trait Shelves {
        /// Finds.
        #[api(method = "find", effect = "read")]
        fn find(&self, name: String) -> String;
    }
}

fn main() {}
