pub fn program() -> Option<api::library::Client> {
    api::library::Client::builder().library_url("https://library.example").card("a").staff("b").build().ok()
}
