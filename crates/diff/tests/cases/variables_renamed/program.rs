pub fn program() -> Option<api::ledger::Client> {
    api::ledger::Client::builder().ledger_url("https://ledger.example").build().ok()
}
