pub fn program(client: &api::library::Client) {
    let _ = client.search_books("f1", "novel", 1_u8, ["f1"], ["f1"]).state("lent");
}
