//! The attribute over what is no module: the item is still there.
#[chainloom::api]
struct Thing {
    name: String,
}

#[chainloom::api]
fn find(name: String) -> Thing {
    Thing { name }
}

#[chainloom::api]
trait Web {
    fn find(&self) -> String;
}

#[chainloom::api]
impl Thing {}

fn main() {
    let _ = find(String::new()).name;
}
