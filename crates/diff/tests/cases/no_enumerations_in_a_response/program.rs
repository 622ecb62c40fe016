pub fn program(book: &api::library::Book) -> &api::library::Level {
    &book.level
}
