//! The spec of the program, which is checked and stored when the program is built.

use chainloom_codegen::{NamedModel, SourceFile, name, read_sources};
use chainloom_reference::Reference;

/// Spec that the build script has stored, and the program holds.
static STORED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/spec.bin"));

fn sources() -> Vec<SourceFile> {
    let files = chainloom_spec::files().into_iter().map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
    read_sources("spec", files.collect()).unwrap()
}

/// Another process has stored the spec, so hashes have had other seeds.
#[test]
fn what_is_stored_is_what_the_files_say() {
    let checked = name(&sources(), &[]).unwrap();
    let stored = NamedModel::from_bytes(STORED).unwrap();
    // They are too large to be printed.
    assert!(stored == checked, "the stored spec is another one than that of the files");
    assert!(checked.to_bytes().unwrap() == STORED, "the same spec gave other bytes");
    let [stored_reference, reference] =
        [&stored, &checked].map(|named| serde_json::to_string(&Reference::of(named)).unwrap());
    assert!(stored_reference == reference, "people read another spec than that of the files");
}

#[test]
fn bytes_of_something_else_are_an_error() {
    for bytes in [&[][..], &STORED[..STORED.len() / 2], &[0xff; 64]] {
        assert!(NamedModel::from_bytes(bytes).is_err());
    }
}
