//! Blessing: a test that writes what it compares with fails in that run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::path::Path;

use chainloom_tests::bless::Expected;

fn fails(file: &Path, is_blessing: bool) -> bool {
    let run = || {
        let mut expected = Expected::new(is_blessing);
        expected.file(file, "made\n");
        expected.close();
    };
    std::panic::catch_unwind(run).is_err()
}

#[test]
fn who_writes_fails_and_passes_at_the_next_run() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("blessed/expected.txt");
    let _ = std::fs::remove_file(&file);
    assert!(fails(&file, false) && !file.exists(), "without being asked, nothing is written");
    assert!(fails(&file, true) && file.exists(), "what is written is not taken for what was expected");
    assert!(!fails(&file, true) && !fails(&file, false));
}
