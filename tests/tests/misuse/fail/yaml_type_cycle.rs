//! A type that contains itself.
chainloom::include_api!("specs/type_cycle.yaml");

fn main() {}
