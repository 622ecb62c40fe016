//! `describe` knows types and paths in Rust, and `list` the names on the wire.

use chainloom_bounded::Bounded as _;

use crate::common::{Project, text};

const SPEC: &str = r#"
chainloom: 1
doc: Ships.
client: { baseUrl: "http://yard.invalid" }
service: yard
allow: [no-example]
types:
  Kind: { doc: Kind of a ship., enum: { tug: Pulls others., ferry: Carries people. } }
  Deck: { doc: A deck., fields: { beds: { type: uint32, range: 1..=40, doc: Number of beds. } } }
  Ship:
    doc: A ship of the yard.
    fields:
      length: { type: uint32, unit: metres, doc: Length of the ship. }
      kind?: { type: Kind, doc: Kind of the ship. }
      decks: { list: Deck, doc: Decks of the ship. }
operations:
  findShip: { doc: Returns a ship., get: "/ships/{kind}", path: { kind: { type: Kind, doc: Kind. } }, response: Ship }
"#;

fn project() -> Project {
    let project = Project::new();
    project.write("spec/lib.yaml", "chainloom: 1\ndoc: A yard.\ncrate: shipyard\n");
    project.write("spec/yard.yaml", SPEC);
    project
}

/// Runs a command, and returns its stdout and its stderr.
fn output(project: &Project, words: &[&str]) -> String {
    let words: Vec<String> = [words, &["--spec", "spec"]].concat().iter().map(|word| (*word).to_owned()).collect();
    let output = project.plain_command(&words).bounded_output().unwrap();
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn types_are_described() {
    let project = project();
    let ship = output(&project, &["describe", "Ship"]);
    for part in [
        "yard::Ship  object\n\nA ship of the yard.\n",
        "\nMembers\n  length  uint32, required\n",
        "Length of the ship.",
        "metres",
        "\n  kind  Kind, optional\n",
        "\nRust\n  shipyard::yard::Ship\n",
        "\nUsed by\n  yard.findShip  Returns a ship\n",
    ] {
        assert!(ship.contains(part), "{part:?} in\n{ship}");
    }
    for name in ["yard::Ship", "shipyard::yard::Ship", "ship"] {
        assert_eq!(output(&project, &["describe", name]), ship, "{name}");
    }
    let kind = output(&project, &["describe", "Kind"]);
    assert!(kind.contains("\nValues\n  tug  Tug\n      Pulls others.\n"), "{kind}");
    assert!(kind.contains("\nPart of\n  yard::Ship\n"), "{kind}");
    let deck = output(&project, &["describe", "Deck"]);
    assert!(deck.contains("1 to 40") && deck.contains("\nPart of\n  yard::Ship\n"), "{deck}");
    let json: serde_json::Value = serde_json::from_str(&output(&project, &["describe", "Ship", "--json"])).unwrap();
    assert_eq!((&json["rust"], &json["usedBy"][0]), (&"shipyard::yard::Ship".into(), &"yard.findShip".into()));
    let unknown = output(&project, &["describe", "Shipp"]);
    let expected = "error: there is no operation, subscription, webhook or type `Shipp`; did you mean `Ship`?\n";
    assert_eq!(unknown, expected);
}

#[test]
fn operations_have_their_paths_in_rust_and_their_names_on_the_wire() {
    let project = project();
    let operation = output(&project, &["describe", "findShip"]);
    for part in ["shipyard::yard::", "::find_ship\n", "Kind     shipyard::yard::Kind\n"] {
        assert!(operation.contains(part), "{part:?} in\n{operation}");
    }
    // Documents have names with other separators.
    for name in ["yard#findShip", "yard.find-ship", "find ship"] {
        assert_eq!(output(&project, &["describe", name]), operation, "{name}");
    }
    assert_eq!(output(&project, &["list"]), "yard.findShip  Returns a ship\n  GET /ships/{kind}\n");
}
