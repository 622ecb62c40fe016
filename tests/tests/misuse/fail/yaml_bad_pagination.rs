//! Paging over a member that there is not.
chainloom::include_api!("specs/bad_pagination.yaml");

fn main() {}
