//! A type of the user's own that cannot travel: one mistake, however often it is used.
chainloom::include_api!("specs/foreign.yaml");

/// No traits of the runtime.
#[derive(Clone, Debug, PartialEq)]
pub struct Amount(pub u64);

fn main() {}
