pub fn program(client: &api::library::Client) {
    let _ = client.get_holder(7_u64);
}
