pub fn program(book: &api::library::Book) -> &str {
    book.title.as_str()
}
