//! A file that there is not.
chainloom::include_api!("specs/bad_rang.yaml");

fn main() {
    let _ = bad_rang::Client::new("http://127.0.0.1:1");
}
