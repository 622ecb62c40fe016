//! A text where bytes belong: its characters would be sent, so the compiler refuses it in records. Calls read it as hex.
#[chainloom::api]
pub mod my_vm {
    /// Code of a contract.
    #[api(scalar(text = "hex"))]
    struct Code;
    /// A contract.
    struct Contract {
        /// Its code.
        code: Code,
        /// How it is set up.
        setup: Option<Code>,
        /// Its libraries.
        libraries: Option<Vec<Code>>,
    }
    #[api(endpoint = "/contracts", rpc(params = "named"), effect = "write")]
    trait Contracts {
        /// Deploys.
        #[api(method = "contracts.deploy")]
        fn deploy(&self, contract: Contract, salt: Code, data: Option<Code>) -> bool;
    }
}

fn use_it(client: &my_vm::Client, contract: my_vm::Contract) {
    let _ = client.contracts().deploy(contract.clone(), "0x6001").data("0x6001");
    let _ = my_vm::Contract::new("0x6001");
    let _ = contract.clone().setup("0x6001");
    let _ = contract.libraries(["0x6001"]);
}

fn main() {
    let _ = use_it;
}
