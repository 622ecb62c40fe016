//! Attributes of the compiler.
#[chainloom::api]
mod shop {
    /// A thing.
    #[cfg(test)]
    struct Thing {
        /// What it is.
        #[allow(missing_docs)]
        name: String,
        /// What it was.
        #[doc(hidden)]
        old: String,
    }
    #[must_use]
    trait Web {}
}

fn main() {}
