//! A file that says nothing.
chainloom::include_api!("specs/empty.yaml");

fn main() {}
