//! The description of the examples, and what README, CONTRIBUTING and docs tell newcomers to write.
//! The programs of the examples are run by their own package.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use chainloom_bounded::Bounded as _;
use std::path::Path;
use std::process::{Command, Output};

use chainloom_codegen::SourceFile;
use chainloom_codegen::model::Model;
use chainloom_codegen::read_sources;
use chainloom_codegen::understand;
use chainloom_disk::read_file;
use chainloom_sandbox::Sandbox;
use chainloom_tests::compile::{Libraries, Source};
use chainloom_tests::full::is_full;
use chainloom_tests::vectors::repository;

/// The description in YAML is as good as the spec of this repository has to be.
#[test]
fn the_orchard_has_no_warning() {
    let folder = read_file(&repository().join("examples/orchard.yaml")).unwrap();
    let files: Vec<_> = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["orchard.yaml", "orchard/rows.yaml"], "the folder of the file's name comes along");
    let model = without_warning(&read_sources("examples", files).unwrap());
    assert_eq!(model.typed_calls().count(), 10);
}

/// The model of a spec that has neither mistakes nor warnings.
fn without_warning(sources: &[SourceFile]) -> Model {
    let understood = understand(sources, &[]);
    let (model, warnings) = understood.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(sources, false)));
    assert!(warnings.is_empty(), "{}", warnings.render(sources, false));
    model
}

/// The code blocks of the section that begins with `title`.
fn blocks(page: &str, title: &str) -> Vec<String> {
    let text = std::fs::read_to_string(repository().join(page)).unwrap();
    code(text.split("\n## ").find(|section| section.starts_with(title)).unwrap())
}

/// The code blocks of a text, without their languages.
fn code(text: &str) -> Vec<String> {
    text.split("```").skip(1).step_by(2).filter_map(|block| Some(block.split_once('\n')?.1.to_owned())).collect()
}

fn block(blocks: &[String], begins: &str) -> String {
    blocks.iter().find(|block| block.starts_with(begins)).unwrap_or_else(|| panic!("no block {begins}")).clone()
}

/// What `cargo add` writes, with the folders of this repository in the place of the registry.
fn manifest() -> String {
    let chainloom = repository().canonicalize().unwrap().join("generated");
    format!(
        "[package]\nname = \"my-app\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         chainloom = {{ path = {chainloom:?}, features = [\"macros\"] }}\n\
         tokio = {{ version = \"1\", features = [\"macros\", \"rt\"] }}\n"
    )
}

/// What the crate of the README says with this description and program.
async fn said(yaml: &str, program: &str) -> String {
    let url = chainloom_examples::serve().await.unwrap();
    output_of("my-app", &[("my_vm.yaml", yaml), ("src/main.rs", program)], url).await
}

/// Builds a crate of these files in a folder, and returns what its program prints with the argument
/// `url`. In the full tier, cargo builds it as a user does.
async fn output_of(name: &str, files: &[(&str, &str)], url: String) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (path, text) in files.iter().chain(&[("Cargo.toml", manifest().as_str())]) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let run = move || if is_full() { by_cargo(&folder, &url) } else { by_compiler(&folder, &url) };
    let (output, warnings) = tokio::task::spawn_blocking(run).await.unwrap();
    assert!(output.status.success(), "{warnings}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!warnings.contains("src/main.rs"), "it has warnings: {warnings}");
    String::from_utf8(output.stdout).unwrap()
}

fn by_compiler(folder: &Path, url: &str) -> (Output, String) {
    let libraries = Libraries::find().unwrap_or_else(|told| panic!("{told}"));
    let root = folder.join("src/main.rs");
    let known = [("chainloom", "chainloom"), ("tokio", "tokio")];
    let source = Source { libraries: &known, folder, ..Source::generated("my_app", &root, folder) };
    let (program, warnings) = libraries.program(&source).unwrap_or_else(|told| panic!("{told}"));
    (Command::new(program).arg(url).bounded_output().unwrap(), warnings)
}

fn by_cargo(folder: &Path, url: &str) -> (Output, String) {
    std::fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--", url])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("by-cargo"))
        .bounded_output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output, told)
}

#[tokio::test(crate = "chainloom_bounded")]
async fn what_is_written_for_a_chain_developer_works() {
    let readme = blocks("README.md", "For the chain developer");
    let macros = blocks("docs/macros.md", "Both forms");
    let program = block(&readme, "// src/main.rs");
    let expected = "planted 0x0000003c\n";
    assert_eq!(said(&block(&readme, "# my_vm.yaml"), &program).await, expected);
    assert_eq!(said(&block(&macros, "# my_vm.yaml"), &program).await, expected);
    let in_rust = program.replace("chainloom::include_api!(\"my_vm.yaml\");", &block(&macros, "/// Trees of my chain"));
    assert!(in_rust.contains("trait Rows"));
    assert_eq!(said("", &in_rust).await, expected);
}

/// The invented file that `CONTRIBUTING.md` shows, in the midst of the real spec.
#[test]
fn the_endpoint_of_the_recipe_is_right() {
    let recipe = block(&blocks("CONTRIBUTING.md", "Add an endpoint"), "# yaml-language-server");
    let added = ("data/harbour.yaml".to_owned(), recipe.into_bytes());
    let spec = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let sources = read_sources("spec", spec.chain([added]).collect()).unwrap();
    let model = without_warning(&sources);
    assert!(model.operations.iter().any(|operation| operation.name == "listShips" && operation.paginate.is_some()));
}

/// The program of `docs/tutorial.md` over a sandbox of its spec. The tests of the command run its
/// commands.
#[tokio::test(crate = "chainloom_bounded")]
async fn the_program_of_the_tutorial_prints_what_the_page_says() {
    let blocks = code(&std::fs::read_to_string(repository().join("docs/tutorial.md")).unwrap());
    let files = ["spec/lights.yaml", "spec/lights/lamps.yaml"].map(|path| (path, block(&blocks, &format!("# {path}"))));
    let bytes = files.clone().map(|(path, text)| (path.trim_start_matches("spec/").to_owned(), text.into_bytes()));
    let sources = read_sources("spec", bytes.to_vec()).unwrap();
    without_warning(&sources);
    let sandbox = Sandbox::builder().spec(sources).start().await.unwrap();
    let program = block(&blocks, "// src/main.rs").replace("http://127.0.0.1:4010", &sandbox.url());
    let [(client, lights), (service, lamps)] = &files;
    let files = [(*client, lights.as_str()), (*service, lamps.as_str()), ("src/main.rs", program.as_str())];
    assert_eq!(output_of("lights-client", &files, sandbox.url()).await, block(&blocks, "Grove Garden"));
}
