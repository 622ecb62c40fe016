//! A rule over a parameter that there is not.
#[chainloom::api]
mod shop {
    trait Web {
        /// Finds.
        #[api(get = "/things", rules = [{ ordered: { low: form, high: to } }])]
        fn find(&self, from: Option<u64>, to: Option<u64>) -> String;
    }
}

fn main() {}
