//! New names that are no strings, and a style that there is not.
#[chainloom::api]
mod shop {
    /// A thing.
    #[api(rename_all = "Snake")]
    struct Thing {
        /// What it is.
        #[api(rename = 5)]
        kind: String,
        /// What it is.
        #[api(rename = other)]
        other: String,
        /// What it is.
        #[api(rename)]
        third: String,
    }
}

fn main() {}
