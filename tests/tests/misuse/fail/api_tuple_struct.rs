//! Structs that say not how they travel.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing(String);
    /// Another thing.
    struct Other;
}

fn main() {}
