//! `cargo xtask scaling`: checks that a spec that is 10 times as large takes about 10 times as many instructions.
//!
//! Input: none; the specs are generated here, of invented services. Output: ratios on stderr, and a failure when the
//! instructions grow faster than the spec. Time is not measured, because it differs by half between runs of one program.

use std::path::Path;

use chainloom_command::Failure;

use crate::bench::{CACHEGRIND, NO_VALGRIND, RELEASE, build_command, count_instructions, has_valgrind, valgrind};
use crate::step::{End, Steps, say};
use crate::texts::write;
use crate::validate::missing;
use crate::workspace::Workspace;

/// Factor between the sizes of the small and the large spec.
const FACTOR: usize = 10;
/// Maximum ratio of the growth of instructions to the growth of the spec. Sorting takes a little more than the spec
/// grows; what grows with the square has a ratio of `FACTOR`.
const LIMIT: f64 = 1.2;
/// A spec of our size: 20 files of 6 types, 24 operations.
const FILES: usize = 20;

/// Counts how the instructions of `codegen` grow with the spec
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

    /// Returns the number of things in the small spec.
    const fn small(self) -> usize {
        match self {
            Self::Clients => 4,
            Self::Files => 4 * FILES,
            Self::Part(Part::Values) => 3_000,
            // A union has at most 500 arms.
            Self::Part(Part::Arms) => 50,
            Self::Part(Part::Parameters) => 300,
            Self::Part(Part::Members) => 1_000,
        }
    }
}

pub(crate) fn run(workspace: &Workspace) -> Result<(), Failure> {
    let mut steps = Steps::default();
    steps.run("scaling", || measure(workspace))?;
    steps.close("cargo xtask scaling");
    Ok(())
}

/// Measures each kind of growth. All are printed before one that is too slow fails.
pub(crate) fn measure(workspace: &Workspace) -> Result<End, Failure> {
    if !has_valgrind(workspace) {
        return missing(workspace, NO_VALGRIND.to_owned());
    }
    let program = build_command(workspace, RELEASE)?;
    let limit = LIMIT * FACTOR as f64;
    let mut too_slow = Vec::new();
    for growth in Growth::ALL {
        let small = count(workspace, &program, growth, growth.small())?;
        let large = count(workspace, &program, growth, growth.small() * FACTOR)?;
        let ratio = large as f64 / small as f64;
        say(&format!(
            "{:<10} {:>5} and {FACTOR} times as many: {small:>10} and {large:>11} instructions, {ratio:>4.1} times",
            growth.name(),
            growth.small(),
        ));
        if ratio > limit {
            too_slow.push(format!("{ratio:.1} times the instructions with {FACTOR} times the {}", growth.name()));
        }
    }
    if too_slow.is_empty() {
        return Ok(End::Done);
    }
    Err(Failure::new(format_args!("codegen took {}; at most {limit:.1} is allowed", too_slow.join(" and "))))
}

/// Generates from a spec of so many things, and returns the number of instructions.
fn count(workspace: &Workspace, program: &Path, growth: Growth, count: usize) -> Result<u64, Failure> {
    let folder = tempfile::tempdir().map_err(|error| Failure::new(format_args!("cannot make a folder: {error}")))?;
    let (spec, out) = (folder.path().join("spec"), folder.path().join("out"));
    write_spec(&spec, growth, count)?;
    let mut command = valgrind(workspace, &CACHEGRIND);
    // With `--timings`, nothing is hashed to compare it with the last run.
    command.arg(program).args(["codegen", "--timings", "--spec"]).arg(&spec).arg("--out").arg(out);
    count_instructions(&mut command)
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
