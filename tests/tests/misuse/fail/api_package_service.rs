//! Services of the package that there are not, or that are described already.
#[chainloom::api]
mod shop {
    #[api(service = "chainloom/evn", effect = "read")]
    trait More {
        /// Finds.
        #[api(method = "my_find")]
        fn my_find(&self) -> String;
    }
    #[api(service = "chainloom/evm", effect = "read", endpoint = "/mine", rpc(params = "named"))]
    trait Again {
        /// Finds.
        #[api(method = "my_other")]
        fn my_other(&self) -> String;
    }
}

fn main() {}
