pub fn program() {
    let _ = api::library::Search::new("words", "A", "M");
}
