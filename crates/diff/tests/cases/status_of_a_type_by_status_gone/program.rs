pub fn program(result: &api::library::AddBookResult) -> bool {
    matches!(result, api::library::AddBookResult::NoContent)
}
