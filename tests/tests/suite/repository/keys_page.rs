//! `docs/keys.md` is the page of all keys of the spec language.
#![allow(missing_docs)]

use chainloom_tests::bless::{Expected, is_blessing};
use chainloom_tests::vectors::repository;

#[test]
fn the_page_of_keys_is_up_to_date() {
    let mut expected = Expected::new(is_blessing());
    expected.file(&repository().join("docs/keys.md"), &chainloom_codegen::spec_keys());
    expected.close();
}
