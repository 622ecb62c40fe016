//! Types that there are not, or that have no form in JSON.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: Strng,
        /// How much.
        amount: usize,
        /// Which.
        letter: char,
        /// How many.
        pair: (u8, u8),
        /// Those.
        slice: [u8; 4],
    }
}

fn main() {}
