//! A scalar whose settings do not go together.
chainloom::include_api!("specs/bad_scalar.yaml");

fn main() {}
