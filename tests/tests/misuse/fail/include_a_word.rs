//! A word in place of a string.
chainloom::include_api!(my_vm);

fn main() {}
