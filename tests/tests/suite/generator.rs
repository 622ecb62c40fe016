//! The generator: specs of all kinds become crates that compile and clients that can be called.

mod diff_programs;
mod emitted;
mod foreign;
mod import;
mod interpreted_tables;
mod invented;
mod programs;
mod random_specs;
