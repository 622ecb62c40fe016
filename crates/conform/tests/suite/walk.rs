//! The caller, the sandbox, the comparison and the examples of a spec agree on what a value of a type is: on
//! `table.txt`, which contains the right decisions.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use chainloom_caller::{Caller, Profile};
use chainloom_codegen::diagnostic::Span;
use chainloom_codegen::model::{Type, TypeId};
use chainloom_codegen::{SourceFile, name, read_sources, understand};
use chainloom_conform::{Kind, Spec, compare};
use chainloom_sandbox::Sandbox;
use serde_json::Value;

const TABLE: &str = include_str!("../../../../codegen/tests/walk/table.txt");
const TYPES: &str = include_str!("../../../../codegen/tests/walk/types.yaml");

/// A value of a type, and what is right of it.
#[derive(Clone, Copy)]
struct Row {
    line: &'static str,
    is_sent: bool,
    verdict: &'static str,
    ty: &'static str,
    json: &'static str,
}

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [side, verdict, ty, json] = line.splitn(4, ' ').collect::<Vec<_>>().try_into().unwrap();
        let sides = if side == "both" { &[true, false][..] } else { &[side == "sent"] };
        rows.extend(sides.iter().map(|is_sent| Row { line, is_sent: *is_sent, verdict, ty, json }));
    }
    rows
}

/// Returns a spec with an operation that sends and one that receives a value of each type, with a row as its example.
fn spec(example: Option<Row>) -> Vec<SourceFile> {
    let types: BTreeSet<&str> = example.map_or_else(rows, |row| vec![row]).iter().map(|row| row.ty).collect();
    let mut text = format!("{TYPES}operations:\n");
    for ty in types {
        let of_type = example.filter(|row| row.ty == ty);
        let example = |is_sent: bool| of_type.filter(|row| row.is_sent == is_sent).map(|row| row.json);
        writeln!(text, "  sent{ty}:\n    doc: Takes a value.\n    post: /sent/{ty}\n    effect: write").unwrap();
        writeln!(text, "    body: {{ value: {{ type: {ty}, doc: Value. }} }}\n    response: string").unwrap();
        if let Some(json) = example(true) {
            writeln!(text, "    examples: [{{ request: {{ value: {json} }}, response: a }}]").unwrap();
        }
        writeln!(text, "  received{ty}:\n    doc: Has a value.\n    get: /received/{ty}\n    response: {ty}").unwrap();
        if let Some(json) = example(false) {
            writeln!(text, "    examples: [{{ request: {{}}, response: {json} }}]").unwrap();
        }
    }
    read_sources("spec", vec![("yard.yaml".to_owned(), text.into_bytes())]).unwrap()
}

/// Returns the rows of a side on which someone decides otherwise. `passes` are the verdicts that are no mistake to it,
/// and `is_wrong` returns whether it takes a value for wrong.
fn other_decisions(is_sent: bool, passes: &[&str], mut is_wrong: impl FnMut(usize, Row) -> bool) -> String {
    let mut others = String::new();
    for (at, row) in rows().into_iter().enumerate().filter(|(_, row)| row.is_sent == is_sent) {
        let expected = row.verdict != "fits" && !passes.contains(&row.verdict);
        if is_wrong(at, row) != expected {
            writeln!(others, "{} {}", if expected { "passes:" } else { "refused:" }, row.line).unwrap();
        }
    }
    others
}

#[test]
fn examples_hold_to_the_table() {
    let is_wrong = |_, row| understand(&spec(Some(row)), &[]).is_err();
    let sent = other_decisions(true, &["as-number"], is_wrong);
    assert_eq!(sent + &other_decisions(false, &["as-number", "longer"], is_wrong), "");
}

#[test]
fn comparison_holds_to_the_table() {
    let spec = name(&spec(None), &[]).unwrap();
    let kinds = |row: Row, value: &Value| {
        let at = spec.model().types.iter().position(|def| def.name == row.ty).unwrap();
        let ty = Type::Named(TypeId(at));
        let found = compare(spec.model(), &ty, value, Span::default());
        found.into_iter().map(|one| one.kind).collect::<Vec<_>>()
    };
    let others = other_decisions(false, &[], |_, row| {
        let found = kinds(row, &serde_json::from_str(row.json).unwrap());
        let wanted: &[Kind] = match row.verdict {
            "kind" => &[Kind::OtherType],
            // A number beyond its range is none of its notation.
            "form" => &[Kind::OtherType, Kind::NumberForm],
            "notation" | "as-number" | "hex-as-number" => &[Kind::NumberForm],
            "unlisted" | "constant" => &[Kind::UnlistedValue],
            "missing" | "no-tag" | "length" => &[Kind::MissingMember],
            "null" => &[Kind::NullMember],
            "no-member" | "direction" | "longer" => &[Kind::UndescribedMember],
            "no-arm" => &[Kind::UndescribedArm],
            _ => &[],
        };
        // An object of another arm than it was meant for has other members, too.
        found.iter().any(|kind| row.verdict == "fits" || wanted.contains(kind))
    });
    assert_eq!(others, "");
}

#[test]
fn arguments_hold_to_the_table() {
    let spec = Spec::new(name(&spec(None), &[]).unwrap(), Vec::new());
    let profile = Profile { url: Some("http://127.0.0.1:9".to_owned()), ..Profile::default() };
    let caller = Caller::new(spec.api(), profile).unwrap();
    let others = other_decisions(true, &["unlisted", "no-member"], |_, row| {
        let mut call = caller.prepare(&format!("yard.sent{}", row.ty)).unwrap();
        call.json(&format!("{{\"value\": {}}}", row.json)).dry_run().is_err()
    });
    assert_eq!(others, "");
}

#[tokio::test(crate = "chainloom_bounded")]
async fn requests_hold_to_the_table() {
    let sandbox = Sandbox::builder().spec(spec(None)).synthetic_only().start().await.unwrap();
    let client = reqwest::Client::new();
    let mut refused = Vec::new();
    for row in rows() {
        let request = client.post(format!("{}/sent/{}", sandbox.url(), row.ty));
        let request = request.header("content-type", "application/json");
        let response = request.body(format!("{{\"value\": {}}}", row.json)).send().await.unwrap();
        let status = response.status();
        assert!(status.is_success() || status.is_client_error(), "{}: {status}", row.line);
        refused.push(status.is_client_error());
    }
    assert_eq!(other_decisions(true, &["no-member", "as-number", "hex-as-number"], |at, _| refused[at]), "");
}
