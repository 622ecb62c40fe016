//! What import makes of two public documents, measured by the spec that people wrote of the same
//! API: operations, unions, scalars, units and joined lists of the same members.

use std::fs;
use std::path::{Path, PathBuf};

use chainloom_codegen::model::Model;
use chainloom_codegen::{SourceFile, understand};
use chainloom_import::{Kind, Options, openapi};

use crate::measure::Measure;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Reads all files of a folder and of the folders within.
fn read_folder(folder: &Path, module: &str, out: &mut Vec<SourceFile>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let module = if module.is_empty() { name.to_owned() } else { format!("{module}/{name}") };
        if path.is_dir() && name != "src" {
            read_folder(&path, &module, out);
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            out.push(SourceFile { path: format!("{module}.yaml"), module, text: fs::read_to_string(&path).unwrap() });
        }
    }
}

/// Returns a document of the operator, which lies beside the repository; `None` if it does not.
fn document(name: &str) -> Option<String> {
    let path = repository().join("../shared/facts/public-api").join(format!("openapi-{name}.json"));
    let text = fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there", path.display());
    }
    text
}

fn model_of(sources: &[SourceFile]) -> Model {
    understand(sources, &[]).map_err(|wrong| wrong.lines()).unwrap().0
}

#[test]
fn most_of_what_people_wrote_is_imported() {
    let mut written = Vec::new();
    read_folder(&repository().join("spec"), "", &mut written);
    let written = model_of(&written);
    let mut measure = Measure::default();
    for name in ["data", "metrics"] {
        let Some(text) = document(name) else { return };
        let imported = openapi(&text, &Options::default()).unwrap();
        let source = |(path, text): &(String, String)| SourceFile {
            path: path.clone(),
            module: path.trim_end_matches(".yaml").to_owned(),
            text: text.clone(),
        };
        let sources: Vec<SourceFile> = imported.files.iter().map(source).collect();
        measure.add(name, &written, &model_of(&sources), &imported.report);
    }
    println!("{}", measure.table());
    if std::env::var_os("CHAINLOOM_MISSES").is_some() {
        println!("{}", measure.misses());
    }
    for (what, least) in [
        ("operations", 100),
        ("member with the message", 100),
        ("joined lists", 100),
        ("paging", 95),
        ("parameters", 95),
        ("defaults", 95),
        ("enumerations", 95),
        ("costs", 90),
        ("unions", 70),
        ("whole numbers", 75),
        ("scalars", 80),
        ("scalars of parameters", 80),
        ("units", 60),
    ] {
        let (same, all) = measure.count_of(what);
        assert!(all > 0 && same * 100 >= all * least, "{what}: {same} of {all}, not {least} %\n{}", measure.misses());
    }
    let sums = ["scalars", "scalars of parameters", "units", "joined lists"].map(|what| measure.count_of(what));
    let (same, all) = sums.iter().fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert!(same * 5 >= all * 4, "scalars, units and lists: {same} of {all}");
    let (_, losses) = measure.count_of("losses in the report");
    assert!(losses < 10, "{losses} losses");
}

#[test]
fn without_guesses_no_form_is_guessed() {
    let Some(text) = document("metrics") else { return };
    let imported = openapi(&text, &Options { no_guesses: true, ..Options::default() }).unwrap();
    assert!(imported.report.sorts(Kind::Narrowed).is_empty(), "{}", imported.report.text());
    let text: String = imported.files.iter().map(|(_, text)| text.as_str()).collect();
    for word in ["scalars:", "unit:", "join:", "cost:", "paginate:", "message: message"] {
        assert!(!text.contains(word), "{word}");
    }
}
