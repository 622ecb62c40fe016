//! A crate whose specs are edited.

chainloom::include_api!("specs/sky.yaml");
chainloom::include_api!("specs/folder");

fn main() {
    let client = sky::Client::new("http://127.0.0.1:1").unwrap();
    drop(client.wind("north").speed());
    drop(folder::stock::Client::new("http://127.0.0.1:1").unwrap().list());
}
