//! Types of the runtime that a description imports as any others.
#![deny(warnings, missing_docs)]

#[chainloom::api]
pub mod bank {
    use chainloom::runtime::{Address, U256};

    /// A balance.
    pub struct Balance {
        /// Whose it is.
        pub owner: Address,
        /// How much it is.
        pub amount: U256,
        /// What is still to come.
        pub coming: Option<Vec<U256>>,
    }
    pub trait Web {
        /// Returns the balance of an owner.
        #[api(get = "/balances/{owner}")]
        fn balance(&self, owner: String) -> Balance;
        /// Returns the owners of an amount.
        #[api(post = "/owners", effect = "read")]
        fn owners(&self, amount: Option<U256>, of: Vec<Address>) -> Vec<Address>;
        /// Returns the total.
        #[api(get = "/total")]
        fn total(&self) -> U256;
    }
}

fn main() {
    let _ = bank::Client::new("http://127.0.0.1:1");
}
