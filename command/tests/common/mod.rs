//! A project in a temporary folder, with an invented spec, and what a run of `codegen` did to it.
#![allow(clippy::unwrap_used, clippy::expect_used, dead_code, missing_docs, unreachable_pub)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use chainloom_command::{Color, Flags, Options, Report, Request, run};

const LIB: &str = "chainloom: 1\ndoc: An invented API.\n";
const WEATHER: &str = r#"chainloom: 1
doc: The weather.
client:
  source: weather 1
  baseUrl: "{weatherUrl}"
  vars:
    weatherUrl: { doc: "Where the service is." }
service: weather
types:
  Report:
    source: weather 2
    doc: The weather of a place.
    fields:
      place: { type: string, doc: "Where." }
      degrees?: { type: number, doc: "How warm." }
operations:
  getReport:
    source: weather 3
    doc: Gives the weather of a place.
    get: /v1/reports/{place}
    path:
      place: { type: string, doc: "Where." }
    response: Report
    examples:
      - request: { place: harbour }
        response: { place: harbour, degrees: 21.5 }
"#;
const WORDS: &str = r#"chainloom: 1
doc: Shared values.
types:
  Wind:
    doc: How strong the wind is.
    enum: [calm, storm]
"#;

/// A spec and an output folder.
pub struct Project {
    folder: tempfile::TempDir,
}

impl Project {
    /// The invented spec, and no output yet.
    pub fn new() -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap() };
        project.write("spec/lib.yaml", LIB);
        project.write("spec/weather.yaml", WEATHER);
        project.write("spec/shared/words.yaml", WORDS);
        project
    }

    /// The same, with the output written.
    pub fn generated() -> Self {
        let project = Self::new();
        let report = project.codegen();
        assert_eq!(report.code, 0, "{}", report.stderr);
        project
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let place = self.path(path);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        fs::write(place, text).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    pub fn exists(&self, path: &str) -> bool {
        fs::symlink_metadata(self.path(path)).is_ok()
    }

    pub fn request(&self) -> Request {
        Request {
            spec: self.path("spec"),
            out: self.path("out"),
            flags: Flags { color: Color::Never, ..Flags::default() },
            options: Options::default(),
            mend: "mend it".to_owned(),
            explain: "explain".to_owned(),
        }
    }

    /// A request with these flags.
    pub fn with(&self, set: impl FnOnce(&mut Flags)) -> Request {
        let mut request = self.request();
        set(&mut request.flags);
        request
    }

    /// Writes.
    pub fn codegen(&self) -> Report {
        run(&self.request())
    }

    /// Checks.
    pub fn check(&self) -> Report {
        run(&self.with(|flags| flags.check = true))
    }

    /// All files of the output with their bytes and the time of their last change.
    pub fn output(&self) -> Files {
        files_below(&self.path("out"))
    }

    /// The bytes of the output.
    pub fn texts(&self) -> BTreeMap<String, Vec<u8>> {
        self.output().into_iter().map(|(path, (bytes, _))| (path, bytes)).collect()
    }
}

pub type Files = BTreeMap<String, (Vec<u8>, std::time::SystemTime)>;

fn files_below(root: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            let about = fs::symlink_metadata(&path).unwrap();
            if about.is_dir() {
                folders.push(path);
                continue;
            }
            let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
            let bytes = if about.is_file() { fs::read(&path).unwrap() } else { Vec::new() };
            files.insert(name, (bytes, about.modified().unwrap()));
        }
    }
    files
}
