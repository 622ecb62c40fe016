//! A misspelt key.
chainloom::include_api!("specs/unknown_key.yaml");

fn main() {}
