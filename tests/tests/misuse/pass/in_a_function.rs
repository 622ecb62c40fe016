//! A client within a function.
#![deny(warnings, missing_docs)]

fn main() {
    #[chainloom::api]
    mod shop {
        trait Web {
            /// Finds.
            #[api(get = "/things")]
            fn find(&self) -> String;
        }
    }
    chainloom::include_api!("specs/sky.yaml");
    let _ = (shop::Client::new("http://127.0.0.1:1"), sky::Client::new("http://127.0.0.1:1"));
}
