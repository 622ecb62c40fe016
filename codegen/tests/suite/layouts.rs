//! Items at the root of a generated crate, and of a module that a macro makes.

use chainloom_codegen::{Content, Input, Layout, Options, SourceFile, generate, run};

const SHOP: &str = "client: { baseUrl: \"https://shop.example\" }";

fn sources(files: &[(&str, &str)]) -> Vec<SourceFile> {
    let source = |(path, text): &(&str, &str)| SourceFile {
        path: format!("{path}.yaml"),
        module: (*path).to_owned(),
        text: format!("chainloom: 1\n{text}\n"),
    };
    files.iter().map(source).collect()
}

#[test]
fn what_has_a_feature_has_those_of_its_folders() {
    let files = generate(&sources(&[
        ("lib", "doc: Shops.\nserde: serde"),
        ("shop", &format!("feature: shops\n{SHOP}\noperations:\n  look: {{ get: /look, response: string }}")),
        ("shop/back/till", "feature: tills\nservice: shop\noperations:\n  open: { get: /open, response: string }"),
    ]))
    .unwrap();
    let root = files.get("src/lib.rs").unwrap();
    let shop = "[cfg(feature = \"shops\")] [shop::calls::Look]";
    let till = "[cfg(all(feature = \"shops\", feature = \"tills\"))] [shop::back::till::calls::Open]";
    let squeezed = root.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(squeezed.contains(&format!("rt::catalog!( operations, {shop}, {till} );")), "{root}");
    let back = files.get("src/shop/back.rs").unwrap();
    assert!(
        back.contains("//! Modules: [`till`].\n\n#[cfg(feature = \"tills\")]\n"),
        "a folder without a file says what is in it: {back}"
    );
    let look = files.get("src/shop.rs").unwrap();
    assert!(look.contains("feature = \"serde\""), "{look}");
}

#[test]
fn a_macro_of_one_client_has_its_file_as_the_root() {
    let text = format!(
        "{SHOP}\ntypes:\n  Error: {{ fields: {{ at: string }} }}\n\
         operations:\n  operations: {{ get: /all, response: Error }}"
    );
    let files = sources(&[("shop", &text), ("shop/desk", "types:\n  Desk: { fields: { error: Error } }")]);
    let options = Options { layout: Layout::File, serde: true, ..Options::default() };
    let Content::Module(code) = run(Input::Files(&files), &options, &mut |_| {}).unwrap().content else {
        panic!("a macro makes a module");
    };
    let code = code.to_string();
    assert!(code.contains("pub mod desk {"), "{code}");
    assert!(code.contains("pub error : Error ,"), "{code}");
    assert!(
        code.contains("impl Client { # [doc = \" HTTP request: `GET /all`. Read-only.\"] pub fn operations"),
        "{code}"
    );
    assert!(code.contains(":: { ErrorKind , Reply } ;"), "the type `Error` of the spec has the name: {code}");
    assert!(code.contains("rt :: catalog ! (operations ,"), "{code}");
    assert!(code.contains("rt :: serde_traits !"), "{code}");
}
