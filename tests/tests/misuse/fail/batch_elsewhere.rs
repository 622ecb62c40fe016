//! A batch of a service whose description has none.
#[chainloom::api]
pub mod my_vm {
    #[api(endpoint = "/trees", rpc(params = "named", batch = true), effect = "read")]
    trait Trees {
        /// Counts.
        #[api(method = "trees.count")]
        fn count(&self) -> u64;
    }
    #[api(endpoint = "/rows", rpc(params = "named"), effect = "read")]
    trait Rows {
        /// Measures.
        #[api(method = "rows.length")]
        fn length(&self) -> u64;
    }
}

fn use_it(client: &my_vm::Client) {
    let _ = client.trees().batch();
    let _ = client.rows().batch();
    let _ = client.batch();
}

fn main() {
    let _ = use_it;
}
