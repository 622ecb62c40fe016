//! Values of types that lead back to themselves end, whatever the way back.

use chainloom_codegen::{SourceFile, name, read_sources};
use chainloom_interpret::Api;
use chainloom_sandbox::{Builder, Sandbox};
use chainloom_values::{Draw, Members};
use serde_json::Value;

/// Each operation returns a type that leads back to itself in another way.
const SPEC: &str = r#"
chainloom: 1
doc: Types that lead back to themselves.
client: { baseUrl: "{u}", vars: { u: { doc: URL. } } }
service: t
allow: [no-doc, no-example]
types:
  Alone: { doc: T., fields: { child: "Alone | null" } }
  Wide: { doc: T., fields: { a: "Wide | null", b: "Wide | null", c: "Wide | null", d: "Wide | null", e: "Wide | null", f: "Wide | null", g: "Wide | null", h: "Wide | null" } }
  Here: { doc: T., fields: { there: There } }
  There: { doc: T., fields: { here: "Here | null", "again?": There } }
  Tagged: { doc: T., union: { tag: k }, arms: { node: { fields: { l: "Tagged | null", r: "Tagged | null" } } } }
  Tree: { doc: T., union: { tag: k }, arms: { fork: { fields: { l: Tree, r: Tree, m: Tree } }, twig: { fields: { next: Fork } }, leaf: { fields: { "up?": Tree } } } }
  Fork: { doc: T., fields: { all: { list: Tree, size: 2.., doc: Trees. } } }
  Alias: { doc: T., type: "Aliased | null" }
  Aliased: { doc: T., fields: { again: Alias } }
  Lists: { doc: T., fields: { all: { list: "Lists | null", size: 1.., doc: Lists. }, by: { map: Lists, doc: Lists by name. } } }
operations:
  getAlone: { doc: G., get: /alone, response: Alone }
  getWide: { doc: G., get: /wide, response: Wide }
  getHere: { doc: G., get: /here, response: Here }
  getTagged: { doc: G., get: /tagged, response: Tagged }
  getTree: { doc: G., get: /tree, response: Tree }
  getAliased: { doc: G., get: /aliased, response: Aliased }
  getLists: { doc: G., get: /lists, response: Lists }
"#;

fn spec() -> Vec<SourceFile> {
    read_sources("spec", vec![("t.yaml".to_owned(), SPEC.as_bytes().to_vec())]).unwrap()
}

#[tokio::test(crate = "chainloom_bounded")]
async fn a_sandbox_answers_with_values_that_end() {
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let ways: [fn(Builder) -> Builder; 3] = [|builder| builder, Builder::all_members, Builder::surprises];
    for way in ways {
        let sandbox = way(Sandbox::builder().spec(spec()).synthetic_only()).start().await.unwrap();
        for path in ["alone", "wide", "here", "tagged", "tree", "aliased", "lists"] {
            let response = http.get(format!("{}/{path}", sandbox.url())).send().await.unwrap();
            assert_eq!(response.status(), 200);
            let text = response.text().await.unwrap();
            serde_json::from_str::<Value>(&text).unwrap();
            assert!(text.len() < 200_000, "{path}: {} bytes", text.len());
        }
    }
}

#[test]
fn values_of_all_seeds_end() {
    let api = Api::of(&name(&spec(), &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&spec(), false))));
    for operation in &api.operations {
        for seed in 0..200 {
            for members in [Members::Drawn, Members::All, Members::Required] {
                let value = Draw::new(seed).members(members).result(operation.schema);
                let wild = Draw::new(seed).members(members).wild().surprises().result(operation.schema);
                assert!(
                    value.to_string().len().max(wild.to_string().len()) < 500_000,
                    "{} {seed}",
                    operation.schema.id
                );
            }
        }
    }
}

#[test]
fn what_a_spec_requires_is_bounded() {
    let pairs: String = (0..30).map(|at| format!("  P{at}: {{ fields: {{ a: P{0}, b: P{0} }} }}\n", at + 1)).collect();
    let spec = format!(
        "chainloom: 1\ndoc: T.\nclient: {{ baseUrl: \"{{u}}\", vars: {{ u: {{ doc: U. }} }} }}\nservice: t\n\
         allow: [no-doc, no-example]\ntypes:\n{pairs}  P30: {{ fields: {{ a: string }} }}\n\
         \x20 Many: {{ fields: {{ all: {{ list: string, size: 4000000000.. }} }} }}\n\
         \x20 Long: {{ fields: {{ all: {{ type: string, size: 4000000000.. }} }} }}\n\
         operations:\n  pairs: {{ get: /pairs, response: P0 }}\n\
         \x20 many: {{ get: /many, response: Many }}\n\
         \x20 long: {{ get: /long, response: Long }}\n"
    );
    let spec = read_sources("spec", vec![("t.yaml".to_owned(), spec.into_bytes())]).unwrap();
    let api = Api::of(&name(&spec, &[]).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&spec, false))));
    for operation in &api.operations {
        let length = Draw::new(1).result(operation.schema).to_string().len();
        assert!((500_000..10_000_000).contains(&length), "{}: {length}", operation.schema.id);
    }
}
