pub fn program(total: &api::library::Total) -> u64 {
    total.books
}
