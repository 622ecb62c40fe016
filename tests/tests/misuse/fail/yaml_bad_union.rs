//! Arms that no member tells apart.
chainloom::include_api!("specs/bad_union.yaml");

fn main() {}
