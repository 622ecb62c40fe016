//! Operations without a client.
chainloom::include_api!("specs/no_client.yaml");

fn main() {}
