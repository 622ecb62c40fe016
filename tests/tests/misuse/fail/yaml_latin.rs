//! A file that is not UTF-8.
chainloom::include_api!("specs/latin.yaml");

fn main() {}
