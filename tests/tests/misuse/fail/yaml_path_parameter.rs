//! A path and its parameters that do not agree.
chainloom::include_api!("specs/path_parameter.yaml");

fn main() {}
