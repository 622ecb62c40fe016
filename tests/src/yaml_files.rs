//! The files of a spec in a folder.

use std::path::Path;

/// Path and bytes of the YAML files in a folder, sorted by their paths in it.
pub fn yaml_files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    collect(folder, "", &mut files);
    files.sort();
    files
}

fn collect(folder: &Path, above: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{above}{}", path.file_name().unwrap().to_str().unwrap());
        if path.is_dir() {
            collect(&path, &format!("{name}/"), files);
        } else if name.ends_with(".yaml") {
            files.push((name, std::fs::read(&path).unwrap()));
        }
    }
}
