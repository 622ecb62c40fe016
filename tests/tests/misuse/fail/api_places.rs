//! A parameter with two places, one without a name, and a place that is written wrong.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things")]
        fn find(&self, #[api(header, query)] name: String, (a, b): (u8, u8), #[api(place = "header")] tag: String) -> String;
    }
}

fn main() {}
