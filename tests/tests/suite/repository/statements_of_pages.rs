//! Statements of pages that nobody has to correct by hand: numbers of operations, exit codes, and names of
//! methods in Rust.
//!
//! Input: `README.md` and pages under `docs`, the files of the spec, the documents of the operator, and sources
//! of the command and of the generated crate. The table of the README is compared by `counts`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeSet;
use std::fs;

use chainloom_tests::vectors::repository;
use serde_json::Value as Json;
use serde_yaml::Value;

/// Rows of the first table of `docs/coverage.md`, and the files of the spec whose calls they count, by the beginning
/// of their paths. The longest beginning that fits a file decides.
const INTERFACES: [(&str, &str); 16] = [
    ("Data API ", "data"),
    ("Webhooks of the Data API", "data/webhooks.yaml"),
    ("Metrics API", "metrics"),
    ("P-Chain", "node/pchain"),
    ("X-Chain (", "node/xchain"),
    ("X-Chain wallet", "node/wallet"),
    ("C-Chain EVM", "node/evm"),
    ("Subnet EVM", "node/subnet_evm"),
    ("C-Chain atomic", "node/native_assets"),
    ("EVM chain admin", "node/admin"),
    ("Validators of a subnet EVM chain", "node/subnet_validators"),
    ("Proposer", "node/proposervm"),
    ("Info", "node/info"),
    ("Health", "node/health"),
    ("Node admin", "node/node_admin"),
    ("Index", "node/index"),
];

/// The row of the EVM methods that the nodes of the platform do not serve, and how the spec says so.
const OTHER_NODES: (&str, &str) = ("Other EVM nodes", "by standard EVM clients");

/// A call on the wire that the spec describes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Call {
    row: &'static str,
    name: String,
    is_rpc: bool,
}

/// Returns a page, with each run of white space as one space.
fn page(path: &str) -> String {
    text(path).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn text(path: &str) -> String {
    let file = repository().join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the described items under a key of all files, each with its file and name.
fn described(key: &str) -> Vec<(&'static str, String, Value)> {
    let mut found = Vec::new();
    for (file, text) in chainloom_spec::files() {
        let spec: Value = serde_yaml::from_str(text).unwrap();
        for (name, value) in spec.get(key).and_then(Value::as_mapping).into_iter().flatten() {
            found.push((file, name.as_str().unwrap().to_owned(), value.clone()));
        }
    }
    assert!(!found.is_empty(), "no file of the spec has `{key}`");
    found
}

/// Returns the calls of the spec, JSON-RPC ones once for each method.
fn calls() -> BTreeSet<Call> {
    let call = |(file, name, operation): (&'static str, String, Value)| {
        let method = operation.get("method").and_then(Value::as_str);
        let row = if is_of_other_nodes(&operation) { OTHER_NODES.0 } else { row_of(file) };
        Call { row, is_rpc: method.is_some(), name: method.map_or(name, str::to_owned) }
    };
    described("operations").into_iter().map(call).collect()
}

/// Returns the row that counts the calls of a file.
fn row_of(file: &str) -> &'static str {
    let fits = INTERFACES.iter().filter(|(_, beginning)| file.starts_with(beginning));
    fits.max_by_key(|(_, beginning)| beginning.len()).unwrap_or_else(|| panic!("no row of INTERFACES has {file}")).0
}

fn is_of_other_nodes(operation: &Value) -> bool {
    let conditions = operation.get("available").and_then(Value::as_sequence).into_iter().flatten();
    let mut served = conditions.filter_map(|condition| condition.get("served")?.as_str());
    served.any(|text| text.starts_with(OTHER_NODES.1))
}

/// Returns the cells of the row that begins so, of a table in a section of a page.
fn cells(section: &str, beginning: &str) -> Vec<String> {
    let mut rows = section.lines().filter_map(|line| line.strip_prefix("| "));
    let row = rows.find(|row| row.starts_with(beginning)).unwrap_or_else(|| panic!("no row begins with {beginning}"));
    row.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Returns the number with which a cell begins.
fn number(cell: &str) -> usize {
    let digits = cell.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default();
    digits.parse().unwrap_or_else(|_| panic!("`{cell}` begins with no number"))
}

/// Returns the section of a page below a heading.
fn section(path: &str, heading: &str) -> String {
    let text = text(path);
    let (_, rest) = text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("{path} has no {heading}"));
    rest.split("\n## ").next().unwrap_or_default().to_owned()
}

#[test]
fn the_rows_of_the_coverage_count_the_spec() {
    let (calls, table) = (calls(), section("docs/coverage.md", "Interfaces"));
    let count = |row: &str| calls.iter().filter(|call| call.row == row).count();
    for row in INTERFACES.map(|(row, _)| row).into_iter().chain([OTHER_NODES.0]) {
        let cells = cells(&table, row);
        let has = count(row);
        let said = match row {
            "Subnet EVM" => number(&cells[1]) - common(&cells[3], has),
            _ => number(&cells[1]),
        };
        assert_eq!(said, has, "docs/coverage.md says {said} in the row `{}`, but the spec has {has}", cells[0]);
    }
    let events = format!(", {} subscriptions", described("subscriptions").len());
    assert!(cells(&table, "C-Chain EVM")[1].ends_with(&events), "docs/coverage.md, `C-Chain EVM`: {events}");
}

/// Returns the number of methods that a subnet EVM chain has in common with the C-Chain, by the last cell of its row,
/// which also says how many more there are.
fn common(cell: &str, more: usize) -> usize {
    let (_, rest) = cell.split_once('(').unwrap();
    assert!(rest.contains(&format!("in common), {more} more")), "docs/coverage.md, `Subnet EVM`: {cell}");
    number(rest)
}

#[test]
fn the_sentences_of_the_coverage_count_the_spec() {
    let (calls, page) = (calls(), page("docs/coverage.md"));
    let (all, typed) = (calls.len(), chainloom::operations().len());
    let rpc = calls.iter().filter(|call| call.is_rpc).count();
    let others = calls.iter().filter(|call| call.row == OTHER_NODES.0).count();
    for sentence in [
        format!("{all} REST operations and JSON-RPC methods. In Rust they are {typed} operations,"),
        format!("Of {rpc} JSON-RPC methods "),
        format!(" {others} are of other EVM nodes and not served,"),
        format!("which a test counts: {} and {}.", of_operator("data"), of_operator("metrics")),
    ] {
        assert!(page.contains(&sentence), "docs/coverage.md lacks `{sentence}`");
    }
    let (_, rest) = page.split_once(&format!("Of {rpc} JSON-RPC methods ")).unwrap();
    let (_, refused) = rest.split_once("not served, and ").unwrap();
    let sum = number(rest) + others + number(refused);
    assert_eq!(sum, rpc, "docs/coverage.md: methods with a result, of other nodes, and refused");
}

/// Returns the number of operations in a document of the operator.
fn of_operator(name: &str) -> usize {
    let document: Json = serde_json::from_str(&text(&format!("tests/data/operator/{name}.json"))).unwrap();
    document["paths"].as_object().unwrap().values().map(|path| path.as_object().unwrap().len()).sum()
}

#[test]
fn the_areas_of_the_public_api_count_the_spec() {
    let table = section("docs/coverage.md", "The operator's public API");
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with("| ")).skip(1).collect();
    assert!(rows.len() > 10, "{rows:?}");
    for (row, of_area) in [("Webhooks of the Data API", "webhooks"), ("Metrics API", "Metrics"), ("Data API ", "")] {
        let is_of_other = |name: &str| name.starts_with("webhooks") || name.starts_with("Metrics");
        let is_meant = |name: &str| if of_area.is_empty() { !is_of_other(name) } else { name.starts_with(of_area) };
        let cells = rows.iter().map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
        let meant: Vec<Vec<&str>> = cells.filter(|cells| is_meant(cells[1])).collect();
        let said: usize = meant.iter().map(|cells| number(cells[2])).sum();
        let has = calls().iter().filter(|call| call.row == row).count();
        assert_eq!(said, has, "docs/coverage.md, sum of the areas of `{row}`");
        let old = meant.iter().filter(|cells| cells[4] != "–").map(|cells| number(cells[4])).sum::<usize>();
        assert_eq!(old, deprecated(row), "docs/coverage.md, sum of what is deprecated in the areas of `{row}`");
    }
}

/// Returns the number of deprecated operations of a row.
fn deprecated(row: &str) -> usize {
    let operations = described("operations").into_iter();
    operations.filter(|(file, _, operation)| row_of(file) == row && operation.get("deprecated").is_some()).count()
}

#[test]
fn the_comparison_counts_the_operations_of_the_operator() {
    let current = of_operator("data") + of_operator("metrics");
    let said = cells(&section("docs/comparison.md", "Coverage"), "Data, Webhooks and Metrics APIs");
    assert_eq!(said[1], format!("all {current} current operations"), "docs/comparison.md");
}

/// What the sandbox prints when it starts.
#[test]
fn pages_show_the_sandbox_with_the_numbers_of_the_spec() {
    let (typed, events) = (chainloom::operations().len(), described("subscriptions").len());
    let line = format!("\n{typed} operations, {events} subscriptions at http://127.0.0.1:4010");
    for path in ["README.md", "docs/sandbox.md"] {
        assert!(text(path).contains(&line), "{path} lacks `{}`", line.trim());
    }
    let of_data = chainloom::operations().iter().filter(|entry| entry.operation().service.name == "data").count();
    assert!(text("docs/sandbox.md").contains(&format!("\n  data ({of_data} operations): ")), "docs/sandbox.md");
    let sentence = format!("In Rust they are {typed} operations,");
    assert!(page("README.md").contains(&sentence), "README.md lacks `{sentence}`");
}

#[test]
fn the_exit_codes_of_the_page_are_those_of_the_command() {
    let source = text("crates/command/src/exit.rs");
    let (_, variants) = source.split_once("pub enum Exit {").unwrap();
    let (variants, _) = variants.split_once("\n}").unwrap();
    let codes = variants.lines().filter_map(|line| line.trim().strip_suffix(',')?.split_once(" = "));
    let declared: Vec<String> = codes.map(|(_, code)| code.to_owned()).collect();
    assert!(declared.len() > 10, "{declared:?}");

    let table = section("docs/command-line.md", "Exit codes");
    let rows: Vec<Vec<&str>> = table.lines().filter(|line| line.starts_with("| ")).skip(1).map(columns).collect();
    let listed: Vec<&str> = rows.iter().map(|cells| cells[0]).collect();
    assert_eq!(listed, declared, "docs/command-line.md, table of exit codes");
    assert!(rows.iter().all(|cells| cells[1].len() > 3), "each code has a meaning: {rows:?}");
}

fn columns(line: &str) -> Vec<&str> {
    line.trim_matches('|').split(" | ").map(str::trim).collect()
}

/// The tables that put methods of alloy beside ours: method in Rust, and name on the wire.
#[test]
fn the_methods_of_the_page_on_alloy_are_those_of_the_client() {
    let (source, named) = (sources_of_evm(), wire_names());
    let page = text("docs/alloy.md");
    let mut seen = 0;
    for row in page.lines().filter(|line| line.contains("`evm.") && line.matches(" | ").count() == 3) {
        let cells = columns(row);
        let methods = code(cells[1]).filter_map(|text| text.strip_prefix("evm.")?.split('(').next());
        let found: BTreeSet<&str> = methods.filter_map(|method| wire_name(method, &source, &named)).collect();
        let said: BTreeSet<&str> = code(cells[2]).collect();
        assert_eq!(said, found, "docs/alloy.md: {row}");
        seen += 1;
    }
    assert!(seen > 50, "{seen} rows");
}

/// Returns the texts in backquotes.
fn code(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

/// Returns the generated code of the EVM interface.
fn sources_of_evm() -> String {
    let files = fs::read_dir(repository().join("generated/src/node")).unwrap().map(|file| file.unwrap().path());
    let is_evm =
        |path: &std::path::PathBuf| path.file_stem().is_some_and(|name| name.to_string_lossy().contains("evm"));
    files.filter(is_evm).map(|path| fs::read_to_string(path).unwrap()).collect()
}

/// Returns the names on the wire of methods and subscriptions of the EVM interface, each with the name of its struct.
fn wire_names() -> Vec<(String, String)> {
    let inventory: Vec<Json> = serde_json::from_str(&text("generated/docs/inventory.json")).unwrap();
    let methods = inventory.iter().filter(|row| row["service"] == "evm").map(|row| {
        let operation = row["operation"].as_str().unwrap();
        (operation.rsplit("::").next().unwrap().to_owned(), row["name"].as_str().unwrap().to_owned())
    });
    let events = described("subscriptions").into_iter().map(|(_, name, _)| {
        let (first, rest) = name.split_at(1);
        (format!("{}{rest}Subscription", first.to_uppercase()), name)
    });
    methods.chain(events).collect()
}

/// Returns the name on the wire of a method in Rust; `None` for one that calls no single method, such as `batch`.
fn wire_name<'n>(method: &str, source: &str, named: &'n [(String, String)]) -> Option<&'n str> {
    let begins = ["(", "<"].map(|end| format!("    pub fn {method}{end}"));
    let at = begins.iter().find_map(|begin| source.find(begin.as_str()));
    let at = at.unwrap_or_else(|| panic!("docs/alloy.md: the generated client has no method `{method}`"));
    let head = source[at..].split('{').next().unwrap_or_default();
    let name = head.split("calls::").nth(1)?.split('>').next()?;
    named.iter().find(|(known, _)| known == name).map(|(_, wire)| wire.as_str())
}
