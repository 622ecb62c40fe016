//! Completions: names of operations and types, and values of the argument at the cursor.

use chainloom_bounded::Bounded as _;

use crate::common::{Project, text};

const SPEC: &str = r#"
chainloom: 1
doc: Ships.
client:
  baseUrl: "{url}"
  vars: { url: { doc: Where it is. } }
  auth: { key: { header: x-key, doc: Key. } }
service: yard
allow: [no-example]
types:
  Kind: { doc: Kind of a ship., enum: { tug: Pulls others., ferry: Carries people. } }
  Order: { doc: Order of a list., enum: { upwards: Small ones first., downwards: Large ones first. } }
operations:
  listShips:
    doc: Lists ships.
    get: "/ships/{kind}/{name}"
    path: { kind: { type: Kind, doc: Kind. }, name: { type: string, doc: Name. } }
    query: { "order?": { type: Order, doc: Order. } }
    response: string
  findShip: { doc: Returns a ship., get: "/ship", response: string }
  sinkShip: { doc: Sinks a ship., delete: "/ship", effect: write, response: string }
  keyOfShip: { doc: Returns the key of a ship., get: "/key", sensitive: true, response: string }
"#;
/// Services of JSON-RPC, one with a choice of endpoints and one with instances, and a document.
const FILES: [(&str, &str); 3] = [
    (
        "spec/yard/dock.yaml",
        r#"
chainloom: 1
doc: Docks.
service: dock
allow: [no-example]
effect: read
rpc: { params: named, batch: false }
endpoints: { dry: { path: /dry, doc: Dry. }, wet: { path: /wet, doc: Wet. } }
operations: { depth: { doc: Returns a depth., method: dock_depth, result: string } }
"#,
    ),
    (
        "spec/yard/mast.yaml",
        r#"
chainloom: 1
doc: Masts.
service: mast
allow: [no-example]
effect: read
rpc: { params: named, batch: false }
endpoint: "/mast/{mast}"
vars: { mast: { values: [fore, main], default: main, doc: Mast. } }
operations:
  height: { doc: Returns a height., method: mast_height, params: { unit: { type: string, doc: Unit. } }, result: string }
"#,
    ),
    (
        "open.json",
        r#"{"openapi":"3.1.0","info":{"title":"a","version":"1"},"paths":{"/a/{b}":{"get":{"operationId":"findB"},"put":{}}}}"#,
    ),
];
const DEPLOYMENT: &str =
    "chainloom: 1\ndoc: The yard in the north.\ndeployment: { vars: { url: \"http://yard.invalid\" } }\n";

/// Returns the candidates for the last of some words, as bash receives them.
fn completed(words: &[&str]) -> Vec<String> {
    let project = Project::new();
    project.write("spec/yard.yaml", SPEC);
    project.write("spec/deployments/north.yaml", DEPLOYMENT);
    FILES.iter().for_each(|(path, text)| project.write(path, text));
    project.write("profiles.toml", "[profiles.test]\nretries = 0\n");
    let words = [&["chainloom"], words].concat();
    let mut command = project.command(&["--"]);
    command.args(&words).env("CHAINLOOM_COMPLETE", "bash").env("CHAINLOOM_CONFIG", "profiles.toml");
    let output = command.env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string()).bounded_output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout).split(['\n', '\u{b}']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[test]
fn operations_and_types_are_completed_by_all_of_their_names() {
    assert_eq!(completed(&["call", "--spec", "spec", "yard.f"]), ["yard.findShip"]);
    assert_eq!(completed(&["call", "--spec", "spec", "find"]), ["findShip"]);
    assert_eq!(completed(&["call", "--spec", "spec", "/ship/"]), [""; 0]);
    assert_eq!(completed(&["call", "--spec", "spec", "/ships"]), ["/ships/{kind}/{name}"]);
    assert_eq!(completed(&["describe", "--spec", "spec", "Ki"]), ["Kind"]);
    assert_eq!(completed(&["describe", "--spec", "spec", "yard::K"]), ["yard::Kind"]);
    assert_eq!(completed(&["describe", "--spec", "spec", "list"]), ["listShips"]);
    assert!(completed(&["call", "eth_getBal"]).contains(&"eth_getBalance".to_owned()));
    assert!(completed(&["describe", "eth_getBal"]).contains(&"eth_getBalance".to_owned()));
}

#[test]
fn values_are_those_of_the_parameter_at_hand() {
    for name in ["yard.listShips", "listShips", "list_ships"] {
        let of = |words: &[&str]| completed(&[&["call", name, "--spec", "spec"], words].concat());
        assert_eq!(of(&["--order", ""]), ["upwards", "downwards"], "{name}");
        assert_eq!(of(&["--kind", ""]), ["tug", "ferry"], "{name}");
        assert_eq!(of(&["t"]), ["tug"], "{name}");
        assert_eq!(of(&["tug", "u"]), [""; 0], "{name}: a name of a ship");
        assert_eq!(of(&["--kind", "tug", "oslo", "u"]), ["upwards"], "{name}");
        assert_eq!(of(&["--or"]), ["--order"], "{name}");
    }
}

#[test]
fn flags_follow_an_operation_by_any_of_its_names() {
    for name in ["mast.height", "mast_height", "mast.mast_height"] {
        let found = completed(&["call", "--spec=spec", name, ""]);
        for flag in ["--unit", "--mast", "--url", "--deadline"] {
            assert!(found.iter().any(|found| found == flag), "{name} {flag}: {found:?}");
        }
        assert!(!found.iter().any(|found| found.contains('.')), "{name}: {found:?}");
    }
    let found = completed(&["describe", "--spec", "spec", "mast.height", ""]);
    assert!(found.contains(&"--json".to_owned()) && !found.iter().any(|found| found.contains('.')), "{found:?}");
    assert_eq!(completed(&["call", "--spec", "spec", "mast.m"]), ["mast.mast_height"]);
}

#[test]
fn settings_are_completed_with_the_names_of_the_spec() {
    let of = |words: &[&str]| completed(&[words, &["--spec", "spec", ""]].concat()[..]);
    let after = |words: &[&str], flag: &str| completed(&[words, &["--spec", "spec", flag, ""]].concat());
    assert_eq!(after(&["call", "mast.height"], "--endpoint"), ["mast="]);
    assert_eq!(after(&["call", "dock.depth"], "--endpoint"), ["dry", "wet"]);
    assert_eq!(after(&["doctor"], "--endpoint"), ["yard=", "mast="]);
    assert_eq!(after(&["doctor", "depth"], "--endpoint"), ["yard=", "mast="], "a client is no operation");
    assert_eq!(after(&["call", "mast.height"], "--var"), ["mast=fore", "mast=main", "url="]);
    assert_eq!(after(&["call", "mast.height"], "--mast"), ["fore", "main"]);
    assert_eq!(after(&["call", "findShip"], "--var"), ["url="]);
    assert_eq!(after(&["call", "findShip"], "--secret"), ["key="]);
    assert_eq!(after(&["doctor"], "--secret"), [""; 0], "secrets need an operation");
    assert_eq!(after(&["mcp"], "--allow-writes"), ["yard.sinkShip", "yard.keyOfShip"]);
    assert_eq!(after(&["conform"], "--allow-sensitive"), ["yard.keyOfShip"]);
    assert!(of(&["conform", "--allow-writes"]).contains(&"--rate".to_owned()), "the flag has no value");
}

#[test]
fn an_import_is_completed_from_its_document_and_its_spec() {
    let after = |flag: &str, word: &str| completed(&["import", "openapi", "open.json", "--into", "spec", flag, word]);
    assert_eq!(after("--only", ""), ["/a/{b}", "findB"]);
    assert_eq!(after("--only", "f"), ["findB"]);
    assert_eq!(after("--service", ""), ["yard", "dock", "mast"]);
    assert_eq!(after("--reuse", "K"), ["Kind"]);
    assert_eq!(completed(&["import", "openapi", "none.json", "--only", ""]), [""; 0]);
}

#[test]
fn deployments_services_clients_profiles_and_codes_are_completed() {
    for (words, value) in [
        (&["call", "findShip", "--spec", "spec", "--deployment", ""][..], "north"),
        (&["doctor", "--spec", "spec", "--deployment", ""], "north"),
        (&["conform", "--spec", "spec", "--service", ""], "yard"),
        (&["doctor", "--spec", "spec", ""], "yard"),
        (&["call", "findShip", "--spec", "spec", "--profile", ""], "test"),
    ] {
        let found = completed(words);
        assert!(found.iter().any(|found| found == value), "{words:?}: {found:?}");
    }
    assert_eq!(completed(&["explain", "unknown-t"]), ["unknown-type"]);
}
