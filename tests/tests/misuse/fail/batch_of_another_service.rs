//! An operation of one service in a batch of another.
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
    let mut batch = client.trees().batch();
    let _ = batch.push(client.trees().count());
    let _ = batch.push(my_vm::trees::calls::Count::new());
    let _ = batch.push(my_vm::rows::calls::Length::new());
}

fn main() {
    let _ = use_it;
}
