pub fn program() -> api::library::Search {
    api::library::Search::new("Emma").shelf(3)
}
