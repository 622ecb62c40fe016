//! Two arms of a union that nobody can tell apart.
chainloom::include_api!("specs/overlapping_arms.yaml");

fn main() {}
