//! A client that is used wrong: the compiler shows what is meant where it is declared.
#[chainloom::api]
pub mod my_vm {
    /// What grows on a tree.
    enum Species {
        /// Red.
        Apple,
    }
    #[api(endpoint = "/rows", rpc(params = "named"), effect = "write")]
    trait Rows {
        /// Plants.
        #[api(method = "tree.plant")]
        fn plant(&self, species: Species, depth: Option<u32>) -> Species;
    }
}

fn use_it(client: &my_vm::Client) {
    let _ = client.rows().plant();
    let _ = client.rows().plant(my_vm::Species::Apple).depth();
}

fn main() {
    let _ = use_it;
}
