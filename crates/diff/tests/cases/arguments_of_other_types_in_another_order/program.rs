pub fn program(client: &api::library::Client) {
    let _ = client.move_book(1_u64, 3);
}
