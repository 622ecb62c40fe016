pub fn program() -> Result<api::library::Client, api::Error> {
    api::library::Client::builder().deployment(&api::town::TOWN).build()
}
