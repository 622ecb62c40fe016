//! A tab where YAML requires spaces.
chainloom::include_api!("specs/tabs.yaml");

fn main() {}
