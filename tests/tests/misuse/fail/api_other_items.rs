//! Items that describe nothing.
#[chainloom::api]
mod shop {
    /// A thing.
    struct Thing {
        /// What it is.
        name: String,
    }

    const DEPTH: u32 = 3;
    fn helper() {}
    impl Thing {}
    mod inner {}
    static NAME: &str = "";
    union Bits {
        a: u8,
        b: u8,
    }
    macro_rules! nothing {
        () => {};
    }
    nothing!();
    extern crate std;
}

fn main() {}
