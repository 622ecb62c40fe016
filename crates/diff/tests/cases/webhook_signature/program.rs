pub fn program(body: &[u8]) {
    let _: Result<api::library::events::Event, api::runtime::ReadError> = api::library::events::WEBHOOKS.read(body);
}
