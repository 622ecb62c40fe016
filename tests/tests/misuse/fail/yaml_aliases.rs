//! What YAML has and the language has not.
chainloom::include_api!("specs/aliases.yaml");

fn main() {}
