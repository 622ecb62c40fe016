pub fn program(client: &api::ledger::Client) {
    let _ = client.loans().new_loans(1, 2);
}
