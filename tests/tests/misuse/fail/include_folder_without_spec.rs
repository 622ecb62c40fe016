//! A folder with no spec file.
chainloom::include_api!("specs/no_spec_here");

fn main() {}
