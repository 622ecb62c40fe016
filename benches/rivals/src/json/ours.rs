//! Types of the generated crate for the bodies.
//!
//! Input: the crate `chainloom`. Output: its types under the names of the bodies, and their
//! descriptions.

use chainloom::runtime::schema::Type;
use chainloom::{data, node};

pub type ValidatorPage = data::staking::ValidatorPage;
pub type Erc20Balances = data::balances::Erc20Balances;
pub type NativeTransactions = data::transfers::NativeTransactionPage;
pub type Block = Option<node::evm::FullBlock>;
pub type Containers = Vec<node::index::Container>;

/// Description of the body by the operation that returns it.
pub fn schema_of(name: &str) -> Type {
    let id = match name {
        "ValidatorPage" => "data.listValidators",
        "Erc20Balances" => "data.listErc20Balances",
        "NativeTransactions" => "data.listNativeTransactions",
        "Block" => "evm.getFullBlockByNumber",
        _ => "index.getContainerRange",
    };
    let mut operations = chainloom::operations().iter().map(|entry| entry.operation());
    operations.find(|operation| operation.id == id).and_then(|operation| operation.output).unwrap()
}
