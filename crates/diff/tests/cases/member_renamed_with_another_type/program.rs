pub fn program(book: &api::library::Book) -> u16 {
    book.shelf
}
