//! A folder that there is not.
chainloom::include_api!("spec/shop");

fn main() {}
