//! A file that is no YAML.
chainloom::include_api!("specs/no_spec_here/README.md");

fn main() {}
