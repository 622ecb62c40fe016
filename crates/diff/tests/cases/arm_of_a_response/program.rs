pub fn program(holder: &api::library::Holder) -> bool {
    matches!(holder.state, api::library::HolderState::Reader(_))
}
