//! Two operations that would be one method.
chainloom::include_api!("specs/one_rust_name.yaml");

fn main() {}
