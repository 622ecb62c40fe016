//! Import of documents, in one program.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, missing_docs)]

mod evidence;
mod files;
mod foreign;
mod into;
mod measure;
mod methods;
mod only;
mod report;
mod requests;
mod schemas;
mod unions;
mod wire;
mod written;
