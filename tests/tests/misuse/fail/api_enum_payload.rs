//! Enums that say not how they travel.
#[chainloom::api]
mod shop {
    /// A key.
    enum Key {
        Number(u64),
        Name(String),
    }
    /// A state.
    enum State {
        Old = 1,
        New = 1 + 1,
    }
    /// Nothing.
    enum Nothing {}
}

fn main() {}
