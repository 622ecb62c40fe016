//! Calls as a person would write them, a module for each API.

mod beacon;
mod bitcoin;
mod cometbft;
mod discord;
mod github;
mod kubernetes;
mod solana;
mod stripe;

use chainloom::runtime::catalog::Entry;

/// The APIs, by the names of their folders, with their operations.
pub(crate) const APIS: [(&str, &[Entry]); 8] = [
    ("beacon", beacon::operations()),
    ("bitcoin", bitcoin::operations()),
    ("cometbft", cometbft::operations()),
    ("discord", discord::operations()),
    ("github", github::operations()),
    ("kubernetes", kubernetes::operations()),
    ("solana", solana::operations()),
    ("stripe", stripe::operations()),
];
