pub fn program(client: &api::library::Client) {
    let _ = client.list_books().limit(3);
}
