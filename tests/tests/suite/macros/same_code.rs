//! Same code: a macro makes of a spec what the command writes, module by module, but for the path
//! of the runtime and the place of a module's content. Attributes for rustfmt stand in files only.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use std::collections::BTreeMap;
use std::path::Path;

use chainloom_codegen::SourceFile;
use chainloom_codegen::read_sources;
use chainloom_codegen::{Content, Input, Layout, Options, run};
use chainloom_tests::full::is_full;
use chainloom_tests::vectors::repository;
use proc_macro2::TokenStream;
use syn::ext::IdentExt as _;
use syn::{AttrStyle, File, Item, Meta};

/// The runtime as a macro names it.
const MACRO_RUNTIME: &str = ":: loom :: runtime";

fn sources(folder: &Path) -> Vec<SourceFile> {
    let read = chainloom_disk::read_folder(folder).unwrap_or_else(|failure| panic!("{failure}"));
    let files = read.files.into_iter().map(|file| {
        // What a crate as a whole has, a module in another crate has not: a name, features for serde,
        // the macros and fixtures, a README.
        let text = String::from_utf8(file.bytes).unwrap();
        let is_of_crate = |line: &&str| {
            ["crate: ", "serde: ", "macros: ", "fixtures: ", "readme: "].iter().any(|key| line.starts_with(key))
        };
        let lines = text.lines().filter(|line| !is_of_crate(line));
        (file.path, lines.map(|line| format!("{line}\n")).collect::<String>().into_bytes())
    });
    read_sources("spec", files.collect()).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(&[], false)))
}

fn made(sources: &[SourceFile], options: &Options) -> Content {
    let made = run(Input::Files(sources), options, &mut |_| {});
    made.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(sources, false))).content
}

/// The files as the command writes them, by their module.
fn written(sources: &[SourceFile]) -> BTreeMap<String, String> {
    let Content::Files(files) = made(sources, &Options { serde: true, ..Options::default() }) else {
        panic!("no files")
    };
    let modules = files.iter().filter_map(|(path, text)| {
        let module = path.strip_prefix("src/")?.strip_suffix(".rs")?;
        let mut file = syn::parse_file(text).unwrap();
        // A condition of the documentation of a crate has no place within a module.
        file.attrs.retain(|attribute| !attribute.path().is_ident("cfg_attr"));
        let text = prettyplease::unparse(&file);
        let lines = text.lines().filter(|line| line.trim() != "#[rustfmt::skip]");
        Some((module.to_owned(), lines.map(|line| format!("{line}\n")).collect()))
    });
    modules.collect()
}

/// The modules as a macro makes them.
fn inlined(sources: &[SourceFile]) -> BTreeMap<String, String> {
    let runtime = MACRO_RUNTIME.replace(' ', "");
    let options = Options { serde: true, runtime, layout: Layout::Folder, ..Options::default() };
    let Content::Module(tokens) = made(sources, &options) else { panic!("no module") };
    let text = tokens.to_string().replace(MACRO_RUNTIME, ":: chainloom_runtime");
    let mut modules = BTreeMap::new();
    take_out("lib", syn::parse2(text.parse::<TokenStream>().unwrap()).unwrap(), &mut modules);
    modules
}

/// Puts the content of each module into a file of its own.
fn take_out(path: &str, mut file: File, modules: &mut BTreeMap<String, String>) {
    // A crate may have turned the prelude off, so that a macro names it.
    file.items.retain(|item| !matches!(item, Item::Use(item) if is_prelude(item)));
    for item in &mut file.items {
        let Item::Mod(module) = item else { continue };
        // Calls and tables stand in the file of their module, and the runtime in that of the crate.
        if ["calls", "__tables", "runtime"].iter().any(|inner| module.ident == inner) {
            let (_, items) = module.content.as_mut().unwrap();
            items.retain(|item| !matches!(item, Item::Use(item) if is_prelude(item)));
            continue;
        }
        let Some((_, items)) = module.content.take() else { continue };
        module.semi = Some(syn::Token![;](proc_macro2::Span::call_site()));
        // `#[doc(hidden)]` stays with the declaration.
        let is_doc =
            |attribute: &syn::Attribute| matches!(&attribute.meta, Meta::NameValue(doc) if doc.path.is_ident("doc"));
        let (docs, others) = module.attrs.drain(..).partition::<Vec<_>, _>(is_doc);
        module.attrs = others;
        let attrs = docs.into_iter().map(|doc| syn::Attribute { style: AttrStyle::Inner(Default::default()), ..doc });
        let inner = File { shebang: None, frontmatter: None, attrs: attrs.collect(), items };
        let name = module.ident.unraw().to_string();
        let name = if path == "lib" { name } else { format!("{path}/{name}") };
        take_out(&name, inner, modules);
    }
    modules.insert(path.to_owned(), prettyplease::unparse(&file));
}

fn is_prelude(item: &syn::ItemUse) -> bool {
    matches!(&item.tree, syn::UseTree::Path(path) if path.ident == "std")
}

fn assert_same(folder: &str, least: usize) {
    let sources = sources(&repository().join(folder));
    let (written, inlined) = (written(&sources), inlined(&sources));
    assert!(written.len() >= least, "{folder} has its modules: {}", written.len());
    assert_eq!(written.keys().collect::<Vec<_>>(), inlined.keys().collect::<Vec<_>>());
    for (module, text) in &written {
        let (file, inline) = (without_layout(text), without_layout(&inlined[module]));
        let difference = file.iter().zip(&inline).position(|(file, inline)| file != inline);
        let shown = difference.map(|at| [&file, &inline].map(|text| text[at..].iter().take(80).collect::<String>()));
        assert!(shown.is_none(), "{module}: {shown:?}");
        assert_eq!(file.len(), inline.len(), "{module}");
    }
}

/// Without white space and without commas at an end, which within a macro depend on where its
/// tokens come from.
fn without_layout(text: &str) -> Vec<char> {
    let text: String = text.split_whitespace().collect();
    text.replace(",)", ")").replace(",>", ">").chars().collect()
}

#[test]
fn the_whole_spec_gives_the_same_code_both_ways() {
    if !is_full() {
        println!("skipped: only with CHAINLOOM_FULL=1");
        return;
    }
    assert_same("spec", 30);
}

#[test]
fn an_invented_spec_gives_the_same_code_both_ways() {
    assert_same("tests/data/invented", 8);
}
