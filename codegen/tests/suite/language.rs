//! The examples of `docs/language.md`: each is taken by the generator as it stands there.
//!
//! An example is a whole file, some keys of one, or what stands under `types` or `operations`. What
//! it names and does not declare is declared beside it, in the file of its client.

use std::fmt::Write as _;

use crate::common::here;
use chainloom_codegen::{SourceFile, generate, read_source};

const HEAD: &str = "chainloom: 1\nclient: { baseUrl: \"https://library.example\" }\n";

/// Names that the examples use and may declare themselves.
const DECLARED: [&str; 25] = [
    "Isbn: { type: string }",
    "PageId: { type: string }",
    "LoanId: { type: string }",
    "Moment: { type: uint64 }",
    "Move: { fields: { isbn: Isbn, to: uint32 } }",
    "Badge: { type: uint32 }",
    "Binding: { enum: [paper, cloth] }",
    "Address: { fields: { street: string } }",
    "Book: { fields: { title: string } }",
    "Ship: { fields: { name: string } }",
    "Card: { fields: { number: string } }",
    "Scan: { fields: { id: string } }",
    "Size: { fields: { low: uint32 } }",
    "Edition: { fields: { year: uint32, \"print?\": uint32 } }",
    "Page: { fields: { id: PageId } }",
    "Loan: { fields: { id: LoanId } }",
    "Receipt: { fields: { block: uint64 } }",
    "Transaction: { fields: { sender: string, nonce: uint64 } }",
    "Order: { fields: { id: string } }",
    "Wait: { fields: { seconds: uint32 } }",
    "Query: { type: json }",
    "Holder: { type: json }",
    "Wind: { type: json }",
    "Payer: { type: json }",
    "Shelf: { type: json }",
];

struct Example {
    line: usize,
    text: String,
}

fn examples() -> Vec<Example> {
    let language = std::fs::read_to_string(here().join("../docs/language.md")).unwrap();
    let mut found = Vec::new();
    let mut open: Option<Example> = None;
    for (at, line) in language.lines().enumerate() {
        match &mut open {
            None if line == "```yaml" => open = Some(Example { line: at + 2, text: String::new() }),
            Some(_) if line == "```" => found.extend(open.take()),
            Some(example) => writeln!(example.text, "{line}").unwrap(),
            None => {}
        }
    }
    found
}

/// Files that make the example whole.
fn files(example: &str) -> Vec<(&'static str, String)> {
    let first = example.lines().find(|line| !line.starts_with('#')).unwrap();
    let key = first.trim_start().split(':').next().unwrap();
    let is_call = example.lines().any(|line| ["get: ", "method: "].iter().any(|key| line.contains(key)));
    let below = |key: &str| example.lines().fold(format!("{key}:\n"), |text, line| format!("{text}  {line}\n"));
    let text = match key {
        "chainloom" => return vec![("library.yaml", example.to_owned())],
        "client" => return vec![("library.yaml", format!("chainloom: 1\n{example}"))],
        "types" | "scalars" | "operations" | "limits" | "rpc" | "subscriptions" => example.to_owned(),
        _ if is_call => below("operations"),
        _ => below("types"),
    };
    let is_rpc = ["method: ", "rpc:", "subscriptions:"].iter().any(|word| text.contains(word));
    let rpc = if text.contains("rpc:") { "" } else { "rpc: { params: named }\n" };
    let dome = format!("service: dome\nendpoint: /dome\nwebsocket: /dome/ws\neffect: read\n{rpc}");
    let service = if is_rpc { dome } else { "service: library\n".to_owned() };
    let is_declared = |item: &&&str| {
        let name = item.split(':').next().unwrap();
        text.lines().any(|line| line.trim_start().split(':').next() == Some(name))
    };
    let others = DECLARED.iter().filter(|item| !is_declared(item));
    let types = others.fold(String::from("types:\n"), |text, item| format!("{text}  {item}\n"));
    vec![("library.yaml", format!("{HEAD}{types}")), ("library/part.yaml", format!("chainloom: 1\n{service}{text}"))]
}

#[test]
fn every_example_is_taken() {
    let mut wrong = String::new();
    let examples = examples();
    assert!(examples.len() > 15, "{} examples", examples.len());
    for Example { line, text } in &examples {
        if text.contains("service: lenses/") {
            continue; // `packages` has a package beside it.
        }
        let read = |(path, text): (&'static str, String)| read_source("", path, text.into_bytes()).unwrap();
        let sources: Vec<SourceFile> = files(text).into_iter().map(read).collect();
        if let Err(found) = generate(&sources) {
            writeln!(wrong, "docs/language.md:{line}\n{}", found.render(&sources, false)).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
