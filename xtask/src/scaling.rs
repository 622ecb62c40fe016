//! `cargo xtask scaling`: checks that a spec that is 10 times as large takes at most about 10 times as long.
//!
//! Input: none; the specs are generated here, of invented services. Output: a table of ratios on
//! stderr, and a failure when the total time grows faster than the spec.

use std::collections::BTreeMap;
use std::path::Path;

use chainloom_command::Failure;
use serde_json::Value;

use crate::step::{End, Steps, say};
use crate::texts::write;
use crate::workspace::Workspace;

/// Factor between the sizes of the small and the large spec.
const FACTOR: usize = 10;
/// Maximum ratio of the growth of time to the growth of the spec. A larger spec fits no cache, and times of one program
/// differ by a third on a machine with little else to do; what grows with the square has a ratio of `FACTOR`.
const LIMIT: f64 = 1.5;
/// Number of runs for each spec, of which the fastest counts: other programs only add to a time.
const RUNS: usize = 5;
/// A spec of our size: 20 files of 6 types, 24 operations.
const FILES: usize = 20;

/// Measures how time and memory of `codegen` grow with the spec
#[derive(Debug, clap::Args)]
pub(crate) struct Args {}

/// Way in which a spec grows.
#[derive(Clone, Copy, Debug)]
enum Growth {
    /// More clients, each with as many files.
    Clients,
    /// Single client with more files.
    Files,
    /// Single operation, of which one part grows.
    Part(Part),
}

/// Part of an operation.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// Enumeration with more values.
    Values,
    /// Union with more arms.
    Arms,
    /// More parameters.
    Parameters,
    /// Response with more members, and an example of them.
    Members,
}

impl Growth {
    const ALL: [Self; 6] = [
        Self::Clients,
        Self::Files,
        Self::Part(Part::Values),
        Self::Part(Part::Arms),
        Self::Part(Part::Parameters),
        Self::Part(Part::Members),
    ];

    fn name(self) -> String {
        match self {
            Self::Part(part) => format!("{part:?}"),
            whole => format!("{whole:?}"),
        }
    }

    /// Returns the number of things in the small spec. What starting takes is little beside the time of a spec of ten
    /// times our size, which needs more memory than the caches of a processor have, as the large one does.
    const fn small(self) -> usize {
        match self {
            Self::Clients => 10,
            Self::Files => 10 * FILES,
            Self::Part(Part::Values) => 3_000,
            // A union has at most 500 arms.
            Self::Part(Part::Arms) => 50,
            Self::Part(Part::Parameters) => 300,
            Self::Part(Part::Members) => 1_000,
        }
    }
}

/// Name of the time of a run without the time of the file system.
const OWN: &str = "own";

/// Output of `--timings`, by name, and the time of the program itself.
type Timings = BTreeMap<String, f64>;

pub(crate) fn run(workspace: &Workspace) -> Result<(), Failure> {
    let mut steps = Steps::default();
    steps.run("scaling", || measure(workspace))?;
    steps.close("cargo xtask scaling");
    Ok(())
}

/// Measures each kind of growth. All are printed before one that is too slow fails.
pub(crate) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    let limit = LIMIT * FACTOR as f64;
    let mut too_slow = Vec::new();
    for growth in Growth::ALL {
        let small = measure_minimum_timings(workspace, growth, growth.small())?;
        let large = measure_minimum_timings(workspace, growth, growth.small() * FACTOR)?;
        say(&format!("{}, {} and {FACTOR} times as many:", growth.name(), growth.small()));
        for (name, value) in &large {
            say(&row(name, small.get(name).copied().unwrap_or_default(), *value));
        }
        let ratio = large[OWN] / small[OWN];
        if ratio > limit {
            too_slow.push(format!("{ratio:.1} times the time with {FACTOR} times the {}", growth.name()));
        }
    }
    if too_slow.is_empty() {
        return Ok(End::Done);
    }
    Err(Failure::new(format_args!("codegen took {}; at most {limit:.1} is allowed", too_slow.join(" and "))))
}

/// Returns the time of the program in one run, without the time of the file system. What the file system takes for
/// thousands of files in one folder is not the program's, and differs from run to run.
fn own_time(timings: &Timings) -> f64 {
    let value = |name| timings.get(name).copied().unwrap_or_default();
    value("total") - value("write")
}

fn row(name: &str, small: f64, large: f64) -> String {
    format!("  {name:<16} {small:>14.3} {large:>18.3} {:>9.1}", large / small)
}

/// Runs the program `RUNS` times on a spec of so many things, each time with a new output folder. Returns the minimum of
/// each timing.
fn measure_minimum_timings(workspace: &Workspace, growth: Growth, count: usize) -> Result<Timings, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::new(format_args!("cannot make a folder: {error}")))?;
    let spec = folder.path().join("spec");
    write_spec(&spec, growth, count)?;
    let mut least = Timings::new();
    for run in 0..RUNS {
        for (name, value) in run_once(workspace, &spec, &folder.path().join(format!("out{run}")))? {
            let known = least.entry(name).or_insert(value);
            *known = known.min(value);
        }
    }
    Ok(least)
}

fn run_once(workspace: &Workspace, spec: &Path, out: &Path) -> Result<Timings, Failure> {
    let mut command = workspace.cargo(&["run", "--release", "--quiet", "--package", "chainloom-cli", "--"]);
    command.args(["codegen", "--timings", "--spec"]).arg(spec).arg("--out").arg(out);
    let output = command.output().map_err(|error| Failure::new(format_args!("cannot start cargo: {error}")))?;
    if !output.status.success() {
        return Err(Failure::rendered(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let timings: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| Failure::new(format_args!("--timings printed no JSON: {error}")))?;
    let members = timings.as_object().into_iter().flatten();
    let mut timings: Timings = members.filter_map(|(name, value)| Some((name.clone(), value.as_f64()?))).collect();
    timings.insert(OWN.to_owned(), own_time(&timings));
    Ok(timings)
}

fn write_spec(folder: &Path, growth: Growth, count: usize) -> Result<(), Failure> {
    write(&folder.join("lib.yaml"), "chainloom: 1\ndoc: Made to be large.\n")?;
    let (clients, files) = match growth {
        Growth::Clients => (count, FILES),
        Growth::Files => (1, count),
        Growth::Part(part) => {
            write(&folder.join("c0.yaml"), &client_file(0))?;
            return write(&folder.join("c0/m0.yaml"), &large_file(part, count));
        }
    };
    for client in 0..clients {
        write(&folder.join(format!("c{client}.yaml")), &client_file(client))?;
        for file in 0..files {
            write(&folder.join(format!("c{client}/m{file}.yaml")), &module_file(client, file))?;
        }
    }
    Ok(())
}

fn client_file(client: usize) -> String {
    format!(
        "chainloom: 1\ndoc: A client.\nclient:\n  baseUrl: \"{{url{client}}}\"\n  \
         vars: {{ url{client}: {{ doc: Where it is. }} }}\n\
         types:\n  Shared: {{ doc: Shared by the files., enum: [one, two, three] }}\n"
    )
}

/// Returns a file with one operation, of which one part is large.
fn large_file(part: Part, count: usize) -> String {
    let all = |one: fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join(", ");
    let (types, operation) = match part {
        Part::Values => (
            format!("Large: {{ doc: A word., enum: [{}] }}", all(|n| format!("value{n}"))),
            "response: Large".to_owned(),
        ),
        Part::Arms => {
            let arms = all(|n| format!("arm{n}: {{ fields: {{ member{n}: {{ type: string, doc: A member. }} }} }}"));
            let union = format!("Large: {{ doc: One of many., union: {{ tag: kind }}, arms: {{ {arms} }} }}");
            (union, "response: Large".to_owned())
        }
        Part::Parameters => {
            let query = all(|n| format!("\"name{n}?\": {{ type: string, doc: A name. }}"));
            ("Large: { doc: A name., type: string }".to_owned(), format!("query: {{ {query} }}, response: Large"))
        }
        Part::Members => {
            let fields = all(|n| format!("member{n}: {{ type: string, doc: A member. }}"));
            let example = format!("{{ request: {{}}, response: {{ {} }} }}", all(|n| format!("member{n}: text")));
            (
                format!("Large: {{ doc: Many members., fields: {{ {fields} }} }}"),
                format!("response: Large, examples: [{example}]"),
            )
        }
    };
    format!(
        "chainloom: 1\ndoc: A module.\nservice: large\ntypes:\n  {types}\noperations:\n  \
         get: {{ doc: Gets it., get: /large, {operation} }}\n"
    )
}

/// Returns a file with six types and one operation or, in each fifth file, two; REST and JSON-RPC in turn.
fn module_file(client: usize, file: usize) -> String {
    let rpc =
        if file.is_multiple_of(2) { "" } else { "endpoint: /rpc\nrpc: { params: named, batch: true }\neffect: read\n" };
    let mut text = format!("chainloom: 1\ndoc: A module.\nservice: s{client}x{file}\n{rpc}types:\n");
    text.push_str(&format!("  Word{file}: {{ doc: A word., enum: [first, second, third], seen: [other] }}\n"));
    text.push_str(&format!(
        "  Fall{file}:\n    doc: One of several.\n    union: form\n    \
         arms: {{ number: integer, words: [string], all: {{ const: true }} }}\n"
    ));
    for n in 0..4 {
        text.push_str(&format!("  Part{n}Of{file}:\n    doc: A part.\n    fields:\n"));
        for field in 0..8 {
            text.push_str(&format!("      member{field}?: {{ type: string, doc: The member {field}. }}\n"));
        }
        text.push_str(&format!("      word: Word{file}\n      shared: [Shared]\n      fall?: Fall{file}\n"));
    }
    text.push_str("operations:\n");
    for n in 0..if file.is_multiple_of(5) { 2 } else { 1 } {
        text.push_str(&operation(file, n));
    }
    text
}

/// Returns an operation: REST in files with an even number, else JSON-RPC.
fn operation(file: usize, n: usize) -> String {
    let how = if file.is_multiple_of(2) {
        format!(
            "get: \"/m{file}/o{n}/{{name}}\"\n    path: {{ name: string }}\n    query: {{ count?: integer }}\n    \
             response"
        )
    } else {
        format!("method: m{file}.o{n}\n    params: {{ name: string, count?: integer }}\n    result")
    };
    let response = "{ word: first, shared: [one], member1: text }";
    format!(
        "  get{n}Of{file}:\n    doc: Gets a part.\n    {how}: Part{n}Of{file}\n    \
         examples: [{{ request: {{ name: a }}, response: {response} }}]\n"
    )
}
