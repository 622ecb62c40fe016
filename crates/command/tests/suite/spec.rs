//! Spec folders that cannot be taken: exit code 1, the place, and an output folder left as it was.

use std::fs;

use crate::common::Project;
use chainloom_command::{Request, run};

/// Runs on a project that was in order; the output must stay. Returns stderr.
fn refused(project: &Project) -> String {
    let before = project.output();
    for report in [project.codegen(), project.check()] {
        assert_eq!(report.code, 1, "{}", report.stderr);
        assert_eq!(report.stdout, "");
    }
    assert_eq!(project.output(), before);
    project.codegen().stderr
}

/// Checks a spec with an additional file.
fn refused_file(path: &str, bytes: &[u8]) -> String {
    let project = Project::generated();
    project.write(path, bytes);
    refused(&project)
}

#[test]
fn a_mistake_leaves_the_output_as_it_was() {
    let project = Project::generated();
    let broken = project.read("spec/weather.yaml").replace("response: Report", "response: mistake");
    project.write("spec/weather.yaml", broken);
    let text = refused(&project);
    assert!(text.contains("spec/weather.yaml:"), "{text}");
}

#[test]
fn a_mistake_writes_nothing_at_all() {
    let project = Project::new();
    project.write("spec/weather.yaml", "{ mistake");
    assert_eq!(project.codegen().code, 1);
    assert!(!project.exists("out"));
}

#[test]
fn a_huge_file_is_refused_by_its_size() {
    let project = Project::generated();
    let file = fs::File::create(project.path("spec/huge.yaml")).unwrap();
    file.set_len(50 * 1024 * 1024).unwrap();
    let text = refused(&project);
    assert!(text.contains("spec/huge.yaml:1:1") && text.contains("52428800"), "{text}");
}

#[test]
fn a_file_that_is_not_utf8() {
    let text = refused_file("spec/broken.yaml", b"chainloom: 1\ndoc: \xff\n");
    assert!(text.contains("spec/broken.yaml:2:6"), "{text}");
}

#[test]
fn a_path_that_no_file_can_have() {
    let path = format!("spec/{}deep.yaml", "d/".repeat(120));
    let text = refused_file(&path, b"chainloom: 1\ndoc: Too deep.\n");
    assert!(text.starts_with("error[file-name]: `src/d/d/"), "{text}");
    assert!(text.contains("longer than 200 bytes") && text.contains("another name"), "{text}");
    assert!(text.contains("deep.yaml:1:1"), "{text}");
}

#[test]
fn an_empty_file() {
    let text = refused_file("spec/empty.yaml", b"");
    assert!(text.contains("spec/empty.yaml:1:1"), "{text}");
}

#[test]
fn files_that_cannot_be_read_are_told_at_once() {
    let project = Project::generated();
    project.write("spec/a.yml", "chainloom: 1\n");
    project.write("spec/shared/b.YAML", "chainloom: 1\n");
    project.write("spec/c.yaml", b"\xfe");
    let text = refused(&project);
    for place in ["spec/a.yml:1:1", "spec/shared/b.YAML:1:1", "spec/c.yaml:1:1"] {
        assert!(text.contains(place), "{text}");
    }
    assert!(text.contains("end in `.yaml`"), "{text}");
}

#[test]
fn a_file_of_another_ending_hides_no_mistake() {
    let project = Project::generated();
    project.write("spec/a.yml", "chainloom: 1\ntypes: { Lamp: { fields: { of: Oil } } }\n");
    project.write("spec/b.yaml", "chainloom: 1\ntypes: { Mast: { fields: { of: Wood } } }\n");
    let text = refused(&project);
    for told in ["spec/a.yml:1:1", "end in `.yaml`", "no type `Oil`", "no type `Wood`"] {
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn what_is_no_spec_file_is_left_alone() {
    let project = Project::generated();
    let before = project.texts();
    for path in ["spec/README.md", "spec/.#weather.yaml", "spec/.git/x.yaml", "spec/weather.yaml~", "spec/notes"] {
        project.write(path, "{ mistake");
    }
    assert_eq!(project.codegen().code, 0);
    assert_eq!(project.texts(), before);
}

#[test]
fn no_spec_at_all() {
    let project = Project::new();
    fs::create_dir(project.path("nothing")).unwrap();
    for (spec, expected) in
        [("missing", "there is no folder"), ("nothing", "no spec file"), ("spec/lib.yaml", "not a folder")]
    {
        let report = run(&Request { spec: project.path(spec), ..project.request() });
        assert_eq!(report.code, 1);
        assert!(report.stderr.contains(expected), "{}", report.stderr);
    }
    let report = run(&Request { out: project.path("spec/lib.yaml"), ..project.request() });
    assert_eq!(report.code, 1);
    assert!(report.stderr.contains("--out takes the folder"), "{}", report.stderr);
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn links_that_leave_the_folder() {
        let project = Project::generated();
        project.write("secret.yaml", "chainloom: 1\n");
        fs::create_dir(project.path("folder")).unwrap();
        symlink(project.path("secret.yaml"), project.path("spec/out.yaml")).unwrap();
        symlink(project.path("folder"), project.path("spec/folder")).unwrap();
        symlink("/dev/zero", project.path("spec/zero.yaml")).unwrap();
        symlink(project.path("nowhere"), project.path("spec/dangling.yaml")).unwrap();
        let text = refused(&project);
        for name in ["out.yaml", "folder", "zero.yaml", "dangling.yaml"] {
            assert!(text.contains(&format!("spec/{name}:1:1")), "{text}");
        }
    }

    #[test]
    fn a_link_that_leads_nowhere_is_told_as_such() {
        let project = Project::generated();
        symlink("nowhere.yaml", project.path("spec/dangling.yaml")).unwrap();
        symlink("round.yaml", project.path("spec/round.yaml")).unwrap();
        symlink("words.yaml", project.path("spec/shared/same.yaml")).unwrap();
        let text = refused(&project);
        assert!(
            text.contains(
                "spec/dangling.yaml:1:1: error[unreadable]: this link leads to `nowhere.yaml`, where nothing is"
            ),
            "{text}"
        );
        assert!(text.contains("spec/round.yaml:1:1: error[unreadable]: cannot follow this link: "), "{text}");
        assert!(text.contains("2 errors") && !text.contains("out of the spec folder"), "{text}");
    }

    #[test]
    fn a_folder_that_cannot_be_listed_is_named() {
        use std::os::unix::fs::PermissionsExt as _;
        let project = Project::generated();
        let locked = project.path("spec/locked");
        fs::create_dir(&locked).unwrap();
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
        // The superuser may read it all the same.
        if fs::read_dir(&locked).is_err() {
            let text = refused(&project);
            assert!(text.contains("cannot read the folder") && text.contains("spec/locked"), "{text}");
        }
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_folder_that_pretends_to_be_a_file_is_a_folder() {
        let project = Project::generated();
        fs::create_dir(project.path("spec/folder.yaml")).unwrap();
        assert_eq!(project.codegen().code, 0);
    }
}
