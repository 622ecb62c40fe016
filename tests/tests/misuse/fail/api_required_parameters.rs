//! Required parameters are arguments, also two of one type that stand side by side: a call without them does not compile.
#[chainloom::api]
pub mod my_vm {
    #[api(endpoint = "/rows", rpc(params = "named"), effect = "read")]
    trait Rows {
        /// Lists the trees of a range of rows.
        #[api(method = "rows.trees")]
        fn trees(&self, first: u64, last: u64, depth: Option<u64>) -> Vec<String>;
    }
}

fn use_it(client: &my_vm::Client) {
    let _ = client.rows().trees(1, 9).depth(2);
    let _ = client.rows().trees();
    let _ = client.rows().trees(1).depth(2);
}

fn main() {
    let _ = use_it;
}
