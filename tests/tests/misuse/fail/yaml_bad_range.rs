//! Bounds that nothing is within.
chainloom::include_api!("specs/bad_range.yaml");

fn main() {}
