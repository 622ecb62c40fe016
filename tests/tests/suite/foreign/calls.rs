//! Calls as a person would write them, a module for each API.

#[path = "calls/beacon.rs"]
mod beacon;
#[path = "calls/bitcoin.rs"]
mod bitcoin;
#[path = "calls/cometbft.rs"]
mod cometbft;
#[path = "calls/discord.rs"]
mod discord;
#[path = "calls/github.rs"]
mod github;
#[path = "calls/kubernetes.rs"]
mod kubernetes;
#[path = "calls/solana.rs"]
mod solana;
#[path = "calls/stripe.rs"]
mod stripe;

use chainloom::runtime::catalog::Entry;

/// The APIs, by the names of their folders, with their operations.
pub(crate) const APIS: [(&str, &[Entry]); 8] = [
    ("beacon", beacon::OPERATIONS),
    ("bitcoin", bitcoin::OPERATIONS),
    ("cometbft", cometbft::OPERATIONS),
    ("discord", discord::OPERATIONS),
    ("github", github::OPERATIONS),
    ("kubernetes", kubernetes::OPERATIONS),
    ("solana", solana::OPERATIONS),
    ("stripe", stripe::OPERATIONS),
];
