pub fn program(client: &api::ledger::Client) {
    let _ = client.loans().get_loan(7_u64, 3);
}
