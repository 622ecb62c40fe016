pub fn program(client: &api::library::Client) {
    let _ = client.recommend("calm");
}
