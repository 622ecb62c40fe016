pub fn program(call: &api::library::calls::GetPage) -> u32 {
    call.of
}
