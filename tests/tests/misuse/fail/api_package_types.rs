//! A type of the package that there is not.
#[chainloom::api]
mod shop {
    use chainloom::node::evm::Blok;

    /// A pair.
    struct Pair {
        /// The first.
        first: Blok,
        /// The second.
        second: Option<Blok>,
    }
}

fn main() {}
