//! Two paths.
chainloom::include_api!("specs/shop", "specs/bad_range.yaml");

fn main() {}
