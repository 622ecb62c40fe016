pub fn program(book: &api::library::Book) -> Option<u32> {
    book.pages
}
