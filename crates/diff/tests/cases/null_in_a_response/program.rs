pub fn program(book: &api::library::Book) -> &api::library::Binding {
    &book.binding
}
