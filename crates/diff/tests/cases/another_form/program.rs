pub fn program(book: &api::library::Book) -> bool {
    book.isbn == 7
}
