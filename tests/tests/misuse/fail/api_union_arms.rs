//! Arms that nobody can tell apart, and one that holds two types.
#[chainloom::api]
mod shop {
    /// A key.
    #[api(union = "form")]
    enum Key {
        Number(u64),
        Size(i64),
        Pair(u64, String),
    }
}

fn main() {}
