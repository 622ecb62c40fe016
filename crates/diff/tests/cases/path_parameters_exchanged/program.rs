pub fn program(client: &api::library::Client) {
    let _ = client.get_book(3, "f1");
}
