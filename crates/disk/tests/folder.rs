//! Files that are read from a spec folder, their order, and diagnostics of other entries.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::fs;
use std::path::Path;

use chainloom_disk::{SpecFolder, read_file, read_folder};

fn write(root: &Path, path: &str) {
    let place = root.join(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::write(place, path).unwrap();
}

fn folder(paths: &[&str]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    paths.iter().for_each(|path| write(folder.path(), path));
    folder
}

fn paths(spec: &SpecFolder) -> Vec<&str> {
    spec.files.iter().map(|file| file.path.as_str()).collect()
}

/// Returns the place and the message of each mistake, without the name of the folder.
fn mistakes(spec: &SpecFolder) -> Vec<(String, String)> {
    let told = spec.mistakes.iter().map(|one| (one.file.split_once('/').unwrap().1.to_owned(), one.message.clone()));
    told.collect()
}

#[test]
fn files_come_sorted_by_path_with_what_they_hold() {
    let folder = folder(&["b.yaml", "a/z.yaml", "a/b/c.yaml", "a.yaml", "a-b.yaml"]);
    let spec = read_folder(folder.path()).unwrap();
    assert_eq!(paths(&spec), ["a-b.yaml", "a.yaml", "a/b/c.yaml", "a/z.yaml", "b.yaml"]);
    assert!(spec.files.iter().all(|file| file.bytes == file.path.as_bytes()) && spec.mistakes.is_empty());
}

#[test]
fn hidden_entries_and_other_files_are_not_part_of_it() {
    let folder = folder(&["a.yaml", ".b.yaml", ".git/c.yaml", ".git/d/e.yaml", "notes.txt", "d/.e/f.yaml", "d/g.json"]);
    let spec = read_folder(folder.path()).unwrap();
    assert_eq!((paths(&spec), mistakes(&spec)), (vec!["a.yaml"], vec![]));
}

#[test]
fn no_depth_is_too_deep_for_the_walk() {
    let path = format!("{}z.yaml", "d/".repeat(200));
    let folder = folder(&["a.yaml", &path]);
    assert_eq!(paths(&read_folder(folder.path()).unwrap()), ["a.yaml", &path]);
}

#[test]
fn a_file_brings_the_folder_of_its_name() {
    let folder = folder(&["a.yaml", "a/b.yaml", "a/c/d.yaml", "b.yaml", "b/c.yaml"]);
    let spec = read_file(&folder.path().join("a.yaml")).unwrap();
    assert_eq!(paths(&spec), ["a.yaml", "a/b.yaml", "a/c/d.yaml"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn links_are_followed_only_to_files_of_the_folder() {
        let folder = folder(&["spec/a.yaml", "spec/d/b.yaml", "outside.yaml"]);
        let root = folder.path().join("spec");
        let links = [
            ("a.yaml", "same.yaml"),
            ("../outside.yaml", "out.yaml"),
            ("nowhere.yaml", "nothing.yaml"),
            ("round.yaml", "round.yaml"),
            ("d", "folder"),
            (".", "itself"),
            ("nowhere", "no-spec-file"),
        ];
        for (target, link) in links {
            symlink(target, root.join(link)).unwrap();
        }
        let spec = read_folder(&root).unwrap();
        assert_eq!(paths(&spec), ["a.yaml", "d/b.yaml", "same.yaml"]);
        let told = mistakes(&spec);
        let places: Vec<_> = told.iter().map(|(place, _)| place.as_str()).collect();
        assert_eq!(places, ["folder", "itself", "nothing.yaml", "out.yaml", "round.yaml"]);
        let folders = "this link leads to a folder, and links to folders are not followed";
        assert_eq!((told[0].1.as_str(), told[1].1.as_str()), (folders, folders));
        assert_eq!(told[2].1, "this link leads to `nowhere.yaml`, where nothing is");
        assert_eq!(told[3].1, "this link leads out of the spec folder");
        assert!(told[4].1.starts_with("cannot follow this link: "), "{told:?}");
    }

    #[test]
    fn what_was_asked_for_is_a_link_to_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("spec.yaml");
        symlink("nowhere", &link).unwrap();
        for failure in [read_folder(&link).unwrap_err(), read_file(&link).unwrap_err()] {
            assert!(
                failure
                    .to_string()
                    .ends_with("/spec.yaml` is a link to `nowhere`, where nothing is; remove the link, or fix it"),
                "{failure}"
            );
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_that_is_no_text_is_told_once_and_nothing_below_it_is_read() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;
        let folder = folder(&["a.yaml"]);
        let odd = folder.path().join(OsStr::from_bytes(b"odd-\xff"));
        fs::create_dir(&odd).unwrap();
        fs::write(odd.join("b.yaml"), "").unwrap();
        let spec = read_folder(folder.path()).unwrap();
        assert_eq!(paths(&spec), ["a.yaml"]);
        assert_eq!(mistakes(&spec), [("odd-\u{fffd}".to_owned(), "this name is not UTF-8".to_owned())]);
    }
}
