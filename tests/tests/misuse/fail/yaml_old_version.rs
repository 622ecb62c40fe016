//! A version of the language before the first.
chainloom::include_api!("specs/old_version.yaml");

fn main() {}
