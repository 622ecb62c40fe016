//! JSON arguments that do not fit their types are reported before anything is sent, with the place of each misfit.

use chainloom_caller::{Caller, Class, Profile};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;
use chainloom_values::{Draw, Members};
use serde_json::{Value, json};

const LIB: &str = "chainloom: 1\ndoc: A yard that builds ships.\n";
const YARD: &str = "chainloom: 1\ndoc: Ships.\nclient: { baseUrl: \"http://yard.invalid\" }\n";
const SHIPS: &str = "chainloom: 1
doc: Ships.
service: yard
scalars:
  Length: { text: quantity, rust: u64, doc: Length. }
types:
  Kind: { doc: Kind of a ship., enum: { tug: A tug., ferry: A ferry. } }
  Ship:
    doc: A ship.
    fields:
      name: { type: string, doc: Name. }
      kind?: { type: Kind, doc: Kind. }
      length?: { type: Length, doc: Length. }
      decks?: { list: Deck, doc: Decks. }
      load?: { type: Load, doc: What it carries. }
      mark?: { type: Mark, doc: Mark. }
      code?: { type: string, secret: true, doc: Code of the safe. }
      marks?: { map: uint32, doc: Marks by name. }
      crew?: { map: uint8, key: uint32, doc: Members of the crew by cabin. }
  Deck: { doc: Deck., fields: { beds: { type: uint32, doc: Number of beds. } } }
  Load:
    doc: What a ship carries.
    union: { tag: of }
    arms:
      people: { doc: People., fields: { count: { type: uint32, doc: How many. } } }
      nothing: { doc: Nothing., fields: {} }
  Mark:
    doc: A mark.
    union: form
    arms:
      number: { type: uint32, doc: A number. }
      words: { list: string, doc: Words. }
      deck: { type: Deck, doc: A deck. }
operations:
  build:
    doc: Builds a ship.
    post: /ships
    effect: write
    body: { ship: { type: Ship, doc: The ship. } }
    response: none
";

fn caller() -> Caller {
    let files = [("lib.yaml", LIB), ("yard.yaml", YARD), ("yard/ships.yaml", SHIPS)];
    let files = files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let sources = read_sources("spec", files.to_vec()).unwrap();
    let api = Api::load(&sources, &[]).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    Caller::new(api, Profile::default()).unwrap()
}

/// Returns the errors about a ship, as an argument in JSON and as a text.
fn told(caller: &Caller, ship: &Value) -> Vec<String> {
    let as_json = json!({ "ship": ship }).to_string();
    let mut call = caller.prepare("yard.build").unwrap();
    let by_json = call.json(&as_json).dry_run().err();
    let mut call = caller.prepare("yard.build").unwrap();
    let by_text = call.texts("ship", &[ship.to_string()]).dry_run().err();
    let [by_json, by_text] = [by_json, by_text].map(|error| {
        error.map_or_else(Vec::new, |error| {
            assert_eq!(error.class(), Class::Parameter, "{error}");
            error.texts().to_vec()
        })
    });
    assert_eq!(by_json, by_text, "a flag and JSON are read alike");
    by_json
}

#[test]
fn what_fits_is_sent_as_it_is() {
    let caller = caller();
    let whole = json!({
        "name": "Emma", "kind": "tug", "length": "0x1f", "decks": [{ "beds": 4 }], "load": { "of": "people", "count": 2 },
        "mark": 7, "code": "1234", "marks": { "bow": 1 }, "crew": { "12": 2 }, "undescribed": true,
    });
    let unlisted = json!({ "name": "Ann", "kind": "submarine" });
    let others = [json!(["a"]), json!({ "beds": 1 })].map(|mark| json!({ "name": "Ann", "kind": null, "mark": mark }));
    for ship in others.iter().chain([&unlisted, &whole]) {
        assert_eq!(told(&caller, ship), [""; 0], "{ship}");
    }
    let mut call = caller.prepare("yard.build").unwrap();
    let sent = call.json(&json!({ "ship": whole }).to_string()).dry_run().unwrap().to_string();
    // The secret is masked.
    let shown = whole.to_string().replace("1234", "$YARD_SHIP");
    assert!(sent.contains(&shown), "{sent}");
}

#[test]
fn each_misfit_is_told_with_its_place() {
    let caller = caller();
    let of = |key: &str, value: Value| {
        let mut ship = json!({ "name": "Emma" });
        ship[key] = value;
        told(&caller, &ship).join("\n")
    };
    assert_eq!(of("name", json!(5)), "`ship.name` must be `\"5\"`, but is `5`");
    assert_eq!(of("name", json!(null)), "`ship.name` must be a text, but is `null`");
    assert_eq!(of("kind", json!("tgu")), "`ship.kind` must be one of its values, perhaps `tug`, but is `\"tgu\"`");
    assert_eq!(of("length", json!(31)), "`ship.length` must be `\"0x1f\"`, but is `31`");
    assert_eq!(of("decks", json!({})), "`ship.decks` must be a list, but is `{}`");
    assert_eq!(
        of("decks", json!([{ "beds": 1 }, { "beds": "many" }, {}])),
        "`ship.decks[1].beds` must be a whole number that fits u32, but is `\"many\"`\n\
         `ship.decks[2].beds` is required, but was left out"
    );
    assert_eq!(
        of("load", json!({ "of": "sand" })),
        "`ship.load.of` must be one of `people`, `nothing`, but is `\"sand\"`"
    );
    assert_eq!(of("load", json!({ "of": "people" })), "`ship.load.count` is required, but was left out");
    assert_eq!(of("load", json!("people")), "`ship.load` must be an object, but is `\"people\"`");
    assert_eq!(
        of("mark", json!({ "beds": "x" })),
        "`ship.mark.beds` must be a whole number that fits u32, but is `\"x\"`"
    );
    assert_eq!(of("mark", json!([1])), "`ship.mark[0]` must be `\"1\"`, but is `1`");
    assert!(of("mark", json!([[]])).starts_with("`ship.mark[0]` must be "));
    assert_eq!(of("code", json!(1234)), "`ship.code` must be a text");
    assert_eq!(
        of("marks", json!({ "bow": "b" })),
        "`ship.marks.bow` must be a whole number that fits u32, but is `\"b\"`"
    );
    assert_eq!(
        of("crew", json!({ "bow": 1 })),
        "`ship.crew.bow` must be a whole number that fits u32, but is `\"bow\"`"
    );
    assert_eq!(of("lenght", json!("0x1")), "`ship` has no member `lenght`; did you mean `length`?");
    let mut call = caller.prepare("yard.build").unwrap();
    let error = call.json(r#"{ "ship": [] }"#).dry_run().unwrap_err();
    assert_eq!(error.texts(), ["`ship` must be an object, but is `[]`"]);
    let many: Vec<Value> = (0..1_000).map(|_| json!({})).collect();
    assert_eq!(of("decks", Value::from(many)).lines().count(), 10);
}

/// Values of the generator of values fit their type.
#[test]
fn no_value_that_fits_is_refused() {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    let api = Api::load(&read_sources("spec", files.collect()).unwrap(), &[]).unwrap();
    let profile = Profile { url: Some("http://127.0.0.1:9".to_owned()), ..Profile::default() };
    let caller = Caller::new(api, profile).unwrap();
    let mut wrong = Vec::new();
    for operation in &caller.api().operations {
        for seed in 0..5 {
            let mut call = caller.prepare(operation.schema.id).unwrap();
            for var in operation.schema.service.vars.iter().filter(|var| var.default.is_none()) {
                call.var(var.name, "one");
            }
            let input = Value::Object(Draw::new(seed).members(Members::All).input(operation.schema));
            wrong.extend(call.json(&input.to_string()).call().err().map(|error| format!("{input}: {error}")));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}
