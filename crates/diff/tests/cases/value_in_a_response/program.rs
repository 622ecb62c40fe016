pub fn program(book: &api::library::Book) -> bool {
    matches!(book.binding, api::library::Binding::Cloth)
}
