//! The macro sees tokens, not what they come to.
chainloom::include_api!(concat!("specs/", "shop"));

fn main() {}
