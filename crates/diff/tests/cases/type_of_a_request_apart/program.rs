pub fn program(search: &api::library::Search) -> bool {
    matches!(search, api::library::Search::Text(_))
}
