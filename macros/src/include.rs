//! `include_api!`: YAML files at compile time.
//!
//! Input: a path. Output: a module with the client, or the mistakes. What the files say is for the library.

use std::path::{Path, PathBuf};

use chainloom_codegen::RustIdent;
use chainloom_codegen::diagnostic::{Diagnostic, Diagnostics, did_you_mean};
use chainloom_codegen::read_sources;
use chainloom_codegen::snake;
use chainloom_codegen::{Input, Layout, SourceFile};
use chainloom_disk::{SpecFolder, read_file, read_folder};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::{ParseStream, Parser as _};
use syn::{LitStr, Token};

use crate::report::{self, Mistake, Place};
use crate::site;

/// A path as the user wrote it, and where it leads.
struct Given {
    literal: LitStr,
    text: String,
    path: PathBuf,
    is_folder: bool,
}

impl Given {
    /// What the module is the content of.
    fn layout(&self) -> Layout {
        if self.is_folder { Layout::Folder } else { Layout::File }
    }
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let place = Place::of(&input);
    let parser = |input: ParseStream<'_>| {
        let path: LitStr = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(path)
    };
    let Ok(literal) = parser.parse2(input) else {
        let text = "include_api! takes the path of a spec as a string: `include_api!(\"my_vm.yaml\")`";
        return report::alone(place, text);
    };
    let place = Place::of(&literal);
    match given(literal).and_then(|given| module_name(&given).map(|name| (name, given))) {
        Ok((name, given)) => module(&name, &given),
        Err(text) => report::alone(place, &text),
    }
}

fn given(literal: LitStr) -> Result<Given, String> {
    let text = literal.value();
    if text.trim().is_empty() {
        return Err("the path is empty: write the path of the spec, `include_api!(\"my_vm.yaml\")`".to_owned());
    }
    let root = site::crate_folder().ok_or("CARGO_MANIFEST_DIR is not set: cargo says where the crate is")?;
    let path = root.join(&text);
    let is_folder = path.is_dir();
    Ok(Given { literal, text, path, is_folder })
}

/// The module has the name of the file or folder.
fn module_name(given: &Given) -> Result<Ident, String> {
    let stem = given.path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(name) = RustIdent::new(&stem) {
        let mut name = name.to_ident();
        name.set_span(given.literal.span());
        return Ok(name);
    }
    let better = Some(snake(&stem)).filter(|name| RustIdent::new(name).is_some()).unwrap_or_else(|| "my_vm".to_owned());
    Err(format!("`{stem}` cannot be the name of a module\n= help: name the file or folder `{better}`"))
}

fn module(name: &Ident, given: &Given) -> TokenStream {
    let (content, tracked) = match read(given) {
        Ok(folder) => {
            let tracked = tracked_files(given, &folder);
            (content(given, folder), tracked)
        }
        // The client is used somewhere: a file that is not there is one mistake all the same.
        Err(text) => {
            let source = SourceFile { path: given.text.clone(), module: name.to_string(), text: String::new() };
            (broken(given, &[source], vec![text]), Vec::new())
        }
    };
    quote! {
        pub mod #name {
            #content
            // An edit of these files builds the crate anew.
            #(const _: &[u8] = ::core::include_bytes!(#tracked);)*
        }
    }
}

fn read(given: &Given) -> Result<SpecFolder, String> {
    if !given.path.exists() {
        return Err(missing(given));
    }
    let folder = if given.is_folder { read_folder(&given.path) } else { read_file(&given.path) };
    folder.map_err(|failure| {
        let text = failure.to_string().replace(&given.path.display().to_string(), &given.text);
        text.trim_start_matches("error: ").to_owned()
    })
}

/// What is not there, and what may be meant: a neighbour of the first part of the path that is not there.
fn missing(given: &Given) -> String {
    let absent = given.path.ancestors().take_while(|path| !path.exists()).last().unwrap_or(&given.path);
    let neighbours: Vec<String> = absent.parent().map(names_in).unwrap_or_default();
    let name = absent.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let near = did_you_mean(&name, neighbours.iter().map(String::as_str));
    let near = near.map(|near| format!("\n= help: {near}")).unwrap_or_default();
    let note = "\n= note: a relative path begins at the folder of this crate's `Cargo.toml`";
    format!("there is no file or folder `{}`{near}{note}", given.text)
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// The files whose edits must build the crate anew.
fn tracked_files(given: &Given, folder: &SpecFolder) -> Vec<String> {
    let root = if given.is_folder { &given.path } else { given.path.parent().unwrap_or(&given.path) };
    folder.files.iter().map(|file| root.join(&file.path).to_string_lossy().into_owned()).collect()
}

fn content(given: &Given, folder: SpecFolder) -> TokenStream {
    let mut mistakes: Vec<String> = folder.mistakes.iter().map(|mistake| refused(given, mistake)).collect();
    let files = folder.files.into_iter().map(|file| (file.path, file.bytes)).collect();
    let sources = read_sources(shown_folder(given), files).unwrap_or_else(|found| {
        mistakes.extend(found.iter().map(|mistake| unread(mistake, &place_of(mistake))));
        Vec::new()
    });
    if mistakes.is_empty() {
        match site::generate(Input::Files(&sources), given.layout()) {
            Ok(tokens) => return tokens,
            Err(found) => mistakes.extend(excerpts(&found, &sources)),
        }
    }
    broken(given, &sources, mistakes)
}

fn broken(given: &Given, sources: &[SourceFile], texts: Vec<String>) -> TokenStream {
    let place = Place::of(&given.literal);
    let items = report::items(texts.into_iter().map(|text| Mistake { place, text }).collect());
    let skeleton = chainloom_codegen::skeleton(sources, given.layout(), &report::broken());
    quote!(#items #skeleton)
}

/// The folder that paths of files are shown with.
fn shown_folder(given: &Given) -> &str {
    match given.is_folder {
        true => given.text.trim_end_matches('/'),
        false => given.text.rsplit_once('/').map_or("", |(above, _)| above),
    }
}

/// Each mistake as the command would show it, without the word that the compiler adds itself.
fn excerpts(found: &Diagnostics, sources: &[SourceFile]) -> Vec<String> {
    let texts = found.render_each(sources, false).into_iter().map(|text| {
        let coded = text.strip_prefix("error[").and_then(|text| text.split_once("]: "));
        coded.map_or_else(|| text.clone(), |(code, rest)| format!("[{code}] {rest}"))
    });
    texts.collect()
}

/// A file that the disk did not give, with the path that leads there from the crate.
fn refused(given: &Given, mistake: &Diagnostic) -> String {
    let inner = mistake.file.split_once('/').map_or("", |(_, inner)| inner);
    let place = match shown_folder(given) {
        "" => inner.to_owned(),
        folder => format!("{folder}/{inner}"),
    };
    unread(mistake, &place)
}

fn place_of(mistake: &Diagnostic) -> String {
    format!("{}:{}:{}", mistake.file, mistake.span.line, mistake.span.column)
}

/// A mistake of a file that is no text, of which nothing can be shown.
fn unread(mistake: &Diagnostic, place: &str) -> String {
    let hint = mistake.hint.as_deref().map_or(String::new(), |hint| format!("\n = help: {hint}"));
    format!("[{}] {}\n--> {place}{hint}", mistake.code.name(), mistake.message)
}
