pub fn program(client: &api::ledger::Client) {
    let _ = client.loans().batch();
}
