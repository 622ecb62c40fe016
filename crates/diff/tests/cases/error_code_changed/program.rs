pub fn program(client: &api::ledger::Client) {
    let _ = client.loans().list_loans("Ada").shelf(3);
}
