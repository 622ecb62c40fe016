pub fn program(error: &api::Error) -> bool {
    matches!(api::ledger::LoansErrorCode::of(error), Some(api::ledger::LoansErrorCode::NoSuchLoan))
}
