//! Attributes of others.
#[chainloom::api]
mod shop {
    /// A thing.
    #[derive(Debug, Clone)]
    #[serde(rename_all = "camelCase")]
    struct Thing {
        /// What it is.
        #[serde(rename = "type")]
        kind: String,
    }
}

fn main() {}
