//! A file whose name is no name of a module.
chainloom::include_api!("specs/My-VM.yaml");

fn main() {}
