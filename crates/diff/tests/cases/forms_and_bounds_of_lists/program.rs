pub fn program(book: &api::library::Book) -> usize {
    book.authors.len()
}
