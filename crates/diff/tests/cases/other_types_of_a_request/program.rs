pub fn program(call: &api::library::calls::FindBook) -> Option<u16> {
    call.pages.first().copied()
}
