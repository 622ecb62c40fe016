pub fn program(client: &api::library::Client) {
    let _ = client.find_book(1_u64).language("en");
}
