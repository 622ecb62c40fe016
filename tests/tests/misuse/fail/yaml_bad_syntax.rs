//! A bracket that is not closed; the module and its client are there all the same.
chainloom::include_api!("specs/bad_syntax.yaml");

async fn use_it() {
    let client = bad_syntax::Client::new("http://127.0.0.1:1").unwrap();
    let thing: bad_syntax::Thing = client.thing("a").await.unwrap();
    println!("{}", thing.name);
}

fn main() {
    drop(use_it());
}
