//! A variant that fixes a parameter that there is not.
chainloom::include_api!("specs/bad_variant.yaml");

fn main() {}
