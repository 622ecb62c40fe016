//! What the compiler suggests for a trait that is not in scope compiles.

use std::fs;
use std::path::Path;

use chainloom_tests::compile::{Libraries, Source};

const WITHOUT: &str = "pub fn name(client: &chainloom::data::Client) -> Result<String, chainloom::Error> {
    let chain = client.get_chain_info(\"43114\").wait()?;
    Ok(chain.chain_name.to_string())
}
pub fn count(client: &chainloom::data::Client) -> usize {
    chainloom::runtime::blocking::iter(client.list_erc20_balances(\"43114\", \"0x\").items()).count()
}
";

#[test]
fn the_suggested_import_of_wait_compiles() {
    let libraries = Libraries::find().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiler_hints");
    fs::create_dir_all(&folder).unwrap();
    let root = folder.join("hint.rs");
    let source = Source { libraries: &[("chainloom", "chainloom")], ..Source::generated("hint", &root, &folder) };
    fs::write(&root, WITHOUT).unwrap();
    let said = libraries.check(&source).expect_err("`Wait` is not in scope");
    let suggested = said.lines().find_map(|line| line.split_once("+ ")).map(|(_, import)| import.trim());
    let suggested = suggested.unwrap_or_else(|| panic!("no import is suggested: {said}"));
    assert_eq!(suggested, "use chainloom::runtime::blocking::Wait;");
    fs::write(&root, format!("{suggested}\n{WITHOUT}")).unwrap();
    assert_eq!(libraries.check(&source).as_deref(), Ok(""));
}
