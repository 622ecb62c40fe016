pub fn program(client: &api::library::Client) {
    let _ = client.search_books("f1", "novel", api::library::Level::One, ["f1"], ["f1"]).state(api::library::State::Lent);
}
