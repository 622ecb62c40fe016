//! An operation that is described twice.
chainloom::include_api!("specs/duplicate_operation.yaml");

fn main() {}
