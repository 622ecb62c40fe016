//! A rule over a parameter that there is not.
chainloom::include_api!("specs/bad_rule.yaml");

fn main() {}
