//! A module whose content the macro cannot see.
#[chainloom::api]
mod elsewhere;

fn main() {
    let _ = elsewhere::Client::new("http://127.0.0.1:1");
}
