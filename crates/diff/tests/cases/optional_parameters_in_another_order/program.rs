pub fn program(client: &api::library::Client) {
    let _ = client.list_books().order(api::library::Order::Title).limit(3);
}
