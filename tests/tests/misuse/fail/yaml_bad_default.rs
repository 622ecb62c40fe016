//! A default that is not of its type.
chainloom::include_api!("specs/bad_default.yaml");

fn main() {}
