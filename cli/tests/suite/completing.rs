//! Completions: names of operations and types, and values of the argument at the cursor.

use chainloom_bounded::Bounded as _;

use crate::common::{Project, text};

const SPEC: &str = r#"
chainloom: 1
doc: Ships.
client: { baseUrl: "{url}", vars: { url: { doc: Where it is. } } }
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
"#;
const DEPLOYMENT: &str =
    "chainloom: 1\ndoc: The yard in the north.\ndeployment: { vars: { url: \"http://yard.invalid\" } }\n";

/// The candidates for the last of some words, as bash is given them.
fn completed(words: &[&str]) -> Vec<String> {
    let project = Project::new();
    project.write("spec/yard.yaml", SPEC);
    project.write("spec/deployments/north.yaml", DEPLOYMENT);
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
