pub fn program(book: &api::library::Book) -> u8 {
    book.level
}
