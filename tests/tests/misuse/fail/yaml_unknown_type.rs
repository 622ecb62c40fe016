//! Two names of types that there are not.
chainloom::include_api!("specs/unknown_type.yaml");

fn main() {}
