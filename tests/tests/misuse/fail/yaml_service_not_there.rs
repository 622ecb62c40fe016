//! A service that no file defines.
chainloom::include_api!("specs/service_not_there.yaml");

fn main() {}
