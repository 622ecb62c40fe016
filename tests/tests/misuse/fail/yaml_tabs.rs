//! A tab where YAML wants spaces.
chainloom::include_api!("specs/tabs.yaml");

fn main() {}
