//! Colours: on a terminal only, unless a setting overrides it, and never in JSON.

use chainloom_bounded::Bounded as _;

use crate::common::{CODEGEN, Project, text};

/// Returns whether a run on a spec with a mistake prints escapes into a pipe.
fn is_colored(args: &[&str], settings: &[(&str, &str)]) -> bool {
    let project = Project::new();
    project.write("spec/a.yaml", "chainloom: 1\ntypes: { A: { fields: { a: strng } } }\n");
    let mut command = project.command(&[CODEGEN.as_slice(), args].concat());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    let output = command.envs(settings.iter().copied()).bounded_output().unwrap();
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(said.contains("strng"), "{said}");
    said.contains('\u{1b}')
}

#[test]
fn none_in_a_pipe() {
    assert!(!is_colored(&[], &[]));
    assert!(!is_colored(&["--color", "auto"], &[("TERM", "xterm-256color")]));
}

#[test]
fn as_the_user_says() {
    assert!(is_colored(&["--color", "always"], &[]));
    assert!(is_colored(&["--color", "always"], &[("NO_COLOR", "1")]), "the flag weighs more");
    assert!(is_colored(&[], &[("CLICOLOR_FORCE", "1")]));
    assert!(!is_colored(&["--color", "never"], &[("CLICOLOR_FORCE", "1")]), "the flag weighs more");
}

#[test]
fn never_in_json() {
    for args in [&["--format", "json", "--color", "always"][..], &["--format", "json"][..]] {
        assert!(!is_colored(args, &[("CLICOLOR_FORCE", "1")]));
    }
}
