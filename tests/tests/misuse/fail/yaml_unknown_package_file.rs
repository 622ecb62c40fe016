//! Types of the package that there are not.
chainloom::include_api!("specs/unknown_package_file.yaml");

fn main() {}
