//! An empty path.
chainloom::include_api!("");

fn main() {}
