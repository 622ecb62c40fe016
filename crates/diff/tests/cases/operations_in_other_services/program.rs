pub fn program(client: &api::library::Client) {
    drop(client.get_book());
}
