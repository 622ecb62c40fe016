//! The types of the generated crate that the bodies are of: what users get, and not a copy of it.
//!
//! Input: the crate `chainloom`. Output: its types under the names of the bodies, and what describes them.

use chainloom::runtime::schema::Type;
use chainloom::{data, node};

pub type ValidatorPage = data::staking::ValidatorPage;
pub type Erc20Balances = data::balances::Erc20Balances;
pub type NativeTransactions = data::transfers::NativeTransactionPage;
pub type Block = Option<node::evm::FullBlock>;
pub type Containers = Vec<node::index::Container>;

/// What the operation says of its answer that has this type.
pub fn schema_of(name: &str) -> Type {
    let id = match name {
        "ValidatorPage" => "data.listValidators",
        "Erc20Balances" => "data.listErc20Balances",
        "NativeTransactions" => "data.listNativeTransactions",
        "Block" => "evm.getFullBlockByNumber",
        _ => "index.getContainerRange",
    };
    let mut operations = chainloom::OPERATIONS.iter().map(|entry| entry.operation());
    operations.find(|operation| operation.id == id).and_then(|operation| operation.output).unwrap()
}
