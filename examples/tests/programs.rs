//! Both programs, as a reader runs them, say what `expected.txt` says. `CHAINLOOM_BLESS=1` writes what the first one says now.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

#[path = "../../tests/src/bless.rs"]
#[allow(dead_code, unreachable_pub, reason = "not all that other tests need is needed here")]
mod bless;

use std::path::Path;
use std::process::Command;

#[test]
fn both_programs_say_what_is_expected() {
    let mut expected = bless::Expected::default();
    for program in [env!("CARGO_BIN_EXE_orchard_yaml"), env!("CARGO_BIN_EXE_orchard_rust")] {
        let output = Command::new(program).output().unwrap();
        assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        expected.file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("expected.txt"), &said);
    }
    expected.close();
}
