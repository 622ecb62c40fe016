pub fn program(copies: &api::library::Copies) -> usize {
    copies.titles.len()
}
