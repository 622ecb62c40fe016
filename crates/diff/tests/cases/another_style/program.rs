pub fn program(client: &api::library::Client) {
    let _ = client.find_book(7_u64);
}
