//! Trial of specs: each is refused, or generated, compiled and called.
//!
//! Input: specs. Output: which are accepted and which are refused as they must be, and what is
//! wrong with the others.

use chainloom_bounded::Bounded as _;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;

use chainloom_codegen::SourceFile;
use chainloom_codegen::diagnostic::{Diagnostic, Diagnostics, Span};
use chainloom_codegen::files::FileSet;
use chainloom_codegen::generate;
use chainloom_codegen::read_sources;
use chainloom_import::{Options, openapi, openrpc};
use chainloom_tests::compile::{Libraries, Source, strict};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::maker::{self, Spelt};
use super::names::{Kind, Names};

/// A spec and where it comes from.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) seed: u64,
    pub(crate) forced: BTreeMap<usize, String>,
    /// Kind and name, of the forced ones.
    pub(crate) nasty: Vec<(Kind, String)>,
    pub(crate) files: Vec<(String, String)>,
    /// How its operations are called.
    calls: Vec<Value>,
}

/// What became of it.
pub(crate) enum Outcome {
    Accepted(FileSet),
    Refused(String),
    Wrong(Fault),
}

/// What is wrong, and how it is told.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// Faults of the same title are alike.
    pub(crate) title: String,
    pub(crate) told: String,
}

impl Spec {
    pub(crate) fn of(seed: u64, forced: BTreeMap<usize, String>) -> Self {
        let Spelt { files, names, calls } = maker::make(seed, Names { forced: forced.clone(), drawn: Vec::new() });
        let nasty = forced.keys().filter_map(|slot| names.drawn.get(*slot).cloned()).collect();
        Self { seed, forced, nasty, files, calls }
    }

    /// The calls of its crate.
    fn calls_of(&self, name: &str) -> Vec<Value> {
        let mut calls = self.calls.clone();
        calls.iter_mut().for_each(|call| call["crate"] = json!(name));
        calls
    }

    pub(crate) fn text(&self) -> String {
        self.files.iter().map(|(path, text)| format!("# {path}\n{text}")).collect()
    }
}

impl Fault {
    fn new(title: impl Into<String>, told: impl Into<String>) -> Self {
        Self { title: title.into(), told: told.into() }
    }

    pub(crate) fn story(&self, spec: &Spec) -> String {
        let names: Vec<String> = spec.nasty.iter().map(|(kind, name)| format!("{kind:?} {name:?}")).collect();
        format!("=== {} [{}] (spec {})\n{}\n{}", self.title, names.join(", "), spec.seed, self.told, spec.text())
    }
}

/// Generates a spec; what is refused must be refused at a nasty name.
pub(crate) fn generated(spec: &Spec) -> Outcome {
    let mut paths: Vec<&str> = spec.files.iter().map(|(path, _)| path.as_str()).collect();
    paths.sort_unstable();
    if paths.windows(2).any(|two| two[0] == two[1]) {
        return Outcome::Refused("a disk holds one file of a path".to_owned());
    }
    let files: Vec<(String, Vec<u8>)> =
        spec.files.iter().map(|(path, text)| (path.clone(), text.clone().into_bytes())).collect();
    let sources = match read_sources("spec", files) {
        Ok(sources) => sources,
        Err(mistakes) => return outcome_of(spec, &[], &mistakes),
    };
    match catch_unwind(AssertUnwindSafe(|| generate(&sources))) {
        Err(panic) => {
            let told = panic.downcast_ref::<String>().map(String::as_str);
            let told = told.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            Outcome::Wrong(Fault::new("the generator panics", told))
        }
        Ok(Err(mistakes)) => outcome_of(spec, &sources, &mistakes),
        Ok(Ok(files)) => {
            let fault = |title, told: Option<String>| told.map(|told| Outcome::Wrong(Fault::new(title, told)));
            let lost = files.iter().find_map(|(path, text)| lost_reference(path, text));
            let changed = || files.iter().find_map(|(path, text)| change_by_import(path, text));
            fault("a document refers to nothing", lost)
                .or_else(|| fault("a document does not come back from an import", changed()))
                .unwrap_or(Outcome::Accepted(files))
        }
    }
}

/// What an import tells of a document that carries its spec.
fn change_by_import(path: &str, text: &str) -> Option<String> {
    let read = match path {
        _ if path.ends_with(".openapi.json") => openapi,
        _ if path.ends_with(".openrpc.json") => openrpc,
        _ => return None,
    };
    match read(text, &Options::default()) {
        Ok(imported) if imported.report.entries.is_empty() => None,
        Ok(imported) => Some(format!("{path}: {}", imported.report.text())),
        Err(why) => Some(format!("{path}: {why}")),
    }
}

/// A reference within a document that leads nowhere.
fn lost_reference(path: &str, text: &str) -> Option<String> {
    let document: Value = serde_json::from_str(text).ok().filter(|_| path.ends_with(".json"))?;
    let mut open = vec![&document];
    while let Some(value) = open.pop() {
        let target = value.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        let target = target.map(|target| percent_decode_str(target).decode_utf8_lossy().into_owned());
        if let Some(target) = target.filter(|target| document.pointer(target).is_none()) {
            return Some(format!("{path}: {target}"));
        }
        open.extend(value.as_array().into_iter().flatten());
        open.extend(value.as_object().into_iter().flat_map(|members| members.values()));
    }
    None
}

fn outcome_of(spec: &Spec, sources: &[SourceFile], mistakes: &Diagnostics) -> Outcome {
    let told = mistakes.render(sources, false);
    if mistakes.iter().any(|mistake| mistake.code.name() == "bug") {
        return Outcome::Wrong(Fault::new("a bug of the generator", told));
    }
    let is_at = |file: &str, span: Span, exactly: bool| {
        let source = sources.iter().find(|source| source.path == file);
        let marked = source.and_then(|source| source.text.get(span.start..span.end)).unwrap_or_default();
        spec.nasty.iter().any(|(kind, name)| match kind {
            Kind::File => file.contains(name.as_str()),
            // Variables and parameters are named by templates too.
            Kind::Variable | Kind::Parameter if marked.contains(&format!("{{{name}}}")) => true,
            _ => names_it(marked, name, exactly),
        })
    };
    // Where a name makes a type another one, its examples no longer fit; nor does a type that another
    // one shadows fit everywhere.
    let is_shadowed = mistakes.iter().any(|mistake| mistake.code.name() == "shadowed-type");
    let is_of_a_use = |mistake: &Diagnostic| match mistake.code.name() {
        "bad-example" => true,
        "bad-operation" => is_shadowed,
        _ => false,
    };
    // Of two names that meet, the nasty one may be the other one.
    let is_at_a_name = |mistake: &Diagnostic, exactly: bool| {
        let mut others = mistake.secondary.iter();
        is_at(&mistake.file, mistake.span, exactly)
            || is_at_the_beginning(spec, &mistake.message)
            || others.any(|other| is_at(&other.file, other.span, exactly))
    };
    if mistakes.iter().any(|mistake| is_at_a_name(mistake, true))
        && mistakes.iter().all(|mistake| is_at_a_name(mistake, false) || is_of_a_use(mistake))
    {
        return Outcome::Refused(told);
    }
    let codes: Vec<&str> = mistakes.iter().map(|mistake| mistake.code.name()).collect();
    Outcome::Wrong(Fault::new(format!("refused, but not at the name: {}", codes.join(", ")), told))
}

/// Whether the message begins with a nasty name. It may be that of a definition that is made of
/// one: where nothing else has its name, as with an operation of variants, the definition is all
/// that can be shown. Or it is a part of the text of a type, which is shown whole.
fn is_at_the_beginning(spec: &Spec, message: &str) -> bool {
    // Plain names may begin with two ASCII letters, but with no others.
    let tells = |name: &String| name.len() > 2 || !name.is_ascii();
    let mut made = spec.nasty.iter().map(|(_, name)| chainloom_codegen::pascal(name)).filter(tells);
    let mut parts = spec.nasty.iter().map(|(_, name)| format!("`{name}` in `"));
    made.any(|name| message.starts_with(&format!("`{name}"))) || parts.any(|part| message.starts_with(&part))
}

/// Whether the marked text is this name, perhaps quoted or with the mark of an optional or nullable
/// one, or at least has it.
fn names_it(marked: &str, name: &str, exactly: bool) -> bool {
    let quoted = Value::from(name).to_string();
    let inner = &quoted[1..quoted.len() - 1];
    let plain = marked.trim_matches('"');
    let without = |mark: &str| plain.strip_suffix(mark) == Some(inner);
    let is_use = plain.strip_prefix(inner).is_some_and(|rest| rest.starts_with('<'));
    let exact = plain == inner || without("?") || without(" | null") || is_use;
    exact || (!exactly && marked.contains(inner))
}

/// Where specs become crates.
pub(crate) struct Trial {
    libraries: Libraries,
    folder: PathBuf,
}

impl Trial {
    pub(crate) fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("random-specs");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("made")).unwrap();
        Self { libraries: Libraries::find().unwrap_or_else(|why| panic!("{why}")), folder }
    }

    /// Compiles the crates of accepted specs on two threads, and calls every operation of those
    /// that compile.
    pub(crate) fn compiled_and_called(&self, specs: &[Spec]) -> Vec<(Spec, Fault)> {
        const THREADS: usize = 2;
        let compiled: Vec<(usize, Result<(), Fault>)> = std::thread::scope(|scope| {
            let of_thread = |thread: usize| {
                move || -> Vec<(usize, Result<(), Fault>)> {
                    (thread..specs.len())
                        .step_by(THREADS)
                        .map(|at| (at, self.compiled(&name(at), &specs[at])))
                        .collect()
                }
            };
            let threads: Vec<_> = (0..THREADS).map(|thread| scope.spawn(of_thread(thread))).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        let mut wrong = Vec::new();
        let mut right = Vec::new();
        for (at, result) in compiled {
            match result {
                Ok(()) => right.push(at),
                Err(fault) => wrong.push((specs[at].clone(), fault)),
            }
        }
        wrong.extend(self.called(specs, &right));
        wrong
    }

    /// Writes and compiles the crate of one spec.
    pub(crate) fn compiled(&self, name: &str, spec: &Spec) -> Result<(), Fault> {
        let Outcome::Accepted(files) = generated(spec) else { return Err(Fault::new("not accepted twice", "")) };
        let folder = self.folder.join(name);
        let _ = std::fs::remove_dir_all(&folder);
        for (path, text) in files.iter().filter(|(path, _)| path.ends_with(".rs")) {
            let path = folder.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let (root, to) = (folder.join("src/lib.rs"), self.folder.join("made"));
        let mut arguments = strict();
        // `rust: …` may have any case.
        if spec.nasty.iter().any(|(kind, _)| *kind == Kind::Rust) {
            arguments.push("-Anonstandard_style".to_owned());
        }
        let source = Source { arguments: &arguments, ..Source::generated(name, &root, &to) };
        self.libraries.build(&source).map(drop).map_err(|told| Fault::new(title_of(&told), told))
    }

    fn called(&self, specs: &[Spec], right: &[usize]) -> Vec<(Spec, Fault)> {
        let names: Vec<String> = right.iter().map(|at| name(*at)).collect();
        let rows: String = names.iter().map(|name| format!("({name:?}, {name}::operations()),")).collect();
        let root = self.folder.join("main.rs");
        let text = format!("fn main() -> std::process::ExitCode {{ chainloom_tests::calling::main(&[{rows}]) }}");
        std::fs::write(&root, text).unwrap();
        let calls: Vec<Value> = right.iter().flat_map(|at| specs[*at].calls_of(&name(*at))).collect();
        let script = self.folder.join("calls.json");
        std::fs::write(&script, json!(calls).to_string()).unwrap();
        let mut libraries: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
        libraries.push(("chainloom_tests", "chainloom_tests"));
        let to = self.folder.join("made");
        let source = Source { libraries: &libraries, ..Source::generated("caller", &root, &to) };
        let (program, _) = self.libraries.program(&source).unwrap_or_else(|told| panic!("{told}"));
        let output = Command::new(program).arg(script).bounded_output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() != said.contains('\t'), "{}", String::from_utf8_lossy(&output.stderr));
        println!("{} calls", calls.len());
        let faults = said.lines().map(|line| {
            let (name, told) = line.split_once('\t').unwrap();
            let at = right.iter().find(|at| self::name(**at) == name).unwrap();
            let title = told.split_once('\t').map_or(told, |(_, why)| why.split([':', '`']).next().unwrap());
            (specs[*at].clone(), Fault::new(format!("called in vain: {title}"), told))
        });
        faults.collect()
    }
}

fn name(at: usize) -> String {
    format!("spec_{at}")
}

/// The first line of what the compiler says that has no names in it.
fn title_of(told: &str) -> String {
    let line = told.lines().find(|line| line.starts_with("error")).unwrap_or("the compiler fails");
    let words = line.split('`').step_by(2).collect::<Vec<_>>().join("_");
    format!("does not compile: {words}")
}
