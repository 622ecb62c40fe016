pub fn program(total: &api::library::Total) -> u32 {
    total.books
}
