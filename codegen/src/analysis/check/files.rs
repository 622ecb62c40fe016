//! Files: the module, client and scope of each file, and the resolution of its names.
//!
//! Input: the files with their places in the folders of the spec. Output: modules, clients and the scopes of names, and
//! errors at undeclared names. The types of the names are made in [`super::types`].

pub(crate) mod foreign_types;
mod inheritance;
mod layout;
mod lost;
mod unknown;
mod uses;
