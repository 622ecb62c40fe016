//! An example that does not fit the types.
chainloom::include_api!("specs/bad_example.yaml");

fn main() {}
