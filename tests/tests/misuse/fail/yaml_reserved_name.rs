//! Names that the client has already.
chainloom::include_api!("specs/reserved_name.yaml");

fn main() {}
