//! The repository as a whole: its coverage, its dependencies, its layers and what its documents
//! promise.

mod bless;
mod corruption;
mod counts;
mod dependencies;
mod examples;
mod fuzz_corpus;
mod harnesses;
mod imports;
mod no_api_in_the_machine;
mod security;
mod stability;
mod statements;
mod statements_of_members;
