//! Foreign types that cannot travel: one mistake each, where they are named.
#[chainloom::api]
mod shop {
    use super::Amount;
    /// A thing.
    struct Thing {
        /// How much.
        amount: Amount,
        /// How much more.
        more: Vec<Amount>,
        /// How long.
        time: std::time::Duration,
    }
}

/// No traits.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount(pub u64);

fn main() {}
