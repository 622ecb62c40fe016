pub fn program(client: &api::library::Client) {
    let _ = client.find_book().code("f1").page(3);
}
