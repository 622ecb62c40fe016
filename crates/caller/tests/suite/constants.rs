//! Constants within the JSON of a parameter, which a caller leaves out and the service gets.

use chainloom_caller::{Caller, Profile};
use chainloom_codegen::read_sources;
use chainloom_interpret::Api;
use serde_json::{Value, json};

const SPEC: &str = "chainloom: 1
doc: A yard.
client: { baseUrl: \"http://yard.invalid\" }
service: yard
types:
  Ship: { doc: Ship., fields: { v: { const: 7 }, deck: { type: Deck, doc: Deck. }, decks?: { list: Deck, doc: Decks. }, load?: { type: Load, doc: Load. } } }
  Deck: { doc: Deck., fields: { form: { const: flat }, name?: { type: string, doc: Name. } } }
  Load: { doc: Load., union: form, arms: { text: string, deck: Deck } }
operations:
  build: { doc: Builds a ship., post: /ships, effect: write, body: Ship, response: none }
";

fn sent(body: &Value) -> Value {
    let sources = read_sources("spec", vec![("yard.yaml".to_owned(), SPEC.as_bytes().to_vec())]).unwrap();
    let api = Api::load(&sources, &[]).unwrap_or_else(|found| panic!("{}", found.render(&sources, false)));
    let caller = Caller::new(api, Profile::default()).unwrap();
    let mut call = caller.prepare("yard.build").unwrap();
    let request = call.json(&json!({ "body": body }).to_string()).dry_run().unwrap();
    serde_json::from_slice(&request.body()).unwrap()
}

#[test]
fn the_service_gets_the_constants_that_are_left_out() {
    assert_eq!(
        sent(&json!({ "deck": { "name": "a" }, "decks": [{}, { "form": "flat" }], "load": { "name": "b" } })),
        json!({
            "v": 7, "deck": { "form": "flat", "name": "a" }, "decks": [{ "form": "flat" }, { "form": "flat" }],
            "load": { "form": "flat", "name": "b" },
        })
    );
    assert_eq!(sent(&json!({ "deck": {}, "load": "c" })), json!({ "v": 7, "deck": { "form": "flat" }, "load": "c" }));
}
