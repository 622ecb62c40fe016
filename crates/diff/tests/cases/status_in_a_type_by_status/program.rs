pub fn program(client: &api::library::Client) {
    let _ = client.add_book("Emma");
}
