//! Arguments of the attribute itself.
#[chainloom::api(bas_url = "http://a", doc "x")]
mod first {}

#[chainloom::api(client(baseUrl = "http://127.0.0.1:{port}"))]
mod second {
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self) -> String;
    }
}

#[chainloom::api("http://127.0.0.1:1")]
mod third {}

fn main() {}
