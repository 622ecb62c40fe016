pub fn program(book: &api::library::Book) -> String {
    book.id.to_string()
}
