//! No path at all.
chainloom::include_api!();

fn main() {}
